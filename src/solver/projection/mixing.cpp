#include "solver/projection/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/places.hpp"
#include "solver/wall_distance.hpp"

namespace eddy::projection {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double karman = 0.41, driest = 26;
}  // namespace

MixingLength::MixingLength(const Model& model, const Bodies& bodies, const ProjectionOptions& options)
    : grid_(model.grid()), model_(model), bodies_(bodies), options_(options) {
  for (int side = 0; side < 2 * grid_.dimensions; ++side) walls_[side] = model.walls(side);
  if (!bodies.any()) return;
  std::array<bool, 3> periodic{};
  for (int a = 0; a < grid_.dimensions; ++a) periodic[a] = model.periodic(a);
  from_bodies_ = squared_distances(grid_, periodic, [&](const Place& c) { return bodies.of(c) != 0; });
}

std::size_t MixingLength::place(const Place& c) const { return place_in(model_.cells(), c); }

bool MixingLength::wall(int side, std::array<int, 3> c) const {
  const Box b = model_.side_box(side);
  c[side / 2] = b.lo[side / 2];
  return walls_[side][place_in(b, c)] > 0;
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
