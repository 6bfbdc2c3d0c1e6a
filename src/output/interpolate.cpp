// Multilinear interpolation and the points of sampled lines.
#include "output/interpolate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "output/block_places.hpp"

namespace eddy {
namespace {

struct Place {  // value = (1 − weight)·v[index] + weight·v[index + 1]
  std::size_t index = 0;
  double weight = 0;
};

//   p0     p1     p2          weight < 0 left of p0, > 1 right of p2: the half cell at a wall continues the slope
//   |--w--*|------|
Place locate(const std::vector<double>& p, double x) {
  if (p.size() < 2) return {};
  const auto after = std::upper_bound(p.begin() + 1, p.end() - 1, x);
  const auto index = static_cast<std::size_t>(after - p.begin()) - 1;
  return {index, (x - p[index]) / (p[index + 1] - p[index])};
}

Point padded(const std::vector<double>& values) {
  Point point{};
  std::copy_n(values.begin(), std::min<std::size_t>(values.size(), 3), point.begin());
  return point;
}

Point between(const Point& from, const Point& to, double s) {
  Point point;
  for (int axis = 0; axis < 3; ++axis) point[axis] = from[axis] + s * (to[axis] - from[axis]);
  return point;
}

std::vector<Point> evenly(const Point& from, const Point& to, int count) {
  std::vector<Point> points;
  for (int i = 0; i < count; ++i)
    points.push_back(i + 1 == count && count > 1 ? to : between(from, to, count > 1 ? double(i) / (count - 1) : 0.0));
  return points;
}

std::vector<Point> along_axis(const Grid& grid, const Point& from, const Point& to, int axis) {
  std::vector<Point> points;
  const auto [low, high] = std::minmax(from[axis], to[axis]);
  for (int i = 0; i < grid.cells(axis); ++i) {
    Point point = from;
    point[axis] = grid.centre(axis, i);
    if (point[axis] >= low && point[axis] <= high) points.push_back(point);
  }
  if (from[axis] > to[axis]) std::reverse(points.begin(), points.end());
  return points;
}

std::vector<Point> across(const Grid& grid, const Point& from, const Point& to) {
  std::vector<double> cuts{0.0, 1.0};
  for (int axis = 0; axis < grid.dimensions; ++axis)
    for (double node : grid.nodes[axis]) {
      const double s = (node - from[axis]) / (to[axis] - from[axis]);
      if (s > 0 && s < 1) cuts.push_back(s);
    }
  std::sort(cuts.begin(), cuts.end());
  std::vector<Point> points;
  for (std::size_t i = 1; i < cuts.size(); ++i)
    if (cuts[i] - cuts[i - 1] > 1e-12) points.push_back(between(from, to, 0.5 * (cuts[i - 1] + cuts[i])));
  return points;
}

}  // namespace

std::vector<double> positions(const Grid& grid, const Sample& sample, int axis) {
  const bool ends = at_ends(sample.location, axis);
  std::vector<double> all;
  if (axis >= grid.dimensions)
    all.push_back(ends ? grid.lower(axis) : grid.centre(axis, 0));
  else if (ends)
    all = grid.nodes[axis];
  else
    for (int i = 0; i < grid.cells(axis); ++i) all.push_back(grid.centre(axis, i));
  const int there = static_cast<int>(all.size()), size = sample.size[axis];
  const int first = sample.first ? (*sample.first)[axis] : 0;
  if (sample.first ? first < 0 || first + size > there : size != there)
    throw Error(Exit::fault, fmt::format("field '{}' has {} points along {}, its grid {}.", sample.name, first + size,
                                         "xyz"[axis], there));
  return {all.begin() + first, all.begin() + first + size};
}

PlacedValue placed(const Grid& grid, const Sample& sample, std::size_t value) {
  std::size_t point = value / std::size_t(sample.components);
  PlacedValue p;
  if (grid.blocks) {
    const BlockIndex at = BlockPlaces(*grid.blocks, sample.location).index(static_cast<std::int64_t>(point));
    return {at.block, at.at, position_of(*grid.blocks, sample.location, at)};
  }
  if (grid.hexahedra) {
    const int n = static_cast<int>(point);
    return {0, {n, 0, 0}, sample.location == Location::cell ? centre_of(*grid.hexahedra, n) : grid.hexahedra->nodes[n]};
  }
  for (int axis = 0; axis < grid.dimensions; ++axis) {
    p.index[axis] = static_cast<int>(point % std::size_t(sample.size[axis]));
    point /= std::size_t(sample.size[axis]);
    p.at[axis] = positions(grid, sample, axis)[p.index[axis]];
  }
  return p;
}

std::string place_text(const Grid& grid, const Sample& sample, std::size_t value) {
  const PlacedValue p = placed(grid, sample, value);
  const std::string block = grid.blocks ? fmt::format("block '{}', ", grid.blocks->blocks[p.block].name) : "";
  std::vector<std::string> where;
  for (int a = 0; a < grid.dimensions; ++a) where.push_back(fmt::format("{} = {:.4g}", "xyz"[a], p.at[a]));
  const char* kind = sample.location == Location::cell ? "cell" : sample.location == Location::node ? "node" : "face";
  const int numbers = grid.hexahedra ? 1 : grid.dimensions;
  return fmt::format("{}{} ({}), {}", block, kind, fmt::join(p.index.begin(), p.index.begin() + numbers, ", "),
                     fmt::join(where, ", "));
}

bool contains(const Grid& grid, const Point& point) {
  for (int axis = 0; axis < grid.dimensions; ++axis)
    if (!(point[axis] >= grid.lower(axis) && point[axis] <= grid.upper(axis))) return false;
  return true;
}

Box cells_around(const Grid& grid, const Point& point) {
  Box box;
  for (int axis = 0; axis < grid.dimensions; ++axis) {
    const int cell = static_cast<int>(locate(grid.nodes[axis], point[axis]).index);
    box.set(axis, std::max(cell - 1, 0), std::min(cell + 2, grid.cells(axis)));
  }
  return box;
}

Interpolator::Interpolator(const Grid& grid, const Sample& sample) : sample_(sample) {
  for (int axis = 0; axis < 3; ++axis) positions_[axis] = positions(grid, sample, axis);
}

double Interpolator::operator()(const Point& point, int component) const {
  std::array<Place, 3> place;
  for (int axis = 0; axis < 3; ++axis) place[axis] = locate(positions_[axis], point[axis]);
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1;
    std::array<std::size_t, 3> at;
    for (int axis = 0; axis < 3; ++axis) {
      const bool far = corner >> axis & 1;
      weight *= far ? place[axis].weight : 1 - place[axis].weight;
      at[axis] = place[axis].index + far;
    }
    if (weight == 0) continue;  // which also leaves out absent axes and NaN neighbours
    const std::size_t i = at[0] + sample_.size[0] * (at[1] + std::size_t(sample_.size[1]) * at[2]);
    sum += weight * sample_.values[i * sample_.components + component];
  }
  return sum;
}

std::vector<Point> line_points(const Grid& grid, const LineOptions& line) {
  const Point from = padded(line.from), to = padded(line.to);
  if (line.points > 0) return evenly(from, to, line.points);
  std::vector<int> moving;
  for (int axis = 0; axis < grid.dimensions; ++axis)
    if (from[axis] != to[axis]) moving.push_back(axis);
  if (moving.empty()) return {from};
  return moving.size() == 1 ? along_axis(grid, from, to, moving[0]) : across(grid, from, to);
}

}  // namespace eddy
