// Sets of cells, in global indices. A launch says which set it works on; the kernel analysis relies on it.
#pragma once
#include "base/box.hpp"
#include "exec/core/space.hpp"

namespace eddy {

// Every cell of a box, or those of one colour of the checkerboard: (i + j + k) even is colour 0.
struct Set {
  Box box;
  int dimensions = 3;
  int colour = -1;  // −1: all

  Set(const Box& b, int d, int c = -1) : box(b), dimensions(d), colour(c) {}
  Set coloured(int c) const { return {box, dimensions, c}; }
};

}  // namespace eddy
