// The frame of a plot: the place of a value on the page, ticks, labels and headings.
#pragma once
#include <string>

#include "output/canvas.hpp"
#include "output/ticks.hpp"

namespace eddy {

struct PlotAxis {
  double low = 0, high = 1;
  bool log = false;
  std::string label;
  Ticks ticks;
  bool reversed = false;  // the axis runs from high to low

  double part(double value) const;  // 0 at low, 1 at high
};

struct Plot {
  Rect area;
  PlotAxis x, y;
  double scale = 1;  // of everything but the data; 1 at a width of 960

  double px(double value) const { return area.x0 + x.part(value) * area.width(); }
  double py(double value) const { return area.y1 - y.part(value) * area.height(); }
};

inline constexpr Colour ink_dark{0.13, 0.14, 0.16}, ink_mid{0.38, 0.40, 0.43}, ink_light{0.90, 0.91, 0.92};

double widest(const Ticks& ticks, double size);
void draw_grid(Canvas& canvas, const Plot& plot);
void draw_axes(Canvas& canvas, const Plot& plot);
void draw_heading(Canvas& canvas, double x, double scale, const std::string& title, const std::string& subtitle);
std::string shortened(const std::string& words, double size, double room);  // ends in "..." where it does not fit

inline double title_size(double scale) { return 14 * scale; }
inline double label_size(double scale) { return 11 * scale; }
inline double tick_size(double scale) { return 10 * scale; }

}  // namespace eddy
