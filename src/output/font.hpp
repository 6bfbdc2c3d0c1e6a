// A stroke font: every glyph is lines and arcs, so that it is sharp at any size.
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

const Glyph& glyph(char32_t code);  // an empty box for an unknown letter
bool has_glyph(char32_t code);
std::vector<char32_t> decode_utf8(std::string_view text);  // invalid bytes become U+FFFD
double text_width(std::string_view text, double size);     // in pixels; size: height of capitals

}  // namespace eddy
