// How long a step may be, and what a run is refused for: the solver and `check` ask the same.
#pragma once
#include "solver/projection/model.hpp"

namespace eddy::projection {

struct Limits {                                      // s
  double advective = 0, diffusive = 0, thermal = 0;  // the largest steps
  double least() const;
};
// `rate` is the largest Σ |u_a| / h_a, `eddy` the largest eddy viscosity.
Limits limits(const Model& model, const ProjectionOptions& options, double rate, double eddy = 0);
// Below the limit by `cfl`, for what boundaries, forces and buoyancy will make of a flow with `rate` until the step
// ends.
double free_step(const Model& model, const ProjectionOptions& options, const Driving& at_start, double cfl, double time,
                 double rate, double eddy = 0);
std::optional<double> fixed_step(const RunOptions& run);  // run.dt, or run.end_time over run.steps
void refuse_unstable(double dt, const Limits& limits);
void refuse_empty_patches(const Model& model, int side);
void refuse_net_flow(const RunOptions& run, const Model& model);
// What can be known of a case before it runs, with its place in the file: the solver refuses the same once more.
void check_geometry(const Case& c, const ProjectionOptions& options, Problems& problems);
inline void refuse(const RunOptions& run, const Model& model, const ProjectionOptions& options) {
  if (const auto dt = fixed_step(run)) refuse_unstable(*dt, limits(model, options, model.rate()));
  for (int side = 0; side < 2 * model.dimensions(); ++side) refuse_empty_patches(model, side);
  refuse_net_flow(run, model);
}

}  // namespace eddy::projection
