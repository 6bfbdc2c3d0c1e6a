// Point functions of the compressible solver: known values of states, fluxes, limiters and boundary conditions.
#include "solver/compressible/ni/points.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/flux.hpp"
#include "solver/compressible/friction.hpp"
#include "solver/compressible/kernels_muscl.hpp"

using namespace eddy;
using namespace eddy::compressible;

namespace {

using Numbers = GasNumbers<double>;
constexpr Numbers air{1.4, 0.4, 2.5, 287.05, 1e-6, 1e-6};

template <int D>
using State = Primitive<double, D>;
template <int D>
using Flux = Conserved<double, D>;

template <int D>
State<D> state_of(double density, const double (&velocity)[D], double pressure) {
  State<D> w;
  w.density = density;
  for (int a = 0; a < D; ++a) w.velocity[a] = velocity[a];
  w.pressure = pressure;
  return w;
}
// A random state: subsonic or supersonic, thin or dense.
template <int D>
State<D> random_state(std::mt19937& random) {
  std::uniform_real_distribution<double> between(-1, 1);
  State<D> w;
  w.density = std::exp(2 * between(random));
  for (double& u : w.velocity) u = 3 * between(random);
  w.pressure = std::exp(2 * between(random));
  return w;
}
template <int D>
void random_area(std::mt19937& random, double (&area)[D]) {
  std::uniform_real_distribution<double> between(-1, 1);
  for (double& s : area) s = between(random);
}

template <int D>
double sound(const State<D>& w) {
  return std::sqrt(air.gamma * w.pressure / w.density);
}
template <int D>
void expect_near(const State<D>& a, const State<D>& b, double limit, const std::string& what = "") {
  EXPECT_NEAR(a.density, b.density, limit * b.density) << what;
  for (int n = 0; n < D; ++n)
    EXPECT_NEAR(a.velocity[n], b.velocity[n], limit * (sound(b) + 1)) << what << ", axis " << n;
  EXPECT_NEAR(a.pressure, b.pressure, limit * b.pressure) << what;
}
template <int D>
double size_of(const Flux<D>& f) {
  double most = std::abs(f.density) + std::abs(f.energy);
  for (double m : f.momentum) most += std::abs(m);
  return most;
}
template <int D>
void expect_near(const Flux<D>& a, const Flux<D>& b, double limit, const std::string& what = "") {
  const double scale = limit * (1 + size_of(b));
  EXPECT_NEAR(a.density, b.density, scale) << what;
  for (int n = 0; n < D; ++n) EXPECT_NEAR(a.momentum[n], b.momentum[n], scale) << what << ", axis " << n;
  EXPECT_NEAR(a.energy, b.energy, scale) << what;
}

// The flux of the equations through a face, by their definition.
template <int D>
Flux<D> exact_flux(const State<D>& w, const double (&area)[D]) {
  double through = 0, square = 0;
  for (int a = 0; a < D; ++a) {
    through += w.velocity[a] * area[a];
    square += w.velocity[a] * w.velocity[a];
  }
  Flux<D> f;
  f.density = w.density * through;
  for (int a = 0; a < D; ++a) f.momentum[a] = w.density * w.velocity[a] * through + w.pressure * area[a];
  f.energy = (w.pressure / 0.4 + 0.5 * w.density * square + w.pressure) * through;
  return f;
}
template <class F, int D>
Flux<D> flux(const State<D>& low, const State<D>& high, const double (&area)[D]) {
  return F::template flux<double>(low, high, area, air);
}

// A vector in other axes: turned by an angle in the plane of x and y; in space the axes are also rotated by one.
template <int D>
void turn(double (&v)[D], double angle) {
  const double x = v[0], y = v[1];
  v[0] = x * std::cos(angle) - y * std::sin(angle);
  v[1] = x * std::sin(angle) + y * std::cos(angle);
  if constexpr (D == 3) {
    const double last = v[2];
    v[2] = v[1];
    v[1] = v[0];
    v[0] = last;
  }
}

template <class F>
class Fluxes : public testing::Test {};
using FluxTypes = testing::Types<Hllc, Roe>;
TYPED_TEST_SUITE(Fluxes, FluxTypes);

template <class F, int D>
void expect_consistent() {
  std::mt19937 random(3);
  for (int n = 0; n < 1000; ++n) {
    const auto w = random_state<D>(random);
    double area[D];
    random_area(random, area);
    expect_near(flux<F>(w, w, area), exact_flux(w, area), 1e-13);
  }
}
template <class F, int D>
void expect_upwind() {
  std::mt19937 random(4);
  for (int n = 0; n < 1000; ++n) {
    auto low = random_state<D>(random), high = random_state<D>(random);
    double area[D];
    random_area(random, area);
    const double size = std::sqrt(dot(area, area));
    const double fast = 3 * (sound(low) + sound(high)) + 6;
    for (State<D>* w : {&low, &high})
      for (int a = 0; a < D; ++a) w->velocity[a] += fast * area[a] / size;
    expect_near(flux<F>(low, high, area), exact_flux(low, area), 1e-12, "towards the upper side");
    for (State<D>* w : {&low, &high})
      for (int a = 0; a < D; ++a) w->velocity[a] -= 2 * fast * area[a] / size;
    expect_near(flux<F>(low, high, area), exact_flux(high, area), 1e-12, "towards the lower side");
  }
}
template <int D>
Flux<D> opposite_of(Flux<D> f) {
  f.density = -f.density;
  for (double& m : f.momentum) m = -m;
  f.energy = -f.energy;
  return f;
}
// Turned states through a turned face give the turned flux. From the other side the flux has the opposite sign.
template <class F, int D>
void expect_no_direction() {
  std::mt19937 random(5);
  for (int n = 0; n < 1000; ++n) {
    const auto low = random_state<D>(random), high = random_state<D>(random);
    double area[D];
    random_area(random, area);
    Flux<D> f = flux<F>(low, high, area);
    auto low_turned = low, high_turned = high;
    double area_turned[D], opposite[D];
    for (int a = 0; a < D; ++a) {
      area_turned[a] = area[a];
      opposite[a] = -area[a];
    }
    const Flux<D> back = opposite_of(flux<F>(high, low, opposite));
    expect_near(back, f, 1e-12, "seen from the other side");
    turn(low_turned.velocity, 0.7);
    turn(high_turned.velocity, 0.7);
    turn(area_turned, 0.7);
    turn(f.momentum, 0.7);
    expect_near(flux<F>(low_turned, high_turned, area_turned), f, 1e-12, "turned");
  }
}
// Between a state and its mirror image nothing passes, and the force is along the normal.
template <class F, int D>
void expect_wall() {
  std::mt19937 random(6);
  for (int n = 0; n < 1000; ++n) {
    const auto w = random_state<D>(random);
    double area[D], normal[D];
    random_area(random, area);
    const double size = std::sqrt(dot(area, area));
    for (int a = 0; a < D; ++a) normal[a] = area[a] / size;
    const auto image = FreeSlip::beyond<double>(w, normal, w, air);
    const Flux<D> f = flux<F>(w, image, area);
    const double scale = 1e-13 * (1 + size_of(exact_flux(w, area)));
    EXPECT_NEAR(f.density, 0, scale);
    EXPECT_NEAR(f.energy, 0, 10 * scale);
    const double push = dot(f.momentum, normal);
    for (int a = 0; a < D; ++a) EXPECT_NEAR(f.momentum[a], push * normal[a], 10 * scale);
    if (dot(w.velocity, normal) > 0.1) {
      EXPECT_GT(push, w.pressure * size) << "what runs against it pushes more";
    }
  }
}

}  // namespace

