#include "output/mesh_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "output/watchers.hpp"

namespace eddy {
namespace {

// The places of a stencil as a few runs of consecutive ones. Runs with small gaps are joined, because a longer message
// costs less than a second one.
std::vector<Box> runs_of(const Stencil& stencil) {
  constexpr std::int64_t joined = 1024;  // values
  std::vector<std::int64_t> places;
  for (const WeightedPlace& w : stencil) places.push_back(w.place);
  std::sort(places.begin(), places.end());
  std::vector<Box> runs;
  for (const std::int64_t p : places) {
    const int place = static_cast<int>(p);
    if (runs.empty() || place - runs.back().hi[0] > joined) runs.push_back({{place, 0, 0}, {place, 1, 1}});
    runs.back().hi[0] = place + 1;
  }
  return runs;
}

std::string text_of(const Point& p, int dimensions) {
  return fmt::format("({})", fmt::join(p.begin(), p.begin() + dimensions, ", "));
}

}  // namespace

MeshPoints::MeshPoints(const Grid& grid) : grid_(grid) {
  if (grid.blocks) search_ = std::make_shared<const BlockSearch>(grid.blocks);
  if (grid.hexahedra) search_ = std::make_shared<const HexSearch>(grid.hexahedra);
}

bool MeshPoints::contains(const Point& point) const {
  return search_ ? search_->find(point).has_value() : eddy::contains(grid_, point);
}

std::vector<Point> MeshPoints::along(const LineOptions& line) const {
  if (search_ && line.points == 0) return search_->line_points(point_of(line.from), point_of(line.to));
  return line_points(grid_, line);
}

FieldAtPoint MeshPoints::at(const Watched& watched, const std::string& field, const Point& point) const {
  return search_ ? by_search(watched, field, point) : in_box(watched, field, point);
}

FieldAtPoint MeshPoints::in_box(const Watched& watched, const std::string& field, const Point& point) const {
  const Sample s = take_sample(watched, field, cells_around(grid_, point));
  const Interpolator value(grid_, s);
  FieldAtPoint result{s.name, s.unit, {}};
  for (int k = 0; k < s.components; ++k) result.values.push_back(value(point, k));
  return result;
}

FieldAtPoint MeshPoints::by_search(const Watched& watched, const std::string& field, const Point& point) const {
  if (!locations_.contains(field)) locations_[field] = take_sample(watched, field, Box{{0, 0, 0}, {1, 1, 1}}).location;
  const Stencil stencil = search_->stencil(point, locations_[field]);
  FieldAtPoint result;
  for (const Box& run : runs_of(stencil)) {
    const Sample s = take_sample(watched, field, run);
    result.name = s.name;
    result.unit = s.unit;
    result.values.resize(static_cast<std::size_t>(s.components));
    for (const auto& [place, weight] : stencil)
      if (place >= run.lo[0] && place < run.hi[0])
        for (int k = 0; k < s.components; ++k)
          result.values[k] += weight * s.values[static_cast<std::size_t>((place - run.lo[0]) * s.components + k)];
  }
  return result;
}

ValuesAtPoints::ValuesAtPoints(const MeshPoints& mesh, const Sample& sample, const std::vector<Point>& points)
    : mesh_(mesh), sample_(sample), points_(points) {
  if (!mesh.search()) in_box_.emplace(mesh.grid(), sample);
}

double ValuesAtPoints::operator()(std::size_t point, int component) {
  if (in_box_) return (*in_box_)(points_[point], component);
  if (std::exchange(last_, point) != point) stencil_ = mesh_.search()->stencil(points_[point], sample_.location);
  double sum = 0;
  for (const auto& [place, weight] : stencil_)
    sum += weight * sample_.values[static_cast<std::size_t>(place * sample_.components + component)];
  return sum;
}

std::vector<MisplacedPoint> points_outside(const Grid& grid, const OutputOptions& options) {
  std::vector<MisplacedPoint> all;
  if (grid.is_box() || (options.probe.empty() && options.line.empty())) return all;
  const MeshPoints mesh(grid);
  for (std::size_t n = 0; n < options.probe.size(); ++n)
    if (const Point p = point_of(options.probe[n].at); !mesh.contains(p))
      all.push_back({fmt::format("output.probe {}.at", n + 1),
                     fmt::format("a probe at {} lies outside of the mesh: no cell holds it. Move it.",
                                 text_of(p, grid.dimensions))});
  for (std::size_t n = 0; n < options.line.size(); ++n) {
    const LineOptions& line = options.line[n];
    const std::vector<Point> points = mesh.along(line);
    const std::string key = fmt::format("output.line {}.from", n + 1);
    const auto bad = std::find_if(points.begin(), points.end(), [&](const Point& p) { return !mesh.contains(p); });
    if (points.empty()) all.push_back({key, fmt::format("line '{}' crosses no cell of the mesh. Move it.", line.name)});
    if (bad != points.end())
      all.push_back({key, fmt::format("line '{}' lies outside of the mesh at {}. Move its ends, or leave out `points`: "
                                      "then it has a point in each cell that it crosses, and none elsewhere.",
                                      line.name, text_of(*bad, grid.dimensions))});
  }
  return all;
}

}  // namespace eddy
