// The cells around a corner of a cell, or in 3D around one of its edges, in order and across seams.
//
//     ┌───┬───┐          closed: the walk comes back to where it began. Four cells in a regular mesh, three or five
//     │ 1 │ 0 │          where so many blocks meet
//     ├───●───┤          open: it ends at a patch on either side
//     │ 2 │ 3 │
//     └───┴───┘
#pragma once
#include <vector>

#include "mesh/neighbours.hpp"

namespace eddy {

struct Ring {
  bool closed = false;
  // The cells of the walk from the cell over its first side, and of the walk over its second side, which is made where
  // a patch ended the first one. The last cell of an open walk lies beyond the patch.
  std::vector<MeshIndex> first, second;
};
Ring ring_around(const Neighbours& neighbours, const MeshIndex& cell, int first_side, int second_side);

}  // namespace eddy
