#include "solver/projection/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/places.hpp"

namespace eddy::projection {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double karman = 0.41, driest = 26;
}  // namespace

MixingLength::MixingLength(const Model& model, const Bodies& bodies, const ProjectionOptions& options)
    : grid_(model.grid()), model_(model), bodies_(bodies), options_(options) {
  for (int side = 0; side < 2 * grid_.dimensions; ++side) walls_[side] = model.walls(side);
  if (!bodies.any()) return;
  from_bodies_.resize(static_cast<std::size_t>(grid_.cell_count()));
  each(model.cells(), [&](const Place& c) { from_bodies_[place(c)] = bodies.of(c) ? 0 : infinity; });
  for (int a = 0; a < grid_.dimensions; ++a) spread(a);
}

std::size_t MixingLength::place(const Place& c) const { return place_in(model_.cells(), c); }

bool MixingLength::wall(int side, std::array<int, 3> c) const {
  const Box b = model_.side_box(side);
  c[side / 2] = b.lo[side / 2];
  return walls_[side][place_in(b, c)] > 0;
}

// One line at a time: the least of (what is known at another cell)² + (gap from this centre to that cell)², looked for
// outwards until the gap alone is larger.
void MixingLength::spread(int axis) {
  const auto& x = grid_.nodes[axis];
  const int n = grid_.cells(axis);
  const double period = model_.periodic(axis) ? x.back() - x.front() : infinity;
  std::vector<double> line(n);
  const auto count = grid_.cells();
  std::array<int, 3> c{};
  const int first = (axis + 1) % 3, second = (axis + 2) % 3;
  for (c[second] = 0; c[second] < count[second]; ++c[second])
    for (c[first] = 0; c[first] < count[first]; ++c[first]) {
      for (c[axis] = 0; c[axis] < n; ++c[axis]) line[c[axis]] = from_bodies_[place(c)];
      for (int i = 0; i < n; ++i) {
        double best = line[i];
        const double here = grid_.centre(axis, i);
        for (const int way : {-1, 1})
          for (int m = 1; m < n; ++m) {
            const int j = i + way * m, at = (j % n + n) % n;
            if (j != at && period == infinity) break;
            const double turn = j < 0 ? -period : j >= n ? period : 0;
            const double gap = way < 0 ? here - (x[at + 1] + turn) : x[at] + turn - here;
            if (gap * gap >= best) break;
            best = std::min(best, line[at] + gap * gap);
          }
        c[axis] = i;
        from_bodies_[place(c)] = best;
      }
    }
}

double MixingLength::distance(const std::array<int, 3>& c) const {
  double d = from_bodies_.empty() ? infinity : std::sqrt(from_bodies_[place(c)]);
  for (int side = 0; side < 2 * grid_.dimensions; ++side) {
    const int a = side / 2;
    const double x = grid_.centre(a, c[a]);
    if (wall(side, c)) d = std::min(d, side % 2 ? grid_.upper(a) - x : x - grid_.lower(a));
  }
  return d;
}

double MixingLength::squared(std::array<int, 3> c) const {
  const TurbulenceOptions& o = options_.turbulence;
  for (int a = 0; a < grid_.dimensions; ++a) {
    const int n = grid_.cells(a);
    if (model_.periodic(a)) c[a] = (c[a] + n) % n;
    if (c[a] >= 0 && c[a] < n) continue;
    std::array<int, 3> next = c;
    for (int b = 0; b < grid_.dimensions; ++b) next[b] = std::clamp(c[b], 0, grid_.cells(b) - 1);
    if (wall(2 * a + (c[a] >= n), next)) return -1;
  }
  for (int a = 0; a < grid_.dimensions; ++a) c[a] = std::clamp(c[a], 0, grid_.cells(a) - 1);
  if (bodies_.any() && bodies_.of(c)) return -1;
  double volume = 1;
  for (int a = 0; a < grid_.dimensions; ++a) volume *= model_.width(a, c[a]);
  double length = o.constant * std::pow(volume, 1.0 / grid_.dimensions);
  if (o.wall == WallDamping::mixing_length) length = std::min(length, karman * distance(c));
  if (o.wall == WallDamping::van_driest)
    length *= 1 - std::exp(-distance(c) * *o.friction_velocity / (driest * options_.fluid.kinematic()));
  return length * length;
}

}  // namespace eddy::projection
