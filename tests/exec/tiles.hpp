// Several sweeps per pass against as many single sweeps, in the same space, bit for bit.
#pragma once
#include <string>
#include <vector>

namespace eddy::tests {

struct TileResults {
  int cases = 0;
  std::vector<std::string> differing;  // which case, and in how many cells
};

template <class S, class T>
TileResults compare_tiles(int device);  // device: number, or threads on the host

}  // namespace eddy::tests
