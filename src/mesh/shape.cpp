// Tells whether a point is inside a shape. Boxes, polygons and surfaces include their lower faces only, so that regions
// side by side never overlap.
#include "mesh/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "mesh/polygon.hpp"
#include "mesh/surface.hpp"

namespace eddy {
namespace {

bool inside_box(const Shape& shape, const Point& point, int dimensions) {
  for (int axis = 0; axis < dimensions; ++axis)
    if (point[axis] < shape.lower[axis] || point[axis] >= shape.upper[axis]) return false;
  return true;
}

double squared_distance(const Shape& shape, const Point& point, int dimensions, int skipped) {
  double sum = 0;
  for (int axis = 0; axis < dimensions; ++axis) {
    if (axis == skipped) continue;
    const double d = point[axis] - shape.centre[axis];
    sum += d * d;
  }
  return sum;
}

int direction(const Shape& shape, int dimensions) { return dimensions == 3 ? shape.axis : 2; }

bool within_length(const Shape& shape, double along, int dimensions) {
  return dimensions < 3 || ((!shape.from || along >= *shape.from) && (!shape.to || along < *shape.to));
}

bool inside_cylinder(const Shape& shape, const Point& point, int dimensions) {
  const int axis = direction(shape, dimensions);
  return within_length(shape, point[axis], dimensions) &&
         squared_distance(shape, point, dimensions, axis) <= shape.radius * shape.radius;
}

// The axes of the plane that a polygon lies in.
int across_of(int axis) { return axis == 0 ? 1 : 0; }
int up_of(int axis) { return axis == 2 ? 1 : 2; }

bool inside_polygon(const Shape& shape, const Point& point, int dimensions) {
  const int axis = direction(shape, dimensions);
  return within_length(shape, point[axis], dimensions) &&
         inside_lines(polygon_lines(shape.points), point[across_of(axis)], point[up_of(axis)]);
}

// Each plane z = const cuts a surface in closed lines.

bool inside_surface(const Surface& surface, const Point& point) {
  std::vector<RowLine> lines;
  for (const auto& t : surface.triangles) add_cut(lines, surface, t, point[2]);
  return inside_lines(lines, point[0], point[1]);
}

std::vector<double> centres(const Grid& grid, int axis) {
  std::vector<double> all;
  for (int i = 0; i < grid.cells(axis); ++i) all.push_back(grid.centre(axis, i));
  return all;
}

// Goes from plane to plane; `active` are the triangles that the present plane may meet.
std::vector<std::uint8_t> cells_in_surface(const Grid& grid, const Surface& s) {
  const std::vector<double> x = centres(grid, 0), y = centres(grid, 1), z = centres(grid, 2);
  const auto top = [&](const auto& t) { return std::max({s.points[t[0]][2], s.points[t[1]][2], s.points[t[2]][2]}); };
  const auto bottom = [&](const auto& t) {
    return std::min({s.points[t[0]][2], s.points[t[1]][2], s.points[t[2]][2]});
  };
  std::vector<std::vector<std::uint32_t>> begins(z.size() +
                                                 1);  // triangles by the first plane at or above their bottom
  for (std::size_t t = 0; t < s.triangles.size(); ++t)
    begins[std::size_t(std::lower_bound(z.begin(), z.end(), bottom(s.triangles[t])) - z.begin())].push_back(
        static_cast<std::uint32_t>(t));
  std::vector<std::uint8_t> all;
  all.reserve(x.size() * y.size() * z.size());
  std::vector<std::uint32_t> active;
  std::vector<RowLine> lines;
  for (std::size_t k = 0; k < z.size(); ++k) {
    active.insert(active.end(), begins[k].begin(), begins[k].end());
    std::erase_if(active, [&](std::uint32_t t) { return top(s.triangles[t]) <= z[k]; });
    lines.clear();
    for (std::uint32_t t : active) add_cut(lines, s, s.triangles[t], z[k]);
    const auto plane = points_inside(lines, x, y);
    all.insert(all.end(), plane.begin(), plane.end());
  }
  return all;
}

std::vector<std::uint8_t> cells_in_polygon(const Grid& grid, const Shape& shape) {
  const int axis = direction(shape, grid.dimensions), across = across_of(axis), up = up_of(axis);
  const auto plane = points_inside(polygon_lines(shape.points), centres(grid, across), centres(grid, up));
  std::vector<std::uint8_t> all(static_cast<std::size_t>(grid.cell_count()), 0);
  std::size_t cell = 0;
  std::array<int, 3> c{};
  for (c[2] = 0; c[2] < grid.cells(2); ++c[2])
    for (c[1] = 0; c[1] < grid.cells(1); ++c[1])
      for (c[0] = 0; c[0] < grid.cells(0); ++c[0], ++cell)
        if (plane[c[across] + std::size_t(c[up]) * grid.cells(across)])
          all[cell] = within_length(shape, grid.centre(axis, c[axis]), grid.dimensions);
  return all;
}

void around(ShapeBounds& b, int axis, double low, double high) {
  b.lower[axis] = low;
  b.upper[axis] = high;
}
void around_points(ShapeBounds& b, const std::vector<Point>& points) {
  for (int a = 0; a < 3; ++a) {
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [&](const auto& p, const auto& q) { return p[a] < q[a]; });
    around(b, a, (*low)[a], (*high)[a]);
  }
}

void take_surface(Shape& shape, const Case& c, const std::string& key, Problems& problems) {
  if (c.dimensions() != 3) {
    problems.at(key + ".shape", key + ": an STL surface needs a mesh of three dimensions. Take a polygon.");
    return;
  }
  if (shape.file.empty()) return;  // it is missing or refused, which was reported
  try {
    Surface surface = make_surface(read_stl(c.beside(shape.file), shape.file), shape.file);
    for (Corner& p : surface.points)
      for (int a = 0; a < 3; ++a) p[a] = p[a] * shape.scale + (shape.offset.size() == 3 ? shape.offset[a] : 0);
    shape.surface = std::make_shared<const Surface>(std::move(surface));
  } catch (const Error& error) {
    problems.at(key + ".file", key + ": " + error.what());
  }
}

}  // namespace

