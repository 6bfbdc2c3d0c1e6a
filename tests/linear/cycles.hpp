// Shared by the tests of multigrid and cg: solves a problem on the host, and measures the convergence.
#pragma once
#include <algorithm>

#include "tests/linear/helper.hpp"

namespace eddy::tests {

// `mixed` is a module that is rarely used; only the long suite tests it.
inline std::vector<CyclePrecision> cycle_precisions() {
#ifdef EDDY_TESTS_ALL
  return {CyclePrecision::same, CyclePrecision::mixed};
#else
  return {CyclePrecision::same};
#endif
}

struct Outcome {
  Solution solution;
  std::vector<double> x;
  double worst = 0;  // factor of convergence of the last cycles
};

enum class Right { noise, smooth, walls };  // walls: zero but for the boundary values

inline Outcome solved(const Problem& p, LinearOptions o, double start = 0, Right right = Right::noise) {
  Exec<Host> exec(1);
  auto s = make_system<Host, double>(exec, p);
  CellField<Host, double> b(exec, "b", s.cells, s.dimensions), x(exec, "x", s.cells, s.dimensions, 1);
  const auto wave = [&](int i, int j, int k) {
    return std::sin(3.0 * i / p.cells[0] + 2.0 * j / p.cells[1] - 1.0 * k / p.cells[2]);
  };
  if (right == Right::noise) b.put(noise(p, s.singular));
  if (right == Right::smooth) b.fill(wave);
  for (int side = 0; side < 2 * s.dimensions && right == Right::walls; ++side) s.ghosts.plane(side).fill(wave);
  x.put(std::vector<double>(static_cast<std::size_t>(s.cells.cells()), start));
  s.ghosts.fill(x);
  o.max_iterations = std::min(o.max_iterations, 200);
  auto solver = make_solver<Host, double>(o, s);
  Outcome all;
  all.solution = solve(*solver, s, b, x, o);
  all.x = x.get();
  const auto& h = all.solution.history;
  for (std::size_t n = h.size() > 4 ? h.size() - 4 : 1; n < h.size(); ++n)
    all.worst = std::max(all.worst, h[n] / h[n - 1]);
  return all;
}
inline LinearOptions with(LinearSolver solver) {
  LinearOptions o;
  o.solver = solver;
  return o;
}
inline Problem square(int n) { return {.dimensions = 2, .cells = {n, n, 1}}; }
inline Problem cube(int n) { return {.dimensions = 3, .cells = {n, n, n}}; }

}  // namespace eddy::tests
