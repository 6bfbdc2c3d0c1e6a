// The interface of all linear solvers. A solution that does not converge within the limit is reported, never hidden.
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
                     int n) = 0;                             // does n sweeps, or cycles
  virtual std::optional<double> norm() const { return {}; }  // of the residual, if the last sweep has computed it

  // What the next sweep needs beside x. It is part of the checkpoint of a run that stops in the middle of a solution.
  struct Kept {
    std::vector<std::pair<std::string, CellField<S, T>*>> fields;
    std::vector<std::pair<std::string, double*>> numbers;
  };
  virtual Kept kept() { return {}; }
  virtual void restored() {}  // called after prepare(), when kept() has been restored
  void state(Archive& archive) {
    for (const auto& [name, field] : kept().fields) archive.field(name, *field);
    for (const auto& [name, number] : kept().numbers) archive.scalar(name, *number);
    if (archive.restores()) restored();
  }

 protected:
  // The key of a recorded series of launches, made of everything that the series depends on. Addresses are not enough:
  // a later solver may get the same ones.
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

// Each family of solvers is a module of its own with one function that makes its solvers; make_solver loads the module.
#define EDDY_LINEAR_MODULE(name, S, T, make)                                           \
  extern "C" eddy::Solver<S, T>* eddy_##name##_##T(const eddy::LinearOptions& options, \
                                                   const eddy::System<S, T>& system) { \
    return make(options, system).release();                                            \
  }

// The residual relative to its scale; NaN if one of them is not a finite number, which means that nothing was solved.
// All code that judges a solution calls this function.
inline double relative_residual(double residual, double scale) {
  if (!std::isfinite(residual) || !std::isfinite(scale)) return std::nan("");
  return scale > 0 ? residual / scale : residual;
}
std::string unsolved_text(bool single);  // the message for a relative residual that is NaN

// Counts the solutions that ended at rounding error, above the tolerance.
struct Shortfall {
  std::int64_t solutions = 0;
  double worst = 0;  // the largest residual
  // A residual close to 1 is not counted: the start was exact up to rounding, as in a transient that has settled.
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
// The message; empty if there is no shortfall. `key` names the tolerance, `of` what was solved.
std::string shortfall_text(const Shortfall& shortfall, const std::string& of, const std::string& key, double tolerance,
                           bool single);

struct Solution {
  int iterations = 0;
  double residual = 1;  // relative, in the norm of the options; NaN: nothing was solved
  double scale = -1;    // the value that the residual is relative to; −1: not known yet
  double best = 0;
  int idle = 0;  // checks without progress
  bool converged = false;
  bool stagnated = false;         // no progress any more: rounding error is reached
  std::vector<double> history{};  // residuals, one before the first sweep, then one per check
  bool failed() const { return std::isnan(residual); }
  bool over() const { return converged || stagnated || failed(); }
};

// Measures the residual, and updates the verdict.
template <class S, class T>
void measure(Solution& s, const Solver<S, T>& solver, const System<S, T>& system, const CellField<S, T>& b,
             const CellField<S, T>& x, const LinearOptions& o);

// Sweeps until the residual is small enough or a limit is reached. An x that is a solution already is not changed.
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

// Whether the residual is no more than the rounding error of its own terms, as at the start of every step of a
// transient that has settled.
template <class S, class T>
bool all_rounding(const System<S, T>& system, const CellField<S, T>& b, const CellField<S, T>& x);

[[noreturn]] void refuse_no_source();

}  // namespace eddy
