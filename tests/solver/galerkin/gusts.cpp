// Gusts: their variance, their divergence, and their mean flow, which is 0.
#include "solver/galerkin/gusts.hpp"

#include <cmath>
#include <numbers>

#include "mesh/vectors.hpp"
#include "tests/solver/galerkin/helper.hpp"

using namespace eddy;
using namespace eddy::galerkin;

namespace {

std::string inlet(const std::string& gusts) {
  return "[mesh]\nlower = [0, 0, 0]\nupper = [2, 40, 40]\ncells = [2, 20, 20]\n[fluid]\nviscosity = 0.1\n[boundary]\n"
         "left = { kind = \"wind\" }\nright = { kind = \"outflow\" }\nothers = { kind = \"free-slip\" }\n"
         "[wind]\nspeed = 2\n[wind.gusts]\nintensity = 0.1\nlength = 0.5\n" +
         gusts;
}

}  // namespace

TEST(Gusts, HaveTheirVariance) {
  const Prepared p(inlet("modes = 400\n"));
  const Gusts g(p.domain);
  ASSERT_EQ(g.nodes(), 21u * 21);
  Point square{};
  for (double t : {0.0, 3.0, 7.0, 20.0})
    for (const Point& v : g.at(t))
      for (int a = 0; a < 3; ++a) square[a] += v[a] * v[a] / (4.0 * double(g.nodes()));
  for (int a = 0; a < 3; ++a) {
    const double ratio[3] = {1, 0.8, 0.6};
    EXPECT_NEAR(std::sqrt(square[a]), 0.2 * ratio[a], 0.02 * ratio[a]) << "along " << a;
  }
}

// Removing the mean over the inlet does not weaken gusts, however long they are.
TEST(Gusts, HaveTheirVarianceWithoutTheMean) {
  std::string text = inlet("modes = 100\n");
  const Prepared p(text.replace(text.find("length = "), 9, "length = 1"));
  const Gusts g(p.domain);
  const double ratio[3] = {1, 0.8, 0.6};
  const Point variance = g.variance({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  for (int a = 0; a < 3; ++a) EXPECT_NEAR(std::sqrt(variance[a]), 0.2 * ratio[a], 1e-12) << "along " << a;
}

// With a period they repeat after it, have no mean over it, and their variance is that of one period.
TEST(Gusts, RepeatAfterTheirPeriod) {
  const Prepared p(inlet("modes = 200\nperiod = 5\n"));
  const Gusts g(p.domain);
  const auto first = g.at(0.7), later = g.at(5.7), other = g.at(3.2);
  std::vector<Point> mean(g.nodes());
  Point square{};
  const int moments = 400;  // more than twice the highest frequency times the period
  for (int n = 0; n < moments; ++n) {
    const auto v = g.at(0.3 + 5.0 * n / moments);
    for (std::size_t m = 0; m < g.nodes(); ++m)
      for (int a = 0; a < 3; ++a) {
        mean[m][a] += v[m][a] / moments;
        square[a] += v[m][a] * v[m][a] * magnitude(g.area[m]) / (1600 * moments);
      }
  }
  double apart = 0;
  for (std::size_t m = 0; m < g.nodes(); ++m)
    for (int a = 0; a < 3; ++a) {
      EXPECT_NEAR(first[m][a], later[m][a], 1e-12);
      EXPECT_NEAR(mean[m][a], 0, 1e-13);
      apart = std::max(apart, std::abs(first[m][a] - other[m][a]));
    }
  EXPECT_GT(apart, 0.1);
  const double ratio[3] = {1, 0.8, 0.6};
  for (int a = 0; a < 3; ++a) EXPECT_NEAR(std::sqrt(square[a]), 0.2 * ratio[a], 1e-12) << "along " << a;
}

TEST(Gusts, CarryNoFlowInAll) {
  const Prepared p(inlet(""));
  const Gusts g(p.domain);
  const auto v = g.at(5);
  double flow = 0, size = 0;
  for (std::size_t n = 0; n < v.size(); ++n) {
    flow += dot(v[n], g.area[n]);
    size += std::abs(dot(v[n], g.area[n]));
  }
  EXPECT_LT(std::abs(flow), 1e-13 * size);
}

// The sum of waves before scaling, with constant σ and L, is solenoidal: ∇·v' = Σ k·(q cos φ − p sin φ) / L = 0, since
// p and q are normal to k.
TEST(Gusts, AreSolenoidal) {
  const Prepared p(inlet("ratios = [1, 1, 1]\n"));
  const Gusts g(p.domain);
  for (std::size_t n = 0; n < g.waves(); ++n) {
    double along_p = 0, along_q = 0;
    for (int a = 0; a < 3; ++a) {
      along_p += g.k[a][n] * g.p[a][n] / g.factor[a];
      along_q += g.k[a][n] * g.q[a][n] / g.factor[a];
    }
    EXPECT_NEAR(along_p, 0, 1e-15);
    EXPECT_NEAR(along_q, 0, 1e-15);
  }
}

// The phase in time is that of a place upwind, at every height with the same speed.
TEST(Gusts, AreCarriedByTheWind) {
  const Prepared p(inlet("modes = 50\n"));
  const Gusts g(p.domain);
  EXPECT_DOUBLE_EQ(g.rate[0], 4 * std::sqrt(2 * std::numbers::pi));
  for (std::size_t n = 0; n < g.waves(); ++n) EXPECT_DOUBLE_EQ(g.turn[n], -g.k[0][n]);
  std::string text = inlet("");
  text.replace(text.find("speed = 2"), 9, "profile = \"power\"\nspeed = 2\nheight = 20");
  const Prepared sheared(text);
  const Gusts layered(sheared.domain);
  EXPECT_EQ(layered.rate.front(), layered.rate.back());
}

// The integral of the correlation in time at one place, times the mean speed, is the length.
TEST(Gusts, HaveTheirLength) {
  const Prepared p(inlet("modes = 2000\n"));
  const Gusts g(p.domain);
  double along = 0, across = 0, square = 0;
  const double lag = 0.25;  // s: a length
  for (int n = 0; n < 20; ++n) {
    const auto now = g.at(10.0 * n), later = g.at(10.0 * n + lag);
    for (std::size_t m = 0; m < g.nodes(); ++m) {
      along += now[m][0] * later[m][0];
      across += now[m][1] * later[m][1] / 0.64;
      square += now[m][0] * now[m][0];
    }
  }
  const double f = std::exp(-std::numbers::pi / 4);
  EXPECT_NEAR(along / square, f, 0.05);
  EXPECT_NEAR(across / square, f * (1 - std::numbers::pi / 4), 0.05);  // solenoidal turbulence has f + r f'/2 across
}

TEST(Gusts, DependOnTheSeedAlone) {
  const Prepared a(inlet("seed = 3\n")), b(inlet("seed = 3\n")), c(inlet("seed = 4\n"));
  const auto one = Gusts(a.domain).at(1), same = Gusts(b.domain).at(1), other = Gusts(c.domain).at(1);
  EXPECT_EQ(one, same);
  EXPECT_NE(one, other);
}
