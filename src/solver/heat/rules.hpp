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
// Of a swing that follows a jump, what the last step of the run leaves: the θ-scheme multiplies the shortest waves by
// (1 − (1−θ) z)/(1 + θ z) in each step, z = 2 Δt / explicit limit.
double swing_left(const RunOptions& run, double theta, double dt, double explicit_limit);
double largest_jump(const std::vector<double>& before, const std::vector<double>& after);  // in units of their range
std::string swing_text(double theta, double left);
std::string power_unit(int dimensions);  // of heat per time: per area in 1D, per depth in 2D
void refuse_no_source(const LinearOptions& linear, double size);

}  // namespace eddy::heat
