#include "output/plane_points.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {
namespace {

constexpr int usual_points = 128;  // along the longer side

// The centres of `count` equal pieces of an axis; where `count` is 0, the centres of cells.
std::vector<double> places_along(const Grid& grid, int axis, int count) {
  std::vector<double> all;
  if (count == 0)
    for (int i = 0; i < grid.cells(axis); ++i) all.push_back(grid.centre(axis, i));
  for (int i = 0; i < count; ++i)
    all.push_back(grid.lower(axis) + (i + 0.5) / count * (grid.upper(axis) - grid.lower(axis)));
  return all;
}

}  // namespace

std::vector<Point> plane_points(const MeshPoints& mesh, const PlaneOptions& plane) {
  const Grid& grid = mesh.grid();
  const int axis = grid.dimensions == 3 ? plane.axis : 2, across = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
  std::array<int, 2> count{0, 0};
  if (!plane.points.empty()) {
    count = {plane.points[0], plane.points[1]};
  } else if (!grid.is_box()) {
    const double wide = grid.upper(across) - grid.lower(across), high = grid.upper(up) - grid.lower(up);
    const double step = std::max(wide, high) / usual_points;
    count = {std::max(2, int(std::lround(wide / step))), std::max(2, int(std::lround(high / step)))};
  }
  Point point{};
  if (grid.dimensions == 3) point[axis] = plane.at.value_or(0.5 * (grid.lower(axis) + grid.upper(axis)));
  std::vector<Point> points;
  for (const double y : places_along(grid, up, count[1]))
    for (const double x : places_along(grid, across, count[0])) {
      point[across] = x;
      point[up] = y;
      if (mesh.contains(point)) points.push_back(point);
    }
  return points;
}

}  // namespace eddy
