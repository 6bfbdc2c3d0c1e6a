#include "mesh/outline.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/polygon.hpp"
#include "mesh/surface.hpp"

namespace eddy {

namespace {

struct Range {
  double low, high;
  bool holds(double x) const { return low <= x && x <= high; }
};

using Lines = std::vector<RowLine>;

void add_rectangle(Lines& lines, const Range& x, const Range& y) {
  lines.emplace_back(x.low, y.low, x.high, y.low);
  lines.emplace_back(x.high, y.low, x.high, y.high);
  lines.emplace_back(x.high, y.high, x.low, y.high);
  lines.emplace_back(x.low, y.high, x.low, y.low);
}

Lines circle(double x, double y, double radius) {
  constexpr int corners = 360;
  Lines lines;
  const auto at = [&](int n) {
    const double angle = 2 * std::numbers::pi * (n % corners) / corners;
    return std::pair(x + radius * std::cos(angle), y + radius * std::sin(angle));
  };
  for (int n = 0; n < corners; ++n) {
    const auto [xa, ya] = at(n);
    const auto [xb, yb] = at(n + 1);
    lines.emplace_back(xa, ya, xb, yb);
  }
  return lines;
}

Range ends_of(const Shape& s, double far) { return {s.from.value_or(-far), s.to.value_or(far)}; }

// A plane along the axis of a cylinder or a prism cuts it in bands; `cuts` are the ends of the bands across the axis.
Lines bands(const std::vector<double>& cuts, const Range& along, bool along_is_up) {
  Lines lines;
  for (std::size_t n = 0; n + 1 < cuts.size(); n += 2) {
    const Range across{cuts[n], cuts[n + 1]};
    if (along_is_up)
      add_rectangle(lines, across, along);
    else
      add_rectangle(lines, along, across);
  }
  return lines;
}

Lines of_cylinder(const Shape& s, int dimensions, const CutPlane& plane, double far) {
  const int axis = dimensions == 3 ? s.axis : 2;
  if (axis == plane.axis) {
    if (dimensions == 3 && !ends_of(s, far).holds(plane.at)) return {};
    return circle(s.centre[plane.across()], s.centre[plane.up()], s.radius);
  }
  const double d = plane.at - s.centre[plane.axis], half = std::sqrt(std::max(0.0, s.radius * s.radius - d * d));
  if (half == 0) return {};
  const int other = 3 - axis - plane.axis;
  return bands({s.centre[other] - half, s.centre[other] + half}, ends_of(s, far), axis == plane.up());
}

Lines of_polygon(const Shape& s, int dimensions, const CutPlane& plane, double far) {
  const int axis = dimensions == 3 ? s.axis : 2;
  const Lines lines = polygon_lines(s.points);
  if (axis == plane.axis) return dimensions == 3 && !ends_of(s, far).holds(plane.at) ? Lines{} : lines;
  // The plane cuts the polygon's plane along a row, or else along a column.
  const bool rows = (axis == 2 ? 1 : 2) == plane.axis;
  std::vector<double> cuts;
  for (const RowLine& l : lines) {
    const RowLine line = rows ? l : RowLine(l.y0, l.x0, l.y1, l.x1);
    if (line.meets(plane.at)) cuts.push_back(line.crossing(plane.at));
  }
  std::sort(cuts.begin(), cuts.end());
  return bands(cuts, ends_of(s, far), axis == plane.up());
}

// The surface is turned so that the axis of the plane is z.
Lines of_surface(const Surface& surface, const CutPlane& plane) {
  Surface turned{surface.points, {}};
  for (Corner& p : turned.points) p = {p[plane.across()], p[plane.up()], p[plane.axis]};
  Lines lines;
  for (const auto& t : surface.triangles) add_cut(lines, turned, t, plane.at);
  return lines;
}

}  // namespace

std::vector<RowLine> outline_of(const Shape& s, int dimensions, const CutPlane& plane, double far) {
  switch (s.kind) {
    case Shape::Kind::box: {
      Lines lines;
      if (dimensions == 3 && !Range{s.lower[plane.axis], s.upper[plane.axis]}.holds(plane.at)) return {};
      add_rectangle(lines, {s.lower[plane.across()], s.upper[plane.across()]},
                    {s.lower[plane.up()], s.upper[plane.up()]});
      return lines;
    }
    case Shape::Kind::sphere: {
      const double d = dimensions == 3 ? plane.at - s.centre[plane.axis] : 0;
      if (std::abs(d) >= s.radius) return {};
      return circle(s.centre[plane.across()], s.centre[plane.up()], std::sqrt(s.radius * s.radius - d * d));
    }
    case Shape::Kind::cylinder:
      return of_cylinder(s, dimensions, plane, far);
    case Shape::Kind::polygon:
      return of_polygon(s, dimensions, plane, far);
    case Shape::Kind::stl:
      return s.surface ? of_surface(*s.surface, plane) : Lines{};
  }
  return {};
}

std::vector<RowLine> outline_of(const DrawnShape& s, int dimensions, const CutPlane& plane, double far, double t) {
  return s.outline ? s.outline(plane, far, t) : outline_of(s.shape, dimensions, plane, far);
}

}  // namespace eddy
