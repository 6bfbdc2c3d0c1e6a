// Sets of cells, in global indices. Every launch names the set that it works on; the kernel analysis relies on it.
#pragma once
#include "base/box.hpp"
#include "exec/core/space.hpp"

namespace eddy {

// All cells of a box, or those of one colour of the checkerboard; cells of colour 0 have an even sum i + j + k.
struct Set {
  Box box;
  int dimensions = 3;
  int colour = -1;  // −1: all cells

  Set(const Box& b, int d, int c = -1) : box(b), dimensions(d), colour(c) {}
  Set coloured(int c) const { return {box, dimensions, c}; }
};

}  // namespace eddy
