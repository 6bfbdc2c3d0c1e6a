#include "base/readable.hpp"

#include <fmt/format.h>

namespace eddy {

std::string readable(double number, int digits) { return fmt::format("{:.{}g}", number == 0 ? 0 : number, digits); }

}  // namespace eddy
