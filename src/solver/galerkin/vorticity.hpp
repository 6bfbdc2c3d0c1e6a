// Derived fields at nodes, on the host.
#pragma once
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

// ∇ × v, or in 2D its component z, point after point: gradients of the elements around a node, by their volumes.
std::vector<double> vorticity(const Domain& domain, const std::array<std::vector<double>, 3>& velocity);

}  // namespace eddy::galerkin
