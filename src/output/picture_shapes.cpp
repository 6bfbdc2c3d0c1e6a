// Draws bodies, holes and regions in pictures: grey within their true outline, or a line around a region.
#include <algorithm>
#include <cmath>

#include "output/mesh_drawing.hpp"
#include "output/picture_plane.hpp"

namespace eddy {

namespace {

constexpr Colour outline_colour{0.25, 0.26, 0.28};

double far_of(const Grid& grid) {  // a coordinate beyond every end of the mesh
  double far = 0;
  for (int a = 0; a < grid.dimensions; ++a) far = std::max({far, std::abs(grid.lower(a)), std::abs(grid.upper(a))});
  return 4 * far + 1;
}

// Coordinates of the centres of pixels, ascending.
std::vector<double> middles(const PlotAxis& axis, int pixels) {
  std::vector<double> all;
  for (int i = 0; i < pixels; ++i) all.push_back(axis.low + (i + 0.5) / pixels * (axis.high - axis.low));
  return all;
}

void fill_inside(Canvas& canvas, const Plot& plot, const std::vector<RowLine>& lines) {
  const Rect& area = plot.area;
  const auto inside = points_inside(lines, middles(plot.x, area.width()), middles(plot.y, area.height()));
  for (int y = 0; y < area.height(); ++y)
    for (int x = 0; x < area.width(); ++x)
      if (inside[x + std::size_t(y) * area.width()]) canvas.set(area.x0 + x, area.y1 - 1 - y, solid_grey);
}

void stroke(Canvas& canvas, const Plot& plot, const std::vector<RowLine>& lines) {
  const auto spot = [&](double x, double y) { return Spot{plot.px(x), plot.py(y)}; };
  std::vector<Polyline> all;
  for (const RowLine& l : lines) all.push_back({spot(l.x0, l.y0), spot(l.x1, l.y1)});
  if (!all.empty()) canvas.stroke(all, 1.4 * plot.scale, outline_colour);
}

double across(const Extent& e) {
  return 2 * std::max({std::abs(e.low.x), std::abs(e.low.y), std::abs(e.high.x), std::abs(e.high.y)}) + 1;
}

}  // namespace

void draw_shapes_in(Canvas& canvas, const View& view, const Extent& mesh, const std::vector<DrawnShape>& shapes) {
  Plot plot;
  plot.scale = 1.4;
  const auto at = [&](int x, int y) { return Spot{(x - view.x0) / view.scale, (view.y0 - y) / view.scale}; };
  const Spot corner = view(mesh.low), opposite = view(mesh.high);
  const auto pixel = [](double v) { return static_cast<int>(std::lround(v)); };
  plot.area = {std::max(view.area.x0, pixel(corner.x)), std::max(view.area.y0, pixel(opposite.y)),
               std::min(view.area.x1, pixel(opposite.x)), std::min(view.area.y1, pixel(corner.y))};
  const Spot low = at(plot.area.x0, plot.area.y1), high = at(plot.area.x1, plot.area.y0);
  plot.x = {.low = low.x, .high = high.x, .label = "", .ticks = {}};
  plot.y = {.low = low.y, .high = high.y, .label = "", .ticks = {}};
  canvas.clip(plot.area);
  for (const DrawnShape& s : shapes) {
    const auto lines = outline_of(s, 2, {}, across(mesh), 0);
    if (s.solid) fill_inside(canvas, plot, lines);
    stroke(canvas, plot, lines);
  }
  canvas.unclip();
}

void draw_shapes(Canvas& canvas, const Plot& plot, const PicturePlane& plane, const Grid& grid,
                 const PictureOptions& options) {
  const CutPlane cut{3 - plane.across - plane.up, plane.at};
  std::vector<std::vector<RowLine>> outlines;
  for (const DrawnShape& s : options.shapes) {
    outlines.push_back(outline_of(s, grid.dimensions, cut, far_of(grid), options.time.value_or(0)));
    if (s.solid) fill_inside(canvas, plot, outlines.back());
  }
  for (const auto& lines : outlines) stroke(canvas, plot, lines);
}

}  // namespace eddy
