// What friction does to walls, for output: on the host.
#pragma once
#include <vector>

#include "solver/projection/bodies.hpp"

namespace eddy::projection {

// The shear that the fluid of a cell puts on the walls next to it, ρν ∂u/∂n with n into the fluid, one component after
// the other, over all cells; 0 in cells without a wall. On no-slip sides by the parabola through the wall and two
// cells, on bodies by the straight line to the first: as the momentum equation sees it. `u`: at all faces.
std::vector<double> wall_shear(const Grid& grid, const Model& model, const Bodies& bodies,
                               const ProjectionOptions& options, const std::vector<std::vector<double>>& u, double t);

}  // namespace eddy::projection
