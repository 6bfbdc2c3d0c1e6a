// The shear stress on walls, for output, on the host.
#pragma once
#include <vector>

#include "solver/projection/bodies.hpp"

namespace eddy::projection {

// The shear stress on the walls next to each cell, ρν ∂u/∂n with n into the fluid, for all cells, with the components
// of a cell adjacent; 0 in cells without a wall. As in the momentum equation, the slope on no-slip sides is that of the
// parabola through the wall and two cells, on bodies that of the straight line to the first cell. `u`: at all faces.
std::vector<double> wall_shear(const Grid& grid, const Model& model, const Bodies& bodies,
                               const ProjectionOptions& options, const std::vector<std::vector<double>>& u, double t);

}  // namespace eddy::projection
