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
constexpr double most_weight = 4;      // of all values of a row: parabolas that reach too far swing

double scalar_product(const Coordinates& a, const Coordinates& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

}  // namespace

Sharp::Sharp(const ProjectionOptions& options, const Model& model)
    : options_(options), model_(model), grid_(model.grid()), d_(grid_.dimensions) {
  cell_ = narrowest_cell(grid_);
  least_distance_ = 1e-3 * cell_;
  window_ = {{1 << 30, 1 << 30, 1 << 30}, {-1, -1, -1}};
  for (const Body& b : options.body) {
    bodies_.emplace_back(b.shape, d_);
    const Reach r = reach(grid_, b.shape);
    for (int a = 0; a < 3; ++a) window_.set(a, std::min(window_.lo[a], r.lo[a]), std::max(window_.hi[a], r.hi[a]));
  }
  window_ = window_.grown(2, d_).common(model.cells());
}

double Sharp::distance(const Coordinates& x) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Distance& b : bodies_) least = std::min(least, b(x));
  return least;
}
int Sharp::nearest(const Coordinates& x) const {
  int best = 0;
  for (int n = 1; n < static_cast<int>(bodies_.size()); ++n)
    if (bodies_[n](x) < bodies_[best](x)) best = n;
  return best + 1;
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
  each(window_, [&](const Place& c) { most = std::max(most, -bodies_[body - 1](place_of(-1, c))); });
  return most / cell_;
}

// The open part of a line along an axis, and the mean of its coordinate there, times the part.
double Sharp::part_of_line(Coordinates x, int axis, double from, double to, double& middle) const {
  constexpr int pieces = 4;
  double open = 0;
  middle = 0;
  const auto at = [&](double s) {
    x[axis] = s;
    return distance(x);
  };
  for (int n = 0; n < pieces; ++n) {
    double low = from + (to - from) * n / pieces, high = from + (to - from) * (n + 1) / pieces;
    const double first = at(low), last = at(high);
    if (first <= 0 && last <= 0) continue;
    if (first <= 0 || last <= 0) {
      double a = low, b = high, fa = first, fb = last, s = low;
      for (int step = 0; step < 6; ++step) {  // regula falsi: a distance is nearly linear
        s = a + (b - a) * fa / (fa - fb);
        const double f = at(s);
        ((f > 0) == (fa > 0) ? a : b) = s;
        ((f > 0) == (fa > 0) ? fa : fb) = f;
        if (f == 0) break;
      }
      (first <= 0 ? low : high) = s;
    }
    open += high - low;
    middle += 0.5 * (high + low) * (high - low);
  }
  middle /= to - from;
  return open / (to - from);
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
    const double part = part_of_line(x, along, grid_.nodes[along][face[along]], grid_.nodes[along][face[along] + 1],
                                     middle);
    o.part += part / count;
    sum[along] += middle / count;
    if (across >= 0) sum[across] += part * x[across] / count;
  }
  if (o.part < closed_below) return {0, o.middle};
  if (o.part > 1 - closed_below) o.part = 1;
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
  const Body& b = options_.body[nearest(x) - 1];
  if (axis >= 0) return b.velocity.empty() ? 0 : evaluate(b.velocity[axis], "body." + b.name + ".velocity", x, 0);
  return evaluate(*b.temperature, "body." + b.name + ".temperature", x, 0);
}
bool Sharp::gives_value(int axis, const Coordinates& x) const {
  return axis >= 0 || options_.body[nearest(x) - 1].temperature.has_value();
}
double Sharp::wall_slope(const Coordinates& x) const {
  const Body& b = options_.body[nearest(x) - 1];
  return b.flux ? -evaluate(*b.flux, "body." + b.name + ".flux", x, 0) / options_.diffusivity() : 0;
}

