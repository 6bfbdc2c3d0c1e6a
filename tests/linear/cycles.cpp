// multigrid and cg: their rates of convergence, grids and solutions, and what they refuse.
#include "tests/linear/cycles.hpp"

#include <gtest/gtest.h>

#include "linear/multigrid.hpp"

namespace eddy::tests {

TEST(Multigrid, ConvergesInAsManyCyclesOnEveryUniformGrid) {
  for (bool tables : {true, false}) {
    std::vector<int> cycles;
    for (int n : {64, 128, 256, 512, 1024}) {
      if (!tables && n > 256) continue;
      Problem p = square(n);
      if (!tables) p.k = [](int, int, int) { return 1.0; };
      const Outcome r = solved(p, with(LinearSolver::multigrid));
      EXPECT_TRUE(r.solution.converged);
      EXPECT_LT(r.worst, 0.1) << n;
      cycles.push_back(r.solution.iterations);
    }
    EXPECT_LE(*std::max_element(cycles.begin(), cycles.end()) - *std::min_element(cycles.begin(), cycles.end()), 1);
    cycles.clear();
    for (int n : {32, 64}) {
      Problem p = cube(n);
      if (!tables) p.k = [](int, int, int) { return 1.0; };
      const Outcome r = solved(p, with(LinearSolver::multigrid));
      EXPECT_TRUE(r.solution.converged);
      EXPECT_LT(r.worst, tables ? 0.1 : 0.15) << n;
      cycles.push_back(r.solution.iterations);
    }
    EXPECT_LE(std::abs(cycles[0] - cycles[1]), 1);
  }
}

TEST(Multigrid, StretchedGrids) {
  const int n2 = 128, n3 = 32;
  for (bool tables : {true, false})
    for (double ratio : {20.0, 100.0})
      for (int axes = 1; axes <= 3; ++axes) {
        Problem p = axes < 3 ? square(n2) : cube(n3);
        for (int a = 0; a < axes; ++a) p.widths[a] = stretched(p.cells[a], ratio);
        if (!tables) p.k = [](int, int, int) { return 1.0; };
        const Outcome r = solved(p, with(LinearSolver::multigrid));
        EXPECT_TRUE(r.solution.converged);
        EXPECT_LT(r.worst, 0.25) << ratio << " along " << axes << (tables ? " tables" : " faces");
      }
  for (double ratio : {20.0, 100.0}) {  // all cells equally long and narrow
    Problem p = square(n2);
    p.widths[0].assign(n2, ratio);
    EXPECT_LT(solved(p, with(LinearSolver::multigrid)).worst, 0.3) << ratio;
  }
}

TEST(Multigrid, EveryKindOfSideAndSize) {
  const std::vector<std::array<End, 6>> sides = {
      {End::closed, End::closed, End::closed, End::closed, End::closed, End::closed},
      {End::around, End::around, End::around, End::around, End::around, End::around},
      {End::fixed, End::closed, End::around, End::around, End::closed, End::closed},
  };
  const std::vector<Problem> sizes = {
      {.dimensions = 1, .cells = {1000, 1, 1}}, {.dimensions = 2, .cells = {100, 77, 1}},
      {.dimensions = 2, .cells = {257, 33, 1}}, {.dimensions = 2, .cells = {300, 2, 1}},
      {.dimensions = 3, .cells = {40, 17, 21}}, {.dimensions = 3, .cells = {9, 50, 1}}};
  for (Problem p : sizes)
    for (const auto& ends : sides)
      for (bool tables : {true, false})
        for (auto solver : {LinearSolver::multigrid, LinearSolver::cg}) {
          p.ends = ends;
          p.k = nullptr;
          if (!tables) p.k = [](int i, int, int) { return 1.0 + 0.5 * std::sin(0.1 * i); };
          const Outcome r = solved(p, with(solver));
          EXPECT_TRUE(r.solution.converged) << r.solution.residual;
          EXPECT_LE(r.solution.iterations, p.cells[1] <= 2 ? 14 : 12)
              << p.cells[0] << " x " << p.cells[1] << " x " << p.cells[2] << ", sides " << int(ends[0])
              << (tables ? " tables" : " faces");
        }
}

TEST(Cg, ObstaclesAndJumpsTakeAtMostTwiceTheCyclesOfTheEmptyBox) {
  for (int d : {2, 3}) {
    Problem p = d == 2 ? square(128) : cube(40);
    p.k = [](int, int, int) { return 1.0; };
    const int empty = solved(p, with(LinearSolver::cg)).solution.iterations;
    EXPECT_LE(empty, 7);
    for (double k : {0.0, 1000.0, 0.001})
      for (int seed : {1, 2}) {
        p.k = boxes(d, p.cells, k, seed);
        LinearOptions o = with(LinearSolver::cg);
        for (const CyclePrecision precision : cycle_precisions()) {
          o.precision = precision;
          const Outcome r = solved(p, o);
          EXPECT_TRUE(r.solution.converged);
          EXPECT_LE(r.solution.iterations, 2 * empty) << d << "D, k = " << k << " in boxes " << seed;
        }
      }
    p.k = [](int i, int, int) { return i < 50 ? 1.0 : 1000.0; };
    EXPECT_LE(solved(p, with(LinearSolver::cg)).solution.iterations, 2 * empty);
  }
}

TEST(Cg, TheDiagonalDoesAsAPreconditioner) {
  LinearOptions o = with(LinearSolver::cg);
  o.preconditioner = Preconditioner::jacobi;
  const Outcome r = solved(square(24), o);
  EXPECT_TRUE(r.solution.converged) << r.solution.residual;
}

// Solves by Gauss' elimination, row by row.
static std::vector<double> eliminated(const Problem& p) {
  Exec<Host> exec(1);
  auto s = make_system<Host, double>(exec, p);
  const std::size_t n = static_cast<std::size_t>(s.cells.cells());
  CellField<Host, double> b(exec, "b", s.cells, s.dimensions), e(exec, "e", s.cells, s.dimensions, 1),
      r(exec, "r", s.cells, s.dimensions);
  std::vector<std::vector<long double>> rows(n, std::vector<long double>(n + 1));
  const auto right = noise(p, false);
  for (std::size_t c = 0; c < n; ++c) {  // finds −A e_c, column by column
    std::vector<double> unit(n, 0);
    unit[c] = 1;
    e.put(unit);
    s.ghosts.fill(e);
    s.visit([&](auto kind, const auto& a) {
      for_each<kernels::Defect, kernels::Into<decltype(kind), double>>(exec, s.set(), a, e, b, r, s.rate);
    });
    const auto column = r.get();
    for (std::size_t m = 0; m < n; ++m) rows[m][c] = -column[m];
  }
  for (std::size_t m = 0; m < n; ++m) rows[m][n] = right[m];
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t m = 0; m < n; ++m)
      if (m != k) {
        const long double factor = rows[m][k] / rows[k][k];
        for (std::size_t c = k; c <= n; ++c) rows[m][c] -= factor * rows[k][c];
      }
  std::vector<double> x;
  for (std::size_t m = 0; m < n; ++m) x.push_back(static_cast<double>(rows[m][n] / rows[m][m]));
  return x;
}

