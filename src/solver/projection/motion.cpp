#include "solver/projection/motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eddy::projection {

namespace {

Coordinates plus(const Coordinates& a, const Coordinates& b, double times = 1) {
  return {a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]};
}
double largest(const Coordinates& a) { return std::max({std::abs(a[0]), std::abs(a[1]), std::abs(a[2])}); }
Coordinates cross(const Coordinates& a, const Coordinates& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// The matrix of a rotation, given as the axis times the angle (Rodrigues).
std::array<Coordinates, 3> turned_by(const Coordinates& r) {
  const double angle = std::sqrt(scalar_product(r, r));
  const double sine = angle > 0 ? std::sin(angle) / angle : 1, half = std::sin(0.5 * angle);
  const double bend = angle > 0 ? 2 * half * half / (angle * angle) : 0;
  std::array<Coordinates, 3> m{};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) m[a][b] = bend * r[a] * r[b] + (a == b ? 1 - bend * angle * angle : 0);
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    m[c][b] += sine * r[a];
    m[b][c] -= sine * r[a];
  }
  return m;
}

Coordinates product(const std::array<Coordinates, 3>& m, const Coordinates& x) {
  return {scalar_product(m[0], x), scalar_product(m[1], x), scalar_product(m[2], x)};
}

Coordinates middle_of(const ShapeBounds& bounds, int dimensions) {
  Coordinates x{};
  for (int a = 0; a < dimensions; ++a) {
    x[a] = 0.5 * (bounds.lower[a] + bounds.upper[a]);
    if (!std::isfinite(x[a])) x[a] = 0;  // unbounded
  }
  return x;
}

}  // namespace

Coordinates Pose::placed(const Coordinates& x) const { return plus(centre, product(turn, plus(x, pivot, -1))); }
Coordinates Pose::velocity_at(const Coordinates& x) const { return plus(velocity, cross(spin, plus(x, centre, -1))); }

Motion::Motion(const Body& body, const FluidOptions& fluid, int dimensions)
    : dimensions_(dimensions),
      moves_(body.motion.any()),
      velocity_{&body.motion.velocity, "body." + body.name + ".motion.velocity"},
      centre_{&body.motion.centre, "body." + body.name + ".motion.centre"},
      rotation_{&body.motion.rotation, "body." + body.name + ".motion.rotation"} {
  known_.fill({std::numeric_limits<double>::quiet_NaN(), {}});
  unit_ = 0.01 * fluid.length / fluid.velocity;
  if (!moves_) return;
  pivot_ = middle_of(bounds_of(body.shape, dimensions), dimensions);
  std::copy(body.motion.pivot.begin(), body.motion.pivot.end(), pivot_.begin());
  way_.push_back({});
}

Coordinates Motion::values(const Vector& vector, double t) const {
  Coordinates all{};
  for (std::size_t n = 0; n < vector.formulas->size(); ++n)
    all[n] = evaluate((*vector.formulas)[n], vector.key, {0, 0, 0}, t);
  return all;
}
Coordinates Motion::rotation(double t) const {
  const Coordinates r = values(rotation_, t);
  return dimensions_ == 2 ? Coordinates{0, 0, r[0]} : r;
}

// The integral of the velocity by Gauss's three-point rule; intervals are halved until it converges.
Coordinates Motion::way_between(double from, double length, int halvings) const {
  const auto rule = [&](double begin, double size) {
    Coordinates sum{};
    for (const auto& [at, weight] : {std::array{0.5 - std::sqrt(0.15), 5.0 / 18}, std::array{0.5, 8.0 / 18},
                                     std::array{0.5 + std::sqrt(0.15), 5.0 / 18}})
      sum = plus(sum, values(velocity_, begin + at * size), weight * size);
    return sum;
  };
  const double half = 0.5 * length;
  const Coordinates coarse = rule(from, length), fine = plus(rule(from, half), rule(from + half, half));
  if (halvings == 0 || largest(plus(fine, coarse, -1)) <= 1e-12 * largest(fine)) return fine;
  return plus(way_between(from, half, halvings - 1), way_between(from + half, half, halvings - 1));
}
// Integrals over whole units are stored, so the result does not depend on the order of calls.
Coordinates Motion::way(double t) const {
  constexpr int halvings = 12;
  const auto whole = static_cast<std::size_t>(std::max(0.0, std::floor(t / unit_)));
  while (way_.size() <= whole)
    way_.push_back(plus(way_.back(), way_between(double(way_.size() - 1) * unit_, unit_, halvings)));
  const double begin = double(whole) * unit_;
  return plus(way_[whole], way_between(begin, t - begin, halvings));
}

// The time derivative by differences of fourth order over ever shorter times until two agree; one-sided near t = 0.
template <class Function>
Coordinates Motion::slope(const Function& f, double t) const {
  const auto over = [&](double h) {
    const bool start = t < 2 * h;
    const std::array<double, 5> weights = start ? std::array{-25.0 / 12, 4.0, -3.0, 4.0 / 3, -0.25}
                                                : std::array{1.0 / 12, -8.0 / 12, 0.0, 8.0 / 12, -1.0 / 12};
    Coordinates sum{};
    for (int n = 0; n < 5; ++n)
      if (weights[n] != 0) sum = plus(sum, f(t + (n - (start ? 0 : 2)) * h), weights[n] / h);
    return sum;
  };
  Coordinates best = over(unit_), last = best;
  double least = std::numeric_limits<double>::infinity();
  double h = unit_;
  for (int n = 0; n < 8; ++n) {
    h *= 0.125;
    const Coordinates next = over(h);
    const double change = largest(plus(next, last, -1));
    if (change < least) best = next;
    least = std::min(least, change);
    if (change <= 1e-10 * largest(next)) break;
    last = next;
  }
  return best;
}

