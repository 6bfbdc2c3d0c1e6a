// Text from outside, made safe for a terminal, a log or a picture: control characters are written as escapes.
#pragma once
#include <string>
#include <string_view>

namespace eddy {

std::string printable(std::string_view text);        // one line: "\u001b", "\n", "\xff" for controls and broken bytes
std::string printable_lines(std::string_view text);  // the same, but line ends are kept
// Whether a character must not be printed: control characters, and those that change the direction of writing.
bool is_control(char32_t code);

}  // namespace eddy
