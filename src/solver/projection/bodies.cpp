#include "solver/projection/bodies.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "field/field.hpp"
#include "mesh/shape.hpp"
#include "solver/places.hpp"
#include "solver/projection/in_threads.hpp"
#include "solver/projection/metric.hpp"

namespace eddy::projection {

namespace {

std::string point_text(const Grid& grid, const Place& c) {
  std::string text;
  for (int a = 0; a < grid.dimensions; ++a)
    text += std::string(a ? ", " : "") + "xyz"[a] + " = " + number_text(grid.centre(a, c[a]));
  return text;
}

Box box_of(const Reach& r) { return {r.lo, r.hi}; }

double cell_volume(const Model& model, const Place& c) {
  double v = 1;
  for (int a = 0; a < model.dimensions(); ++a) v *= model.width(a, c[a]);
  return v;
}

}  // namespace

Bodies::Bodies(const ProjectionOptions& options, const Model& model)
    : grid_(model.grid()), options_(options), model_(model) {
  for (int a = 0; a < grid_.dimensions; ++a) {
    for (int i = 0; i < grid_.cells(a); ++i) width_[a].push_back(model_.width(a, i));
    for (int i = 0; i <= grid_.cells(a); ++i) between_[a].push_back(model_.distance(a, i));
  }
  if (!any()) return;
  solids_ = std::make_shared<const Solids>(make_solids(options_, grid_));
  poses_ = poses_at(0);
  fill();
  if (options_.scheme.bodies == BodySurface::sharp) {
    sharp_ = std::make_shared<const Sharp>(options_, model_, solids_, poses_, 1);
    find_thin_sharp();
    if (faults_.empty()) find_overlaps();
    if (faults_.empty()) find_half_bodies();
  } else {
    trim();
    find_thin();
  }
  if (window_ == model_.cells() && std::find(body_.begin(), body_.end(), 0) == body_.end())
    faults_.push_back({"body", "the bodies cover the whole domain: there is no fluid left."});
}

void Bodies::find_thin_sharp() {
  if (const double across = sharp_->through_surface(); across > 0) find_moving(across);
  for (int n = 1; n <= static_cast<int>(options_.body.size()); ++n)
    if (sharp_->deepest(n) < 1)
      faults_.push_back({key(n), name(n) + " is nowhere thicker than two cells of " +
                                     number_text(narrowest_cell(grid_)) +
                                     " m: fluid on one side would feel that on the other. Make it thicker, or the "
                                     "mesh finer."});
}
// What a body has of one end of a periodic axis it must have of the other one.
void Bodies::find_half_bodies() {
  for (int a = 0; a < grid_.dimensions; ++a) {
    if (!model_.periodic(a)) continue;
    Box ends = face_box(model_.cells(), a);
    ends.set(a, 0, 1);
    std::optional<int> body;
    each(ends, [&](const Place& f) {
      const Place other = moved(f, a, grid_.cells(a));
      if (std::abs(sharp_->opening(a, f).part - sharp_->opening(a, other).part) > 1e-6)
        body = sharp_->nearest_of_face(a, sharp_->fluid(a, f) ? other : f);
    });
    if (body)
      faults_.push_back({key(*body), name(*body) + " lies across the " + side_names[2 * a] + " or the " +
                                         side_names[2 * a + 1] +
                                         " side, which are periodic, and does not go on at the other one. Move it "
                                         "into the domain."});
  }
}
// True surfaces that overlap where no centre of a cell is in both.
void Bodies::find_overlaps() {
  const int count = static_cast<int>(poses_.size());
  for (int n = 1; n <= count; ++n)
    for (int m = 1; m < n; ++m)
      if (const auto x = in_both(m, n, poses_)) {
        std::string place;
        for (int a = 0; a < grid_.dimensions; ++a) place += (a ? ", " : "") + number_text((*x)[a]);
        faults_.push_back({key(n), name(m) + " and " + name(n) + " overlap at (" + place +
                                       "). Move one of them, or make them one body."});
      }
}

// Refuses a surface velocity with a normal component: a surface slides along itself; body.NAME.motion moves a body.
void Bodies::find_moving(double across) {
  double most = 0;
  for (const WallPiece& w : sharp_->wall()) most = std::max(most, sharp_->wall_speed(w.at));
  if (across > 1e-3 * most)
    faults_.push_back(
        {"body", "a surface goes through itself: body.NAME.velocity has " + number_text(across) +
                     " m/s across it. Give a velocity along the surface; a body that moves has body.NAME.motion."});
}
void Bodies::find_thin() {
  std::vector<bool> told(options_.body.size() + 1);
  for (const Place& c : thin()) {
    const int n = of(c);
    if (told[n]) continue;
    told[n] = true;
    faults_.push_back({key(n), name(n) + " is one cell thick at cell " + cell_text(c, grid_.dimensions) + ", " +
                                   point_text(grid_, c) +
                                   ": there is fluid on both sides. Make it thicker, or the mesh finer."});
  }
}

std::size_t Bodies::place(const Place& c) const { return place_in(window_, c); }

int Bodies::of(Place c) const {
  for (int a = 0; a < 3; ++a) {
    const int n = grid_.cells(a);
    c[a] = a < grid_.dimensions && model_.periodic(a) ? (c[a] + n) % n : std::clamp(c[a], 0, n - 1);
    if (c[a] < window_.lo[a] || c[a] >= window_.hi[a]) return 0;
  }
  return body_[place(c)];
}

int Bodies::cells_at(const Place& node) const {
  int count = 0;
  for (int n = 0; n < 1 << grid_.dimensions; ++n)
    count += of({node[0] - (n & 1), node[1] - (n >> 1 & 1), node[2] - (n >> 2)}) != 0;
  return count;
}
bool Bodies::touches(const Place& node) const { return sharp_ ? encloses(node) : any() && cells_at(node) > 0; }
bool Bodies::computed(int component, const Place& at) const {
  if (!any()) return true;
  if (sharp_) return sharp_->fluid(component, at);
  return of(at) == 0 && (component < 0 || of(moved(at, component, -1)) == 0);
}
bool Bodies::encloses(const Place& node) const {
  if (sharp_ && any()) {
    Coordinates x{};
    for (int a = 0; a < grid_.dimensions; ++a) x[a] = grid_.nodes[a][std::clamp(node[a], 0, grid_.cells(a))];
    return sharp_->distance(x) <= 0;
  }
  return any() && cells_at(node) == 1 << grid_.dimensions;
}

void Bodies::fill() {
  window_ = {{1 << 30, 1 << 30, 1 << 30}, {-1, -1, -1}};
  std::vector<Reach> boxes;
  for (std::size_t n = 0; n < poses_.size(); ++n) {
    boxes.push_back(reach(grid_, placed_bounds((*solids_)[n], poses_[n], grid_.dimensions)));
    const Box box = box_of(boxes.back());
    for (int a = 0; a < 3; ++a) window_.set(a, std::min(window_.lo[a], box.lo[a]), std::max(window_.hi[a], box.hi[a]));
  }
  body_.assign(static_cast<std::size_t>(window_.cells()), 0);
  for (int n = 1; n <= static_cast<int>(options_.body.size()); ++n) {
    const Box cells = box_of(boxes[n - 1]);
    const auto covers = covered(n, cells, poses_[n - 1]);
    std::vector<bool> told(n);
    std::size_t count = 0, next = 0;
    each(cells, [&](const Place& c) {
      if (!covers[next++]) return;
      ++count;
      int& there = body_[place(c)];
      if (there && !told[there]) {
        told[there] = true;
        faults_.push_back({key(n), name(there) + " and " + name(n) + " overlap in cell " +
                                       cell_text(c, grid_.dimensions) + ". Move one of them, or make them one body."});
      }
      if (!there) there = n;
    });
    if (count == 0)
      faults_.push_back(
          {key(n), name(n) + " has no cell of the mesh: it lies outside of the domain, or is smaller than a cell."});
  }
}

std::vector<std::uint8_t> Bodies::covered(int body, const Box& cells, const Pose& pose) const {
  if (!pose.moves) return cells_inside(part_of(grid_, {cells.lo, cells.hi}), options_.body[body - 1].shape);
  const PlacedDistance from(std::shared_ptr<const Distance>(solids_, &(*solids_)[body - 1].distance), pose);
  const std::size_t row = std::size_t(cells.extent(0));
  std::vector<std::uint8_t> all;
  std::vector<Coordinates> x(row);
  std::vector<double> distance(row);
  each(cells, [&](const Place& c) {
    Coordinates& at = x[std::size_t(c[0] - cells.lo[0])];
    for (int a = 0; a < grid_.dimensions; ++a) at[a] = grid_.centre(a, c[a]);
    if (c[0] + 1 < cells.hi[0]) return;
    from.find(x.data(), distance.data(), row);
    for (double d : distance) all.push_back(d <= 0);
  });
  return all;
}

std::vector<Place> Bodies::thin() const {
  std::vector<Place> all;
  each(window_, [&](const Place& c) {
    if (of(c) == 0) return;
    for (int a = 0; a < grid_.dimensions; ++a)
      if (of(moved(c, a, -1)) == 0 && of(moved(c, a, 1)) == 0) return all.push_back(c);
  });
  return all;
}

// A round shape may end in a single cell, which becomes fluid instead of a refusal. Only such end cells are removed,
// and not if they are all of a body; bodies that are still thin are refused.
void Bodies::trim() {
  std::vector<Place> ends;
  for (const Place& c : thin()) {
    int neighbours = 0;
    for (int a = 0; a < grid_.dimensions; ++a) {
      neighbours += of(moved(c, a, -1)) == of(c);
      neighbours += of(moved(c, a, 1)) == of(c);
    }
    if (neighbours == 1) ends.push_back(c);
  }
  std::vector<std::int64_t> left(options_.body.size() + 1);
  for (int n : body_) ++left[n];
  for (const Place& c : ends) --left[of(c)];
  for (const Place& c : ends)
    if (left[of(c)] > 0) body_[place(c)] = 0;
}

double Bodies::flag(int axis, Place face) const {
  if (!any()) return 1;
  if (sharp_) return sharp_flag(axis, face);
  const int below = of(moved(face, axis, -1)), above = of(face);
  if (below == 0 && above == 0) return 1;
  return below && above ? -inside_flag - above : -std::max(below, above);
}

// 1 for a face whose middle is in the fluid; otherwise the flag of the body that contains it.
double Bodies::sharp_flag(int axis, Place face) const {
  for (int a = 0; a < grid_.dimensions; ++a) face[a] = std::clamp(face[a], 0, grid_.cells(a) - (a == axis ? 0 : 1));
  if (!lies_in(face_box(sharp_->window(), axis), face)) return 1;
  if (sharp_->fluid(axis, face)) return 1;
  const int below = of(moved(face, axis, -1)), above = of(face);
  return below && above ? -inside_flag - above : -sharp_->nearest_of_face(axis, face);
}

Box Bodies::around(int body) const {
  const int more = sharp_ ? 4 : 2;
  Box b{{1 << 30, 1 << 30, 1 << 30}, {-1, -1, -1}};
  each(window_, [&](const Place& c) {
    if (of(c) != body) return;
    for (int a = 0; a < 3; ++a) b.set(a, std::min(b.lo[a], c[a]), std::max(b.hi[a], c[a] + 1));
  });
  for (int a = 0; a < grid_.dimensions; ++a) {
    const int n = grid_.cells(a);
    const bool across = model_.periodic(a) && (b.lo[a] < more || b.hi[a] + more > n);  // it wraps around
    b.set(a, across ? 0 : std::max(b.lo[a] - more, 0), across ? n : std::min(b.hi[a] + more, n));
  }
  return b;
}

double Bodies::open_part(int axis, const Place& f) const {
  return sharp_ ? sharp_->aperture(axis, f) : flag(axis, f) > 0 ? 1 : 0;
}
double Bodies::conductance(int axis, const Place& f) const { return conductance(axis, f, open_part(axis, f)); }
double Bodies::conductance(int axis, const Place& f, double open_part) const {
  const bool end = f[axis] == 0 || f[axis] == grid_.cells(axis);
  if (end && !model_.periodic(axis)) return 0;
  double g = open_part / between_[axis][std::size_t(f[axis])];
  for (int a = 0; a < grid_.dimensions; ++a)
    if (a != axis) g *= width_[a][std::size_t(f[a])];
  return g;
}
std::vector<double> Bodies::conductance(int axis) const {
  std::vector<double> all;
  each(model_.faces(axis), [&](const Place& f) { all.push_back(conductance(axis, f)); });
  return all;
}
std::vector<double> Bodies::volumes() const {
  std::vector<double> all;
  each(model_.cells(), [&](const Place& c) { all.push_back(cell_volume(model_, c)); });
  return all;
}

double Bodies::part_of_cell(const Place& c) const {
  if (!any()) return 0;
  if (!sharp_) return of(c) ? 1 : 0;
  return 1 - sharp_->open_part_of_cell(c);
}
double Bodies::volume() const {
  std::vector<Place> cells;
  if (any()) each(sharp_ ? sharp_->window() : window_, [&](const Place& c) { cells.push_back(c); });
  std::vector<double> solid(cells.size());
  in_threads(cells.size(), threads_, [&](std::size_t n) { solid[n] = part_of_cell(cells[n]); });
  double sum = 0;
  for (std::size_t n = 0; n < cells.size(); ++n)
    if (solid[n] > 0) sum += solid[n] * cell_volume(model_, cells[n]);
  return sum;
}

double cells_around_bodies(const Grid& grid, const ProjectionOptions& options) {
  double sum = 0;
  for (const Body& b : options.body) sum += double(box_of(reach(grid, b.shape)).cells());
  return sum;
}

}  // namespace eddy::projection
