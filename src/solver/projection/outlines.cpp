// Outlines of moving bodies, for pictures.
#include "solver/outlines.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "solver/projection/motion.hpp"

namespace eddy::projection {
namespace {

using Lines = std::vector<RowLine>;

struct Held {  // keeps the options, because motions refer to their bodies
  ProjectionOptions options;
  int dimensions;
  Solids solids;
  Held(const ProjectionOptions& o, int d) : options(o), dimensions(d), solids(make_solids(options, d)) {}
};

Lines placed(const Lines& drawn, const Pose& pose, const CutPlane& plane, double at) {
  Lines all;
  const auto there = [&](double across, double up) {
    Coordinates x{};
    x[plane.across()] = across;
    x[plane.up()] = up;
    x[plane.axis] = at;
    const Coordinates y = pose.placed(x);
    return std::array{y[plane.across()], y[plane.up()]};
  };
  for (const RowLine& l : drawn) {
    const auto first = there(l.x0, l.y0), last = there(l.x1, l.y1);
    all.emplace_back(first[0], first[1], last[0], last[1]);
  }
  return all;
}

// Whether the plane of a picture corresponds to a plane of the drawn body across the same axis.
bool stays_in_plane(const Pose& pose, int axis) { return std::abs(pose.turn[axis][axis]) > 1 - 1e-12; }

// The outline of a body that is rotated out of the plane: lines between the points where the distance changes its sign.
Lines cut_by(const Solid& solid, const Pose& pose, const CutPlane& plane, int dimensions) {
  constexpr int pieces = 200;
  const ShapeBounds b = placed_bounds(solid, pose, dimensions);
  const auto at = [&](int axis, int n) {
    const double size = b.upper[axis] - b.lower[axis];
    return b.lower[axis] + size * (-0.02 + 1.04 * n / pieces);
  };
  std::vector<double> d;
  for (int j = 0; j <= pieces; ++j)
    for (int i = 0; i <= pieces; ++i) {
      Coordinates x{};
      x[plane.across()] = at(plane.across(), i);
      x[plane.up()] = at(plane.up(), j);
      x[plane.axis] = plane.at;
      d.push_back(solid.distance(pose.drawn(x)));
    }
  Lines all;
  const auto value = [&](int i, int j) { return d[std::size_t(i) + std::size_t(j) * (pieces + 1)]; };
  const auto triangle = [&](std::array<std::array<int, 2>, 3> p) {
    std::vector<std::array<double, 2>> ends;
    for (int n = 0; n < 3; ++n) {
      const auto &from = p[n], &to = p[(n + 1) % 3];
      const double first = value(from[0], from[1]), last = value(to[0], to[1]);
      if ((first <= 0) == (last <= 0)) continue;
      const double part = first / (first - last);
      const auto between = [&](int axis, int low, int high) {
        return at(axis, low) + part * (at(axis, high) - at(axis, low));
      };
      ends.push_back({between(plane.across(), from[0], to[0]), between(plane.up(), from[1], to[1])});
    }
    if (ends.size() == 2) all.emplace_back(ends[0][0], ends[0][1], ends[1][0], ends[1][1]);
  };
  for (int j = 0; j < pieces; ++j)
    for (int i = 0; i < pieces; ++i) {
      triangle({{{i, j}, {i + 1, j}, {i + 1, j + 1}}});
      triangle({{{i, j}, {i + 1, j + 1}, {i, j + 1}}});
    }
  return all;
}

Lines outline_at(const Held& held, std::size_t body, const Shape& shape, const CutPlane& plane, double far, double t) {
  const Solid& solid = held.solids[body];
  const Pose pose = solid.motion.at(t);
  if (held.dimensions == 3 && !stays_in_plane(pose, plane.axis)) return cut_by(solid, pose, plane, held.dimensions);
  CutPlane drawn = plane;
  if (held.dimensions == 3) {  // the same plane in the drawn body
    Coordinates x = pose.centre;
    x[plane.axis] = plane.at;
    drawn.at = pose.drawn(x)[plane.axis];
  }
  return placed(outline_of(shape, held.dimensions, drawn, far), pose, plane, drawn.at);
}

void move_outlines(const Case& c, std::vector<DrawnShape>& shapes) {
  const auto& options = c.options_as<ProjectionOptions>();
  if (!options.moving()) return;
  const auto held = std::make_shared<const Held>(options, static_cast<int>(c.mesh.cells.size()));
  for (std::size_t n = 0; n < std::min(shapes.size(), held->solids.size()); ++n)
    if (held->solids[n].motion.moves())
      shapes[n].outline = [held, n, shape = shapes[n].shape](const CutPlane& plane, double far, double t) {
        return outline_at(*held, n, shape, plane, far, t);
      };
}

[[maybe_unused]] const bool known = outlines_that_move().emplace("projection", move_outlines).second;

}  // namespace
}  // namespace eddy::projection
