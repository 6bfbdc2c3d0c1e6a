// Frequencies by a windowed fit, means by batches.
#include "output/signal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

namespace eddy {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double two_pi = 2 * std::numbers::pi;
using Complex = std::complex<double>;

bool usable(const Signal& s) {
  constexpr std::size_t fewest = 16;
  const auto finite = [](double v) { return std::isfinite(v); };
  return s.time.size() >= fewest && std::all_of(s.value.begin(), s.value.end(), finite) &&
         s.time.back() > s.time.front();
}

double length(const Signal& s) { return s.time.back() - s.time.front(); }

double hann(double part) {  // 0 at the ends, 1 in the middle
  const double s = std::sin(std::numbers::pi * part);
  return s * s;
}

// ---- where the search begins: the transform of the signal on an even grid

void transform(std::vector<Complex>& x) {  // in place; a power of two
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {  // bits in reverse order
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (std::size_t half = 1; half < n; half *= 2) {
    const double turn = -std::numbers::pi / double(half);
    for (std::size_t k = 0; k < half; ++k) {
      const Complex w = std::polar(1.0, turn * double(k));
      for (std::size_t i = k; i < n; i += 2 * half) {
        const Complex odd = w * x[i + half];
        x[i + half] = x[i] - odd;
        x[i] += odd;
      }
    }
  }
}

std::vector<double> on_even_grid(const Signal& s, std::size_t count) {
  std::vector<double> values(count);
  std::size_t r = 1;
  for (std::size_t n = 0; n < count; ++n) {
    const double t = s.time.front() + length(s) * double(n) / double(count - 1);
    while (r + 1 < s.time.size() && s.time[r] < t) ++r;
    values[n] = std::lerp(s.value[r - 1], s.value[r], (t - s.time[r - 1]) / (s.time[r] - s.time[r - 1]));
  }
  return values;
}

constexpr std::size_t finer = 4;  // points of the transform per width of its resolution

// The largest peak, in steps of 1/(4 T); 0: there is none.
double rough_peak(const Signal& s) {
  std::size_t count = 256;
  while (count < s.time.size() && count < 65536) count *= 2;
  const std::vector<double> values = on_even_grid(s, count);
  double sum = 0, weight = 0;
  for (std::size_t n = 0; n < count; ++n) {
    const double w = hann(double(n) / double(count - 1));
    sum += w * values[n], weight += w;
  }
  std::vector<Complex> x(finer * count);
  for (std::size_t n = 0; n < count; ++n) x[n] = hann(double(n) / double(count - 1)) * (values[n] - sum / weight);
  transform(x);
  std::size_t best = 0;
  for (std::size_t k = 6; k + 1 < x.size() / 2; ++k) {  // from 1.5 periods on; below lies what drifts
    const double here = std::norm(x[k]);
    if (here >= std::norm(x[k - 1]) && here > std::norm(x[k + 1]) && (best == 0 || here > std::norm(x[best]))) best = k;
  }
  return double(best);
}

// ---- the fit

struct Fit {
  double power = 0, amplitude = 0;
};

class Fitter {
 public:
  explicit Fitter(const Signal& s) : s_(s), weight_(s.time.size()) {
    const std::size_t n = s.time.size();
    double sum = 0, all = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double step = s.time[std::min(i + 1, n - 1)] - s.time[i > 0 ? i - 1 : 0];
      weight_[i] = step * hann((s.time[i] - s.time.front()) / length(s));
      sum += weight_[i] * s.value[i], all += weight_[i];
    }
    mean_ = sum / all;
  }

  Fit operator()(double frequency) const {
    std::array<std::array<double, 4>, 3> m{};  // normal equations, the right side behind
    const double middle = 0.5 * (s_.time.front() + s_.time.back());
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      const double angle = two_pi * frequency * (s_.time[i] - middle);
      const std::array<double, 4> v{1, std::cos(angle), std::sin(angle), s_.value[i] - mean_};
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c) m[r][c] += weight_[i] * v[r] * v[c];
    }
    const std::array<double, 3> right{m[0][3], m[1][3], m[2][3]};
    const auto x = solved(m);
    return {right[0] * x[0] + right[1] * x[1] + right[2] * x[2], std::hypot(x[1], x[2])};
  }

 private:
  static std::array<double, 3> solved(std::array<std::array<double, 4>, 3> m) {  // symmetric and positive: no pivots
    for (int p = 0; p < 3; ++p)
      for (int r = p + 1; r < 3; ++r) {
        const double factor = m[r][p] / m[p][p];
        for (int c = p; c < 4; ++c) m[r][c] -= factor * m[p][c];
      }
    std::array<double, 3> x{};
    for (int r = 2; r >= 0; --r) {
      x[r] = m[r][3];
      for (int c = r + 1; c < 3; ++c) x[r] -= m[r][c] * x[c];
      x[r] /= m[r][r];
    }
    return x;
  }

  const Signal& s_;
  std::vector<double> weight_;
  double mean_ = 0;
};

