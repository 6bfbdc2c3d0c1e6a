// A stroke font of our own: every glyph is lines and arcs, so that it is sharp at any size.
#pragma once
#include <string_view>
#include <vector>

namespace eddy {

struct Spot {
  double x = 0, y = 0;
};
using Polyline = std::vector<Spot>;

struct Glyph {
  double advance = 0;
  std::vector<Polyline> strokes;  // y up, baseline 0, capitals 14 high, small letters 10
};

inline constexpr double cap_height = 14;

const Glyph& glyph(char32_t code);  // an unknown one is an empty box
bool has_glyph(char32_t code);
std::vector<char32_t> decode_utf8(std::string_view text);  // broken bytes become U+FFFD
double text_width(std::string_view text, double size);     // size: height of capitals, pixels

}  // namespace eddy
