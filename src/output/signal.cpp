// Computes frequencies by a windowed fit, and means by batches.
#include "output/signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "output/fourier.hpp"

namespace eddy {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double two_pi = 2 * std::numbers::pi;

constexpr std::size_t fewest_samples = 16;
constexpr double fewest_periods = 1.95;  // two periods, with a margin for inaccuracy
constexpr double few_periods = 4;        // with fewer periods, drift and oscillation may be confused

constexpr const char* empty_signal = "the signal is empty";
constexpr const char* not_repeating = "nothing in the signal repeats";
constexpr const char* not_finite = "some values are not finite";

bool all_finite(const Signal& s) {
  return std::all_of(s.value.begin(), s.value.end(), [](double v) { return std::isfinite(v); });
}

double length(const Signal& s) { return s.time.back() - s.time.front(); }

double hann(double part) {  // 0 at the ends, 1 in the middle
  const double s = std::sin(std::numbers::pi * part);
  return s * s;
}

// The search begins at a peak of the transform of the signal on an even grid.

constexpr std::size_t finer = 4;  // points of the transform per width of its resolution

// The largest peak, in steps of 1/(4 T); 0: there is none.
double rough_peak(const Signal& s) {
  std::size_t count = 256;
  while (count < s.time.size() && count < 65536) count *= 2;
  const std::vector<double> values = on_even_grid(s, count);
  double sum = 0, weight = 0;
  for (std::size_t n = 0; n < count; ++n) {
    const double w = hann(double(n) / double(count - 1));
    sum += w * values[n];
    weight += w;
  }
  std::vector<std::complex<double>> x(finer * count);
  for (std::size_t n = 0; n < count; ++n) x[n] = hann(double(n) / double(count - 1)) * (values[n] - sum / weight);
  transform(x);
  std::size_t best = 0;
  for (std::size_t k = 6; k + 1 < x.size() / 2; ++k) {  // from 1.5 periods on; drifts lie below
    const double here = std::norm(x[k]);
    if (here >= std::norm(x[k - 1]) && here > std::norm(x[k + 1]) && (best == 0 || here > std::norm(x[best]))) best = k;
  }
  return double(best);
}

// The fit of a sine.

struct Fit {
  double power = 0, amplitude = 0;
};

std::vector<double> weights_of(const Signal& s) {  // length of the step × Hann's window
  const std::size_t n = s.time.size();
  std::vector<double> weights(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double step = s.time[std::min(i + 1, n - 1)] - s.time[i > 0 ? i - 1 : 0];
    weights[i] = step * hann((s.time[i] - s.time.front()) / length(s));
  }
  return weights;
}

double weighted_mean(const std::vector<double>& weights, const std::vector<double>& values) {
  double sum = 0, all = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    sum += weights[i] * values[i];
    all += weights[i];
  }
  return sum / all;
}

class Fitter {  // drift: c + d t in place of c
 public:
  explicit Fitter(const Signal& s, bool drift = false)
      : s_(s), weight_(weights_of(s)), mean_(weighted_mean(weight_, s.value)), terms_(drift ? 4 : 3) {}

  Fit operator()(double frequency) const {
    const Equations m = equations(frequency);
    const Terms x = solved(m);
    double power = 0;
    for (int r = 0; r < terms_; ++r) power += m[r][most_terms] * x[r];
    return {power, std::hypot(x[1], x[2])};
  }

  // The part of the signal's squares about its mean that the fit does not explain, without a window.
  double rest(double frequency) const {
    const Terms x = solved(equations(frequency));
    double left = 0, all = 0;
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      const Terms v = terms_at(i, frequency);
      double fitted = 0;
      for (int r = 0; r < terms_; ++r) fitted += x[r] * v[r];
      left += std::pow(s_.value[i] - mean_ - fitted, 2);
      all += std::pow(s_.value[i] - mean_, 2);
    }
    return left / all;
  }

 private:
  static constexpr int most_terms = 4;
  using Terms = std::array<double, most_terms>;
  // The last column holds the right-hand side.
  using Equations = std::array<std::array<double, most_terms + 1>, most_terms>;

  Terms terms_at(std::size_t i, double frequency) const {
    const double time = s_.time[i] - 0.5 * (s_.time.front() + s_.time.back()), angle = two_pi * frequency * time;
    return {1, std::cos(angle), std::sin(angle), time};
  }

  Equations equations(double frequency) const {
    Equations m{};
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      const Terms v = terms_at(i, frequency);
      for (int r = 0; r < terms_; ++r) {
        for (int c = 0; c < terms_; ++c) m[r][c] += weight_[i] * v[r] * v[c];
        m[r][most_terms] += weight_[i] * v[r] * (s_.value[i] - mean_);
      }
    }
    return m;
  }

  Terms solved(Equations m) const {  // the matrix is symmetric positive definite, so no pivots are needed
    for (int p = 0; p < terms_; ++p)
      for (int r = p + 1; r < terms_; ++r) {
        const double factor = m[r][p] / m[p][p];
        for (int c = p; c <= most_terms; ++c) m[r][c] -= factor * m[p][c];
      }
    Terms x{};
    for (int r = terms_ - 1; r >= 0; --r) {
      x[r] = m[r][most_terms];
      for (int c = r + 1; c < terms_; ++c) x[r] -= m[r][c] * x[c];
      x[r] /= m[r][r];
    }
    return x;
  }

  const Signal& s_;
  std::vector<double> weight_;
  double mean_;
  int terms_;
};

