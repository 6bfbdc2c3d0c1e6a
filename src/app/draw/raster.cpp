#include "app/draw/raster.hpp"

#include <algorithm>
#include <limits>

namespace eddy {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

bool in_body(const Grid& grid, const CellTest& solid, const Point& p) {
  if (!solid || !grid.is_box()) return false;
  std::array<int, 3> cell{};
  for (int a = 0; a < grid.dimensions; ++a) {
    const auto& nodes = grid.nodes[a];
    cell[a] = static_cast<int>(std::upper_bound(nodes.begin() + 1, nodes.end() - 1, p[a]) - nodes.begin()) - 1;
  }
  return solid(cell);
}

Raster raster_at(const MeshPoints& mesh, const Sample& sample, const CellTest& solid, const std::vector<Point>& points,
                 const std::array<int, 3>& size) {
  Raster raster{size, sample.components, {}};
  raster.values.assign(points.size() * sample.components, nothing);
  ValuesAtPoints value(mesh, sample, points);
  for (std::size_t n = 0; n < points.size(); ++n) {
    if (!mesh.contains(points[n]) || in_body(mesh.grid(), solid, points[n])) continue;
    for (int c = 0; c < sample.components; ++c) raster.values[n * sample.components + c] = value(n, c);
  }
  return raster;
}

double place_in(const std::array<double, 2>& ends, int i, int count) {  // slightly inside of the ends
  const double part = std::clamp(double(i) / (count - 1), 1e-7, 1 - 1e-7);
  return ends[0] + part * (ends[1] - ends[0]);
}

}  // namespace

double Raster::between(double i, double j, int component) const { return in_space({i, j, 0}, component); }

double Raster::in_space(const std::array<double, 3>& p, int component) const {
  std::array<int, 3> first{};
  std::array<double, 3> weight{};
  for (int a = 0; a < 3; ++a) {
    if (!(p[a] >= 0 && p[a] <= size[a] - 1)) return nothing;
    first[a] = std::min(static_cast<int>(p[a]), std::max(0, size[a] - 2));
    weight[a] = p[a] - first[a];
  }
  double sum = 0;
  for (int n = 0; n < 8; ++n) {
    double w = 1;
    for (int a = 0; a < 3; ++a) w *= n >> a & 1 ? weight[a] : 1 - weight[a];
    if (w > 0) sum += w * at(first[0] + (n & 1), first[1] + (n >> 1 & 1), first[2] + (n >> 2 & 1), component);
  }
  return sum;
}

PlaneInSpace plane_in(const Grid& grid, int axis, std::optional<double> slice) {
  PlaneInSpace plane;
  plane.normal = grid.dimensions == 3 ? axis : 2;
  plane.across = plane.normal == 0 ? 1 : 0;
  plane.up = plane.normal == 2 ? 1 : 2;
  const double low = grid.lower(plane.normal), high = grid.upper(plane.normal), little = 1e-7 * (high - low);
  if (grid.dimensions == 3) plane.at = std::clamp(slice.value_or(0.5 * (low + high)), low + little, high - little);
  plane.x = {grid.lower(plane.across), grid.upper(plane.across)};
  plane.y = {grid.lower(plane.up), grid.upper(plane.up)};
  return plane;
}

Raster raster_of_plane(const MeshPoints& mesh, const Sample& sample, const PlaneInSpace& plane, const CellTest& solid,
                       const std::array<int, 2>& size) {
  std::vector<Point> points;
  Point p{};
  if (mesh.grid().dimensions == 3) p[plane.normal] = plane.at;
  for (int j = 0; j < size[1]; ++j)
    for (int i = 0; i < size[0]; ++i) {
      p[plane.across] = place_in(plane.x, i, size[0]);
      p[plane.up] = place_in(plane.y, j, size[1]);
      points.push_back(p);
    }
  return raster_at(mesh, sample, solid, points, {size[0], size[1], 1});
}

Raster raster_of_space(const MeshPoints& mesh, const Sample& sample, const CellTest& solid, int longest) {
  const Grid& grid = mesh.grid();
  double most = 0;
  for (int a = 0; a < 3; ++a) most = std::max(most, grid.upper(a) - grid.lower(a));
  std::array<int, 3> size{};
  for (int a = 0; a < 3; ++a)
    size[a] = std::max(8, static_cast<int>(std::lround(longest * (grid.upper(a) - grid.lower(a)) / most)));
  std::vector<Point> points;
  for (int k = 0; k < size[2]; ++k)
    for (int j = 0; j < size[1]; ++j)
      for (int i = 0; i < size[0]; ++i)
        points.push_back({place_in({grid.lower(0), grid.upper(0)}, i, size[0]),
                          place_in({grid.lower(1), grid.upper(1)}, j, size[1]),
                          place_in({grid.lower(2), grid.upper(2)}, k, size[2])});
  return raster_at(mesh, sample, solid, points, size);
}

}  // namespace eddy