double best_between(const Fitter& fit, double low, double high) {  // golden section
  const double part = 0.5 * (std::sqrt(5.0) - 1);
  double a = high - part * (high - low), b = low + part * (high - low);
  double fa = fit(a).power, fb = fit(b).power;
  for (int n = 0; n < 50; ++n) {
    if (fa > fb)
      high = b, b = a, fb = fa, a = high - part * (high - low), fa = fit(a).power;
    else
      low = a, a = b, fa = fb, b = low + part * (high - low), fb = fit(b).power;
  }
  return 0.5 * (low + high);
}

// ---- means

double integral(const Signal& s, double from, double to) {  // of the line through the samples
  double sum = 0;
  for (std::size_t i = std::size_t(std::upper_bound(s.time.begin() + 1, s.time.end() - 1, from) - s.time.begin());
       i < s.time.size() && s.time[i - 1] < to; ++i) {
    const double a = std::max(from, s.time[i - 1]), b = std::min(to, s.time[i]);
    const auto at = [&](double t) {
      return std::lerp(s.value[i - 1], s.value[i], (t - s.time[i - 1]) / (s.time[i] - s.time[i - 1]));
    };
    sum += (b - a) * 0.5 * (at(a) + at(b));
  }
  return sum;
}

struct Batches {
  double variance = 0, correlation = 0;  // of the batch means; of neighbours among them
};

Batches batches(const Signal& s, int count, double mean) {
  const double width = length(s) / count;
  std::vector<double> d;
  for (int n = 0; n < count; ++n) {
    const double from = s.time.front() + n * width;
    d.push_back(integral(s, from, from + width) / width - mean);
  }
  Batches b;
  for (int n = 0; n < count; ++n) b.variance += d[n] * d[n];
  for (int n = 1; n < count; ++n) b.correlation += d[n] * d[n - 1];
  b.correlation = b.variance > 0 ? b.correlation / b.variance : 0;
  b.variance /= count - 1;
  return b;
}

}  // namespace

Oscillation oscillation_of(const Signal& s) {
  if (!usable(s)) return {nan, nan};
  const auto [low, high] = std::minmax_element(s.value.begin(), s.value.end());
  if (*high - *low <= 1e-12 * std::max(std::abs(*low), std::abs(*high))) return {nan, nan};  // rounding
  const double peak = rough_peak(s), step = 1 / (double(finer) * length(s));
  if (peak == 0) return {nan, nan};
  const Fitter fit(s);
  const double frequency = best_between(fit, (peak - 2) * step, (peak + 2) * step);
  return {frequency, fit(frequency).amplitude};
}

Interval mean_of(const Signal& s) {
  if (!usable(s)) return {s.value.empty() ? nan : s.value.back(), nan};
  const double mean = integral(s, s.time.front(), s.time.back()) / length(s);
  struct Choice {
    int count;
    double student;  // 97.5 % quantile of Student's distribution with count − 1 degrees of freedom
  };
  Batches b;
  for (const Choice& c : {Choice{32, 2.040}, Choice{16, 2.131}, Choice{8, 2.365}}) {
    if (s.time.size() < std::size_t(2 * c.count)) continue;
    b = batches(s, c.count, mean);
    if (b.correlation > 0.15 && c.count > 8) continue;
    const double rest = std::clamp(b.correlation, 0.0, 0.8);
    return {mean, c.student * std::sqrt(b.variance / c.count * (1 + rest) / (1 - rest))};
  }
  return {mean, nan};
}

Signal signal_from(const Signal& whole, double from) {
  Signal part;
  for (std::size_t i = 0; i < whole.time.size(); ++i)
    if (whole.time[i] >= from && (part.time.empty() || whole.time[i] > part.time.back()))
      part.time.push_back(whole.time[i]), part.value.push_back(whole.value[i]);
  return part;
}

std::vector<Number> signal_numbers(const SignalOptions& o, const Signal& signal, const std::string& unit) {
  const Signal part = signal_from(signal, o.from.value_or(-std::numeric_limits<double>::infinity()));
  const Oscillation wave = oscillation_of(part);
  const Interval mean = mean_of(part);
  const bool any = !part.value.empty();
  std::vector<Number> all{{o.name + ".frequency", "1/s", wave.frequency},
                          {o.name + ".amplitude", unit, wave.amplitude},
                          {o.name + ".mean", unit, mean.mean},
                          {o.name + ".mean_error", unit, mean.error},
                          {o.name + ".min", unit, any ? *std::min_element(part.value.begin(), part.value.end()) : nan},
                          {o.name + ".max", unit, any ? *std::max_element(part.value.begin(), part.value.end()) : nan}};
  if (o.length && o.velocity) all.push_back({o.name + ".strouhal", "", wave.frequency * *o.length / *o.velocity});
  return all;
}

}  // namespace eddy
