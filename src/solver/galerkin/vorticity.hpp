// The vorticity at nodes, on the host.
#pragma once
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

// ∇ × v, or in 2D its component z, with the components of a node adjacent: the mean over the elements around the node,
// weighted by volume.
std::vector<double> vorticity(const Domain& domain, const std::array<std::vector<double>, 3>& velocity);

}  // namespace eddy::galerkin
