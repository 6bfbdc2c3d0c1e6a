// The perimeter of a body at a height: its faces in order around it, from the middle of the windward side on.
//
//                +y  ┌───◀───┐          the wind comes from the left; s = 0 in the middle of the windward side
//            ──▶  s=0▼       ▲
//                −y  └───▶───┘
#pragma once
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct OnPerimeter {
  int face = 0;  // place in the given list
  double s = 0;  // arc length to its centre
};
// The faces among `faces` (places in Domain::faces()) that lie at the height, in order; in 2D all of them. Empty if
// they do not form a ring.
std::vector<OnPerimeter> perimeter(const Domain& domain, const std::vector<int>& faces, double height);

}  // namespace eddy::galerkin
