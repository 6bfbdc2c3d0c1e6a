// Colours and colour maps, computed in OKLab (Ottosson 2020), where equal distances look equal.
#pragma once
#include <array>
#include <cstdint>

namespace eddy {

struct Colour {  // sRGB, 0…1
  double red = 0, green = 0, blue = 0;
};

struct Lab {  // OKLab: lightness 0…1, green–red, blue–yellow
  double l = 0, a = 0, b = 0;
};

Colour from_lab(const Lab& lab);  // not clipped: outside 0…1 means outside of sRGB
Lab to_lab(const Colour& colour);
std::array<std::uint8_t, 3> bytes(const Colour& colour);  // rounded and clipped

Colour map_sequential(double u);  // 0…1: indigo, magenta, orange, pale yellow; lightness linear, steps equal
Colour map_diverging(double u);   // 0…1: blue, white at ½, red; both halves alike
Colour series_colour(int i);      // of the i-th curve: same lightness, other hue

}  // namespace eddy
