// The way around a body at a height: its faces one after the other, from the middle of the windward side on.
//
//                +y  ┌───◀───┐          the wind comes from the left; s = 0 in the middle of the side that it meets
//            ──▶  s=0▼       ▲
//                −y  └───▶───┘
#pragma once
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct OnPerimeter {
  int face = 0;  // place in the list that was given
  double s = 0;  // of its centre
};
// Of these faces (places in Domain::faces()) those at the height; in 2D all of them. Empty where they make no ring.
std::vector<OnPerimeter> perimeter(const Domain& domain, const std::vector<int>& faces, double height);

}  // namespace eddy::galerkin
