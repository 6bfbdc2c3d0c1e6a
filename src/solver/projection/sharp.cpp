#include "solver/projection/sharp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "field/field.hpp"
#include "mesh/shape.hpp"

namespace eddy::projection {

namespace {

constexpr int data_reach = 2;          // cells from a face to the values that it is made of
constexpr double closed_below = 1e-3;  // an open part that is smaller is none
constexpr double most_weight = 8;      // of all values of a row: parabolas that reach too far swing

}  // namespace

Sharp::Sharp(const ProjectionOptions& options, const Model& model, std::shared_ptr<const Solids> solids, double t)
    : options_(options), model_(model), grid_(model.grid()), d_(grid_.dimensions), solids_(std::move(solids)) {
  cell_ = narrowest_cell(grid_);
  least_distance_ = 1e-3 * cell_;
  window_ = {{1 << 30, 1 << 30, 1 << 30}, {-1, -1, -1}};
  for (const Solid& s : *solids_) {
    poses_.push_back(s.motion.at(t));
    const Reach r = reach(grid_, placed_bounds(s, poses_.back(), d_));
    for (int a = 0; a < 3; ++a) window_.set(a, std::min(window_.lo[a], r.lo[a]), std::max(window_.hi[a], r.hi[a]));
  }
  window_ = window_.grown(2, d_).common(model.cells());
}

double Sharp::distance(const Coordinates& x) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t n = 0; n < poses_.size(); ++n) least = std::min(least, distance_of(n, x));
  return least;
}
int Sharp::nearest(const Coordinates& x) const {
  std::size_t best = 0;
  for (std::size_t n = 1; n < poses_.size(); ++n)
    if (distance_of(n, x) < distance_of(best, x)) best = n;
  return static_cast<int>(best) + 1;
}

Coordinates Sharp::place_of(int axis, const Place& p) const {
  Coordinates x{};
  for (int a = 0; a < d_; ++a) x[a] = a == axis ? grid_.nodes[a][p[a]] : grid_.centre(a, p[a]);
  return x;
}
double Sharp::distance_at(int axis, const Place& p) const { return distance(place_of(axis, p)); }

Coordinates Sharp::widths(const Place& cell) const {
  Coordinates h{1, 1, 1};
  for (int a = 0; a < d_; ++a) h[a] = model_.width(a, std::clamp(cell[a], 0, grid_.cells(a) - 1));
  return h;
}
Box Sharp::domain(int axis) const { return axis < 0 ? model_.cells() : model_.faces(axis); }

Coordinates Sharp::normal(const Coordinates& x) const {
  const double step = 1e-4 * cell_;
  Coordinates n{};
  double square = 0;
  for (int a = 0; a < d_; ++a) {
    Coordinates low = x, high = x;
    low[a] -= step;
    high[a] += step;
    n[a] = distance(high) - distance(low);
    square += n[a] * n[a];
  }
  const double scale = square > 0 ? 1 / std::sqrt(square) : 0;
  for (double& v : n) v *= scale;
  return n;
}
Coordinates Sharp::on_wall(Coordinates x) const {
  for (int n = 0; n < 2; ++n) {  // once would do on a plane
    const double d = distance(x);
    const Coordinates out = normal(x);
    for (int a = 0; a < d_; ++a) x[a] -= d * out[a];
  }
  return x;
}

double Sharp::deepest(int body) const {
  double most = 0;
  each(window_, [&](const Place& c) { most = std::max(most, -distance_of(std::size_t(body) - 1, place_of(-1, c))); });
  return most / cell_;
}

