// One interface for all linear solvers. What they do not converge to within the limit is said, never passed over.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "field/archive.hpp"
#include "linear/options.hpp"
#include "linear/system.hpp"

namespace eddy {

inline std::uint64_t key_of(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }
inline std::uint64_t key_of(double v) { return std::bit_cast<std::uint64_t>(v); }

template <class S, class T>
class Solver {
 public:
  Solver() : serial_(next_serial()) {}
  virtual ~Solver() = default;
  virtual void prepare(System<S, T>&, const CellField<S, T>&, CellField<S, T>&) {}
  virtual void sweep(System<S, T>& system, const CellField<S, T>& b, CellField<S, T>& x,
                     int n) = 0;                             // n sweeps, or cycles
  virtual std::optional<double> norm() const { return {}; }  // of the residual, where the last sweep has left it

  // What the next sweep needs beside x: it goes into the checkpoint of a run that stops in the midst of a solution.
  struct Kept {
    std::vector<std::pair<std::string, CellField<S, T>*>> fields;
    std::vector<std::pair<std::string, double*>> numbers;
  };
  virtual Kept kept() { return {}; }
  virtual void restored() {}  // they have been put back, after prepare
  void state(Archive& archive) {
    for (const auto& [name, field] : kept().fields) archive.field(name, *field);
    for (const auto& [name, number] : kept().numbers) archive.scalar(name, *number);
    if (archive.restores()) restored();
  }

 protected:
  // The key of a recorded series of launches: everything that it depends on. Addresses are not enough: another solver
  // may come to lie where this one was.
  std::uint64_t series(std::initializer_list<std::uint64_t> parts) const {
    std::uint64_t h = 0xcbf29ce484222325 ^ serial_;
    for (std::uint64_t p : parts) {
      h = (h ^ p) * 0x9e3779b97f4a7c15;
      h ^= h >> 29;
    }
    return h;
  }

 private:
  static std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }
  const std::uint64_t serial_;
};

template <class S, class T>
std::unique_ptr<Solver<S, T>> make_solver(const LinearOptions& options, const System<S, T>& system);

// Families of solvers are modules of their own, which make_solver loads: each has one function that makes its solvers.
#define EDDY_LINEAR_MODULE(name, S, T, make)                                           \
  extern "C" eddy::Solver<S, T>* eddy_##name##_##T(const eddy::LinearOptions& options, \
                                                   const eddy::System<S, T>& system) { \
    return make(options, system).release();                                            \
  }

// The residual in units of its scale; NaN where one of them is not a finite number: then nothing was solved. Everything
// that judges a solution asks this function.
inline double relative_residual(double residual, double scale) {
  if (!std::isfinite(residual) || !std::isfinite(scale)) return std::nan("");
  return scale > 0 ? residual / scale : residual;
}
std::string unsolved_text(bool single);  // what to say where it is NaN

// Solutions that ended at the rounding of their precision, above the tolerance.
struct Shortfall {
  std::int64_t solutions = 0;
  double worst = 0;  // residual
  // A residual close to 1 is not counted: rounding was all there was to solve, as in a transient that has settled.
  void count(double residual, double tolerance) {
    if (!(residual > tolerance) || residual > 0.01) return;
    ++solutions;
    worst = std::max(worst, residual);
  }
  void state(Archive& archive) {
    archive.scalar("short_solutions", solutions, std::int64_t(0));
    archive.scalar("short_worst", worst, 0.0);
  }
};
// "" where there is none. `key` names the tolerance, `of` what was solved.
std::string shortfall_text(const Shortfall& shortfall, const std::string& of, const std::string& key, double tolerance,
                           bool single);

struct Solution {
  int iterations = 0;
  double residual = 1;  // in the norm of the options; NaN: nothing was solved
  double scale = -1;    // what the residual is relative to; −1: not known yet
  double best = 0;
  int idle = 0;  // checks without progress
  bool converged = false;
  bool stagnated = false;         // no progress any more: the precision allows no better
  std::vector<double> history{};  // residuals, from the start on, one per look
  bool failed() const { return std::isnan(residual); }
  bool over() const { return converged || stagnated || failed(); }
};

// Looks at the residual and judges.
template <class S, class T>
void measure(Solution& s, const Solver<S, T>& solver, const System<S, T>& system, const CellField<S, T>& b,
             const CellField<S, T>& x, const LinearOptions& o);

// Sweeps until the residual is small enough, or a limit is reached. A start that is a solution stays as it is.
template <class S, class T>
Solution solve(Solver<S, T>& solver, System<S, T>& system, const CellField<S, T>& b, CellField<S, T>& x,
               const LinearOptions& o);

// ‖b − A x‖₂, Σ|b − A x|, Σ(b − A x)
template <class S, class T>
double residual_l2(const System<S, T>& system, const CellField<S, T>& b, const CellField<S, T>& x);
template <class S, class T>
double residual_l1(const System<S, T>& system, const CellField<S, T>& b, const CellField<S, T>& x);
template <class S, class T>
double residual_sum(const System<S, T>& system, const CellField<S, T>& b, const CellField<S, T>& x);

// Σ|b|, Σ b
template <class S, class T>
double right_side_l1(const System<S, T>& system, const CellField<S, T>& b);
template <class S, class T>
double right_side_sum(const System<S, T>& system, const CellField<S, T>& b);

// Whether the residual is no more than the rounding of its own terms. A transient that has settled starts every step
// here.
template <class S, class T>
bool all_rounding(const System<S, T>& system, const CellField<S, T>& b, const CellField<S, T>& x);

[[noreturn]] void refuse_no_source();

}  // namespace eddy
