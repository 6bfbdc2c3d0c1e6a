#include "output/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/readable.hpp"
#include "output/chart.hpp"
#include "output/fourier.hpp"

namespace eddy {
namespace {

constexpr int quarters = 4;

double rising_crossings(const Signal& s, double mean) {
  int count = 0;
  double first = 0, last = 0;
  for (std::size_t i = 1; i < s.value.size(); ++i) {
    if (!(s.value[i - 1] < mean && s.value[i] >= mean)) continue;
    (count++ == 0 ? first : last) = s.time[i];
  }
  return count > 1 ? (count - 1) / (last - first) : 0;
}

// The top of the parabola through three neighbours, in steps from the middle one.
double parabola_top(double left, double middle, double right) {
  const double curve = left - 2 * middle + right;
  return curve < 0 ? 0.5 * (left - right) / curve : 0;
}

void find_peak(Spectrum& s, double length) {
  if (s.density.size() < 3) return;
  const auto top = std::max_element(s.density.begin(), s.density.end() - 1) - s.density.begin();
  if (top == 0) return;  // the signal is too short for its strongest variation
  const auto log_at = [&](std::ptrdiff_t n) { return std::log(std::max(s.density[n], 1e-300)); };
  s.peak = s.frequency[top] + s.resolution * parabola_top(log_at(top - 1), log_at(top), log_at(top + 1));
  s.cycles = s.peak * length;
}

}  // namespace

Spectrum spectrum_of(const Signal& signal) {
  Spectrum s;
  const std::size_t samples = signal.time.size();
  const bool finite = std::all_of(signal.value.begin(), signal.value.end(), [](double v) { return std::isfinite(v); });
  if (samples < 64 || !finite) return s;
  const auto [low, high] = std::minmax_element(signal.value.begin(), signal.value.end());
  if (*high - *low <= 1e-12 * std::max(std::abs(*low), std::abs(*high))) return s;
  std::size_t points = 16;  // points in a segment
  while (quarters * points < samples && points < 65536) points *= 2;
  const std::vector<double> values = on_even_grid(signal, quarters * points);
  const double length = signal.time.back() - signal.time.front();
  const double step = length / double(quarters * points - 1);
  s.resolution = 1 / (step * double(points));
  std::vector<double> window(points), sum(points / 2, 0.0);
  double squares = 0;
  for (std::size_t n = 0; n < points; ++n) {
    window[n] = std::pow(std::sin(std::numbers::pi * (double(n) + 0.5) / double(points)), 2);
    squares += window[n] * window[n];
  }
  const int segments = 2 * quarters - 1;
  for (int m = 0; m < segments; ++m) {
    const double* const from = values.data() + m * points / 2;
    double mean = 0;
    for (std::size_t n = 0; n < points; ++n) mean += from[n] / double(points);
    std::vector<std::complex<double>> x(points);
    for (std::size_t n = 0; n < points; ++n) x[n] = window[n] * (from[n] - mean);
    transform(x);
    for (std::size_t n = 1; n < points / 2; ++n) sum[n] += 2 * std::norm(x[n]) * step / (squares * segments);
  }
  for (std::size_t n = 1; n < points / 2; ++n) {
    s.frequency.push_back(double(n) * s.resolution);
    s.density.push_back(sum[n]);
  }
  find_peak(s, length);
  s.crossings = rising_crossings(signal, mean_of(signal).mean);
  return s;
}

Image spectrum_chart(const Spectrum& s, const std::string& title, const std::string& name, double scale) {
  std::vector<double> x = s.frequency, y = s.density;
  if (scale > 0)
    for (std::size_t n = 0; n < x.size(); ++n) {
      y[n] *= x[n];
      x[n] *= scale;
    }
  const double at = s.peak * (scale > 0 ? scale : 1), top = *std::max_element(y.begin(), y.end());
  const std::string peak = (scale > 0 ? "Strouhal number " : "peak at ") + readable(at);
  ChartOptions o;
  o.title = title;
  o.subtitle = "spectrum of " + name + ", " + readable(s.cycles) + " cycles, resolution " +
               readable(s.resolution * (scale > 0 ? scale : 1));
  o.x_label = scale > 0 ? "f L / U" : "f [1/s]";
  o.y_label = scale > 0 ? "f S" : "S";
  o.log_x = o.log_y = true;
  o.y_range = {{1e-7 * top, 2 * top}};
  return chart({{.name = "", .x = x, .y = y}, {.name = peak, .x = {at, at}, .y = {1e-7 * top, top}}}, o);
}

}  // namespace eddy
