#include "solver/heat/rules.hpp"

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "linear/solver.hpp"

namespace eddy::heat {

double time_step(const RunOptions& run, double explicit_limit) {
  if (run.dt) return *run.dt;
  if (run.end_time && run.steps) return *run.end_time / double(*run.steps);
  const double dt = run.cfl * explicit_limit;
  return run.end_time ? *run.end_time / std::ceil(*run.end_time / dt * (1 - 1e-12)) : dt;
}

// The explicit part of the scheme is stable up to min C/Σg, times 1/(1 − 2θ).
double stable_limit(double theta, double explicit_limit) {
  return theta < 0.5 ? explicit_limit / (1 - 2 * theta) : std::numeric_limits<double>::infinity();
}

void refuse_unstable(double dt, double theta, double explicit_limit) {
  const double limit = stable_limit(theta, explicit_limit);
  if (dt > limit * (1 + 1e-12))
    throw Error(Exit::usage, "the step of " + number_text(dt) + " s is above the stable limit of " +
                                 readable_below(limit) + " s for run.theta = " + number_text(theta) +
                                 ". Take run.dt below it, or run.theta = 1.");
}

// What is released inside has nowhere to go.
void refuse_imbalance(double sum, double size, double rounding) {
  if (std::abs(sum) > 1e3 * rounding * size)
    throw Error(Exit::usage,
                "no boundary fixes a temperature, and sources and fluxes add up to " + readable(sum) +
                    " W instead of 0: there is no steady state. Balance them, or fix a temperature somewhere.");
}

void refuse_no_source(const LinearOptions& linear, double size) {
  if (linear.norm == Norm::source && size == 0) eddy::refuse_no_source();
}

}  // namespace eddy::heat
