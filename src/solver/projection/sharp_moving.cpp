// What a surface that moves adds: the volume that bodies carry along, and values of cells that they leave.
#include <algorithm>
#include <cmath>

#include "field/field.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

// A rigid body carries its own volume along: what goes through the part of a face that it takes. With it what comes into
// a cell is what goes out, whatever the body takes or leaves of it.
double Sharp::solid_flow(int axis, const Place& face, const Opening& o) const {
  const Coordinates x = place_of(axis, face);
  const Pose& p = pose(nearest(x));
  return p.moves ? p.velocity_at(x)[axis] - o.part * p.velocity_at(o.middle)[axis] : 0;
}

bool Sharp::shut(const Place& cell) const {
  const Coordinates h = widths(cell);
  const double d = distance_at(-1, cell), size = std::hypot(h[0], h[1], d_ == 3 ? h[2] : 0);
  if (std::abs(d) > size) return d < 0;
  for (int a = 0; a < d_; ++a)
    if (opening(a, cell).part > 0 || opening(a, moved(cell, a, 1)).part > 0) return false;
  return true;
}

std::vector<Row> Sharp::opened(const Sharp& before) const {
  std::vector<Row> all;
  each(before.window_, [&](const Place& c) {
    if (!before.shut(c) || shut(c)) return;
    const Coordinates x = place_of(-1, c);
    const Box here{c, {c[0] + 1, c[1] + 1, c[2] + 1}};
    const std::size_t most = static_cast<std::size_t>(row_data(d_));
    std::vector<std::pair<double, Place>> known;
    each(here.grown(2, d_).common(model_.cells()), [&](const Place& p) {
      if (before.shut(p)) return;
      const Coordinates y = place_of(-1, p), h = widths(c);
      double square = 0;
      for (int a = 0; a < d_; ++a) square += std::pow((y[a] - x[a]) / h[a], 2);
      known.emplace_back(square, p);
    });
    std::stable_sort(known.begin(), known.end(), [](const auto& p, const auto& q) { return p.first < q.first; });
    known.resize(std::min(known.size(), most));
    Fit plane(d_, 1, x, widths(c), false), level(d_, 0, x, widths(c), false);
    Row r{c};
    for (const auto& [square, p] : known) {
      r.from.push_back(p);
      plane.add_value(place_of(-1, p));
      level.add_value(place_of(-1, p));
    }
    r.weight = plane.value(x);
    if (r.weight.empty()) r.weight = level.value(x);
    if (r.weight.empty()) r.from.clear();
    all.push_back(std::move(r));
  });
  return all;
}

}  // namespace eddy::projection
