// [linear]: how a linear system is solved.
#pragma once
#include <string>

#include "case/keys.hpp"

namespace eddy {

enum class LinearSolver { jacobi, gauss_seidel, sor, tdma, cg, multigrid, fft };
enum class CycleShape { automatic, v, f };
enum class Preconditioner { jacobi, multigrid };
enum class CyclePrecision { same, mixed };
enum class FirstGuess { automatic, given, nested };
enum class Norm { relative, source };  // ‖r‖₂/‖r₀‖₂, or Σ|r|/Σ|source|

struct LinearOptions {
  LinearSolver solver = LinearSolver::multigrid;
  double tolerance = 1e-8;
  Norm norm = Norm::relative;
  int max_iterations = 100000;
  int check_every = 0;  // sweeps between residual checks; 0: 1 for cg and multigrid, 10 for the others; fft: always 1
  double omega = 0;     // relaxation; 0: estimated for sor and tdma, 1 for gauss-seidel, 0.8 for jacobi
  CycleShape cycle = CycleShape::automatic;
  int smoothings = 1;  // sweeps before and after the coarser levels; one more on all but the finest
  Preconditioner preconditioner = Preconditioner::multigrid;  // of cg
  CyclePrecision precision = CyclePrecision::same;            // of multigrid's cycles
  FirstGuess start = FirstGuess::automatic;                   // of multigrid, and of cg with it

  bool in_cycles() const { return solver == LinearSolver::multigrid || solver == LinearSolver::cg; }
  int sweeps_between_looks() const {
    if (solver == LinearSolver::fft) return 1;
    return check_every > 0 ? check_every : in_cycles() ? 1 : 10;
  }
  int patience() const { return in_cycles() || solver == LinearSolver::fft ? 5 : 50; }  // checks without progress
};

inline const EnumWords& words(LinearSolver) {
  static const EnumWords list{
      {"jacobi", LinearSolver::jacobi, "weighted Jacobi; every device"},
      {"gauss-seidel", LinearSolver::gauss_seidel, "lexicographic sweep, exactly the textbook's; CPU only"},
      {"sor", LinearSolver::sor, "red-black successive over-relaxation; every device"},
      {"tdma", LinearSolver::tdma,
       "lines solved exactly, along the axis of the strongest coupling, or along all in turn where omega is 1; direct "
       "in one dimension; every device"},
      {"cg", LinearSolver::cg, "conjugate gradients, preconditioned; obstacles and large jumps of k; every device"},
      {"multigrid", LinearSolver::multigrid, "geometric multigrid; every device"},
      {"fft", LinearSolver::fft,
       "direct; the same material everywhere, all axes but one uniform, with a fixed value at both ends, at none, or "
       "periodic; every device"},
  };
  return list;
}

inline const EnumWords& words(CycleShape) {
  static const EnumWords list{
      {"auto", CycleShape::automatic,
       "v where k is constant and each side has one condition, and around bodies in a flow; f elsewhere"},
      {"v", CycleShape::v, "each level once on the way down and once on the way up"},
      {"f", CycleShape::f, "coarse levels more often: fewer cycles, each a little longer"},
  };
  return list;
}

inline const EnumWords& words(Preconditioner) {
  static const EnumWords list{
      {"jacobi", Preconditioner::jacobi, "the diagonal"},
      {"multigrid", Preconditioner::multigrid, "one cycle of multigrid"},
  };
  return list;
}

inline const EnumWords& words(CyclePrecision) {
  static const EnumWords list{
      {"same", CyclePrecision::same, "cycles in the precision of the run"},
      {"mixed", CyclePrecision::mixed, "cycles in single precision, residual and solution in that of the run"},
  };
  return list;
}

inline const EnumWords& words(FirstGuess) {
  static const EnumWords list{
      {"auto", FirstGuess::automatic,
       "nested for a steady solution from a uniform start, where k is constant and each side has one condition; given "
       "elsewhere"},
      {"given", FirstGuess::given, "what is there: the initial values, or those of the last step"},
      {"nested", FirstGuess::nested, "the solution of coarser grids, each from the one before it"},
  };
  return list;
}

inline constexpr const char* nested_needs_tables =
    "linear.start = \"nested\" needs a constant conductivity, one condition per side and no obstacles: a "
    "guess from coarser grids is made for those alone. Take \"auto\" or \"given\".";

inline constexpr const char* ordered_on_cpu_only =
    "linear.solver = \"gauss-seidel\" runs on the CPU only: its result is defined by the order of the cells, which a "
    "device does not have. Take \"sor\" (red-black), or run.device = \"cpu\".";

inline constexpr const char* ordered_on_one_rank_only =
    "linear.solver = \"gauss-seidel\" runs on one rank only: its result is defined by the order of the cells, which "
    "parts that go side by side do not keep. Take \"sor\" (red-black), or start one rank.";

inline const EnumWords& words(Norm) {
  static const EnumWords list{
      {"relative", Norm::relative,
       "‖r‖₂ / ‖r₀‖₂, r₀ the residual at the start; of steady heat that of an even temperature"},
      {"source", Norm::source, "Σ|r| / Σ|source|"},
  };
  return list;
}

inline void describe(Keys& keys, LinearOptions& options) {
  keys.key("solver", options.solver, {.doc = "How the linear system is solved."});
  keys.key("tolerance", options.tolerance,
           {.doc = "Converged when the norm of the residual is below.", .limit = positive});
  keys.key("norm", options.norm, {.doc = "What is compared with the tolerance."});
  keys.key("max_iterations", options.max_iterations,
           {.doc = "Not converged after so many sweeps is an error.", .limit = at_least(1)});
  keys.key(
      "check_every", options.check_every,
      {.doc = "Sweeps or cycles between two looks at the residual; 0 means 1 for cg and multigrid, 10 for the others; "
              "always 1 for fft.",
       .limit = at_least(0)});
  keys.key("omega", options.omega,
           {.doc = "Relaxation factor; 0 means estimated for sor and tdma, 1 for gauss-seidel, 0.8 for jacobi.",
            .limit = between(0, 2)});
  keys.key("cycle", options.cycle, {.doc = "Shape of multigrid's cycles."});
  keys.key("smoothings", options.smoothings,
           {.doc = "Multigrid's sweeps before and after the coarser levels; all but the finest get one more.",
            .limit = between(1, 10)});
  keys.key("preconditioner", options.preconditioner, {.doc = "Of cg."});
  keys.key("precision", options.precision,
           {.doc = "Precision of multigrid's cycles. The tolerance is reached either way."});
  keys.key("start", options.start, {.doc = "What multigrid's cycles, and cg's with them, start from."});
}

}  // namespace eddy
