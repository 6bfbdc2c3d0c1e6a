// What a case is refused for once its mesh is known.
#pragma once
#include "solver/galerkin/limits.hpp"

namespace eddy::galerkin {

void check_domain(const Case& c, const Domain& domain, const Limits& limits, Problems& problems);
std::vector<std::string> warnings(const Case& c, const Domain& domain, const Limits& limits);

}  // namespace eddy::galerkin
