// Formats numbers for people; files for programs use number_text (base/text.hpp).
#pragma once
#include <string>

namespace eddy {

std::string readable(double number, int digits = 6);  // at most so many significant digits, no minus zero
std::string readable_below(double number);            // six digits, rounded down: a limit that may be typed in

}  // namespace eddy
