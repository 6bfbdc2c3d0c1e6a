// Text of others on its way to a terminal, a log or a picture: what would steer the terminal is written as an escape.
#pragma once
#include <string>
#include <string_view>

namespace eddy {

std::string printable(std::string_view text);        // one line: "\u001b", "\n", "\xff" for what is no letter or sign
std::string printable_lines(std::string_view text);  // the same, but line ends stay
// Whether nobody should see it raw: control characters, and those that turn the direction of writing around.
bool is_control(char32_t code);

}  // namespace eddy