double best_between(const Fitter& fit, double low, double high) {  // golden section
  const double part = 0.5 * (std::sqrt(5.0) - 1);
  double a = high - part * (high - low), b = low + part * (high - low);
  double fa = fit(a).power, fb = fit(b).power;
  for (int n = 0; n < 50; ++n) {
    if (fa > fb) {
      high = b;
      b = a;
      fb = fa;
      a = high - part * (high - low);
      fa = fit(a).power;
    } else {
      low = a;
      a = b;
      fa = fb;
      b = low + part * (high - low);
      fb = fit(b).power;
    }
  }
  return 0.5 * (low + high);
}

// The test whether a slower variation is stronger.

// The number of periods of the strongest variation: of the given frequency, or of one slower than two periods. A drift
// does not count where there are enough periods to tell it from an oscillation.
double strongest_periods(const Signal& s, double frequency) {
  const bool drift = frequency * length(s) > few_periods;
  const Fitter fit(s, drift);
  const double step = 1 / (double(finer) * length(s));
  double most = fit(frequency).power;
  int slow = 0;
  for (int k = 2; k < 2 * int(finer); ++k) {  // from half a period on, up to two
    const double power = fit(k * step).power;
    if (power <= most) continue;
    most = power;
    slow = k;
  }
  return length(s) * (slow == 0 ? frequency : best_between(fit, (slow - 1) * step, (slow + 1) * step));
}

// Means and their intervals.

double integral(const Signal& s, double from, double to) {  // integral of the lines through the samples
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
  double variance = 0, correlation = 0;  // variance of the batch means; correlation of neighbouring ones
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

static bool varies(const Signal& s) {  // whether it varies by more than rounding
  const auto [low, high] = std::minmax_element(s.value.begin(), s.value.end());
  return *high - *low > 1e-12 * std::max(std::abs(*low), std::abs(*high));
}

static Oscillation no_oscillation(const std::string& why, double periods = nan) { return {nan, nan, periods, why}; }

Oscillation oscillation_of(const Signal& s) {
  if (s.time.empty()) return no_oscillation(empty_signal);
  if (s.time.size() < fewest_samples)
    return no_oscillation(fmt::format("there are {} samples, and {} are needed", s.time.size(), fewest_samples));
  if (!all_finite(s)) return no_oscillation(not_finite);
  if (!varies(s)) return no_oscillation("the signal does not vary");
  const double peak = rough_peak(s), step = 1 / (double(finer) * length(s));
  if (peak == 0) return no_oscillation(not_repeating);
  const Fitter fit(s);
  const double frequency = best_between(fit, (peak - 2) * step, (peak + 2) * step);
  const double periods = strongest_periods(s, frequency);
  if (periods < fewest_periods)
    return no_oscillation(fmt::format("the signal is {:.3g} periods long, and two are needed", periods), periods);
  if (periods < few_periods && fit.rest(frequency) > 0.5) return no_oscillation(not_repeating);
  return {frequency, fit(frequency).amplitude, periods};
}

Interval mean_of(const Signal& s) {
  if (s.value.empty() || !all_finite(s)) return {nan, nan};
  if (s.value.size() == 1) return {s.value.front(), nan};
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

// The root of the mean of squares about the mean, with an interval that follows from theirs.
Interval rms_of(const Signal& s) {
  const Interval level = mean_of(s);
  if (!std::isfinite(level.mean)) return {nan, nan};
  Signal squares = s;
  for (double& v : squares.value) v = (v - level.mean) * (v - level.mean);
  const Interval square = mean_of(squares);
  const double rms = std::sqrt(std::max(square.mean, 0.0));
  return {rms, rms > 0 ? square.error / (2 * rms) : square.error};
}

Signal signal_from(const Signal& whole, double from) {
  Signal part;
  for (std::size_t i = 0; i < whole.time.size(); ++i)
    if (whole.time[i] >= from && (part.time.empty() || whole.time[i] > part.time.back()))
      part.time.push_back(whole.time[i]), part.value.push_back(whole.value[i]);
  return part;
}

SignalNumbers signal_numbers(const SignalOptions& o, const Signal& signal, const std::string& unit) {
  const Signal part = signal_from(signal, o.from.value_or(-std::numeric_limits<double>::infinity()));
  SignalNumbers all;
  const auto give = [&](const char* what, const std::string& of, double value, const std::string& why) {
    const std::string name = o.name + "." + what;
    if (std::isfinite(value))
      all.known.push_back({name, of, value});
    else
      all.unknown[name] = why;
  };
  const Oscillation wave = oscillation_of(part);
  const Interval mean = mean_of(part);
  const bool good = !part.value.empty() && all_finite(part);
  const std::string bad = part.value.empty() ? empty_signal : not_finite;
  give("frequency", "1/s", wave.frequency, wave.why);
  give("amplitude", unit, wave.amplitude, wave.why);
  give("periods", "", wave.periods, wave.why);
  give("mean", unit, mean.mean, bad);
  give("mean_error", unit, mean.error, good ? "there are too few samples for an interval" : bad);
  const Interval rms = rms_of(part);
  give("rms", unit, rms.mean, bad);
  give("rms_error", unit, rms.error, good ? "there are too few samples for an interval" : bad);
  give("min", unit, good ? *std::min_element(part.value.begin(), part.value.end()) : nan, bad);
  give("max", unit, good ? *std::max_element(part.value.begin(), part.value.end()) : nan, bad);
  if (o.length && o.velocity) give("strouhal", "", wave.frequency * *o.length / *o.velocity, wave.why);
  return all;
}

}  // namespace eddy