TEST(Cycles, AgreeWithEliminationOnSmallOddGrids) {
  std::vector<Problem> all = {{.dimensions = 2, .cells = {5, 3, 1}},   {.dimensions = 1, .cells = {7, 1, 1}},
                              {.dimensions = 1, .cells = {131, 1, 1}}, {.dimensions = 3, .cells = {3, 3, 3}},
                              {.dimensions = 2, .cells = {11, 9, 1}},  {.dimensions = 3, .cells = {5, 5, 7}},
                              {.dimensions = 2, .cells = {17, 1, 1}}};
  for (Problem p : all)
    for (bool tables : {true, false})
      for (auto solver : {LinearSolver::multigrid, LinearSolver::cg})
        for (double rate : {0.0, 0.3}) {
          p.rate = rate;
          p.widths[0] = stretched(p.cells[0], 3);
          p.ends[1] = End::closed;
          p.k = nullptr;
          if (!tables) p.k = [](int i, int j, int k) { return 1.0 + (i * 7 + j * 3 + k) % 5; };
          LinearOptions o = with(solver);
          o.tolerance = 1e-13;
          const Outcome r = solved(p, o);
          EXPECT_TRUE(r.solution.converged) << r.solution.residual;
          const auto exact = eliminated(p);
          double largest = 0, off = 0;
          for (std::size_t n = 0; n < exact.size(); ++n)
            largest = std::max(largest, std::fabs(exact[n])), off = std::max(off, std::fabs(exact[n] - r.x[n]));
          EXPECT_LT(off, 1e-11 * largest) << p.cells[0] << " x " << p.cells[1] << " x " << p.cells[2];
        }
}

TEST(Cycles, FewCellsAreSolvedAtOnce) {
  EXPECT_EQ(solved({.dimensions = 2, .cells = {5, 3, 1}}, with(LinearSolver::multigrid)).solution.iterations, 1);
  EXPECT_EQ(solved({.dimensions = 3, .cells = {4, 4, 4}}, with(LinearSolver::multigrid)).solution.iterations, 1);
  Problem ring{.dimensions = 2, .cells = {8, 8, 1}};
  ring.ends[0] = ring.ends[1] = End::around;
  EXPECT_EQ(solved(ring, with(LinearSolver::multigrid)).solution.iterations, 1);
}

