// Terms of moving surfaces: the volume that bodies carry along, and values for cells that they leave.
#include <algorithm>
#include <cmath>

#include "field/field.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

// A rigid body carries its own volume through its part of a face. With this flow the volume of each cell is balanced,
// whatever part of it the body takes or leaves.
double Sharp::solid_flow(int axis, const Place& face, const Opening& o) const {
  const Coordinates x = place_of(axis, face);
  const Pose& p = pose(nearest(x));
  return p.moves ? p.velocity_at(x)[axis] - o.part * p.velocity_at(o.middle)[axis] : 0;
}

// A vector potential of the fluid next to a surface that slides along itself, one component: A = d (U × n), with the
// distance d and U and n of the surface. ∇ × A is U there.
double Sharp::sliding_potential(int axis, const Coordinates& x) const {
  const double d = distance(x);
  const int body = nearest(x), next = (axis + 1) % 3, last = (axis + 2) % 3;
  if (d <= 0 || options_.body[body - 1].velocity.empty()) return 0;
  const Coordinates foot = on_wall(x), out = normal(foot);
  const auto u = [&](int a) { return a < d_ ? wall_value(a, foot) : 0; };
  return d * (u(next) * out[last] - u(last) * out[next]);
}

// A cell without a computed face is closed, however much of the fluid next to a sliding surface goes through it. That has
// to come in and go out all the same: as the potential goes around the face, so that no cell keeps anything of it.
double Sharp::sliding_flow(int axis, const Place& face) const {
  const Coordinates h = widths(face), middle = place_of(axis, face);
  if (distance_to(axis, face) < -std::hypot(h[0], h[1], d_ == 3 ? h[2] : 0)) return 0;
  const auto slope = [&](int of, int along) {
    Coordinates low = middle, high = middle;
    low[along] = grid_.nodes[along][face[along]];
    high[along] = grid_.nodes[along][face[along] + 1];
    return (sliding_potential(of, high) - sliding_potential(of, low)) / h[along];
  };
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  return (next < d_ ? slope(last, next) : 0) - (last < d_ ? slope(next, last) : 0);
}

bool Sharp::shut(const Place& cell) const {
  const double d = distance_to(-1, cell);
  if (std::abs(d) > 2 * widest_) return d < 0;
  const Coordinates h = widths(cell);
  if (std::abs(d) > std::hypot(h[0], h[1], d_ == 3 ? h[2] : 0)) return d < 0;
  for (int a = 0; a < d_; ++a)
    if (opening(a, cell).part > 0 || opening(a, moved(cell, a, 1)).part > 0) return false;
  return true;
}

std::vector<Row> Sharp::opened(const Sharp& before) const {
  std::vector<Row> all;
  each(before.window_, [&](const Place& c) {
    if (!before.shut(c) || shut(c)) return;
    const Coordinates x = place_of(-1, c);
    const Axes& axes = before.axes_at(x);
    Box around{c, {c[0] + 1, c[1] + 1, c[2] + 1}};
    for (int a : axes) around.grow(a, 2);
    const std::size_t most = static_cast<std::size_t>(row_data(axes.count));
    std::vector<std::pair<double, Place>> known;
    each(around.common(model_.cells()), [&](const Place& p) {
      if (before.shut(p)) return;
      const Coordinates y = place_of(-1, p), h = widths(c);
      double square = 0;
      for (int a = 0; a < d_; ++a) square += std::pow((y[a] - x[a]) / h[a], 2);
      known.emplace_back(square, p);
    });
    std::stable_sort(known.begin(), known.end(), [](const auto& p, const auto& q) { return p.first < q.first; });
    known.resize(std::min(known.size(), most));
    Fit plane(axes, 1, x, widths(c), false), level(axes, 0, x, widths(c), false);
    Row r{c};
    for (const auto& [square, p] : known) {
      r.from.push_back(p);
      plane.add_value(place_of(-1, p));
      level.add_value(place_of(-1, p));
    }
    Fit::Weights w = plane.value(x);
    if (w.empty()) w = level.value(x);
    r.weight.assign(w.begin(), w.end());
    if (w.empty()) r.from.clear();
    all.push_back(std::move(r));
  });
  return all;
}

// The fluid part of the volume around a face, and the middle of this part.
Opening Sharp::open_volume(int axis, const Place& face) const {
  constexpr int lines = 8;
  const int along = axes_at(place_of(axis, face)).of[0], first = along == 0 ? 1 : 0, second = along == 2 ? 1 : 2;
  Coordinates low{}, high{}, sum{};
  Opening o{0, place_of(axis, face)};
  double square = 0;
  for (int a = 0; a < d_; ++a) {
    low[a] = a == axis ? grid_.centre(a, face[a] - 1) : grid_.nodes[a][face[a]];
    high[a] = a == axis ? grid_.centre(a, face[a]) : grid_.nodes[a][face[a] + 1];
    square += (high[a] - low[a]) * (high[a] - low[a]);
  }
  const double d = distance(o.middle);
  if (std::abs(d) > std::sqrt(square)) return {d > 0 ? 1.0 : 0.0, o.middle};
  const int count = d_ == 3 ? lines * lines : lines;
  for (int n = 0; n < count; ++n) {
    Coordinates x = o.middle;
    x[first] = low[first] + (high[first] - low[first]) * (n % lines + 0.5) / lines;
    if (d_ == 3) x[second] = low[second] + (high[second] - low[second]) * (n / lines + 0.5) / lines;
    double middle = 0;
    const double part = part_of_line(x, along, low[along], high[along], middle);
    o.part += part / count;
    sum[along] += middle / count;
    for (int a = 0; a < d_; ++a)
      if (a != along) sum[a] += part * x[a] / count;
  }
  for (int a = 0; a < d_ && o.part > 0; ++a) o.middle[a] = sum[a] / o.part;
  return o;
}

PullWeights Sharp::momentum(int axis, const Box& volumes, const Box& box) const {
  const Box faces = face_box(box, axis);
  PullWeights all;
  all.velocity[axis].assign(std::size_t(faces.cells()), 0.0);
  each(volumes, [&](const Place& f) {
    const Opening o = open_volume(axis, f);
    if (o.part == 0) return;
    const Row r = o.part == 1 ? Row{f, {f}, {1.0}} : row(axis, f, o.middle);
    double volume = o.part * model_.distance(axis, f[axis]);
    for (int b = 0; b < d_; ++b)
      if (b != axis) volume *= model_.width(b, f[b]);
    for (std::size_t n = 0; n < r.from.size(); ++n)
      all.velocity[axis][place_in(faces, r.from[n])] += volume * r.weight[n];
    all.constant += volume * r.constant;
    all.volume += volume;
  });
  return all;
}

}  // namespace eddy::projection
