// The length scale ℓ of the model for unresolved eddies.
#pragma once
#include <vector>

#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

// ℓ² of an element, as turbulence.model and turbulence.wall say.
double mixing_length_squared(const Domain& domain, std::int64_t element);
// Of each element; empty: no model.
std::vector<double> mixing_lengths_squared(const Domain& domain);

}  // namespace eddy::galerkin
