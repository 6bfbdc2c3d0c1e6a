// The length scale ℓ of the model for unresolved eddies.
#pragma once
#include <vector>

#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

// ℓ² of an element, by turbulence.model and turbulence.wall.
double mixing_length_squared(const Domain& domain, std::int64_t element);
// ℓ² of each element; empty without a model.
std::vector<double> mixing_lengths_squared(const Domain& domain);

}  // namespace eddy::galerkin
