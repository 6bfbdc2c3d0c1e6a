// Options of the projection solver: incompressible flow in time on a staggered grid.
#pragma once
#include <optional>
#include <vector>

#include "case/case.hpp"
#include "linear/options.hpp"
#include "solver/fluid.hpp"

namespace eddy {

enum class TimeScheme { rk3, euler };
enum class Convection { upwind3, donor_cell };
const EnumWords& words(TimeScheme);
const EnumWords& words(Convection);

struct SchemeOptions {  // [scheme]
  TimeScheme time = TimeScheme::rk3;
  Convection convection = Convection::upwind3;
  double gamma = 0;  // of donor-cell: 0 central, 1 upwind
};

struct ProjectionOptions {
  FluidOptions fluid;
  SchemeOptions scheme;
  Boundaries boundary;
  std::vector<Formula> velocity;  // [initial], none: 0
  LinearOptions linear;
  bool solver_given = false;                           // linear.solver: if not, fft where it applies
  bool energy = false;                                 // track.energy
  std::optional<std::vector<Formula>> exact_velocity;  // [exact]
  std::optional<Formula> exact_pressure;

  ProjectionOptions() { linear.tolerance = 1e-6; }
};

void describe(Keys& keys, ProjectionOptions& options);
void check(const Case& c, ProjectionOptions& options, Problems& problems);  // contradictions; the linear solver
SolverKeys projection_keys();                                               // this solver's row in the table of solvers

namespace projection {
bool wraps(const ProjectionOptions& options, int axis);
bool has_outflow(const ProjectionOptions& options);  // has an outflow
}  // namespace projection

}  // namespace eddy