TEST(States, ThereAndBack) {
  std::mt19937 random(1);
  for (int n = 0; n < 1000; ++n) {
    const auto flat = random_state<2>(random);
    const auto full = random_state<3>(random);
    expect_near(primitive_of<double>(conserved_of<double>(flat, air), air), flat, 1e-13);
    expect_near(primitive_of<double>(conserved_of<double>(full, air), air), full, 1e-13);
  }
}
TEST(States, EnergyIsHeatAndMotion) {
  const auto u = conserved_of<double>(state_of<2>(2, {3, 4}, 0.8), air);
  EXPECT_DOUBLE_EQ(u.density, 2);
  EXPECT_DOUBLE_EQ(u.momentum[0], 6);
  EXPECT_DOUBLE_EQ(u.momentum[1], 8);
  EXPECT_DOUBLE_EQ(u.energy, 0.8 / 0.4 + 25);
}
TEST(States, WhatIsMendedKeepsItsVelocity) {
  const auto w = mended(state_of<2>(-1, {3, 4}, -2), air);
  EXPECT_EQ(w.density, 1e-6);
  EXPECT_EQ(w.pressure, 1e-6);
  EXPECT_EQ(w.velocity[1], 4);
  const auto good = state_of<2>(1, {3, 4}, 2);
  EXPECT_EQ(mended(good, air).pressure, 2);
}

