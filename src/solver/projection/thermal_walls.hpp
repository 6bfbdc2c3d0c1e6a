// What sides do to the temperature: the heat solver's conditions, given beside those of the flow in [boundary].
#pragma once
#include <string>
#include <vector>

#include "solver/projection/options.hpp"

namespace eddy::projection {

// Fluxes and coefficients are over density and heat capacity, of which a flow without heat in solids needs no more.
const BoundaryKinds& thermal_kinds();

struct WallHeat {
  std::string name;  // in history.csv: nusselt_NAME
  std::string key;   // in the case
  int side = 0;
  Patch condition;
  std::optional<Formula> where;
  bool told = true;  // false: insulated since nothing was said

  bool varies() const;  // in time
};

// In the order in which they hold, the last one first where several are at one place. Tables [wall.NAME] come after the sides.
std::vector<WallHeat> wall_heat(const ProjectionOptions& options);

// Of a face: T ghost = mirror · T + given; mirror −1: `given` is the temperature of the face itself.
struct GhostRule {
  double mirror, given;
  double outside() const { return mirror == -1 ? given : given / (1 - mirror); }  // what T tends to; mirror < 1
};
// values: those of the condition; width: of the cell, over the diffusivity.
GhostRule ghost_rule(const Patch& condition, std::vector<double> values, double width, double diffusivity);

void check_thermal_walls(const Case& c, const ProjectionOptions& o, Problems& problems);
std::vector<std::string> old_walls(const ProjectionOptions& o);  // what to write in place of [wall.NAME]

}  // namespace eddy::projection
