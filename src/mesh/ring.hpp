// The cells around a corner of a cell, or around one of its edges in space, across seams: from one to the next.
//
//     ┌───┬───┐          closed: the walk comes back to where it began. Four cells in a regular mesh; three or five where
//     │ 1 │ 0 │          so many blocks meet
//     ├───●───┤          open: it ends at a patch on either side
//     │ 2 │ 3 │
//     └───┴───┘
#pragma once
#include <vector>

#include "mesh/neighbours.hpp"

namespace eddy {

struct Ring {
  bool closed = false;
  // From the cell itself over its first side and on; and over its second one, where a patch ended the first walk. The last
  // of an open walk is beyond that patch.
  std::vector<MeshIndex> first, second;
};
Ring ring_around(const Neighbours& neighbours, const MeshIndex& cell, int first_side, int second_side);

}  // namespace eddy
