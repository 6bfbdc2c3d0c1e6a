#include "solver/projection/model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "field/field.hpp"
#include "solver/places.hpp"
#include "solver/projection/boundary.hpp"
#include "solver/projection/metric.hpp"
#include "solver/projection/motion.hpp"

namespace eddy::projection {

namespace {

// Weights of the means of three cells of widths a, b, c in the value of their parabola between b and c.
std::array<double, 3> between_last(double a, double b, double c) {
  const double far = -b * c / ((a + b) * (a + b + c)), next = b * (a + b) / ((b + c) * (a + b + c));
  return {far, 1 - far - next, next};
}
std::array<double, 3> between_first(double a, double b, double c) {
  const auto w = between_last(c, b, a);
  return {w[2], w[1], w[0]};
}

std::string key_of_side(int side) { return std::string("boundary.") + side_names[side]; }

}  // namespace

Model::Model(Grid grid, const ProjectionOptions& options)
    : grid_(std::move(grid)), options_(options), wall_heat_(projection::wall_heat(options)) {}

Box Model::faces(int component) const { return face_box(cells(), component); }

bool Model::uniform() const {
  for (int a = 0; a < dimensions(); ++a)
    if (!grid_.uniform[a]) return false;
  return true;
}
bool Model::boundary_varies() const {
  for (const auto& side : options_.boundary)
    for (const Patch& p : side)
      if (timed(p.values)) return true;
  return false;
}
bool Model::force_in_space() const {
  const auto& f = options_.fluid.force;
  return std::any_of(f.begin(), f.end(), [](const Formula& g) { return g.uses('x') || g.uses('y') || g.uses('z'); });
}
double Model::force(int component, double t) const {
  const auto& f = options_.fluid.force;
  return f.empty() || force_in_space() ? 0 : evaluate(f[component], "fluid.force", {0, 0, 0}, t);
}

double Model::width(int axis, int i) const {
  const int n = grid_.cells(axis);
  if (grid_.uniform[axis]) return (grid_.upper(axis) - grid_.lower(axis)) / n;
  if (periodic(axis)) return grid_.width(axis, (i + n) % n);
  return grid_.width(axis, i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i);
}
double Model::distance(int axis, int i) const { return 0.5 * (width(axis, i - 1) + width(axis, i)); }

std::vector<double> Model::table(int axis, int which) const {
  std::vector<double> all;
  const auto h = [&](int i) { return width(axis, i); };
  const auto d = [&](int i) { return distance(axis, i); };
  const auto clamped = [&](int i) { return std::clamp(i, -1, grid_.cells(axis) + 1); };  // others are not used
  for (int at = -table_ghosts; at < grid_.cells(axis) + table_ghosts; ++at) {
    const int i = clamped(at);
    double value = 0;
    if (which == row::per_width) value = 1 / h(i);
    if (which == row::per_distance) value = 1 / d(i);
    if (which == row::of_lower) value = h(i) / (h(i - 1) + h(i));
    if (which >= row::node_forward && which < row::node_backward)
      value = between_last(h(i - 2), h(i - 1), h(i))[which - row::node_forward];
    if (which >= row::node_backward && which < row::centre_forward)
      value = between_first(h(i - 1), h(i), h(i + 1))[which - row::node_backward];
    if (which >= row::centre_forward && which < row::centre_backward)
      value = between_last(d(i - 1), d(i), d(i + 1))[which - row::centre_forward];
    if (which >= row::centre_backward) value = between_first(d(i), d(i + 1), d(i + 2))[which - row::centre_backward];
    all.push_back(value);
  }
  return all;
}

std::array<double, 2> Model::ends(int axis, int i) const {
  const bool first = i == 0 && !periodic(axis), last = i == grid_.cells(axis) - 1 && !periodic(axis);
  const double h = width(axis, i);
  return {first ? 0 : 1 / (distance(axis, i) * h), last ? 0 : 1 / (distance(axis, i + 1) * h)};
}

Box Model::side_box(int side) const {
  Box b = cells().layer(side / 2, side % 2);
  for (int a = 0; a < dimensions(); ++a)
    if (a != side / 2) b.grow(a, 2);
  return b;
}
Box Model::side_range(int side) const {
  Box b = side_box(side);
  for (int a = side / 2 + 1; a < dimensions(); ++a) b.set(a, 0, grid_.cells(a) + 1);
  return b;
}

std::array<double, 3> Model::place(int side, int component, const std::array<int, 3>& index) const {
  std::array<double, 3> at{0, 0, 0};
  for (int a = 0; a < dimensions(); ++a) {
    const int n = grid_.cells(a);
    const int i = periodic(a) ? (index[a] + n) % n : std::clamp(index[a], 0, component == a ? n : n - 1);
    at[a] = a == side / 2    ? (side % 2 ? grid_.upper(a) : grid_.lower(a))
            : component == a ? grid_.nodes[a][i]
                             : grid_.centre(a, i);
  }
  return at;
}

std::vector<int> Model::patches(int side, int component) const {
  std::vector<int> all;
  const auto& list = options_.boundary[side];
  each(side_box(side), [&](const auto& index) {
    int patch = 0;
    for (int n = 1; n < static_cast<int>(list.size()); ++n)
      if (evaluate(*list[n].where, key_of_side(side) + ".where", place(side, component, index), 0) != 0) patch = n;
    all.push_back(patch);
  });
  return all;
}

template <class Value>
std::vector<double> Model::over_side(int side, int component, const Value& value) const {
  const auto patch = patches(side, component);
  std::vector<double> all;
  each(side_box(side),
       [&](const auto& index) { all.push_back(value(options_.boundary[side][patch[all.size()]], index)); });
  return all;
}

std::vector<double> Model::side_values(int side, int component, double t) const {
  return over_side(side, component, [&](const Patch& p, const auto& index) {
    const Condition& c = condition_of(p);
    return c.velocity < 0
               ? 0.0
               : evaluate(p.values[c.velocity + component], key_of_side(side), place(side, component, index), t);
  });
}
std::vector<double> Model::side_mirror(int side, int component) const {
  return over_side(side, component, [&](const Patch& p, const auto&) {
    const Condition& c = condition_of(p);
    return component == side / 2 ? (c.gives_normal ? 0.0 : 1.0) : (c.gives_tangential ? -1.0 : 1.0);
  });
}

// Lagrange's weights at −a of the values at 0, a and b.
std::array<double, 3> Model::ghost_weights(int side) const {
  const int axis = side / 2, first = side % 2 ? grid_.cells(axis) - 1 : 0, second = side % 2 ? first - 1 : 1;
  const double a = 0.5 * width(axis, first), b = 2 * a + 0.5 * width(axis, second);
  return {2 * (a + b) / b, -(a + b) / (b - a), 2 * a * a / (b * (b - a))};
}

bool Model::open(int side) const {
  const auto& list = options_.boundary[side];
  return std::any_of(list.begin(), list.end(), [](const Patch& p) { return condition_of(p).open(); });
}
std::vector<double> Model::outflow_faces(int side) const {
  return over_side(side, side / 2, [&](const Patch& p, const auto&) { return condition_of(p).open() ? 1.0 : 0.0; });
}
std::vector<double> Model::areas(int side) const {
  std::vector<double> all;
  each(side_box(side), [&](const auto& index) {
    double area = 1;
    for (int a = 0; a < dimensions(); ++a)
      if (a != side / 2) area *= index[a] >= 0 && index[a] < grid_.cells(a) ? width(a, index[a]) : 0;
    all.push_back(area);
  });
  return all;
}
std::vector<double> Model::walls(int side) const {
  if (periodic(side / 2)) return std::vector<double>(static_cast<std::size_t>(side_box(side).cells()), 0.0);
  return over_side(side, -1, [&](const Patch& p, const auto&) { return condition_of(p).wall ? 1.0 : 0.0; });
}
double Model::outflow_area() const {
  double sum = 0;
  for (int side = 0; side < 2 * dimensions(); ++side) {
    if (!open(side)) continue;
    const auto area = areas(side), where = outflow_faces(side);
    for (std::size_t n = 0; n < area.size(); ++n) sum += area[n] * where[n];
  }
  return sum;
}

int Model::patch_without_faces(int side) const {
  const auto patch = patches(side, side / 2);
  const auto area = areas(side);
  for (int n = 1; n < static_cast<int>(options_.boundary[side].size()); ++n) {
    bool found = false;
    for (std::size_t m = 0; m < patch.size(); ++m) found = found || (patch[m] == n && area[m] > 0);
    if (!found) return n;
  }
  return -1;
}

double Model::along_side(int side, double t, bool magnitudes) const {
  if (periodic(side / 2)) return 0;
  const auto area = areas(side), u = side_values(side, side / 2, t), kept = side_mirror(side, side / 2);
  long double sum = 0;
  for (std::size_t n = 0; n < u.size(); ++n) {
    const double flow = (side % 2 ? -1 : 1) * u[n] * area[n] * (1 - kept[n]);
    sum += magnitudes ? std::abs(flow) : flow;
  }
  return static_cast<double>(sum);
}
double Model::inflow(double t) const {
  double sum = 0;
  for (int side = 0; side < 2 * dimensions(); ++side) sum += along_side(side, t, false);
  return sum;
}
double Model::inflow_size(double t) const {
  double sum = 0;
  for (int side = 0; side < 2 * dimensions(); ++side) sum += along_side(side, t, true);
  return sum;
}

std::vector<double> Model::at_faces(const Formula& f, const std::string& key, int component, double t) const {
  const Location faces = static_cast<Location>(static_cast<int>(Location::face_x) + component);
  return component < 0 ? evaluate_at(grid_, Location::cell, cells(), f, key, t)
                       : evaluate_at(grid_, faces, face_box(cells(), component), f, key, t);
}
std::vector<double> Model::force_values(int component, double t) const {
  return at_faces(options_.fluid.force[component], "fluid.force", component, t);
}
std::vector<double> Model::initial_velocity(int component) const {
  return at_faces(options_.velocity.empty() ? Formula(0.0) : options_.velocity[component], "initial.velocity",
                  component, 0);
}

double Model::finest(int axis) const {
  double least = width(axis, 0);
  for (int i = 0; i < grid_.cells(axis); ++i) least = std::min(least, width(axis, i));
  return least;
}

static void raise(double& most, const std::vector<double>& values) {
  for (double v : values) most = std::max(most, std::abs(v));
}

double Model::rate() const {
  const Model seen(thinned(grid_), options_);
  double sum = 0;
  for (int a = 0; a < dimensions(); ++a) {
    double most = 0;
    raise(most, seen.initial_velocity(a));
    for (int side = 0; side < 2 * dimensions(); ++side)
      if (!periodic(side / 2)) raise(most, seen.side_values(side, a, 0));
    sum += most / finest(a);
  }
  return sum;
}

// Solves r Δt + a Δt² = 1 for 1/Δt.
double Driving::reached(double now) const {
  const double r = std::max(now, rate);
  return 0.5 * (r + std::sqrt(r * r + 4 * acceleration));
}

std::vector<double> some_times(const RunOptions& run, bool varies) {
  constexpr int samples = 32;
  std::vector<double> all{0.0};
  if (varies && run.end_time)
    for (int n = 1; n <= samples; ++n) all.push_back(*run.end_time * n / samples);
  return all;
}

bool Model::driving_varies() const {
  return boundary_varies() || force_varies() || options_.moving() || (options_.heat && thermal_varies());
}
Driving Model::driving(double t) const {
  const Model seen(thinned(grid_), options_);
  double warmth = 0;  // |T − T₀|
  const auto warm = [&](double value) { warmth = std::max(warmth, std::abs(value - options_.heat->reference)); };
  if (options_.heat) {
    for (double value : seen.initial_temperature()) warm(value);
    for (const Body& b : options_.body)
      if (b.temperature && !b.temperature->uses('x') && !b.temperature->uses('y') && !b.temperature->uses('z'))
        warm(evaluate(*b.temperature, "body." + b.name + ".temperature", {0, 0, 0}, 0));
    for (int side = 0; side < 2 * dimensions(); ++side)
      if (!periodic(side / 2))
        for (const GhostRule& rule : seen.ghost_rules(side, t))
          if (rule.mirror < 1) warm(rule.outside());
  }
  Driving d;
  if (!movers_) movers_ = std::make_shared<const Movers>(options_, dimensions());
  const Coordinates motion = movers_->fastest(t);
  for (int a = 0; a < dimensions(); ++a) {
    double speed = motion[a], force = 0;
    for (int side = 0; side < 2 * dimensions(); ++side)
      if (!periodic(side / 2)) raise(speed, seen.side_values(side, a, t));
    if (!options_.fluid.force.empty()) raise(force, seen.force_values(a, t));
    if (options_.heat) force += std::abs(options_.buoyancy(a)) * warmth;
    d.rate += speed / finest(a);
    d.acceleration += force / finest(a);
  }
  return d;
}

double Model::typical_rate() const {
  const Driving d = driving(0);
  const double given = rate();
  double sum = 0;
  for (int a = 0; a < dimensions(); ++a) {
    const double extent = grid_.upper(a) - grid_.lower(a), mean = extent / grid_.cells(a);
    const double force = d.acceleration * finest(a);  // the largest, along any axis
    sum += std::max(given * finest(a), std::sqrt(force * extent)) / mean;
  }
  return sum / dimensions();
}
double Model::diffusive_rate() const {
  double sum = 0;
  for (int a = 0; a < dimensions(); ++a) sum += 1 / std::pow(finest(a), 2);
  return sum;
}
double Model::squared_volumes() const {
  double product = 1;
  for (int a = 0; a < dimensions(); ++a) {
    double sum = 0;
    for (int i = 0; i < grid_.cells(a); ++i) sum += width(a, i) * width(a, i);
    product *= sum;
  }
  return product;
}

}  // namespace eddy::projection
