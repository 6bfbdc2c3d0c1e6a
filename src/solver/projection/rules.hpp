// How long a step may be, and what a run is refused for: the solver and `check` ask the same.
#pragma once
#include "solver/projection/bodies.hpp"
#include "solver/projection/model.hpp"

namespace eddy::projection {

struct Limits {                                      // s
  double advective = 0, diffusive = 0, thermal = 0;  // the largest steps
  double least() const;
};
// `rate` is the largest Σ |u_a| / h_a, `eddy` the largest eddy viscosity. Implicit friction and conduction have no limit; those of
// eddies are explicit.
Limits limits(const Model& model, const ProjectionOptions& options, double rate, double eddy = 0);
Limits explicit_limits(const Model& model, const ProjectionOptions& options, double rate, double eddy = 0);
// Whether implicit friction is worth its work: steps become so much longer, by a guess of the speeds to come.
bool implicit_pays(const Model& model, const ProjectionOptions& options);
// Below the limit by `cfl`, for what boundaries, forces and buoyancy will make of a flow with `rate` until the step
// ends.
double free_step(const Model& model, const ProjectionOptions& options, const Driving& at_start, double cfl, double time,
                 double rate, double eddy = 0);
std::optional<double> fixed_step(const RunOptions& run);  // run.dt, or run.end_time over run.steps
std::vector<std::string> warnings(const Model& model, const ProjectionOptions& options);  // worth saying before a run
void refuse_unstable(double dt, const Limits& limits);
// What can be known of a case before it runs, each with its place in the file: `check` tells it, the solver refuses it.
void check_geometry(const Case& c, const Model& model, const Bodies& bodies, Problems& problems);
void check_geometry(const Case& c, const ProjectionOptions& options, Problems& problems);  // where it is quickly done
void refuse(const Case& c, const Model& model, const Bodies& bodies);

}  // namespace eddy::projection
