// OpenCL C for several sweeps per pass, from the recording of one sweep.
#pragma once
#include <string>

#include "exec/record/record.hpp"

namespace eddy {

struct TileSource {
  int dimensions;
  int read, written;  // members of the iterated field; the same one for a kernel that works in place
  int levels;         // sweeps, or colours of sweeps
  bool coloured;
  int x, y;  // work-items of a group
};

// The arguments of opencl_source, then `const int rows` (that a group marches), the cells whose values are wanted (six
// integers as those of the set) and where they go: `memory, long origin, int sy, int sz`.
std::string opencl_tile_source(const Recording& r, const TileSource& tile);

}  // namespace eddy
