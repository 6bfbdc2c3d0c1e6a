// Moving bodies: their places, and places where they must not go.
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "solver/places.hpp"
#include "solver/projection/bodies.hpp"

namespace eddy::projection {

std::vector<Pose> Bodies::poses_at(double t) const {
  std::vector<Pose> poses;
  for (const Solid& s : *solids_) poses.push_back(s.motion.at(t));
  return poses;
}

void Bodies::move_to(const std::vector<Pose>& poses) {
  faults_.clear();
  poses_ = poses;
  fill();
  before_ = std::move(sharp_);
  sharp_ = std::make_shared<const Sharp>(options_, model_, solids_, poses_, threads_);
}

void Bodies::take_place(Bodies&& of) {
  poses_ = std::move(of.poses_);
  window_ = of.window_;
  body_ = std::move(of.body_);
  sharp_ = std::move(of.sharp_);
  before_ = std::move(of.before_);
}

void Bodies::use_threads(int n) { threads_ = n > 0 ? n : omp_get_max_threads(); }

bool Bodies::predictable() const {
  bool functions = false;
  for (const Body& b : options_.body)
    for (const auto* formulas : {&b.motion.centre, &b.motion.velocity, &b.motion.rotation})
      for (const Formula& f : *formulas) functions = functions || f.function();
  return moving() && !functions && !sharp_->has_formulas();
}

Box Bodies::changed_by(const std::vector<Pose>& poses) const {
  return around_moving(poses_).hull(around_moving(poses));
}

// The cells that bodies which move may cut at a time, and those beside them that depend on it.
Box Bodies::around_moving(const std::vector<Pose>& poses) const {
  constexpr int beside = 3;
  Box box{{1 << 30, 1 << 30, 1 << 30}, {-1, -1, -1}};
  for (std::size_t n = 0; n < poses.size(); ++n) {
    if (!poses[n].moves) continue;
    const Reach r = reach(grid_, placed_bounds((*solids_)[n], poses[n], grid_.dimensions));
    for (int a = 0; a < 3; ++a) box.set(a, std::min(box.lo[a], r.lo[a]), std::max(box.hi[a], r.hi[a]));
  }
  return box.grown(beside, grid_.dimensions).common(model_.cells());
}

double Bodies::velocity(int axis, const Place& node) const {
  if (!moving()) return 0;
  Coordinates x{};
  for (int a = 0; a < grid_.dimensions; ++a) x[a] = grid_.nodes[a][std::clamp(node[a], 0, grid_.cells(a))];
  const Pose& pose = sharp_->pose(sharp_->nearest(x));
  return pose.moves ? pose.velocity_at(x)[axis] : 0;
}

// A body leaves the domain if a node of a side is inside it.
std::string Bodies::leaving(int body, const Pose& pose) const {
  const Solid& solid = (*solids_)[body - 1];
  const ShapeBounds b = placed_bounds(solid, pose, grid_.dimensions);
  for (int side = 0; side < 2 * grid_.dimensions; ++side) {
    const int axis = side / 2;
    const bool upper = side % 2;
    if (std::isinf(upper ? b.upper[axis] : b.lower[axis])) continue;  // it is unbounded there
    if (upper ? b.upper[axis] < grid_.upper(axis) : b.lower[axis] > grid_.lower(axis)) continue;
    Box nodes{{0, 0, 0}, {1, 1, 1}};
    for (int a = 0; a < grid_.dimensions; ++a) nodes.set(a, 0, grid_.cells(a) + 1);
    nodes.set(axis, upper ? grid_.cells(axis) : 0, upper ? grid_.cells(axis) + 1 : 1);
    bool out = upper ? b.lower[axis] > grid_.upper(axis) : b.upper[axis] < grid_.lower(axis);
    each(nodes, [&](const Place& n) {
      Coordinates x{};
      for (int a = 0; a < grid_.dimensions; ++a) x[a] = grid_.nodes[a][n[a]];
      out = out || solid.distance(pose.drawn(x)) <= 0;
    });
    if (out) return name(body) + " leaves the domain through the " + side_names[side] + " side";
  }
  return "";
}

// A point that is inside both bodies, among points half a cell apart.
std::optional<Coordinates> Bodies::in_both(int body, int other, const std::vector<Pose>& poses) const {
  const auto cells = [&](int n) {
    const Reach r = reach(grid_, placed_bounds((*solids_)[n - 1], poses[n - 1], grid_.dimensions));
    return Box{r.lo, r.hi};
  };
  const double touch = -1e-3 * narrowest_cell(grid_);
  const auto in = [&](int n, const Coordinates& x) {
    const Pose& p = poses[n - 1];
    return (*solids_)[n - 1].distance(p.moves ? p.drawn(x) : x) < touch;
  };
  std::optional<Coordinates> found;
  const Box both = cells(body).common(cells(other));
  each(both, [&](const Place& c) {
    for (int n = 0; n < (grid_.dimensions == 3 ? 27 : 9) && !found; ++n) {
      const std::array<int, 3> halves{n % 3, n / 3 % 3, n / 9};
      Coordinates x{};
      for (int a = 0; a < grid_.dimensions; ++a)
        x[a] = grid_.nodes[a][c[a]] + 0.5 * halves[a] * (grid_.nodes[a][c[a] + 1] - grid_.nodes[a][c[a]]);
      if (in(body, x) && in(other, x)) found = x;
    }
  });
  return found;
}

std::string Bodies::meeting(int body, int other, const std::vector<Pose>& poses) const {
  return in_both(body, other, poses) ? name(body) + " runs into " + name(other) : "";
}

std::string Bodies::fault_at(double t) const {
  if (known_fault_ && known_fault_->first == t) return known_fault_->second;
  const std::vector<Pose> poses = poses_at(t);
  const int count = static_cast<int>(poses.size());
  std::string fault;
  for (int n = 1; n <= count && fault.empty(); ++n) {
    if (!poses[n - 1].moves) continue;
    fault = leaving(n, poses[n - 1]);
    for (int m = 1; m <= count && fault.empty(); ++m)
      if (m != n) fault = meeting(n, m, poses);
  }
  if (!fault.empty()) fault += " at t = " + number_text(t) + " s. Change its motion, or end the run before.";
  known_fault_.emplace(t, fault);
  return fault;
}

void Bodies::check_motion(const Case& c, Problems& problems) const {
  constexpr int samples = 200;
  if (!moving()) return;
  const double end = c.run.end_time.value_or(0);
  for (int n = 0; n <= (end > 0 ? samples : 0); ++n)
    if (const std::string fault = fault_at(end * n / samples); !fault.empty()) return problems.at("body", fault);
}

}  // namespace eddy::projection
