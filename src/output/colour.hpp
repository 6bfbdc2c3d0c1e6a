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
using Rgb = std::array<std::uint8_t, 3>;
Rgb bytes(const Colour& colour);  // rounded and clipped

Colour map_sequential(double u);  // 0…1: indigo, magenta, orange, pale yellow; lightness linear, steps equal
Colour map_diverging(double u);   // 0…1: blue, white at ½, red; both halves alike
Colour map_ocean(double u);       // 0…1: dark blue, teal, pale green; lightness linear
Colour map_grey(double u);        // 0…1: black to white, lightness linear

class ColourTable {  // a map, computed once: the colour of a pixel is looked up
 public:
  explicit ColourTable(Colour (*map)(double));
  const Rgb& operator()(double u) const;  // 0…1

 private:
  static constexpr int steps = 1024;
  std::array<Rgb, steps + 1> colours_;
};
const ColourTable& table_sequential();
const ColourTable& table_diverging();
const ColourTable& table_ocean();
const ColourTable& table_grey();

Colour series_colour(int i);  // colour of the i-th curve; all have the same lightness and different hues

}  // namespace eddy
