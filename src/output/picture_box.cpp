// Pictures of a box: each pixel shows the cell or node that owns its part of the plane.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "output/interpolate.hpp"
#include "output/picture_plane.hpp"
#include "output/ticks.hpp"

namespace eddy {
namespace {

struct Slice {  // a plane of points and the edges between them
  int across = 0, up = 1;
  std::vector<double> x, y;    // edges, one more than points
  std::vector<double> px, py;  // points between them
  std::vector<double> values;  // across fastest
  std::vector<char> covered;   // for each value whether only bodies surround it; empty: no bodies
  std::array<int, 3> cell{};   // index of a cell that is cut
  std::size_t columns() const { return x.size() - 1; }
};

std::vector<double> edges(const Grid& grid, const Sample& sample, int axis) {
  if (!at_ends(sample.location, axis)) return grid.nodes[axis];
  const std::vector<double> p = positions(grid, sample, axis);
  std::vector<double> result{p.front()};  // a node owns the places nearest to it
  for (std::size_t i = 1; i < p.size(); ++i) result.push_back(0.5 * (p[i - 1] + p[i]));
  result.push_back(p.back());
  return result;
}

// The first and last + 1 of the points whose piece between edges is visible, and the edges of these.
std::pair<std::array<int, 2>, std::vector<double>> within(const std::vector<double>& edges,
                                                          const std::array<double, 2>& ends) {
  const auto first = std::upper_bound(edges.begin() + 1, edges.end() - 1, ends[0]) - 1;
  const auto last = std::lower_bound(edges.begin() + 1, edges.end() - 1, ends[1]);
  std::vector<double> part(first, last + 1);
  part.front() = ends[0];
  part.back() = ends[1];
  return {{static_cast<int>(first - edges.begin()), static_cast<int>(last - edges.begin())}, part};
}

std::vector<double> some_of(const std::vector<double>& all, const std::array<int, 2>& part) {
  return {all.begin() + part[0], all.begin() + part[1]};
}

int layer(const std::vector<double>& p, double where) {
  const auto nearest = std::min_element(
      p.begin(), p.end(), [where](double a, double b) { return std::fabs(a - where) < std::fabs(b - where); });
  return static_cast<int>(nearest - p.begin());
}

// Whether every cell that a point belongs to is part of a body.
bool covers(const CellTest& solid, const Grid& grid, Location location, const std::array<int, 3>& point) {
  std::array<int, 3> from = point, to = point;
  for (int a = 0; a < grid.dimensions; ++a)
    if (at_ends(location, a)) {
      from[a] = std::max(0, point[a] - 1);
      to[a] = std::min(point[a], grid.cells(a) - 1);
    }
  for (int k = from[2]; k <= to[2]; ++k)
    for (int j = from[1]; j <= to[1]; ++j)
      for (int i = from[0]; i <= to[0]; ++i)
        if (!solid({i, j, k})) return false;
  return true;
}

Slice cut(const Grid& grid, const Sample& sample, const PictureOptions& options, PicturePlane& plane) {
  Slice slice;
  const int axis = grid.dimensions == 3 ? std::clamp(options.axis, 0, 2) : 2;
  slice.across = axis == 0 ? 1 : 0;
  slice.up = axis == 2 ? 1 : 2;
  plane.across = slice.across;
  plane.up = slice.up;
  plane.x = seen(grid, slice.across, options, false);
  plane.y = seen(grid, slice.up, options, true);
  const auto [columns, x] = within(edges(grid, sample, slice.across), plane.x);
  const auto [rows, y] = within(edges(grid, sample, slice.up), plane.y);
  slice.x = x;
  slice.y = y;
  slice.px = some_of(positions(grid, sample, slice.across), columns);
  slice.py = some_of(positions(grid, sample, slice.up), rows);
  std::array<int, 3> at{};
  if (grid.dimensions == 3) {
    const auto p = positions(grid, sample, axis);
    at[axis] = layer(p, options.slice.value_or(0.5 * (grid.lower(axis) + grid.upper(axis))));
    slice.cell[axis] = std::min(at[axis], grid.cells(axis) - 1);
    plane.at = p[at[axis]];
    const bool zero = std::abs(plane.at) < 1e-12 * (grid.upper(axis) - grid.lower(axis));  // but for rounding
    plane.where = fmt::format("{} = {}", "xyz"[axis], in_unit(zero ? 0 : plane.at, options, "m"));
  }
  for (at[slice.up] = rows[0]; at[slice.up] < rows[1]; ++at[slice.up])
    for (at[slice.across] = columns[0]; at[slice.across] < columns[1]; ++at[slice.across]) {
      slice.values.push_back(sample.values[at[0] + sample.size[0] * (at[1] + std::size_t(sample.size[1]) * at[2])]);
      if (options.solid) slice.covered.push_back(covers(options.solid, grid, sample.location, at));
    }
  return slice;
}

std::vector<double> in_the_open(const Slice& slice) {
  if (slice.covered.empty()) return slice.values;
  std::vector<double> values;
  for (std::size_t i = 0; i < slice.values.size(); ++i)
    if (!slice.covered[i]) values.push_back(slice.values[i]);
  return values;
}

// The column or row of cells that each pixel shows.
std::vector<int> lookup(const std::vector<double>& edges, const std::array<double, 2>& ends, int pixels, bool flipped) {
  std::vector<int> index(pixels);
  for (int i = 0; i < pixels; ++i) {
    const double part = (i + 0.5) / pixels;
    const double at = ends[0] + (flipped ? 1 - part : part) * (ends[1] - ends[0]);
    index[i] = static_cast<int>(std::upper_bound(edges.begin() + 1, edges.end() - 1, at) - edges.begin()) - 1;
  }
  return index;
}

void paint(Canvas& canvas, const Rect& area, const Slice& slice, const PicturePlane& ends, const Scale& scale) {
  const auto columns = lookup(slice.x, ends.x, area.width(), false),
             rows = lookup(slice.y, ends.y, area.height(), true);
  for (int y = 0; y < area.height(); ++y)
    for (int x = 0; x < area.width(); ++x)
      canvas.set(area.x0 + x, area.y0 + y, scale.ink(slice.values[columns[x] + rows[y] * slice.columns()], x, y));
}

constexpr double wide_cell = 3;  // pixels; in wider cells the edges between colours would be visible

struct Between {      // two neighbouring points of an axis
  int first = 0;      // the point before the pixel
  double weight = 0;  // weight of the point after the pixel
};

std::vector<Between> neighbours(const std::vector<double>& points, const std::array<double, 2>& ends, int pixels,
                                bool flipped) {
  std::vector<Between> all(pixels);
  for (int i = 0; i < pixels; ++i) {
    const double part = (i + 0.5) / pixels, at = ends[0] + (flipped ? 1 - part : part) * (ends[1] - ends[0]);
    const auto after = std::upper_bound(points.begin() + 1, points.end() - 1, at);
    const int first = static_cast<int>(after - points.begin()) - 1;
    all[i] = {first, std::clamp((at - points[first]) / (points[first + 1] - points[first]), 0.0, 1.0)};
  }
  return all;
}

void paint_smooth(Canvas& canvas, const Rect& area, const Slice& slice, const PicturePlane& ends, const Scale& scale) {
  const auto columns = neighbours(slice.px, ends.x, area.width(), false),
             rows = neighbours(slice.py, ends.y, area.height(), true);
  for (int y = 0; y < area.height(); ++y)
    for (int x = 0; x < area.width(); ++x) {
      const double* const low = &slice.values[columns[x].first + rows[y].first * slice.columns()];
      const double* const high = low + slice.columns();
      const double s = columns[x].weight, t = rows[y].weight;
      const double value = (1 - t) * ((1 - s) * low[0] + s * low[1]) + t * ((1 - s) * high[0] + s * high[1]);
      canvas.set(area.x0 + x, area.y0 + y, scale.ink(value, x, y));
    }
}

bool shown_smooth(const Slice& slice, const Rect& area, const PictureOptions& options) {
  if (!options.smooth || slice.px.size() < 2 || slice.py.size() < 2) return false;
  return area.width() > wide_cell * double(slice.px.size()) || area.height() > wide_cell * double(slice.py.size());
}

void paint_bodies(Canvas& canvas, const Rect& area, const Slice& slice, const PicturePlane& ends, const Grid& grid,
                  const PictureOptions& options) {
  const CellTest& solid = options.solid;
  const auto in_cells = [](const DrawnShape& s) { return s.solid && s.whole_cells; };
  const auto& shapes = options.shapes;
  if (!solid || (!shapes.empty() && std::none_of(shapes.begin(), shapes.end(), in_cells))) return;
  const auto columns = lookup(grid.nodes[slice.across], ends.x, area.width(), false),
             rows = lookup(grid.nodes[slice.up], ends.y, area.height(), true);
  std::array<int, 3> cell = slice.cell;
  for (int y = 0; y < area.height(); ++y)
    for (int x = 0; x < area.width(); ++x) {
      cell[slice.across] = columns[x];
      cell[slice.up] = rows[y];
      if (solid(cell)) canvas.set(area.x0 + x, area.y0 + y, solid_grey);
    }
}

}  // namespace

PicturePlane plane_of_box(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  PicturePlane plane;
  const Slice slice = cut(grid, sample, options, plane);
  plane.values = in_the_open(slice);
  plane.paint = [slice, ends = plane, &grid, &options](Canvas& canvas, const Rect& area, const Scale& scale) {
    (shown_smooth(slice, area, options) ? paint_smooth : paint)(canvas, area, slice, ends, scale);
    paint_bodies(canvas, area, slice, ends, grid, options);
  };
  return plane;
}

}  // namespace eddy