TYPED_TEST(Fluxes, OfOneStateIsItsOwn) {
  expect_consistent<TypeParam, 2>();
  expect_consistent<TypeParam, 3>();
}
TYPED_TEST(Fluxes, FasterThanSoundComesFromUpwind) {
  expect_upwind<TypeParam, 2>();
  expect_upwind<TypeParam, 3>();
}
TYPED_TEST(Fluxes, KnowsNoDirection) {
  expect_no_direction<TypeParam, 2>();
  expect_no_direction<TypeParam, 3>();
}
TYPED_TEST(Fluxes, NothingPassesAWall) {
  expect_wall<TypeParam, 2>();
  expect_wall<TypeParam, 3>();
}
// Both fluxes keep a contact at rest exactly: nothing passes, and the pressure is that of both sides.
TYPED_TEST(Fluxes, AContactAtRestStays) {
  const double area[2] = {0.6, 0.8};
  const auto f = flux<TypeParam>(state_of<2>(1, {0, 0}, 2), state_of<2>(7, {0, 0}, 2), area);
  EXPECT_NEAR(f.density, 0, 1e-15);
  EXPECT_NEAR(f.momentum[0], 1.2, 1e-14);
  EXPECT_NEAR(f.momentum[1], 1.6, 1e-14);
  EXPECT_NEAR(f.energy, 0, 1e-14);
}
// A single shock is one wave between both states, for which both fluxes are exact. (Roe's entropy fix acts on slower
// waves.)
TYPED_TEST(Fluxes, AShockThatMovesIsExact) {
  const double before = std::sqrt(1.4) * 2, ratio = 2.4 * 4 / (2 + 0.4 * 4);  // Mach 2, Rankine and Hugoniot
  for (double by : {-1.0, 1.0}) {
    const auto low = state_of<2>(1, {before + by, 0.3}, 1);
    const auto high = state_of<2>(ratio, {before / ratio + by, 0.3}, 1 + 2.8 / 2.4 * 3);
    const double area[2] = {1.7, 0};
    expect_near(flux<TypeParam>(low, high, area), exact_flux(by > 0 ? low : high, area), 1e-13, std::to_string(by));
  }
}

namespace {
struct Choice {
  double density, velocity, pressure;
  int minmod;
};
double slope_of(double a, double b, double smallest, int minmod) {
  const auto all = [](double v) { return Primitive<double, 3>{v, {v, v, v}, v}; };
  const auto s = slopes<double>(all(1 - a), all(1), all(1 + b), Choice{smallest, smallest, smallest, minmod});
  for (double other : {s.velocity[0], s.velocity[1], s.velocity[2], s.pressure})
    EXPECT_NEAR(other, s.density, 1e-15 * (1 + std::abs(s.density)));
  return s.density;
}
}  // namespace

