// Contour lines by marching squares.
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/draw/overlays.hpp"
#include "output/ticks.hpp"

namespace eddy {
namespace {

using Crossing = std::function<Spot(Spot from, Spot to, double value_from, double value_to)>;

// The segments where values cross a level, in places of the raster; `crossing` finds their ends on edges of squares.
std::vector<Polyline> level_lines(const Raster& values, double level, const Crossing& crossing) {
  std::vector<Polyline> lines;
  for (int j = 0; j + 1 < values.size[1]; ++j)
    for (int i = 0; i + 1 < values.size[0]; ++i) {
      const std::array<Spot, 5> corner{Spot{double(i), double(j)}, Spot{i + 1.0, double(j)}, Spot{i + 1.0, j + 1.0},
                                       Spot{double(i), j + 1.0}, Spot{double(i), double(j)}};
      const std::array<double, 5> v{values.at(i, j), values.at(i + 1, j), values.at(i + 1, j + 1), values.at(i, j + 1),
                                    values.at(i, j)};
      if (std::any_of(v.begin(), v.end(), [](double x) { return !std::isfinite(x); })) continue;
      std::vector<Spot> hits;
      for (int n = 0; n < 4; ++n)
        if ((v[n] < level) != (v[n + 1] < level)) hits.push_back(crossing(corner[n], corner[n + 1], v[n], v[n + 1]));
      for (std::size_t n = 0; n + 1 < hits.size(); n += 2) lines.push_back({hits[n], hits[n + 1]});
    }
  return lines;
}

void onto_page(std::vector<Polyline>& lines, const Plot& plot, const std::array<int, 3>& size) {
  for (Polyline& line : lines)
    for (Spot& p : line)
      p = {plot.area.x0 + p.x / (size[0] - 1) * plot.area.width(),
           plot.area.y1 - p.y / (size[1] - 1) * plot.area.height()};
}

}  // namespace

std::vector<double> contour_levels(const Raster& values, int count) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double v : values.values)
    if (std::isfinite(v)) {
      low = std::min(low, v);
      high = std::max(high, v);
    }
  return linear_ticks(low, high, count).at;
}

void draw_contours(Canvas& canvas, const Plot& plot, const Raster& values, const std::vector<double>& levels,
                   const Pen& pen) {
  for (const double level : levels) {
    std::vector<Polyline> lines = level_lines(values, level, [&](Spot a, Spot b, double va, double vb) {
      const double part = (level - va) / (vb - va);
      return Spot{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
    });
    onto_page(lines, plot, values.size);
    if (!lines.empty()) canvas.stroke(lines, pen.width * plot.scale, pen.colour);
  }
}

}  // namespace eddy
