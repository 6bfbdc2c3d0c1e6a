// The nodes whose mean pressure is taken off that of a surface.
#pragma once
#include <vector>

#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct ReferenceNode {
  int node = 0;
  double weight = 0;  // all weights add up to 1
};
// The node nearest to surface.NAME.reference. Without this key, and with wind: the nodes of the inlet at the height of
// the surface's top, weighted by their areas. None else.
std::vector<ReferenceNode> reference_nodes(const Domain& domain, const SurfaceOptions& surface);

}  // namespace eddy::galerkin
