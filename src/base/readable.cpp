#include "base/readable.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace eddy {

std::string readable(double number, int digits) { return fmt::format("{:.{}g}", number == 0 ? 0 : number, digits); }

std::string readable_below(double number) {
  const std::string text = readable(number);
  if (!(std::strtod(text.c_str(), nullptr) > number)) return text;
  const double last_digit = std::pow(10, std::floor(std::log10(std::abs(number))) - 5);
  return readable(number - 0.5 * last_digit);
}

}  // namespace eddy
