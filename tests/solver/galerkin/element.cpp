// One element: its forces on nodes conserve momentum; sound and advection conserve energy.
#include "solver/galerkin/element.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "solver/galerkin/dynamic_terms.hpp"
#include "solver/galerkin/works.hpp"

namespace eddy::galerkin::of_element {
namespace {

using Values = std::array<std::array<double, 8>, 4>;  // velocity components and pressure at the corners

double mode_at(int mode, int corner) {
  double s = 1;
  for (int a = 0; a < 3; ++a)
    if (mode >> a & 1) s *= corner >> a & 1 ? 1 : -1;
  return s;
}

Values random_values(std::mt19937& random) {
  Values v;
  for (auto& variable : v)
    for (double& x : variable) x = double(random() % 2001) / 1000 - 1;
  return v;
}

HexGeometry<double, double> distorted(std::mt19937& random) {
  double a[8][3] = {};
  for (int c = 0; c < 8; ++c)
    for (int j = 0; j < 3; ++j) {
      const double x = (c >> j & 1 ? 0.5 : -0.5) + 0.2 * (double(random() % 1000) / 1000 - 0.5);
      for (int m = 0; m < 8; ++m) a[m][j] += 0.125 * mode_at(m, c) * x;
    }
  return HexGeometry<double, double>::of(a, 1.0 / 3);
}

BoxGeometry<double, double, 3> box() {
  const double h[3] = {0.3, 0.5, 0.9};
  BoxGeometry<double, double, 3> g;
  g.volume = h[0] * h[1] * h[2];
  g.shortest = h[0];
  for (int a = 0; a < 3; ++a) {
    g.slope[a] = 0.25 / h[a];
    g.metric[a] = 4 / (h[a] * h[a]);
  }
  return g;
}

using Numbers = ElementNumbers<Host, double>;

void take_apart(const Values& v, Modes<double, 3> (&value)[4]) {
  for (int i = 0; i < 4; ++i)
    for (int m = 0; m < 8; ++m)
      for (int c = 0; c < 8; ++c) value[i].of[m] += mode_at(m, c) * v[i][c];
}

template <class Call>
void each_element(const Call& call) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 20; ++trial) {
    call(box(), random_values(random));
    call(distorted(random), random_values(random));
  }
}

// Forces of pressure, friction, small eddies and hourglasses on the nodes sum to 0, since all modes but the first sum
// to 0 over the nodes.
TEST(GalerkinElement, MomentumIsExchangedNotMade) {
  const Numbers all{0.1, 100, 1.0, 0.1, 1.0, 0, 0, 0.01};
  each_element([&](const auto& geometry, const Values& v) {
    Modes<double, 3> value[4] = {}, sent[4] = {};
    take_apart(v, value);
    element_rates<Smagorinsky, PressureForm::advanced, 3>(value, geometry, 0.02, all, sent);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(sent[i].of[0], 0);
  });
}

// Σ v·R + q R_q/c² of an element's residuals, relative to the magnitude of its terms.
template <class Geometry>
double power(const Geometry& geometry, const Values& v, const Numbers& numbers, int variables) {
  Modes<double, 3> value[4] = {}, sent[4] = {};
  take_apart(v, value);
  element_rates<NoModel, PressureForm::advanced, 3>(value, geometry, 0.0, numbers, sent);
  double sum = 0, size = 0;
  for (int i = 0; i < variables; ++i)
    for (int m = 0; m < 8; ++m) {
      const double part = value[i].of[m] * sent[i].of[m] / (i == 3 ? 100 : 1);
      sum += part;
      size += std::abs(part);
    }
  return sum / size;
}

// d/dt ½ Σ M (|v|² + q²/c²) = 0: gradient and divergence are transposes of each other.
TEST(GalerkinElement, SoundKeepsItsEnergy) {
  const Numbers sound{0, 100, 0, 0, 0, 0, 0, 0};
  each_element([&](const auto& geometry, const Values& v) { EXPECT_NEAR(power(geometry, v, sound, 4), 0, 1e-13); });
}

