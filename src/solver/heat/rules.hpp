// What a heat run is refused for once its numbers are known, and its time step: the solver and `check` ask the same.
#pragma once
#include <string>

#include "solver/heat/options.hpp"

namespace eddy::heat {

// Steps that are not given come from end_time and steps, or from the largest explicit step (min C / Σ g) and run.cfl.
double time_step(const RunOptions& run, double explicit_limit);
double stable_limit(double theta, double explicit_limit);  // infinite from θ = 0.5 on
void refuse_unstable(double dt, double theta, double explicit_limit);
// Steady, and no temperature fixed: `sum` and `size` are Σ b and Σ|b|, with the rounding of one number.
void refuse_imbalance(double sum, double size, double rounding);
void refuse_no_source(const LinearOptions& linear, double size);

}  // namespace eddy::heat