Pose Motion::at(double t) const {
  if (!moves_) return {};
  for (const auto& [time, pose] : known_)
    if (time == t) return pose;
  std::swap(known_[0], known_[1]);
  known_[0] = {t, found(t)};
  return known_[0].second;
}
Pose Motion::found(double t) const {
  Pose p;
  p.moves = true;
  p.pivot = pivot_;
  p.centre = pivot_;
  if (!velocity_.formulas->empty()) {
    p.centre = plus(pivot_, way(t));
    p.velocity = values(velocity_, t);
  }
  const auto centre = [&](double s) { return values(centre_, s); };
  if (!centre_.formulas->empty()) {
    p.centre = centre(t);
    p.velocity = slope(centre, t);
  }
  if (rotation_.formulas->empty()) return p;
  p.turned = true;
  p.turn = turned_by(rotation(t));
  // The spin is the antisymmetric part of dR/dt Rᵀ, whose symmetric part is rounding.
  std::array<std::array<double, 3>, 3> rate{};
  for (int b = 0; b < 3; ++b) {
    const auto column = [&](double s) {
      const auto r = turned_by(rotation(s));
      return Coordinates{r[0][b], r[1][b], r[2][b]};
    };
    const Coordinates change = slope(column, t);
    for (int a = 0; a < 3; ++a)
      for (int c = 0; c < 3; ++c) rate[a][c] += change[a] * p.turn[c][b];
  }
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    p.spin[a] = 0.5 * (rate[c][b] - rate[b][c]);
  }
  return p;
}

static Shape continued(Shape s, const Grid& grid) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double near = 1e-6 * narrowest_cell(grid);
  const auto below = [&](int a, double x) { return x <= grid.lower(a) + near; };
  const auto above = [&](int a, double x) { return x >= grid.upper(a) - near; };
  for (int a = 0; a < grid.dimensions && s.kind == Shape::Kind::box; ++a) {
    if (below(a, s.lower[a])) s.lower[a] = -infinity;
    if (above(a, s.upper[a])) s.upper[a] = infinity;
  }
  if (grid.dimensions == 3 && s.from && below(s.axis, *s.from)) s.from.reset();
  if (grid.dimensions == 3 && s.to && above(s.axis, *s.to)) s.to.reset();
  return s;
}

static Solid make_solid(const Body& b, const Shape& shape, const FluidOptions& fluid, int dimensions) {
  return {Distance(shape, dimensions), Motion(b, fluid, dimensions), bounds_of(shape, dimensions)};
}
Solids make_solids(const ProjectionOptions& options, int dimensions) {
  Solids all;
  for (const Body& b : options.body) all.push_back(make_solid(b, b.shape, options.fluid, dimensions));
  return all;
}
Solids make_solids(const ProjectionOptions& options, const Grid& grid) {
  Solids all;
  for (const Body& b : options.body)
    all.push_back(make_solid(b, b.motion.any() ? b.shape : continued(b.shape, grid), options.fluid, grid.dimensions));
  return all;
}

ShapeBounds placed_bounds(const Solid& solid, const Pose& pose, int dimensions) {
  if (!pose.moves) return solid.bounds;
  ShapeBounds all;
  for (int a = 0; a < dimensions; ++a) {
    all.lower[a] = pose.centre[a];
    all.upper[a] = pose.centre[a];
    for (int b = 0; b < dimensions; ++b) {
      const double factor = pose.turn[a][b];
      if (factor == 0) continue;
      const double low = factor * (solid.bounds.lower[b] - pose.pivot[b]),
                   high = factor * (solid.bounds.upper[b] - pose.pivot[b]);
      all.lower[a] += std::min(low, high);
      all.upper[a] += std::max(low, high);
    }
  }
  return all;
}

Movers::Movers(const ProjectionOptions& options, int dimensions) : dimensions_(dimensions) {
  for (const Body& b : options.body)
    if (b.motion.any()) all_.emplace_back(Motion(b, options.fluid, dimensions), bounds_of(b.shape, dimensions));
}
Coordinates Movers::fastest(double t) const {
  Coordinates most{};
  for (const auto& [motion, bounds] : all_) {
    const Pose pose = motion.at(t);
    double radius = 0;
    for (int a = 0; a < dimensions_; ++a)
      if (std::isfinite(bounds.upper[a]))
        radius += std::pow(std::max(pose.pivot[a] - bounds.lower[a], bounds.upper[a] - pose.pivot[a]), 2);
    const double around = std::sqrt(radius * scalar_product(pose.spin, pose.spin));
    for (int a = 0; a < dimensions_; ++a) most[a] = std::max(most[a], std::abs(pose.velocity[a]) + around);
  }
  return most;
}

}  // namespace eddy::projection
