#include "solver/heat/rules.hpp"

#include <algorithm>
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

// Heat released in a closed domain would accumulate.
void refuse_imbalance(double sum, double size, double rounding) {
  if (std::abs(sum) > 1e3 * rounding * size)
    throw Error(Exit::usage,
                "no boundary fixes a temperature, and sources and fluxes add up to " + readable(sum) +
                    " W instead of 0: there is no steady state. Balance them, or fix a temperature somewhere.");
}

double swing_left(const RunOptions& run, double theta, double dt, double explicit_limit) {
  const double z = 2 * dt / explicit_limit, factor = (1 - (1 - theta) * z) / (1 + theta * z);
  const double steps = run.steps ? double(*run.steps) : run.end_time ? *run.end_time / dt : 1;
  return factor < 0 ? std::pow(-factor, steps) : 0;
}

double largest_jump(const std::vector<double>& before, const std::vector<double>& after) {
  double low = std::numeric_limits<double>::infinity(), high = -low, most = 0;
  for (std::size_t n = 0; n < before.size(); ++n) {
    low = std::min({low, before[n], after[n]});
    high = std::max({high, before[n], after[n]});
    most = std::max(most, std::abs(after[n] - before[n]));
  }
  return high > low ? most / (high - low) : 0;
}

std::string swing_text(double theta, double left) {
  return "the start jumps, and with run.theta = " + number_text(theta) +
         " and steps this long the temperature swings around the solution: " + readable(100 * left) +
         " % of the swing is left at the end. Take run.theta = 1, or shorter steps.";
}

std::string power_unit(int dimensions) { return dimensions == 3 ? "W" : dimensions == 2 ? "W/m" : "W/m²"; }

void refuse_no_source(const LinearOptions& linear, double size) {
  if (linear.norm == Norm::source && size == 0) eddy::refuse_no_source();
}

}  // namespace eddy::heat
