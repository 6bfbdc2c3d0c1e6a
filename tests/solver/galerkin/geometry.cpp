// Compares elements with integrals by eight Gauss points: gradients, volume, hourglasses, the Laplacian of a box.
#include "solver/galerkin/geometry.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace eddy::galerkin {
namespace {

using Corners = std::array<std::array<double, 3>, 8>;  // bit a of a corner: the upper end of axis a
using Gradients = std::array<std::array<double, 3>, 8>;

double sign_of(int corner, int axis) { return corner >> axis & 1 ? 1 : -1; }

double mode_at(int mode, int corner) {
  double s = 1;
  for (int a = 0; a < 3; ++a)
    if (mode >> a & 1) s *= sign_of(corner, a);
  return s;
}

HexGeometry<double, double> geometry_of(const Corners& x) {
  double a[8][3] = {};
  for (int m = 0; m < 8; ++m)
    for (int c = 0; c < 8; ++c)
      for (int j = 0; j < 3; ++j) a[m][j] += 0.125 * mode_at(m, c) * x[c][j];
  return HexGeometry<double, double>::of(a, 1.0 / 3);
}

// Gradients of the shape functions at a point, and det J there.
Gradients slopes_at(const Corners& x, const std::array<double, 3>& at, double& det) {
  double local[8][3], j[3][3] = {};
  for (int c = 0; c < 8; ++c)
    for (int i = 0; i < 3; ++i) {
      local[c][i] = 0.125 * sign_of(c, i);
      for (int k = 0; k < 3; ++k)
        if (k != i) local[c][i] *= 1 + sign_of(c, k) * at[k];
      for (int k = 0; k < 3; ++k) j[i][k] += local[c][i] * x[c][k];
    }
  double inverse[3][3];  // inverse of ∂x_k/∂ξ_i: adjugate over determinant
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      inverse[k][i] = j[i1][k1] * j[i2][k2] - j[i1][k2] * j[i2][k1];
    }
  det = j[0][0] * inverse[0][0] + j[0][1] * inverse[1][0] + j[0][2] * inverse[2][0];
  Gradients g{};
  for (int c = 0; c < 8; ++c)
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) g[c][k] += inverse[k][i] / det * local[c][i];
  return g;
}

template <class Call>
void each_gauss_point(const Corners& x, const Call& call) {  // call(gradients, weight)
  const double p = 1 / std::sqrt(3.0);
  for (int n = 0; n < 8; ++n) {
    double det = 0;
    const Gradients g = slopes_at(x, {p * sign_of(n, 0), p * sign_of(n, 1), p * sign_of(n, 2)}, det);
    call(g, det);
  }
}

Corners distorted(std::mt19937& random) {
  Corners x;
  for (int c = 0; c < 8; ++c)
    for (int a = 0; a < 3; ++a) x[c][a] = 0.5 * sign_of(c, a) + 0.2 * (double(random() % 1000) / 1000 - 0.5);
  return x;
}

TEST(GalerkinGeometry, MeanGradientsAreThoseOfTheTrilinearElement) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 20; ++trial) {
    const Corners x = distorted(random);
    const auto g = geometry_of(x);
    double volume = 0;
    Gradients mean{};
    each_gauss_point(x, [&](const Gradients& slopes, double weight) {
      volume += weight;
      for (int c = 0; c < 8; ++c)
        for (int a = 0; a < 3; ++a) mean[c][a] += weight * slopes[c][a];
    });
    EXPECT_NEAR(g.volume, volume, 1e-14);
    for (int c = 0; c < 8; ++c)
      for (int a = 0; a < 3; ++a) {
        double b = 0;
        for (int m = 1; m < 7; ++m) b += g.b[m][a] * mode_at(m, c);
        EXPECT_NEAR(b, mean[c][a] / volume, 1e-13);
      }
  }
}

Modes<double, 3> modes_of(const std::array<double, 8>& u) {
  Modes<double, 3> value{};
  for (int m = 0; m < 8; ++m)
    for (int c = 0; c < 8; ++c) value.of[m] += mode_at(m, c) * u[c];
  return value;
}

TEST(GalerkinGeometry, LinearFieldsHaveTheirSlopesAndNoHourglasses) {
  std::mt19937 random(8);
  const double slope[3] = {0.3, -1.2, 2.1}, none[3] = {0, 0, 0};
  for (int trial = 0; trial < 20; ++trial) {
    const Corners x = distorted(random);
    const auto g = geometry_of(x);
    std::array<double, 8> u;
    for (int c = 0; c < 8; ++c) u[c] = 4 + slope[0] * x[c][0] + slope[1] * x[c][1] + slope[2] * x[c][2];
    const Modes<double, 3> value = modes_of(u);
    double found[3];
    g.slopes(value, found);
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(found[a], slope[a], 1e-12);
    Modes<double, 3> sent{};
    g.send(0.0, none, value, found, 1.0, sent);
    for (double s : sent.of) EXPECT_NEAR(s, 0, 1e-13);
  }
}

// −∫ ∇Φ·∇u of a box by one point and hourglasses is exact.
template <class Geometry>
void expect_exact_laplacian(const Geometry& g, const Corners& x) {
  const std::array<double, 8> u{0.3, -1, 2.5, 0.7, 1.1, -0.4, 0.9, -2};
  std::array<double, 8> exact{};
  each_gauss_point(x, [&](const Gradients& slopes, double weight) {
    for (int c = 0; c < 8; ++c)
      for (int n = 0; n < 8; ++n)
        for (int a = 0; a < 3; ++a) exact[c] -= weight * slopes[c][a] * slopes[n][a] * u[n];
  });
  const Modes<double, 3> value = modes_of(u);
  double slope[3], stress[3];
  g.slopes(value, slope);
  for (int a = 0; a < 3; ++a) stress[a] = -slope[a];
  Modes<double, 3> sent{};
  g.send(0.0, stress, value, slope, 1.0, sent);
  for (int c = 0; c < 8; ++c) {
    double rate = 0;
    for (int m = 0; m < 8; ++m) rate += sent.of[m] * mode_at(m, c);
    EXPECT_NEAR(rate, exact[c], 1e-13);
  }
}

TEST(GalerkinGeometry, TheLaplacianOfABoxIsExact) {
  const double h[3] = {0.3, 0.5, 0.9};
  Corners x;
  for (int c = 0; c < 8; ++c)
    for (int a = 0; a < 3; ++a) x[c][a] = 2 + 0.5 * h[a] * sign_of(c, a);
  expect_exact_laplacian(geometry_of(x), x);
  BoxGeometry<double, double, 3> box;
  box.volume = h[0] * h[1] * h[2];
  box.shortest = h[0];
  for (int a = 0; a < 3; ++a) {
    box.slope[a] = 0.25 / h[a];
    box.metric[a] = 4 / (h[a] * h[a]);
  }
  expect_exact_laplacian(box, x);
  const double v[3] = {1, -2, 0.5}, often = 1 / 0.09 + 4 / 0.25 + 0.25 / 0.81;  // Σ (v_a/h_a)²
  EXPECT_NEAR(box.crossings_squared(v), often, 1e-12);
  EXPECT_NEAR(geometry_of(x).crossings_squared(v), often, 1e-12);
}

}  // namespace
}  // namespace eddy::galerkin