TEST(Limiters, EqualDifferencesAreTheSlope) {
  for (double d : {-2.0, 0.001, 0.5}) {
    EXPECT_NEAR(limited<double>(d, d, 0.0).value(), d, 1e-15);
    EXPECT_EQ(minmod<double>(d, d), d);
  }
}
TEST(Limiters, AtAnExtremumThereIsNone) {
  EXPECT_EQ(limited<double>(1.0, -0.5, 0.0).value(), 0);
  EXPECT_EQ(minmod<double>(1.0, -0.5), 0);
  EXPECT_EQ(minmod<double>(0.0, 3.0), 0);
  EXPECT_EQ(slope_of(1, -0.5, 0, 1), 0);
  EXPECT_EQ(slope_of(1, -0.5, 0, 0), 0);
}
// A slope lies between 0 and the mean, or between 0 and the larger difference, and never exceeds twice the smaller one,
// which would overshoot.
TEST(Limiters, AreBounded) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> between(0, 1);
  for (int n = 0; n < 10'000; ++n) {
    const double a = between(random), b = between(random), s = limited<double>(a, b, 0.0).value();
    EXPECT_GE(s, 0);
    EXPECT_LE(s, 2 * std::min(a, b) + 1e-15);
    EXPECT_LE(s, std::max(a, b));
    EXPECT_EQ(minmod<double>(a, b), std::min(a, b));
    EXPECT_EQ(minmod<double>(-a, -b), -std::min(a, b));
    EXPECT_EQ(limited<double>(-a, -b, 0.0).value(), -s);
    EXPECT_EQ(limited<double>(b, a, 0.0).value(), s);
  }
}
TEST(Limiters, TwoQuotientsAreOne) {  // for variables of different magnitude
  const Choice air{1e-6, 1e-1, 1e4, 0};
  const Primitive<double, 2> below{1.1, {30, -20}, 1e5}, here{1.2, {33, -21}, 1.1e5}, above{1.22, {31, -25}, 1.3e5};
  const auto s = slopes<double>(below, here, above, air);
  const auto alone = [](double a, double b, double c, double smallest) {
    return limited<double>(b - a, c - b, smallest).value();
  };
  EXPECT_NEAR(s.density, alone(1.1, 1.2, 1.22, 1e-6), 1e-15);
  EXPECT_NEAR(s.velocity[0], alone(30, 33, 31, 1e-1), 1e-14);
  EXPECT_NEAR(s.velocity[1], alone(-20, -21, -25, 1e-1), 1e-14);
  EXPECT_NEAR(s.pressure, alone(1e5, 1.1e5, 1.3e5, 1e4), 1e-10);
}
TEST(Limiters, SmallDifferencesAreNotLimited) {
  EXPECT_NEAR(limited<double>(1e-6, -3e-6, 1.0).value(), -1e-6, 1e-15);
  EXPECT_NEAR(limited<double>(1e-6, 3e-6, 1.0).value(), 2e-6, 1e-15);
}

TEST(Friction, SutherlandsLawAndAConstant) {
  const double base = 1.716e-5 * (273.15 + 110.4) / std::pow(273.15, 1.5);
  const Friction<Host, double> air_law{base, 110.4, 1, 1, 1}, constant{2e-5, 110.4, 0, 1, 1};
  EXPECT_NEAR((air_law.viscosity<double>(273.15)), 1.716e-5, 1e-18);
  EXPECT_NEAR((air_law.viscosity<double>(400.0)), 2.286e-5, 2e-8);  // tables of air: 2.286e-5 Pa s
  EXPECT_EQ((constant.viscosity<double>(1000.0)), 2e-5);
}
