// Round numbers for axes.
#include "output/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace eddy {
namespace {

double nice_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

int exponent(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-9)); }

std::string plain_exponent(std::string text) {  // 1.5e+06 → 1.5e6
  const std::size_t e = text.find('e');
  if (e == text.npos) return text;
  std::string power = text.substr(e + 1);
  const bool negative = power[0] == '-';
  power.erase(0, power.find_first_not_of("+-0"));
  return text.substr(0, e) + "e" + (negative ? "-" : "") + (power.empty() ? "0" : power);
}

std::string minus(std::string text) {  // a real minus sign, as wide as the plus
  for (std::size_t at = 0; (at = text.find('-', at)) != text.npos; at += 3) text.replace(at, 1, "−");
  return text;
}

std::string label(double value, double step, double largest) {
  if (value == 0) return "0";
  if (largest >= 1e5 || largest < 1e-3)
    return minus(
        plain_exponent(fmt::format("{:.{}e}", value, std::clamp(exponent(std::fabs(value)) - exponent(step), 0, 15))));
  return minus(fmt::format("{:.{}f}", value, std::clamp(-exponent(step), 0, 15)));
}

}  // namespace

Ticks linear_ticks(double low, double high, int about) {
  Ticks ticks;
  if (!(high > low) || !std::isfinite(high - low)) return ticks;
  double step = nice_step((high - low) / std::max(1, about));
  while (std::floor(high / step + 1e-6) - std::ceil(low / step - 1e-6) < 2)
    step = nice_step(step / 2.5);  // at least three ticks
  const double largest = std::max(std::fabs(low), std::fabs(high));
  const double fine = step / (std::fabs(step / std::pow(10.0, exponent(step)) - 2) < 0.1 ? 4 : 5);
  for (double k = std::ceil(low / fine - 1e-6); k * fine <= high + 1e-6 * fine && ticks.minor.size() < 5000; ++k)
    ticks.minor.push_back(k * fine);
  for (double k = std::ceil(low / step - 1e-6); k * step <= high + 1e-6 * step && ticks.at.size() < 1000; ++k) {
    ticks.at.push_back(k * step);
    ticks.labels.push_back(label(k * step, step, largest));
  }
  return ticks;
}

Ticks log_ticks(double low, double high) {
  Ticks ticks;
  if (!(low > 0) || !(high > low) || !std::isfinite(high)) return ticks;
  const double decades = std::log10(high / low);
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / 9)));
  for (int e = exponent(low) - 1; e <= exponent(high) + 1; ++e)
    for (int factor = 1; factor < 10; factor += stride == 1 ? 1 : 9)
      if (const double value = factor * std::pow(10.0, e); value >= low && value <= high) ticks.minor.push_back(value);
  for (int e = exponent(low) - 1; e <= exponent(high) + 1; ++e)
    for (double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, e);
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9) || (factor != 1 && decades > 2.5)) continue;
      if (factor == 1 && (e % stride + stride) % stride != 0) continue;
      ticks.at.push_back(value);
      ticks.labels.push_back(
          minus(plain_exponent(std::abs(e) < 4 ? fmt::format("{:g}", value) : fmt::format("{:.0e}", value))));
    }
  return ticks;
}

std::string short_number(double value, int digits) {
  return minus(plain_exponent(fmt::format("{:.{}g}", value, digits)));
}

}  // namespace eddy
