// The time step, and reasons to refuse a run that follow from computed values, for the solver and for `check`.
#pragma once
#include <string>

#include "solver/heat/options.hpp"

namespace eddy::heat {

// run.dt, or else from end_time and steps, or else from the largest explicit step (min C / Σ g) and run.cfl.
double time_step(const RunOptions& run, double explicit_limit);
double stable_limit(double theta, double explicit_limit);  // infinite for θ ≥ 0.5
void refuse_unstable(double dt, double theta, double explicit_limit);
// For steady runs with no fixed temperature: `sum` is Σ b, `size` Σ|b|, `rounding` the rounding error of one number.
void refuse_imbalance(double sum, double size, double rounding);
// The part of an oscillation after a jump that remains at the end of the run: in each step the θ-scheme multiplies the
// shortest waves by (1 − (1−θ) z)/(1 + θ z), z = 2 Δt / explicit limit.
double swing_left(const RunOptions& run, double theta, double dt, double explicit_limit);
double largest_jump(const std::vector<double>& before, const std::vector<double>& after);  // relative to their range
std::string swing_text(double theta, double left);
std::string power_unit(int dimensions);  // of heat per time; per area in 1D, per depth in 2D
void refuse_no_source(const LinearOptions& linear, double size);

}  // namespace eddy::heat
