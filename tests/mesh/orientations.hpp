// The orientations of a block's indices: 8 in two dimensions, 48 in three.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "mesh/block_shapes.hpp"

namespace eddy {

struct Orientation {
  std::array<int, 3> axis{0, 1, 2};  // the old block's axis for each new axis
  std::array<bool, 3> reversed{};
};

inline std::vector<Orientation> orientations(int dimensions) {
  std::vector<Orientation> all;
  std::array<int, 3> axis{0, 1, 2};
  do {
    for (int r = 0; r < (1 << dimensions); ++r) all.push_back({axis, {(r & 1) != 0, (r & 2) != 0, (r & 4) != 0}});
  } while (std::next_permutation(axis.begin(), axis.begin() + dimensions));
  return all;
}

// The same block with other indices.
inline Block turned(const Block& b, const Orientation& o) {
  std::vector<int> cells;
  for (int a = 0; a < b.dimensions; ++a) cells.push_back(b.cells[o.axis[a]]);
  Block t = empty_block(b.name, cells);
  for (int k = 0; k < t.node_count(2); ++k)
    for (int j = 0; j < t.node_count(1); ++j)
      for (int i = 0; i < t.node_count(0); ++i) {
        const std::array<int, 3> n{i, j, k};
        std::array<int, 3> old{};
        for (int a = 0; a < b.dimensions; ++a) old[o.axis[a]] = o.reversed[a] ? t.cells[a] - n[a] : n[a];
        for (int a = 0; a < b.dimensions; ++a) t.nodes[a][t.node(i, j, k)] = b.nodes[a][b.node(old[0], old[1], old[2])];
      }
  return t;
}

}  // namespace eddy
