#include "app/view/raster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "app/view/levels.hpp"

namespace eddy::view {
namespace {

constexpr std::size_t most_known = 16;  // number of planes whose pixels are kept
constexpr float outside = std::numeric_limits<float>::quiet_NaN();

int cell_at(const Grid& grid, int axis, double place) {
  const auto& nodes = grid.nodes[axis];
  const auto above = std::upper_bound(nodes.begin() + 1, nodes.end() - 1, place);
  return static_cast<int>(above - nodes.begin()) - 1;
}

// The cell of each pixel along an axis; a uniform axis has no more pixels than cells.
std::vector<int> cells_along(const Grid& grid, int axis, int pixels) {
  std::vector<int> cells;
  const double low = grid.lower(axis), width = grid.upper(axis) - low;
  const int count = grid.uniform[axis] ? std::min(pixels, grid.cells(axis)) : pixels;
  for (int n = 0; n < count; ++n) {
    const double part = (n + 0.5) / count;
    cells.push_back(grid.uniform[axis] ? static_cast<int>(part * grid.cells(axis))
                                       : cell_at(grid, axis, low + part * width));
  }
  return cells;
}

struct Between {  // a pixel between the centres of two cells of a hull: those of its lower and of its upper one
  int lower, upper;
  float part;  // of the upper one
};

std::vector<Between> between_cells(const Grid& grid, int axis, int pixels, const Box& hull) {
  std::vector<Between> all;
  const auto& nodes = grid.nodes[axis];
  const auto centre = [&](int cell) { return 0.5 * (nodes[cell] + nodes[cell + 1]); };
  const int first = hull.lo[axis], last = hull.hi[axis] - 1;
  for (int n = 0; n < pixels; ++n) {
    const double place = grid.lower(axis) + (n + 0.5) / pixels * (grid.upper(axis) - grid.lower(axis));
    const int cell = std::clamp(cell_at(grid, axis, place), first, last);
    const int lower = std::clamp(place < centre(cell) ? cell - 1 : cell, first, std::max(first, last - 1));
    const int upper = std::min(lower + 1, last);
    const double part = upper > lower ? (place - centre(lower)) / (centre(upper) - centre(lower)) : 0;
    all.push_back({lower - first, upper - first, static_cast<float>(std::clamp(part, 0.0, 1.0))});
  }
  return all;
}

// Blends the four nearest values of a plane of cells, row by row, at each pixel; pixels in bodies, or where a value is
// not finite, stay as they are.
void blend(const std::vector<float>& values, int row, const std::array<std::vector<Between>, 2>& at,
           const std::vector<std::uint8_t>& solid, std::vector<float>& pixels) {
  std::size_t n = 0;
  for (const Between& y : at[1])
    for (const Between& x : at[0]) {
      const float *const below = values.data() + std::size_t(y.lower) * row, *const above = values.data() +
                                                                                            std::size_t(y.upper) * row;
      const float mean = (1 - y.part) * ((1 - x.part) * below[x.lower] + x.part * below[x.upper]) +
                         y.part * ((1 - x.part) * above[x.lower] + x.part * above[x.upper]);
      if (std::isfinite(mean) && (solid.empty() || !solid[n])) pixels[n] = mean;
      ++n;
    }
}

}  // namespace

bool Plane::operator<(const Plane& other) const {
  return std::tie(axis, slice, width, height) < std::tie(other.axis, other.slice, other.width, other.height);
}

Rasters::Rasters(const Grid& grid, CellTest solid, std::vector<DrawnShape> shapes)
    : grid_(grid),
      solid_(std::move(solid)),
      shapes_(grid.is_box() ? std::move(shapes) : std::vector<DrawnShape>()),
      mesh_(grid) {}

bool Rasters::shapes_move() const {
  return std::any_of(shapes_.begin(), shapes_.end(), [](const DrawnShape& s) { return bool(s.outline); });
}

bool Rasters::grey_cells() const {
  bool known = false;
  for (const DrawnShape& s : shapes_) {
    if (s.solid && s.whole_cells) return true;
    known = known || s.solid;
  }
  return !known;
}

std::vector<RowLine> Rasters::outline(const DrawnShape& shape, const Plane& plane, double time) const {
  const Raster r = blank(plane);
  double far = 0;  // beyond every end of the mesh
  for (int a = 0; a < grid_.dimensions; ++a) far = std::max({far, std::abs(grid_.lower(a)), std::abs(grid_.upper(a))});
  return outline_of(shape, grid_.dimensions, {3 - r.across - r.up, r.slice}, 4 * far + 1, time);
}

std::vector<std::array<double, 2>> Rasters::ends() const {
  std::vector<std::array<double, 2>> all;
  for (int a = 0; a < grid_.dimensions; ++a) all.push_back({grid_.lower(a), grid_.upper(a)});
  return all;
}

Raster Rasters::blank(const Plane& plane) const {
  Raster r;
  if (grid_.dimensions == 3) {
    r.across = plane.axis == 0 ? 1 : 0;
    r.up = plane.axis == 2 ? 1 : 2;
    const double low = grid_.lower(plane.axis), high = grid_.upper(plane.axis);
    r.slice = std::clamp(plane.slice.value_or(0.5 * (low + high)), low, high);
  }
  r.x = {grid_.lower(r.across), grid_.upper(r.across)};
  r.y =
      grid_.dimensions > 1 ? std::array<double, 2>{grid_.lower(r.up), grid_.upper(r.up)} : std::array<double, 2>{0, 1};
  return r;
}

Plane Rasters::fitting(Plane plane, double most_pixels) const {
  const Raster r = blank(plane);
  const double shape = (r.x[1] - r.x[0]) / (r.y[1] - r.y[0]);
  double width = std::min<double>(plane.width, plane.height * shape);
  width = std::min(width, std::sqrt(most_pixels * shape));
  plane.width = std::clamp(static_cast<int>(width), 16, 2048);
  plane.height = grid_.dimensions == 1 ? 1 : std::clamp(static_cast<int>(plane.width / shape), 16, 2048);
  return plane;
}

CellLists Rasters::lists(const Plane& plane) const {
  const Raster r = blank(plane);
  CellLists cells{std::vector<int>{0}, std::vector<int>{0}, std::vector<int>{0}};
  cells[r.across] = cells_along(grid_, r.across, plane.width);
  if (grid_.dimensions > 1) cells[r.up] = cells_along(grid_, r.up, plane.height);
  if (grid_.dimensions == 3) cells[plane.axis] = {cell_at(grid_, plane.axis, r.slice)};
  return cells;
}

bool Rasters::thinned(const CellLists& cells) const {
  const double all = double(hull(cells).cells());
  return all > 2.0 * double(cells[0].size() * cells[1].size() * cells[2].size()) && all > 100'000;
}

Wanted Rasters::wanted(const std::string& field, const Plane& plane) const {
  Wanted w{field, {}, {}, {}};
  if (!grid_.is_box()) return w;
  CellLists cells = lists(plane);
  w.cells = hull(cells);
  if (thinned(cells)) w.lists = std::move(cells);
  return w;
}

Raster Rasters::raster(const Plane& plane, const Sample& sample, bool smoothly) {
  Raster r = blank(plane);
  r.parts.resize(static_cast<std::size_t>(sample.components));
  grid_.is_box() ? take_box(plane, sample, smoothly, r) : take_mesh(plane, sample, r);
  return r;
}

Rasters::Mask Rasters::mask(const Plane& plane, const CellLists& cells) {
  const std::lock_guard lock(mutex_);
  Mask& known = masks_[plane];
  if (known) return known;
  auto made = std::make_shared<std::vector<std::uint8_t>>();
  for (const int k : cells[2])
    for (const int j : cells[1])
      for (const int i : cells[0]) made->push_back(solid_({i, j, k}));
  known = made;
  if (masks_.size() > most_known) masks_.erase(masks_.begin());
  return made;
}

void Rasters::take_box(const Plane& plane, const Sample& sample, bool smoothly, Raster& r) {
  const CellLists cells = lists(plane);
  r.width = static_cast<int>(cells[r.across].size());
  r.height = grid_.dimensions > 1 ? static_cast<int>(cells[r.up].size()) : 1;
  if (solid_ && !shapes_move()) r.solid = *mask(plane, cells);
  const bool graded = !grid_.uniform[r.across] || (grid_.dimensions > 1 && !grid_.uniform[r.up]);
  for (int c = 0; c < sample.components; ++c)
    r.parts[c] = thinned(cells) ? component_of(sample, c) : means_of(sample, cells, grid_.dimensions, c);
  if (!smoothly || !graded || thinned(cells)) return;
  const Box whole = hull(cells);
  const std::array<std::vector<Between>, 2> at{between_cells(grid_, r.across, r.width, whole),
                                               between_cells(grid_, r.up, r.height, whole)};
  for (int c = 0; c < sample.components; ++c)
    blend(means_of(sample, listed(whole), grid_.dimensions, c), whole.extent(r.across), at, r.solid, r.parts[c]);
}

std::shared_ptr<const Rasters::Pixels> Rasters::pixels(const Plane& plane, Location location, const Raster& r) {
  const std::lock_guard lock(mutex_);
  auto& known = known_[{plane, location}];
  if (known) return known;
  auto made = std::make_shared<Pixels>();
  Point point{};
  if (grid_.dimensions == 3) point[plane.axis] = r.slice;
  for (int j = 0; j < plane.height; ++j)
    for (int i = 0; i < plane.width; ++i) {
      point[r.across] = r.x[0] + (i + 0.5) / plane.width * (r.x[1] - r.x[0]);
      point[r.up] = r.y[0] + (j + 0.5) / plane.height * (r.y[1] - r.y[0]);
      made->first.push_back(std::ssize(made->place));
      for (const WeightedPlace& w : mesh_.search()->stencil(point, location)) {
        made->place.push_back(w.place);
        made->weight.push_back(static_cast<float>(w.weight));
      }
    }
  made->first.push_back(std::ssize(made->place));
  known = made;
  if (known_.size() > most_known) known_.erase(known_.begin());
  return made;
}

void Rasters::take_mesh(const Plane& plane, const Sample& sample, Raster& r) {
  r.width = plane.width;
  r.height = plane.height;
  const auto of = pixels(plane, sample.location, r);
  const std::size_t count = of->first.size() - 1;
  for (int c = 0; c < sample.components; ++c) {
    r.parts[c].assign(count, outside);
    for (std::size_t n = 0; n < count; ++n) {
      if (of->first[n] == of->first[n + 1]) continue;
      double sum = 0;
      for (auto m = of->first[n]; m < of->first[n + 1]; ++m)
        sum += double(of->weight[m]) * sample.values[static_cast<std::size_t>(of->place[m]) * sample.components + c];
      r.parts[c][n] = static_cast<float>(sum);
    }
  }
}

}  // namespace eddy::view
