// Boundary conditions of the temperature: those of the heat solver, given beside those of the flow in [boundary].
#pragma once
#include <string>
#include <vector>

#include "solver/projection/options.hpp"

namespace eddy::projection {

// The kinds of conditions; their fluxes and coefficients are over density and heat capacity.
const BoundaryKinds& thermal_kinds();

struct WallHeat {
  std::string name;  // its name in history.csv, nusselt_NAME
  std::string key;   // its key in the case
  int side = 0;
  Patch condition;
  std::optional<Formula> where;
  bool told = true;  // false: insulated, because the case says nothing

  bool varies() const;  // in time
};

// All walls; where several cover a place, the last one holds. Tables [wall.NAME] come after the sides.
std::vector<WallHeat> wall_heat(const ProjectionOptions& options);

// The ghost of a face: T ghost = mirror · T + given; with mirror −1, `given` is the temperature of the face itself.
struct GhostRule {
  double mirror, given;
  double outside() const { return mirror == -1 ? given : given / (1 - mirror); }  // that T tends to; mirror < 1
};
// `values` are those of the condition, `width` is that of the cell.
GhostRule ghost_rule(const Patch& condition, std::vector<double> values, double width, double diffusivity);

void check_thermal_walls(const Case& c, const ProjectionOptions& o, Problems& problems);
std::vector<std::string> old_walls(const ProjectionOptions& o);  // sentences on what replaces [wall.NAME]

}  // namespace eddy::projection
