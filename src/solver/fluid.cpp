#include "solver/fluid.hpp"

#include <algorithm>
#include <cmath>

#include "base/readable.hpp"

namespace eddy {

void describe(Keys& keys, FluidOptions& o) {
  keys.key("density", o.density, {.doc = "Density ρ.", .unit = "kg/m³", .limit = positive});
  keys.key("viscosity", o.viscosity,
           {.doc = "Kinematic viscosity ν; or give reynolds.", .unit = "m²/s", .limit = positive});
  keys.key("reynolds", o.reynolds, {.doc = "velocity · length / viscosity, in place of viscosity.", .limit = positive});
  keys.key("velocity", o.velocity, {.doc = "Reference velocity.", .unit = "m/s", .limit = positive});
  keys.key("length", o.length, {.doc = "Reference length.", .unit = "m", .limit = positive});
  keys.key("force", o.force, {.doc = "Force per mass, of x, y, z; none: 0.", .unit = "m/s²", .length = per_axis});
}

void check(const FluidOptions& o, Problems& problems) {
  if (o.viscosity && o.reynolds)
    problems.at("fluid.reynolds", "fluid.viscosity and fluid.reynolds say the same thing twice. Give one of them.");
  if (!o.viscosity && !o.reynolds)
    problems.at("fluid", "the fluid has no viscosity. Give fluid.viscosity or fluid.reynolds.");
}

std::vector<std::string> thin_layer_warnings(const FluidOptions& o, double narrowest) {
  const double layer = std::sqrt(o.kinematic() * o.length / o.velocity);
  if (layer >= 0.25 * narrowest) return {};
  return {"at Reynolds number " + readable(o.velocity * o.length / o.kinematic()) +
          " the layers that friction makes, about length/√Re = " + readable(layer) + " m, are thinner than a cell (" +
          readable(narrowest) +
          " m): this mesh does not see the viscosity. Take more cells, a larger viscosity, or a model of turbulence."};
}

bool timed(const std::vector<Formula>& all) {
  return std::any_of(all.begin(), all.end(), [](const Formula& f) { return f.uses_time(); });
}

}  // namespace eddy