// Computed values of a component (−1: of what stands in the cells) around a place, nearest to the foot first, and the
// points of the wall below them. Only what the wall at the foot faces: not what lies behind a thin body.
Sharp::Data Sharp::data_near(int axis, const Place& near, const Coordinates& foot, bool walls) const {
  std::size_t most = static_cast<std::size_t>(row_data(d_));
  const Box box = Box{near, {near[0] + 1, near[1] + 1, near[2] + 1}}.grown(data_reach, d_).common(domain(axis));
  const Coordinates out = normal(foot), h = widths(near);
  std::vector<std::pair<double, Place>> all;
  each(box, [&](const Place& p) {
    const Coordinates x = place_of(axis, p);
    if (distance(x) <= least_distance_) return;
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
    r.constant += w[std::size_t(first + places) + n] *
                  (known ? wall_value(axis, data.walls[n]) : wall_slope(data.walls[n]));
  return r;
}

std::vector<Row> Sharp::inside_cells() const {
  std::vector<Row> all;
  each(window_, [&](const Place& c) {
    const Coordinates x = place_of(-1, c);
    const double d = distance(x);
    if (d > least_distance_) return;
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
    r.constant *= o.part;
    all.push_back(std::move(r));
  });
  return all;
}

std::vector<WallPiece> Sharp::wall() const {
  std::vector<WallPiece> all;
  each(window_, [&](const Place& c) {
    const Coordinates centre = place_of(-1, c), h = widths(c);
    const double size = std::sqrt(scalar_product(h, h));
    if (std::abs(distance(centre)) > size) return;
    WallPiece w{c, 0, centre};
    double square = 0;
    for (int a = 0; a < d_; ++a) {
      double area = 1;
      for (int b = 0; b < d_; ++b)
        if (b != a) area *= h[b];
      w.area[a] = area * (opening(a, c).part - opening(a, moved(c, a, 1)).part);
      square += w.area[a] * w.area[a];
    }
    if (square == 0) return;
    Coordinates sum{};
    int crossings = 0;
    for (int a = 0; a < d_; ++a)  // edges along each axis
      for (int n = 0; n < 1 << (d_ - 1); ++n) {
        Coordinates low{};
        int bit = 0;
        for (int b = 0; b < d_; ++b) low[b] = grid_.nodes[b][c[b] + (b != a && (n >> bit++ & 1) ? 1 : 0)];
        Coordinates high = low;
        high[a] = grid_.nodes[a][c[a] + 1];
        const double first = distance(low), last = distance(high);
        if ((first > 0) == (last > 0)) continue;
        low[a] += (high[a] - low[a]) * first / (first - last);
        for (int b = 0; b < d_; ++b) sum[b] += low[b];
        ++crossings;
      }
    for (int a = 0; a < d_ && crossings; ++a) w.at[a] = sum[a] / crossings;
    w.at = on_wall(w.at);
    w.body = nearest(w.at);
    all.push_back(w);
  });
  return all;
}

// Force along each axis, then the moments that a force along `axis` has: sign and arm.
static std::vector<std::pair<int, double>> pulls_of(int axis, int dimensions, const Coordinates& arm) {
  std::vector<std::pair<int, double>> all{{axis, 1.0}};
  const auto moment = [&](int m) { return dimensions == 2 ? 2 : dimensions + m; };
  for (int m = dimensions == 2 ? 2 : 0; m < 3; ++m) {  // M_m = r_first F_second − r_second F_first
    const int first = (m + 1) % 3, second = (m + 2) % 3;
    if (axis == second) all.emplace_back(moment(m), arm[first]);
    if (axis == first) all.emplace_back(moment(m), -arm[second]);
  }
  return all;
}

// Pressure on the wall, from the cells around.
void Sharp::add_pressure(std::vector<PullWeights>& all, const WallPiece& piece, const Box& box,
                         const Coordinates& arm) const {
  const Data data = data_near(-1, piece.cell, piece.at, false);
  std::vector<double> w;
  for (int degree = 2; degree >= 0 && w.empty(); --degree)
    w = fit(-1, data, degree, piece.at, piece.cell, false).value(piece.at);
  for (std::size_t n = 0; n < w.size(); ++n)
    for (int a = 0; a < d_; ++a)
      for (const auto& [pull, times] : pulls_of(a, d_, arm))
        all[pull].pressure[place_in(box, data.places[n])] += w[n] * piece.area[a] * times;
}

// Force on the body along a: −μ Σ_b (∂u_a/∂x_b + ∂u_b/∂x_a) area_b, the area pointing into it.
void Sharp::add_friction(std::vector<PullWeights>& all, const WallPiece& piece, const Box& box,
                         const Coordinates& arm) const {
  const double viscosity = options_.fluid.kinematic();
  for (int c = 0; c < d_; ++c) {
    const bool upper = piece.at[c] > grid_.centre(c, piece.cell[c]);  // the face that is nearer
    const Data data = data_near(c, moved(piece.cell, c, upper ? 1 : 0), piece.at, true);
    for (int a = 0; a < d_; ++a) {
      Coordinates direction{};
      if (a == c) direction = piece.area;
      direction[a] += piece.area[c];
      std::vector<double> w;
      for (int degree = 2; degree > 0 && w.empty(); --degree)
        w = fit(c, data, degree, piece.at, piece.cell, true).slope(piece.at, direction);
      for (const auto& [pull, times] : pulls_of(a, d_, arm)) {
        const double scale = -viscosity * times;
        for (std::size_t n = 0; n < w.size(); ++n) {
          const std::size_t places = data.places.size();
          if (n == 0)
            all[pull].constant += scale * w[n] * wall_value(c, piece.at);
          else if (n <= places)
            all[pull].velocity[c][place_in(face_box(box, c), data.places[n - 1])] += scale * w[n];
          else
            all[pull].constant += scale * w[n] * wall_value(c, data.walls[n - 1 - places]);
        }
      }
    }
  }
}

PullWeights Sharp::heat(int body, const Box& box) const {
  PullWeights all;
  all.pressure.assign(std::size_t(box.cells()), 0.0);
  double size = 0;
  for (const WallPiece& w : wall()) {
    if (w.body != body) continue;
    size += std::sqrt(scalar_product(w.area, w.area));
    const Data data = data_near(-1, w.cell, w.at, true);
    std::vector<double> weights;
    for (int degree = 2; degree > 0 && weights.empty(); --degree)
      weights = fit(-1, data, degree, w.at, w.cell, true).slope(w.at, w.area);
    for (std::size_t n = 0; n < weights.size(); ++n) {
      const std::size_t places = data.places.size();
      if (n == 0)
        all.constant += weights[n] * wall_value(-1, w.at);
      else if (n <= places)
        all.pressure[place_in(box, data.places[n - 1])] += weights[n];
      else
        all.constant += weights[n] * wall_value(-1, data.walls[n - 1 - places]);
    }
  }
  for (double& v : all.pressure) v /= size;
  all.constant /= size;
  return all;
}

double Sharp::wall_speed(const Coordinates& x) const {
  double square = 0;
  for (int a = 0; a < d_; ++a) square += std::pow(wall_value(a, x), 2);
  return std::sqrt(square);
}
double Sharp::through_surface() const {
  double most = 0;
  for (const WallPiece& w : wall()) {
    const Coordinates n = normal(w.at);
    double across = 0;
    for (int a = 0; a < d_; ++a) across += wall_value(a, w.at) * n[a];
    most = std::max(most, std::abs(across));
  }
  return most;
}

std::vector<PullWeights> Sharp::pulls(int body, const Box& box, const Coordinates& centre) const {
  std::vector<PullWeights> all(d_ == 2 ? 3 : 6);
  for (PullWeights& p : all) {
    p.pressure.assign(std::size_t(box.cells()), 0.0);
    for (int a = 0; a < d_; ++a) p.velocity[a].assign(std::size_t(face_box(box, a).cells()), 0.0);
  }
  for (const WallPiece& w : wall()) {
    if (w.body != body) continue;
    Coordinates arm{};
    for (int a = 0; a < d_; ++a) arm[a] = w.at[a] - centre[a];
    add_pressure(all, w, box, arm);
    add_friction(all, w, box, arm);
  }
  return all;
}

}  // namespace eddy::projection
