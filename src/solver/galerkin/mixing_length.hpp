// The length of eddies that the mesh does not resolve.
#pragma once
#include <vector>

#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

// ℓ² of each element, as turbulence.model and turbulence.wall say; empty: no model.
std::vector<double> mixing_lengths_squared(const Domain& domain);

}  // namespace eddy::galerkin