// An edge that meets the plane has one end at or below it and one above, so a triangle has two such edges or none. The
// crossing is computed from the edge alone, so the two triangles that share the edge agree to the bit.
void add_cut(std::vector<RowLine>& lines, const Surface& s, const std::array<std::uint32_t, 3>& t, double z) {
  double x[2], y[2];
  int ends = 0;
  for (int n = 0; n < 3; ++n) {
    const Point &a = s.points[std::min(t[n], t[(n + 1) % 3])], &b = s.points[std::max(t[n], t[(n + 1) % 3])];
    if ((a[2] <= z) == (b[2] <= z)) continue;
    const double part = (z - a[2]) / (b[2] - a[2]);
    x[ends] = a[0] + part * (b[0] - a[0]);
    y[ends++] = a[1] + part * (b[1] - a[1]);
  }
  if (ends == 2) lines.emplace_back(x[0], y[0], x[1], y[1]);
}

bool inside(const Shape& shape, const Point& point, int dimensions) {
  switch (shape.kind) {
    case Shape::Kind::box:
      return inside_box(shape, point, dimensions);
    case Shape::Kind::sphere:
      return squared_distance(shape, point, dimensions, -1) <= shape.radius * shape.radius;
    case Shape::Kind::cylinder:
      return inside_cylinder(shape, point, dimensions);
    case Shape::Kind::polygon:
      return inside_polygon(shape, point, dimensions);
    case Shape::Kind::stl:
      if (!shape.surface) throw Error(Exit::fault, "the STL file '" + shape.file + "' was not read.");
      return inside_surface(*shape.surface, point);
  }
  return false;
}