// The damping of short waves takes energy from each mode but the mean, in velocity and pressure.
TEST(GalerkinElement, ShortWavesLoseEnergyAndNothingElse) {
  const Numbers numbers{0, 0, 0, 0, 0, 0, 0, 1.5};
  each_element([&](const auto& geometry, const Values& v) {
    Modes<double, 3> value[4] = {}, sent[4] = {};
    take_apart(v, value);
    ShortWaves::send<3>(value, geometry, 0.0, numbers, sent);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(sent[i].of[0], 0);
      for (int m = 1; m < 8; ++m) EXPECT_LT(value[i].of[m] * sent[i].of[m], 0);
    }
  });
}

// Around a node, elements keep the mean of what alternates along any axis as it is, and of a plane wave 1 − Π cos².
TEST(GalerkinElement, BesideMeansOfWaves) {
  const Numbers numbers{};
  const auto share = [&](const std::array<double, 3>& turn) {  // of a wave that turns so far from node to node
    double sum = 0;
    for (int e = 0; e < 8; ++e) {  // the elements around a node at the origin
      Values v{};
      Modes<double, 3> value[4] = {}, sent[4] = {};
      for (int c = 0; c < 8; ++c) {
        double angle = 0;
        for (int a = 0; a < 3; ++a) angle += turn[a] * ((e >> a & 1) - 1 + (c >> a & 1));
        v[0][c] = std::cos(angle);
      }
      take_apart(v, value);
      BesideMeans<true>::send<3>(value, box(), 0.0, numbers, sent);
      EXPECT_EQ(sent[0].of[0], 0);
      for (int m = 0; m < 8; ++m) sum += mode_at(m, 7 - e) * sent[0].of[m];
    }
    return sum / box().volume;
  };
  const double pi = std::numbers::pi;
  EXPECT_NEAR(share({0, 0, 0}), 0, 1e-14);
  EXPECT_NEAR(share({pi, 0, 0}), 1, 1e-14);
  EXPECT_NEAR(share({pi, 0, pi}), 1, 1e-14);
  EXPECT_NEAR(share({pi, 0.3, 1.1}), 1, 1e-14);
  EXPECT_NEAR(share({0.5, 0.3, 1.1}),
              1 - std::pow(std::cos(0.25), 2) * std::pow(std::cos(0.15), 2) * std::pow(std::cos(0.55), 2), 1e-14);
}

// d/dt ½ Σ M |v|² = 0 in the skew form.
TEST(GalerkinElement, AdvectionKeepsTheEnergy) {
  const Numbers advection{0, 0, 0, 0, 0, 1.0 / 16, 0.5, 0};
  each_element([&](const auto& geometry, Values v) {
    v[3] = {};
    EXPECT_NEAR(power(geometry, v, advection, 3), 0, 1e-13);
  });
}

// Flow away from an axis or towards it, v = (a x, a y, −2 a z): L:M / M:M = a/(24 |S|), derived by hand.
double constant_of_strain(double a) {
  double mean[Compared<3>::size] = {}, above = 0, below = 0;
  BoxGeometry<double, double, 3> g = box();
  for (int n = 0; n < 3; ++n) g.slope[n] = 0.25;
  for (int e = 0; e < 8; ++e) {  // unit cubes around a node at the origin
    Values v{};
    for (int c = 0; c < 8; ++c)
      for (int i = 0; i < 3; ++i) v[i][c] = (i == 2 ? -2 * a : a) * ((e >> i & 1) - 1 + (c >> i & 1));
    Modes<double, 3> value[4] = {};
    take_apart(v, value);
    double all[Compared<3>::size];
    Compared<3>::of_element<double>(value, g, all);
    for (int n = 0; n < Compared<3>::size; ++n) mean[n] += all[n] / 8;
  }
  Compared<3>::contract<double>(mean, 1.0, above, below);
  return dynamic_constant<double>(above, below);
}
TEST(GalerkinDynamicModel, IsWhatGermanosIdentitySays) {
  EXPECT_NEAR(constant_of_strain(2.0), 1 / (24 * std::sqrt(12.0)), 1e-14);
  EXPECT_EQ(constant_of_strain(-2.0), 0);  // backscatter of energy is cut off
  EXPECT_EQ(dynamic_constant<double>(1.0, 0.0), 0.04);
  EXPECT_EQ(dynamic_constant<double>(0.0, 0.0), 0);
}

}  // namespace
}  // namespace eddy::galerkin::of_element
