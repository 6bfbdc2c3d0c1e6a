#include "base/readable.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace eddy {

std::string readable(double number, int digits) { return fmt::format("{:.{}g}", number == 0 ? 0 : number, digits); }

std::string readable_below(double number) {
  const std::string text = readable(number);
  const bool above = std::strtod(text.c_str(), nullptr) > number;
  return above ? readable(number - 1e-6 * std::abs(number)) : text;
}

}  // namespace eddy
