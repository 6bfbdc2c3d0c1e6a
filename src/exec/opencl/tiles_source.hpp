// Writes OpenCL C for several sweeps per pass from the recording of one sweep.
#pragma once
#include <string>

#include "exec/record/record.hpp"

namespace eddy {

struct TileSource {
  int dimensions;
  int read, written;  // numbers of the members of the iterated field; equal for a kernel that works in place
  int levels;         // sweeps, or colours of sweeps
  bool coloured;
  int x, y;  // work-items of a group
};

// The kernel's arguments are those of opencl_source, then `const int rows` (over which a group marches), the box that
// is written (six ints, as for the set), and the field to which it is written: `memory, long origin, int sy, int sz`.
std::string opencl_tile_source(const Recording& r, const TileSource& tile);

}  // namespace eddy
