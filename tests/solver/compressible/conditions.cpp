// Boundary conditions of the compressible solver: states beyond a face that are known exactly.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "solver/compressible/boundary/list.hpp"

using namespace eddy;
using namespace eddy::compressible;

namespace {

constexpr GasNumbers<double> gas{1.4, 0.4, 2.5, 287.05, 1e-6, 1e-6};
using Flat = Primitive<double, 2>;

double sound(const Flat& w) { return std::sqrt(1.4 * w.pressure / w.density); }
double temperature(const Flat& w) { return w.pressure / (w.density * 287.05); }
double speed(const Flat& w) { return std::hypot(w.velocity[0], w.velocity[1]); }

// Air at 300 K and 10⁵ Pa that flows at this Mach number, `degrees` from the x axis.
Flat air_at(double mach, double degrees) {
  Flat w{1e5 / (287.05 * 300), {}, 1e5};
  w.velocity[0] = mach * sound(w) * std::cos(degrees * M_PI / 180);
  w.velocity[1] = mach * sound(w) * std::sin(degrees * M_PI / 180);
  return w;
}
template <class C>
Flat beyond(const Flat& w, double normal_degrees, const Flat& given) {
  const double normal[2] = {std::cos(normal_degrees * M_PI / 180), std::sin(normal_degrees * M_PI / 180)};
  return C::template beyond<double>(w, normal, given, gas);
}
void expect_near(const Flat& a, const Flat& b, double limit, const std::string& what) {
  EXPECT_NEAR(a.density, b.density, limit * b.density) << what;
  EXPECT_NEAR(a.velocity[0], b.velocity[0], limit * sound(b)) << what;
  EXPECT_NEAR(a.velocity[1], b.velocity[1], limit * sound(b)) << what;
  EXPECT_NEAR(a.pressure, b.pressure, limit * b.pressure) << what;
}
// The reservoir of this flow: total temperature, direction, total pressure.
Flat reservoir_of(const Flat& w) {
  const double mach = speed(w) / sound(w), ratio = 1 + 0.2 * mach * mach;
  return {
      temperature(w) * ratio, {w.velocity[0] / speed(w), w.velocity[1] / speed(w)}, w.pressure * std::pow(ratio, 3.5)};
}

}  // namespace

TEST(Conditions, FarFieldIsTransparentToTheFreeStream) {
  for (double mach : {0.0, 0.1, 0.8, 0.99, 1.01, 2.5})
    for (double flow : {0.0, 33.0, 200.0})
      for (double normal : {0.0, 90.0, 123.0, 180.0, 270.0}) {
        const Flat w = air_at(mach, flow);
        expect_near(beyond<FarField>(w, normal, w), w, 1e-13, "Mach " + std::to_string(mach));
      }
}
TEST(Conditions, FarFieldTakesEntropyFromWhereTheFlowComes) {
  const auto entropy = [](const Flat& w) { return w.pressure / std::pow(w.density, 1.4); };
  const Flat stream = air_at(0.5, 0);
  Flat inside = air_at(0.45, 3);
  inside.pressure *= 1.02;
  EXPECT_NEAR(entropy(beyond<FarField>(inside, 180, stream)), entropy(stream), 1e-12 * entropy(stream)) << "it enters";
  EXPECT_NEAR(entropy(beyond<FarField>(inside, 0, stream)), entropy(inside), 1e-12 * entropy(inside)) << "it leaves";
  EXPECT_NEAR(beyond<FarField>(inside, 180, stream).velocity[1], stream.velocity[1], 1e-12)
      << "along the face as outside";
  EXPECT_EQ(beyond<FarField>(inside, 0, stream).velocity[1], inside.velocity[1]) << "along the face as inside";
}
TEST(Conditions, FarFieldTakesOneInvariantFromEachSide) {
  const Flat stream = air_at(0.5, 0);
  Flat inside = air_at(0.4, 10);
  inside.pressure *= 1.05;
  for (double normal : {0.0, 60.0, 150.0, 180.0}) {
    const double n[2] = {std::cos(normal * M_PI / 180), std::sin(normal * M_PI / 180)};
    const Flat b = beyond<FarField>(inside, normal, stream);
    const auto invariant = [&](const Flat& w, double sign) { return dot(w.velocity, n) + sign * 5 * sound(w); };
    EXPECT_NEAR(invariant(b, 1), invariant(inside, 1), 1e-9) << "the one that leaves";
    EXPECT_NEAR(invariant(b, -1), invariant(stream, -1), 1e-9) << "the one that enters";
  }
}
TEST(Conditions, FarFieldFasterThanSoundIsOneOfTheTwo) {
  const Flat stream = air_at(3, 0), inside = air_at(2.5, 5);
  expect_near(beyond<FarField>(inside, 180, stream), stream, 1e-15, "it enters");
  expect_near(beyond<FarField>(inside, 0, stream), inside, 1e-15, "it leaves");
}