// The pressure of a cell without computed faces would act on nothing: such a sliver is closed.
bool Sharp::orphan(const Place& cell) const {
  for (int a = 0; a < d_; ++a)
    if (cell[a] < 0 || cell[a] >= grid_.cells(a)) return false;
  for (int a = 0; a < d_; ++a)
    if (fluid(a, cell) || fluid(a, moved(cell, a, 1))) return false;
  return true;
}
Opening Sharp::opening(int axis, const Place& face) const {
  const Opening o = whole_opening(axis, face);
  if (o.part == 0 || o.part == 1 || !(orphan(face) || orphan(moved(face, axis, -1)))) return o;
  return {0, o.middle};
}
Opening Sharp::whole_opening(int axis, const Place& face) const {
  constexpr int lines = 8;
  Opening o{0, place_of(axis, face)};
  const int along = axis == 0 ? 1 : 0, across = d_ == 2 ? -1 : axis == 2 ? 1 : 2;
  const Coordinates h = widths(face);
  const double centre = distance(o.middle), size = 0.51 * std::hypot(h[along], across < 0 ? 0 : h[across]);
  if (std::abs(centre) > size) return {centre > 0 ? 1.0 : 0.0, o.middle};
  Coordinates sum{}, x = o.middle;
  const int count = across < 0 ? 1 : lines;
  for (int n = 0; n < count; ++n) {
    if (across >= 0) x[across] = grid_.nodes[across][face[across]] + h[across] * (n + 0.5) / lines;
    double middle = 0;
    const double part =
        part_of_line(x, along, grid_.nodes[along][face[along]], grid_.nodes[along][face[along] + 1], middle);
    o.part += part / count;
    sum[along] += middle / count;
    if (across >= 0) sum[across] += part * x[across] / count;
  }
  if (o.part < closed_below) return {0, o.middle};
  if (o.part > 1 - closed_below)
    o.part = 1;
  else
    for (int a : {along, across})
      if (a >= 0) o.middle[a] = sum[a] / o.part;
  return o;
}

std::vector<double> Sharp::apertures(int axis) const {
  std::vector<double> all;
  const Box near = face_box(window_, axis);
  each(model_.faces(axis), [&](const Place& f) {
    const bool far = f[0] < near.lo[0] || f[1] < near.lo[1] || f[2] < near.lo[2] || f[0] >= near.hi[0] ||
                     f[1] >= near.hi[1] || f[2] >= near.hi[2];
    all.push_back(far ? 1 : opening(axis, f).part);
  });
  return all;
}

double Sharp::fraction(const Place& cell) const {
  constexpr int lines = 8;
  const Coordinates centre = place_of(-1, cell), h = widths(cell);
  const double d = distance(centre);
  if (std::abs(d) > 0.51 * std::sqrt(h[0] * h[0] + h[1] * h[1] + (d_ == 3 ? h[2] * h[2] : 0))) return d > 0 ? 1 : 0;
  const int planes = d_ == 3 ? lines : 1;
  double sum = 0, middle = 0;
  for (int k = 0; k < planes; ++k)
    for (int j = 0; j < lines; ++j) {
      Coordinates x = centre;
      x[1] += h[1] * ((j + 0.5) / lines - 0.5);
      if (d_ == 3) x[2] += h[2] * ((k + 0.5) / lines - 0.5);
      sum += part_of_line(x, 0, grid_.nodes[0][cell[0]], grid_.nodes[0][cell[0] + 1], middle);
    }
  return sum / (lines * planes);
}

double Sharp::wall_value(int axis, const Coordinates& x) const {
  const int body = nearest(x);
  const Body& b = options_.body[body - 1];
  if (axis >= 0 && pose(body).moves) return pose(body).velocity_at(x)[axis];
  if (axis >= 0) return b.velocity.empty() ? 0 : evaluate(b.velocity[axis], "body." + b.name + ".velocity", x, 0);
  return evaluate(*b.temperature, "body." + b.name + ".temperature", pose(body).drawn(x), 0);
}
bool Sharp::gives_value(int axis, const Coordinates& x) const {
  return axis >= 0 || options_.body[nearest(x) - 1].temperature.has_value();
}
double Sharp::wall_slope(const Coordinates& x) const {
  const int body = nearest(x);
  const Body& b = options_.body[body - 1];
  return b.flux ? -evaluate(*b.flux, "body." + b.name + ".flux", pose(body).drawn(x), 0) / options_.diffusivity() : 0;
}

bool Sharp::all_faces_fluid(const Place& cell) const {
  bool all = true;
  for (int a = 0; a < d_; ++a) all = all && fluid(a, cell) && fluid(a, moved(cell, a, 1));
  return all;
}