#ifdef EDDY_TESTS_ALL  // `mixed` is a module that is rarely used
TEST(Cycles, SingleInsideReachesTheToleranceOfDouble) {
  for (auto solver : {LinearSolver::multigrid, LinearSolver::cg}) {
    LinearOptions o = with(solver);
    o.tolerance = 1e-12;
    const Outcome same = solved(square(128), o);
    o.precision = CyclePrecision::mixed;
    const Outcome mixed = solved(square(128), o);
    EXPECT_TRUE(mixed.solution.converged) << mixed.solution.residual;
    EXPECT_LE(mixed.solution.iterations, same.solution.iterations + 2);
  }
}
#endif

TEST(Cycles, LongStepsAndShortOnes) {
  for (double rate : {1e-6, 1e-2, 1e2, 1e6}) {
    Problem p = square(100);
    p.rate = rate;
    EXPECT_LE(solved(p, with(LinearSolver::multigrid)).solution.iterations, 8) << rate;
  }
}

TEST(Cycles, FCyclesNeedNoMoreThanV) {
  Problem p = square(128);
  p.k = boxes(2, p.cells, 1000, 2);
  LinearOptions o = with(LinearSolver::cg);
  o.cycle = CycleShape::v;
  const int v = solved(p, o).solution.iterations;
  o.cycle = CycleShape::f;
  EXPECT_LT(solved(p, o).solution.iterations, v);
  o.cycle = CycleShape::v;
  o.smoothings = 2;
  EXPECT_LT(solved(p, o).solution.iterations, v);
}

TEST(Cycles, StopWhereThePrecisionEnds) {
  for (auto solver : {LinearSolver::multigrid, LinearSolver::cg}) {
    LinearOptions o = with(solver);
    o.tolerance = 1e-30;
    const Outcome r = solved(square(64), o);
    // Converged: the residual is no larger than the rounding of its terms.
    EXPECT_TRUE(r.solution.stagnated || r.solution.converged);
    EXPECT_LT(r.solution.iterations, 40);
    EXPECT_LT(r.solution.residual, 1e-12);
    EXPECT_EQ(static_cast<int>(r.solution.history.size()), r.solution.iterations + 1);
  }
}

TEST(Cycles, SolidCellsKeepTheirValue) {
  Problem p = square(50);
  p.k = boxes(2, p.cells, 0, 4);
  for (auto solver : {LinearSolver::multigrid, LinearSolver::cg, LinearSolver::sor, LinearSolver::jacobi}) {
    const Outcome r = solved(p, with(solver), 5);
    int solid = 0;
    for (int j = 0; j < 50; ++j)
      for (int i = 0; i < 50; ++i)
        if (p.k(i, j, 0) == 0) {
          ++solid;
          EXPECT_EQ(r.x[i + 50 * j], 5);
        }
    EXPECT_GT(solid, 100);
  }
}

static std::string refusal(System<Host, double>& s, const std::vector<double>& right) {
  CellField<Host, double> b(*s.exec, "b", s.cells, s.dimensions), x(*s.exec, "x", s.cells, s.dimensions, 1);
  b.put(right);
  for (auto kind : {LinearSolver::multigrid, LinearSolver::cg}) {
    LinearOptions o = with(kind);
    auto solver = make_solver<Host, double>(o, s);
    try {
      solver->prepare(s, b, x);
      return "";
    } catch (const Error& e) {
      if (kind == LinearSolver::cg) return e.what();
    }
  }
  return "";
}

TEST(Refused, ASingularSystemWithoutASolution) {
  Problem p = square(16);
  p.ends.fill(End::closed);
  Exec<Host> exec(1);
  auto s = make_system<Host, double>(exec, p);
  std::vector<double> b = noise(p, true);
  EXPECT_EQ(refusal(s, b), "");
  b[3] += 8;
  const std::string why = refusal(s, b);
  EXPECT_NE(why.find("adds up to 8.0"), std::string::npos) << why;
  EXPECT_NE(why.find("of the sum of its magnitudes"), std::string::npos) << why;
}

TEST(Levels, NarrowCellsAreJoinedFirst) {
  LevelOperator op;
  op.dimensions = 2;
  op.cells = {64, 64, 1};
  op.separable = true;
  op.capacity = {1};
  op.width = {std::vector<double>(64, 1.0), std::vector<double>(64, 8.0), std::vector<double>(1, 1.0)};
  op.conductance[0].assign(65, 1.0), op.conductance[1].assign(65, 0.125);
  const auto levels = make_levels(op);
  EXPECT_TRUE(levels[0].map[0].joins);
  EXPECT_FALSE(levels[0].map[1].joins);
  EXPECT_LE(levels.back().op.cells[0], 8);
  EXPECT_LE(levels.back().op.cells[1], 8);
}

}  // namespace eddy::tests
