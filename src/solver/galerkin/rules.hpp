// Checks of a case that need its mesh.
#pragma once
#include "solver/galerkin/limits.hpp"

namespace eddy::galerkin {

void check_domain(const Case& c, const Domain& domain, const Limits& limits, Problems& problems);
std::vector<std::string> warnings(const Case& c, const Domain& domain, const Limits& limits);

}  // namespace eddy::galerkin
