// Compares several sweeps per pass with as many single sweeps in the same space, bit for bit.
#pragma once
#include <string>
#include <vector>

namespace eddy::tests {

struct TileResults {
  int cases = 0;
  std::vector<std::string> differing;  // cases that differ, and the number of cells
};

template <class S, class T>
TileResults compare_tiles(int device);  // device: its number, or the number of threads on the host

}  // namespace eddy::tests