ShapeBounds::ShapeBounds() {
  lower.fill(-std::numeric_limits<double>::infinity());
  upper.fill(std::numeric_limits<double>::infinity());
}
ShapeBounds bounds_of(const Shape& shape, int dimensions) {
  ShapeBounds b;
  const int along = direction(shape, dimensions);
  const bool endless = shape.kind == Shape::Kind::cylinder || shape.kind == Shape::Kind::polygon;
  if (shape.kind == Shape::Kind::stl && shape.surface) around_points(b, shape.surface->points);
  if (shape.kind == Shape::Kind::polygon) {
    std::vector<Point> points;
    for (const auto& p : shape.points) {
      Point& q = points.emplace_back(Point{});
      q[across_of(along)] = p[0];
      q[up_of(along)] = p[1];
    }
    around_points(b, points);
  }
  for (int a = 0; a < dimensions; ++a) {
    if (shape.kind == Shape::Kind::box) around(b, a, shape.lower[a], shape.upper[a]);
    if (shape.kind == Shape::Kind::sphere || shape.kind == Shape::Kind::cylinder)
      around(b, a, shape.centre[a] - shape.radius, shape.centre[a] + shape.radius);
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (endless && dimensions == 3) around(b, along, shape.from.value_or(-infinity), shape.to.value_or(infinity));
  return b;
}

Reach reach(const Grid& grid, const Shape& shape) { return reach(grid, bounds_of(shape, grid.dimensions)); }
Reach reach(const Grid& grid, const ShapeBounds& b) {
  Reach r;
  r.hi = grid.cells();
  for (int a = 0; a < grid.dimensions; ++a) {
    const auto& nodes = grid.nodes[a];
    const auto cell = [&](double x) {
      return int(std::upper_bound(nodes.begin(), nodes.end(), x) - nodes.begin()) - 1;
    };
    r.lo[a] = std::clamp(cell(b.lower[a]) - 1, 0, grid.cells(a));  // one cell more, because of rounding
    r.hi[a] = std::clamp(cell(b.upper[a]) + 2, 0, grid.cells(a));
  }
  return r;
}

Grid part_of(const Grid& grid, const Reach& cells) {
  Grid part = grid;
  for (int a = 0; a < grid.dimensions; ++a)
    part.nodes[a].assign(grid.nodes[a].begin() + cells.lo[a], grid.nodes[a].begin() + cells.hi[a] + 1);
  return part;
}

std::vector<std::uint8_t> cells_inside(const Grid& grid, const Shape& shape) {
  if (shape.kind == Shape::Kind::stl && shape.surface) return cells_in_surface(grid, *shape.surface);
  if (shape.kind == Shape::Kind::polygon) return cells_in_polygon(grid, shape);
  std::vector<std::uint8_t> all(static_cast<std::size_t>(grid.cell_count()));
  std::size_t cell = 0;
  for (int k = 0; k < grid.cells(2); ++k)
    for (int j = 0; j < grid.cells(1); ++j)
      for (int i = 0; i < grid.cells(0); ++i)
        all[cell++] = inside(shape, {grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)}, grid.dimensions);
  return all;
}

void take_shape(Shape& shape, const Case& c, const std::string& key, Problems& problems) {
  if (c.dimensions() < 1 || c.dimensions() > 3) return;  // the mesh is wrong, which was reported
  if (shape.kind == Shape::Kind::stl) take_surface(shape, c, key, problems);
  if (shape.kind != Shape::Kind::polygon || shape.points.empty()) return;
  if (c.dimensions() == 1)
    problems.at(key + ".shape", key + ": a polygon needs a mesh of two or three dimensions. Take a box.");
  else if (const std::string fault = polygon_fault(shape.points); !fault.empty())
    problems.at(key + ".points", key + ": " + fault);
}

}  // namespace eddy
