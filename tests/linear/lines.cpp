// The line solvers solve every combination of boundaries, and every space gives the bits of the host.
#include "tests/linear/lines.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "exec/core/devices.hpp"
#include "exec/core/space.hpp"
#include "tests/exec/precisions.hpp"

namespace eddy::tests {

static std::string name_of(const Problem& p) {
  static const char* ends[] = {"wall", "insulated", "ring", "leaky"};
  std::string all = p.varying ? "per face" : "separable";
  for (std::size_t a = 0; a < p.cells.size(); ++a)
    all += ", " + std::to_string(p.cells[a]) + " " + ends[int(p.sides[a][0])] + "-" + ends[int(p.sides[a][1])];
  return all + ", rate " + std::to_string(p.rate) + ", stretched " + std::to_string(p.stretched) + ", omega " +
         std::to_string(p.omega);
}

static const std::array<End, 2> every_pair[] = {{End::wall, End::wall},      {End::insulated, End::insulated},
                                                {End::ring, End::ring},      {End::wall, End::insulated},
                                                {End::insulated, End::wall}, {End::leaky, End::wall}};

template <class T>
static void expect_same(const Outcome& a, const Outcome& b, const std::string& who) {
  ASSERT_EQ(a.refused, b.refused) << who;
  ASSERT_EQ(a.x.size(), b.x.size()) << who;
  std::size_t differing = 0, first = 0;
  for (std::size_t n = 0; n < a.x.size(); ++n)
    if (std::bit_cast<std::uint64_t>(a.x[n]) != std::bit_cast<std::uint64_t>(b.x[n]) && differing++ == 0) first = n;
  EXPECT_EQ(differing, 0u) << who << ", first at " << first << ": " << std::hexfloat << a.x[first] << " and "
                           << b.x[first];
}

template <class T>
static void expect_same_everywhere(const Problem& p, const std::string& solver, int sweeps) {
  const Outcome one = solve_problem<Host, T>(1, p, solver, sweeps);
  expect_same<T>(one, solve_problem<Host, T>(2, p, solver, sweeps), "2 threads, " + name_of(p));
#ifdef EDDY_TEST_OPENCL
  std::string why;
  for (const Device& d : opencl_devices(why))
    if ((sizeof(T) == 4 ? d.refusal_single : d.refusal_double).empty())
      expect_same<T>(one, solve_problem<OpenCl, T>(d.number, p, solver, sweeps), eddy::label(d) + ", " + name_of(p));
#endif
#ifdef EDDY_TEST_CUDA
  std::string why_not;
  for (const Device& d : cuda_devices(why_not))
    expect_same<T>(one, solve_problem<Cuda, T>(d.number, p, solver, sweeps), eddy::label(d) + ", " + name_of(p));
#endif
}

TEST(Tdma, IsDirectInOneDimension) {
  for (bool varying : {false, true})
    for (int n : {1, 2, 3, 37, 200})
      for (const auto& ends : every_pair)
        for (double rate : {0.0, 1.5}) {
          // The cell is its own neighbour, so there is nothing to solve along the axis.
          if (n == 1 && ends[0] == End::ring) continue;
          const Problem p{{n}, {ends}, rate, varying ? -1 : 0, varying};
          const Outcome o = solve_problem<Host, double>(1, p, "tdma", 1);
          EXPECT_LE(o.after, 1e-12 * o.before + 1e-13) << name_of(p);
        }
}

TEST(Tdma, ConvergesForEveryPairOfEnds) {
  for (bool varying : {false, true})
    for (const auto& x : every_pair)
      for (const auto& y : every_pair) {
        for (double omega : {0.0, 1.0}) {
          const Problem p{{13, 10}, {x, y}, 0, varying ? -1 : 1, varying, omega};
          const Outcome o = solve_problem<Host, double>(1, p, "tdma", 300);
          EXPECT_LE(o.after, 1e-4 * o.before) << name_of(p);
        }
      }
  for (const auto& ends : every_pair) {
    const Problem p{{7, 6, 9}, {ends, every_pair[2], every_pair[0]}, 0.2, 2, false};
    const Outcome o = solve_problem<Host, double>(1, p, "tdma", 300);
    EXPECT_LE(o.after, 1e-4 * o.before) << name_of(p);
  }
}

static const std::array<End, 2> transformed[] = {
    {End::wall, End::wall}, {End::insulated, End::insulated}, {End::ring, End::ring}};

// Every size up to 36 and some more: even, odd, each radix, and sizes that are solved by lines only.
TEST(Fft, SolvesEveryPairOfEndsAndEverySize) {
  for (const auto& x : transformed)
    for (const auto& y : every_pair)
      for (int n = 1; n <= 36; ++n) {
        const Problem p{{n, 11}, {x, y}, n % 3 * 0.7, n % 2 ? 1 : -1, false};
        const Outcome o = solve_problem<Host, double>(1, p, "fft", 1);
        const bool left = n == 11 || n == 22 || n == 33 || n == 13 || n == 26 || n == 17 || n == 34 || n == 19 ||
                          n == 23 || n == 29 || n == 31;  // then y must be transformed, and 11 cells cannot be
        EXPECT_EQ(o.refused.empty(), !left) << name_of(p) << ": " << o.refused;
        if (!left) {
          EXPECT_LE(o.after, 1e-13 * o.before + 1e-14) << name_of(p);
        }
      }
}
TEST(Fft, SolvesInThreeDimensionsAlongEveryAxis) {
  for (int line : {-1, 0, 1, 2})
    for (const auto& x : transformed)
      for (const auto& y : transformed)
        for (const auto& z : transformed)
          for (double rate : {0.0, 2.0}) {
            const Problem p{{14, 9, 10}, {x, y, z}, rate, line, false};
            const Outcome o = solve_problem<Host, double>(1, p, "fft", 1);
            EXPECT_EQ(o.refused, "") << name_of(p);
            EXPECT_LE(o.after, 1e-13 * o.before) << name_of(p);
          }
}
TEST(Fft, SolvesLongLines) {
  for (int n : {210, 343, 512, 625, 729, 1024, 1890, 4096})
    for (const auto& ends : transformed) {
      const Problem p{{n, 3}, {ends, every_pair[0]}, 0, -1, false};
      const Outcome o = solve_problem<Host, double>(1, p, "fft", 1);
      EXPECT_LE(o.after, 1e-12 * o.before) << name_of(p);
      const Problem q{{5, n}, {every_pair[0], ends}, 0, 0, false};
      const Outcome r = solve_problem<Host, double>(1, q, "fft", 1);
      EXPECT_LE(r.after, 1e-12 * r.before) << name_of(q);
    }
}
TEST(Fft, AgreesWithTdma) {
  const Problem p{{12, 10, 7}, {every_pair[0], every_pair[2], every_pair[5]}, 0.5, 2, false};
  const Outcome direct = solve_problem<Host, double>(1, p, "fft", 1),
                lines = solve_problem<Host, double>(1, p, "tdma", 500);
  for (std::size_t n = 0; n < direct.x.size(); ++n) EXPECT_NEAR(direct.x[n], lines.x[n], 1e-11);
}
TEST(Fft, ASingularProblemHasMeanZero) {
  const Problem p{{12, 10}, {every_pair[1], every_pair[2]}, 0, -1, false};
  const Outcome o = solve_problem<Host, double>(1, p, "fft", 1);
  double sum = 0;
  for (double v : o.x) sum += v;
  EXPECT_NEAR(sum, 0, 1e-13);
}
TEST(Fft, SaysWhyItDoesNotApply) {
  auto why = [](const Problem& p) { return solve_problem<Host, double>(1, p, "fft", 1).refused; };
  auto holds = [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; };
  const auto wall = every_pair[0], mixed = every_pair[3], leaky = every_pair[5];
  const std::string sizes = why({{11, 26}, {wall, wall}, 0, -1, false});
  EXPECT_TRUE(holds(sizes, "x has 11 cells, which is not a product of 2, 3, 5 and 7 (10 or 12 are)")) << sizes;
  EXPECT_TRUE(holds(sizes, "y has 26 cells, which is not a product of 2, 3, 5 and 7 (25 or 27 are)")) << sizes;
  const std::string stretched = why({{12, 11}, {wall, wall}, 0, 0, false});
  EXPECT_TRUE(holds(stretched, "x is stretched; y has 11 cells")) << stretched;
  const std::string ends = why({{12, 10}, {mixed, leaky}, 0, -1, false});
  EXPECT_TRUE(holds(ends, "x has a fixed value at one end only, 'left'; side 'bottom' has a mixed condition")) << ends;
  const std::string material = why({{12, 10}, {wall, wall}, 0, -1, true});
  EXPECT_TRUE(holds(material, "needs the same material in every cell")) << material;
  EXPECT_TRUE(holds(material, "the conductance of faces along x from 0.5")) << material;
}

TEST(Tdma, OverRelaxationNeedsEvenRings) {
  Problem p{{13, 11}, {every_pair[2], every_pair[2]}, 0.1};
  p.omega = 1.5;
  const std::string why = solve_problem<Host, double>(1, p, "tdma", 1).refused;
  EXPECT_NE(why.find("needs an even number of cells along the periodic axes"), std::string::npos) << why;
}
TEST(Tdma, OverRelaxationPays) {
  Problem p{{40, 40}, {every_pair[0], every_pair[0]}};
  const double relaxed = solve_problem<Host, double>(1, p, "tdma", 60).after;
  p.omega = 1;
  const double in_turn = solve_problem<Host, double>(1, p, "tdma", 60).after;
  EXPECT_LT(relaxed, 0.1 * in_turn);
}

template <class T>
class LineSpaces : public testing::Test {};
TYPED_TEST_SUITE(LineSpaces, Precisions);

TYPED_TEST(LineSpaces, TdmaHasTheSameBits) {
  const auto wall = every_pair[0], ring = every_pair[2], mixed = every_pair[3], leaky = every_pair[5];
  for (bool varying : {false, true})
    for (const Problem& p : {Problem{{97}, {ring}, 0.3}, Problem{{1}, {wall}, 0}, Problem{{133, 70}, {ring, mixed}, 0},
                             Problem{{33, 150}, {leaky, ring}, 0.1}, Problem{{40, 19, 35}, {wall, ring, mixed}, 0},
                             Problem{{19, 66, 10}, {ring, leaky, ring}, 0.1}}) {
      Problem q = p;
      q.varying = varying;
      for (double omega : {0.0, 1.0}) {
        q.omega = omega;
        expect_same_everywhere<TypeParam>(q, "tdma", 3);
      }
    }
}

TYPED_TEST(LineSpaces, FftHasTheSameBits) {
  const auto wall = every_pair[0], insulated = every_pair[1], ring = every_pair[2], mixed = every_pair[3];
  for (const Problem& p :
       {Problem{{105, 37}, {ring, mixed}, 0}, Problem{{37, 96}, {wall, insulated}, 0.1, 0},
        Problem{{64, 41}, {ring, ring}, 0.5}, Problem{{512, 9}, {insulated, insulated}, 0},
        Problem{{40, 21, 35}, {wall, ring, mixed}, 0}, Problem{{19, 50, 16}, {ring, wall, ring}, 0.1},
        Problem{{1, 2, 3}, {wall, insulated, ring}, 0.1}, Problem{{16, 14, 27}, {insulated, ring, wall}, 0.1, 1}})
    expect_same_everywhere<TypeParam>(p, "fft", 2);
}

}  // namespace eddy::tests