// Computed values of a component (−1: of what stands in the cells) around a place, nearest to the foot first, and the
// points of the wall below them. Only what the wall at the foot faces: not what lies behind a thin body.
Sharp::Data Sharp::data_near(int axis, const Place& near, const Coordinates& foot, bool walls) const {
  std::size_t most = static_cast<std::size_t>(row_data(d_));
  const bool pressure = axis < 0 && !walls;  // that of cells which are cut is as rough as the cut
  const Box here{near, {near[0] + 1, near[1] + 1, near[2] + 1}};
  const Box box = here.grown(data_reach + (pressure ? 1 : 0), d_).common(domain(axis));
  const Coordinates out = normal(foot), h = widths(near);
  std::vector<std::pair<double, Place>> all;
  each(box, [&](const Place& p) {
    const Coordinates x = place_of(axis, p);
    if (distance(x) <= least_distance_ || (pressure && !all_faces_fluid(p))) return;
    Coordinates r{};
    double square = 0;
    for (int a = 0; a < d_; ++a) {
      r[a] = x[a] - foot[a];
      square += r[a] * r[a] / (h[a] * h[a]);
    }
    if (scalar_product(r, out) > 0) all.emplace_back(square, p);
  });
  std::stable_sort(all.begin(), all.end(), [](const auto& p, const auto& q) { return p.first < q.first * (1 - 1e-9); });
  if (all.size() > most) {  // those that are equally far go together, so that mirrored bodies have mirrored rows
    while (most > 4 && all[most].first < all[most - 1].first * (1 + 1e-6)) --most;
    all.resize(most);
  }
  Data data;
  for (const auto& [square, p] : all) {
    data.places.push_back(p);
    if (walls) data.walls.push_back(on_wall(place_of(axis, p)));
  }
  return data;
}

// `wall`: the value at the foot is known, and those of the wall, if there are any; else their slopes.
Fit Sharp::fit(int axis, const Data& data, int degree, const Coordinates& foot, const Place& cell, bool wall) const {
  Fit f(d_, degree, foot, widths(cell), wall);
  for (const Place& p : data.places) f.add_value(place_of(axis, p));
  for (const Coordinates& x : data.walls)
    if (wall)
      f.add_value(x);
    else
      f.add_slope(x, normal(x));
  return f;
}

// The value of a component (−1: of the temperature) at a target, whose face or cell is `at`.
Row Sharp::row(int axis, const Place& at, const Coordinates& target) const {
  Row r{at};
  const Coordinates foot = on_wall(target);
  const bool known = gives_value(axis, foot);
  const Data data = data_near(axis, at, foot, true);
  const bool deep = -distance(target) > 1.2 * cell_;  // a parabola would go too far
  const std::ptrdiff_t first = known ? 1 : 0, places = std::ssize(data.places);
  std::vector<double> w;
  for (int degree = deep ? 1 : 2; degree > 0 && w.empty() && places >= d_; --degree) {
    w = fit(axis, data, degree, foot, at, known).value(target);
    double size = 0;
    for (std::ptrdiff_t n = 0; n < places && !w.empty(); ++n) size += std::abs(w[std::size_t(first + n)]);
    if (degree > 1 && size > most_weight) w.clear();
  }
  if (w.empty()) {
    r.constant = known ? wall_value(axis, foot) : 0;
    return r;
  }
  r.from = data.places;
  r.weight.assign(w.begin() + first, w.begin() + first + places);
  r.constant = known ? w[0] * wall_value(axis, foot) : 0;
  for (std::size_t n = 0; n < data.walls.size(); ++n)
    r.constant +=
        w[std::size_t(first + places) + n] * (known ? wall_value(axis, data.walls[n]) : wall_slope(data.walls[n]));
  return r;
}

std::vector<Row> Sharp::inside_cells() const {
  std::vector<Row> all;
  each(window_, [&](const Place& c) {
    const Coordinates x = place_of(-1, c);
    const double d = distance(x);
    if (d > least_distance_ || options_.body[nearest(x) - 1].conductivity) return;
    if (-d > 2.5 * cell_)
      all.push_back({c, {}, {}, gives_value(-1, x) ? wall_value(-1, x) : options_.heat->reference});
    else
      all.push_back(row(-1, c, x));
  });
  return all;
}

std::vector<Row> Sharp::inside(int axis) const {
  std::vector<Row> all;
  each(face_box(window_, axis), [&](const Place& f) {
    const Coordinates x = place_of(axis, f);
    const double d = distance(x);
    if (d > least_distance_) return;
    if (-d > 2.5 * cell_)
      all.push_back({f});
    else
      all.push_back(row(axis, f, x));
  });
  return all;
}

std::vector<Row> Sharp::through(int axis) const {
  std::vector<Row> all;
  each(face_box(window_, axis), [&](const Place& f) {
    const Opening o = opening(axis, f);
    if (o.part == 1) return;
    Row r{f};
    if (o.part > 0) r = row(axis, f, o.middle);
    for (double& w : r.weight) w *= o.part;
    r.constant = r.constant * o.part + solid_flow(axis, f, o);
    all.push_back(std::move(r));
  });
  return all;
}

}  // namespace eddy::projection