// From the invariant of a flow, its reservoir and its direction the condition recovers that flow.
TEST(Conditions, SubsonicInflowRecoversAnObliqueFlow) {
  for (double mach : {0.05, 0.3, 0.7, 0.95})
    for (double flow : {-30.0, 0.0, 20.0, 45.0}) {
      const Flat w = air_at(mach, flow);
      expect_near(beyond<SubsonicInflow>(w, 180, reservoir_of(w)), w, 1e-11, "Mach " + std::to_string(mach));
    }
}
TEST(Conditions, SubsonicInflowKeepsTotalsAndDirection) {
  const Flat given = reservoir_of(air_at(0.4, 15)), inside = air_at(0.3, 0);
  Flat twice = given;  // the length of a direction does not matter
  for (double& d : twice.velocity) d *= 2;
  for (const Flat& g : {given, twice}) {
    const Flat b = beyond<SubsonicInflow>(inside, 180, g), totals = reservoir_of(b);
    EXPECT_NEAR(totals.density, given.density, 1e-10 * given.density) << "total temperature";
    EXPECT_NEAR(totals.pressure, given.pressure, 1e-10 * given.pressure) << "total pressure";
    EXPECT_NEAR(b.velocity[1] / b.velocity[0], std::tan(15 * M_PI / 180), 1e-12);
    const double out = -b.velocity[0] + 5 * sound(b);
    EXPECT_NEAR(out, -inside.velocity[0] + 5 * sound(inside), 1e-10 * sound(inside)) << "the invariant that leaves";
  }
}

TEST(Conditions, SubsonicOutflowAtItsOwnPressureChangesNothing) {
  for (double mach : {0.0, 0.3, 0.9}) {
    const Flat w = air_at(mach, 10);
    expect_near(beyond<SubsonicOutflow>(w, 0, {0, {}, w.pressure}), w, 1e-15, "Mach " + std::to_string(mach));
  }
}
TEST(Conditions, SubsonicOutflowHasThePressureBehindIt) {
  const Flat w = air_at(0.3, 10), b = beyond<SubsonicOutflow>(w, 0, {0, {}, 0.9e5});
  EXPECT_DOUBLE_EQ(b.pressure, 0.9e5);
  EXPECT_GT(b.velocity[0], w.velocity[0]) << "sucked out";
  EXPECT_EQ(b.velocity[1], w.velocity[1]);
  EXPECT_LT(b.density, w.density);
  const Flat fast = air_at(1.5, 10);
  expect_near(beyond<SubsonicOutflow>(fast, 0, {0, {}, 0.9e5}), fast, 1e-15, "faster than sound");
}

TEST(Conditions, SupersonicOnes) {
  const Flat w = air_at(2, 10), given = air_at(3, -5);
  expect_near(beyond<SupersonicInflow>(w, 180, given), given, 0, "everything is given");
  expect_near(beyond<SupersonicOutflow>(w, 0, given), w, 0, "everything comes from inside");
}

TEST(Conditions, WallsMirror) {
  const Flat w = air_at(0.5, 30);
  for (double normal : {0.0, 77.0, 270.0}) {
    const double n[2] = {std::cos(normal * M_PI / 180), std::sin(normal * M_PI / 180)};
    for (const Flat& b : {beyond<FreeSlip>(w, normal, {}), beyond<Symmetry>(w, normal, {})}) {
      EXPECT_NEAR(dot(b.velocity, n), -dot(w.velocity, n), 1e-11);
      const double tangent[2] = {-n[1], n[0]};
      EXPECT_NEAR(dot(b.velocity, tangent), dot(w.velocity, tangent), 1e-11);
      EXPECT_EQ(b.pressure, w.pressure);
      EXPECT_EQ(b.density, w.density);
    }
  }
  const Flat along = air_at(0.5, 90);
  expect_near(beyond<FreeSlip>(along, 180, {}), along, 1e-15, "along the wall");
}
TEST(Conditions, WallsThatGasSticksTo) {
  const Flat w = air_at(0.5, 30), moving{0, {7, -3}, 0}, b = beyond<NoSlip>(w, 180, moving);
  for (int a = 0; a < 2; ++a) EXPECT_NEAR(0.5 * (b.velocity[a] + w.velocity[a]), moving.velocity[a], 1e-12);
  EXPECT_EQ(b.pressure, w.pressure);
  EXPECT_EQ(b.density, w.density) << "no heat";
  const Flat warm{350, {7, -3}, 0}, c = beyond<Isothermal>(w, 180, warm);
  EXPECT_NEAR(0.5 * (temperature(c) + temperature(w)), 350, 1e-10);
  for (int a = 0; a < 2; ++a) EXPECT_NEAR(0.5 * (c.velocity[a] + w.velocity[a]), warm.velocity[a], 1e-12);
  EXPECT_EQ(c.pressure, w.pressure);
  const Flat cold{10, {}, 0};
  EXPECT_GT(temperature(beyond<Isothermal>(w, 180, cold)), 0) << "a wall that is very cold";
}

TEST(Conditions, EachIsInTheListOnce) {
  const BoundaryKinds kinds = Conditions::kinds();
  ASSERT_EQ(int(kinds.size()), Conditions::size + 1);
  EXPECT_EQ(kinds[periodic_kind].name, "periodic");
  int called = 0;
  for (int n = 0; n < Conditions::size; ++n)
    Conditions::with(n, [&](auto condition) {
      EXPECT_EQ(kinds[n].name, decltype(condition)::name);
      ++called;
    });
  EXPECT_EQ(called, Conditions::size);
}
