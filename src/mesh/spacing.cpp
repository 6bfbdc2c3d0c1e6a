#include "mesh/spacing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

// The zero of a function that changes its sign once, by bisection.
double root_between(double low, double high, const std::function<double(double)>& f) {
  const bool rising = f(high) > 0;
  for (int n = 0; n < 200 && low < high; ++n) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    ((f(middle) > 0) == rising ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

// s(ξ) = 1 + tanh(δ(ξ − 1)) / tanh δ has its smallest width at 0; with tan instead of tanh its largest.
std::vector<double> spaced_one_end(int cells, double first) {
  const bool fine = first * cells < 1;
  const auto place = [&](double d, double xi) {
    return fine ? 1 + std::tanh(d * (xi - 1)) / std::tanh(d) : 1 + std::tan(d * (xi - 1)) / std::tan(d);
  };
  std::vector<double> s(cells + 1);
  for (int i = 0; i <= cells; ++i) s[i] = double(i) / cells;
  if (cells < 2 || std::abs(first * cells - 1) < 1e-12) return s;
  const double d = root_between(1e-6, fine ? 30 : std::numbers::pi / 2 - 1e-9,
                                [&](double v) { return place(v, 1.0 / cells) - first; });
  for (int i = 1; i < cells; ++i) s[i] = place(d, double(i) / cells);
  return s;
}

// Vinokur's function (1983), from the slopes at both ends.
std::vector<double> spaced_by_slopes(int cells, double slope0, double slope1) {
  const double a = std::sqrt(slope1 / slope0), b = 1 / (cells * std::sqrt(slope0 * slope1));
  std::vector<double> s(cells + 1);
  const bool fine = b > 1;
  double d = 0;
  if (b > 1 + 1e-9) d = root_between(1e-6, 700, [&](double v) { return std::sinh(v) / v - b; });
  if (b < 1 - 1e-9) d = root_between(1e-6, std::numbers::pi - 1e-9, [&](double v) { return b - std::sin(v) / v; });
  for (int i = 0; i <= cells; ++i) {
    const double xi = double(i) / cells;
    double u = xi;
    if (d > 0) {
      const double half = 0.5 * d;
      u = fine ? 0.5 * (1 + std::tanh(d * (xi - 0.5)) / std::tanh(half))
               : 0.5 * (1 + std::tan(d * (xi - 0.5)) / std::tan(half));
    }
    s[i] = u / (a + (1 - a) * u);
  }
  return s;
}

// Corrects the slopes until the widths at the ends are those that were asked for.
std::vector<double> spaced_two_ends(int cells, double first, double last) {
  double slope0 = first, slope1 = last;
  std::vector<double> s;
  for (int n = 0; n < 100; ++n) {
    s = spaced_by_slopes(cells, slope0, slope1);
    const double off0 = first / s[1], off1 = last / (1 - s[cells - 1]);
    if (std::abs(off0 - 1) + std::abs(off1 - 1) < 1e-13) break;
    slope0 *= off0;
    slope1 *= off1;
  }
  s.front() = 0;
  s.back() = 1;
  return s;
}

std::vector<double> mirrored(std::vector<double> s) {
  std::reverse(s.begin(), s.end());
  for (double& v : s) v = 1 - v;
  return s;
}

}  // namespace

std::vector<double> spaced_geometric(int cells, double ratio) {
  std::vector<double> s(cells + 1);
  const double log_ratio = std::log(ratio);
  for (int i = 0; i <= cells; ++i)
    s[i] = std::abs(log_ratio) < 1e-12 ? double(i) / cells : std::expm1(i * log_ratio) / std::expm1(cells * log_ratio);
  return s;
}

double geometric_length(int cells, double first, double ratio) {
  const double log_ratio = std::log(ratio);
  return std::abs(log_ratio) < 1e-12 ? first * cells : first * std::expm1(cells * log_ratio) / std::expm1(log_ratio);
}

double geometric_ratio(int cells, double first, double length) {
  if (cells < 2) return 1;
  return std::exp(root_between(-50, 50, [&](double log_ratio) {
    return std::log(geometric_length(cells, 1, std::exp(log_ratio))) - std::log(length / first);
  }));
}

std::vector<double> spaced(const Cluster& c, int cells, double length, const std::string& what) {
  const double first = c.first.value_or(0) / length, last = c.last.value_or(0) / length;
  if (cells > 1 && first + last >= 1)
    throw Error(Exit::usage, what + ": a width of " + number_text((first + last) * length) +
                                 " at its ends leaves nothing of its length, " + number_text(length) + ".");
  if (cells == 1 || !c.given()) return spaced_geometric(cells, 1);
  if (c.kind == Cluster::Kind::geometric) {
    if (c.ratio) return spaced_geometric(cells, *c.ratio);
    const std::vector<double> s = spaced_geometric(cells, geometric_ratio(cells, first > 0 ? first : last, 1));
    return first > 0 ? s : mirrored(s);
  }
  if (first > 0 && last > 0) return cells == 2 ? std::vector<double>{0, first, 1} : spaced_two_ends(cells, first, last);
  return first > 0 ? spaced_one_end(cells, first) : mirrored(spaced_one_end(cells, last));
}

}  // namespace eddy
