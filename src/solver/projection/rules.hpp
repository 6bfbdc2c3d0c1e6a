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
std::optional<double> fixed_step(const RunOptions& run);  // run.dt, or run.end_time over run.steps
void refuse_unstable(double dt, const Limits& limits);
void refuse_net_flow(const Model& model, const ProjectionOptions& options);
// What can be known of a case before it runs, with its place in the file: the solver refuses the same once more.
void check_geometry(const Case& c, const ProjectionOptions& options, Problems& problems);
inline void refuse(const RunOptions& run, const Model& model, const ProjectionOptions& options) {
  if (const auto dt = fixed_step(run)) refuse_unstable(*dt, limits(model, options, model.rate()));
  refuse_net_flow(model, options);
}

}  // namespace eddy::projection
