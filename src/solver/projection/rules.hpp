// Limits of the time step, and checks of a case, which the solver and `check` share.
#pragma once
#include "solver/projection/bodies.hpp"
#include "solver/projection/model.hpp"

namespace eddy::projection {

struct Limits {                                      // the largest stable steps, s
  double advective = 0, diffusive = 0, thermal = 0;  // by convection, friction, conduction
  double least() const;
};
// `rate` is the largest Σ |u_a| / h_a, `eddy` the largest eddy viscosity. Implicit friction and conduction have no
// limit; the terms of eddies are explicit and keep theirs.
Limits limits(const Model& model, const ProjectionOptions& options, double rate, double eddy = 0);
Limits explicit_limits(const Model& model, const ProjectionOptions& options, double rate, double eddy = 0);
// Whether implicit friction pays: steps would become much longer, by an estimate of the speeds to come.
bool implicit_pays(const Model& model, const ProjectionOptions& options);
// The last step once more if it is stable and nearly as long as can be; else a step that will be so for a while.
double steady_step(double longest, double last);
// The step at `cfl` times the limit, for the largest rate that boundaries, forces and buoyancy can give to a flow with
// `rate` until the step ends.
double free_step(const Model& model, const ProjectionOptions& options, const Driving& at_start, double cfl, double time,
                 double rate, double eddy = 0);
std::optional<double> fixed_step(const RunOptions& run);  // run.dt, or run.end_time over run.steps
std::vector<std::string> warnings(const Model& model, const ProjectionOptions& options);  // to be shown before a run
void refuse_unstable(double dt, const Limits& limits);
// Checks of a case before it runs, each with its place in the file: `check` reports them, the solver refuses the case.
void check_geometry(const Case& c, const Model& model, const Bodies& bodies, Problems& problems);
void check_geometry(const Case& c, const ProjectionOptions& options, Problems& problems);  // only if this is quick
void refuse(const Case& c, const Model& model, const Bodies& bodies);

}  // namespace eddy::projection
