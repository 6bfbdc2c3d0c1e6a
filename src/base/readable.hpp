// Numbers as people read them; files for programs take number_text (base/text.hpp).
#pragma once
#include <string>

namespace eddy {

std::string readable(double number, int digits = 6);  // so many significant digits at most, and no minus zero
std::string readable_below(double number);            // six digits, rounded down: a limit that may be typed in

}  // namespace eddy
