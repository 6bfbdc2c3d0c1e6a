#include "solver/projection/rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy::projection {

double Limits::least() const { return std::min(advective, diffusive); }

// Along the real axis the three stages reach to −2.5, Euler to −2; third-order upwind differences allow them a Courant
// number of 1.6, donor cells allow Euler 1.
Limits limits(const Model& m, const ProjectionOptions& o, double rate) {
  const bool euler = o.scheme.time == TimeScheme::euler;
  const double reach = euler ? 1.0 : 1.5, real = euler ? 2.0 : 2.5;
  return {rate > 0 ? reach / rate : std::numeric_limits<double>::infinity(),
          real / (4 * o.fluid.kinematic() * m.diffusive_rate())};
}

std::optional<double> fixed_step(const RunOptions& run) {
  if (run.dt) return run.dt;
  if (run.end_time && run.steps) return *run.end_time / double(*run.steps);
  return {};
}

void refuse_unstable(double dt, const Limits& l) {
  if (dt <= l.least() * (1 + 1e-12)) return;
  const bool convection = l.advective < l.diffusive;
  throw Error(Exit::usage, "the step of " + number_text(dt) + " s is above the stable limit of " +
                               number_text(l.least()) + " s, which " + (convection ? "convection" : "diffusion") +
                               " sets. Take run.dt below it, or none: run.cfl then says how far below.");
}

void refuse_net_flow(const Model& m, const ProjectionOptions& o) {
  if (has_outflow(o)) return;
  const double sum = m.inflow(0), size = m.inflow_size(0);
  if (std::abs(sum) > 1e-10 * size)
    throw Error(Exit::usage, "the boundaries let in " + number_text(sum) + (m.dimensions() == 2 ? " m²/s" : " m³/s") +
                                 " more than they let out, and none is open. Balance the velocities, or make one side "
                                 "an outflow.");
}

}  // namespace eddy::projection
