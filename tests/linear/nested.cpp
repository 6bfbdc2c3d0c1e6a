// The first guess from coarser grids: its gain, its cost, and where it is refused.
#include <gtest/gtest.h>

#include "tests/linear/cycles.hpp"

namespace eddy::tests {

// Solutions without and with a first guess from coarser grids.
struct Starts {
  Outcome given, nested;
};
static Starts both_starts(const Problem& p, LinearOptions o, Right right = Right::noise) {
  Starts all;
  o.start = FirstGuess::given;
  all.given = solved(p, o, 0, right);
  o.start = FirstGuess::nested;
  all.nested = solved(p, o, 0, right);
  EXPECT_TRUE(all.given.solution.converged)
      << all.given.solution.residual << " at " << p.cells[0] << " x " << p.cells[1];
  EXPECT_TRUE(all.nested.solution.converged) << all.nested.solution.residual;
  return all;
}
static double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double off = 0;
  for (std::size_t n = 0; n < a.size(); ++n) off = std::max(off, std::fabs(a[n] - b[n]));
  return off;
}

TEST(Nested, SavesCyclesWhereTheSolutionIsSmooth) {
  for (auto solver : {LinearSolver::multigrid, LinearSolver::cg})
    for (const CyclePrecision precision : cycle_precisions())
      for (int d : {1, 2, 3}) {
        Problem p = d == 3 ? cube(48) : d == 2 ? square(300) : Problem{.dimensions = 1, .cells = {5000, 1, 1}};
        LinearOptions o = with(solver);
        o.precision = precision;
        const Starts walls = both_starts(p, o, Right::walls);
        EXPECT_LE(walls.nested.solution.iterations, walls.given.solution.iterations - 2) << d << "D";
        p.ends[0] = p.ends[1] = End::closed;
        p.ends[2] = p.ends[3] = d == 2 ? End::around : p.ends[2];
        if (d < 3) p.ends[0] = End::fixed;
        const Starts smooth = both_starts(p, o, Right::smooth);
        EXPECT_LT(smooth.nested.solution.history[1], 0.2 * smooth.given.solution.history[1]) << d << "D";
        EXPECT_LE(smooth.nested.solution.iterations, smooth.given.solution.iterations) << d << "D";
        o.tolerance = 1e-12;
        const Starts exact = both_starts(p, o, Right::smooth);
        double largest = 0;
        for (double v : exact.given.x) largest = std::max(largest, std::fabs(v));
        EXPECT_LT(largest_difference(exact.given.x, exact.nested.x), 1e-9 * largest);
      }
}

TEST(Nested, CostsNoCycleWhereItIsNot) {
  for (Problem p : std::vector<Problem>{{.dimensions = 1, .cells = {1000, 1, 1}},
                                        {.dimensions = 2, .cells = {100, 77, 1}},
                                        {.dimensions = 2, .cells = {300, 2, 1}},
                                        {.dimensions = 2, .cells = {11, 9, 1}},
                                        {.dimensions = 3, .cells = {40, 17, 21}}})
    for (const End x : {End::fixed, End::closed, End::around})
      for (const bool narrow : {false, true})
        for (auto solver : {LinearSolver::multigrid, LinearSolver::cg}) {
          p.ends[0] = p.ends[1] = x;
          p.ends[3] = End::closed;
          p.widths[1] = narrow ? stretched(p.cells[1], 30) : std::vector<double>();
          const Starts r = both_starts(p, with(solver));
          EXPECT_LE(r.nested.solution.iterations, r.given.solution.iterations)
              << p.cells[0] << " x " << p.cells[1] << " x " << p.cells[2] << ", sides " << int(x) << ", " << narrow;
        }
}

TEST(Nested, IsTakenOncePerSolutionAndOnlyWhereItIsWorthWhile) {
  const Problem p = square(64);
  Exec<Host> exec(1);
  auto s = make_system<Host, double>(exec, p);
  CellField<Host, double> b(exec, "b", s.cells, 2), x(exec, "x", s.cells, 2, 1);
  b.fill([](int, int, int) { return 1.0; });
  LinearOptions o = with(LinearSolver::multigrid);
  const auto first_cycles = [&](bool uniform, double rate, FirstGuess start) {
    s.uniform_guess = uniform;
    s.rate = rate;
    o.start = start;
    const auto solver = make_solver<Host, double>(o, s);
    std::vector<double> sizes;
    for (int time : {0, 1}) {  // the second solution must be like the first
      x.put(std::vector<double>(64 * 64, 0.0));
      const auto h = solve(*solver, s, b, x, o).history;
      if (time == 1) {
        EXPECT_EQ(h, sizes);
      }
      sizes = h;
    }
    return sizes;
  };
  const auto given = first_cycles(true, 0, FirstGuess::given), nested = first_cycles(false, 0, FirstGuess::nested);
  EXPECT_LT(nested[1], 0.3 * given[1]);
  EXPECT_EQ(first_cycles(true, 0, FirstGuess::automatic), nested);
  EXPECT_EQ(first_cycles(false, 0, FirstGuess::automatic), given);
  EXPECT_EQ(first_cycles(true, 1, FirstGuess::automatic), first_cycles(true, 1, FirstGuess::given));
  // A run that resumes from a checkpoint makes no new first guess.
  s.rate = 0;
  o.start = FirstGuess::nested;
  const auto solver = make_solver<Host, double>(o, s);
  x.put(std::vector<double>(64 * 64, 0.0));
  solver->prepare(s, b, x);
  solver->sweep(s, b, x, 2);
  const auto before = x.get();
  ASSERT_EQ(solver->kept().numbers.size(), 1u);
  const double started = *solver->kept().numbers[0].second;
  solver->sweep(s, b, x, 1);
  const auto after = x.get();
  x.put(before);
  solver->prepare(s, b, x);
  *solver->kept().numbers[0].second = started;
  solver->sweep(s, b, x, 1);
  EXPECT_EQ(x.get(), after);
}

TEST(Refused, NestedWithCoefficientsPerFace) {
  Problem p = square(32);
  p.k = [](int i, int, int) { return i < 16 ? 1.0 : 2.0; };
  LinearOptions o = with(LinearSolver::multigrid);
  o.start = FirstGuess::nested;
  try {
    solved(p, o);
    ADD_FAILURE() << "it was not refused";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("needs a constant conductivity"), std::string::npos) << e.what();
  }
}

}  // namespace eddy::tests
