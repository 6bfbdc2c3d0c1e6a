// Places of the values of a mesh of blocks in a sample: block after block, in each of them i fastest. Nodes on a seam
// are stored in every block that has them.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "field/sample.hpp"
#include "mesh/blocks.hpp"

namespace eddy {

struct BlockIndex {  // a cell or a node
  int block = 0;
  std::array<int, 3> at{};
  bool operator==(const BlockIndex&) const = default;
};

inline std::array<int, 3> points_of(const Block& block, Location location) {
  if (location == Location::cell) return block.cells;
  return {block.node_count(0), block.node_count(1), block.node_count(2)};
}

class BlockPlaces {  // the places of all cells, or of all nodes
 public:
  BlockPlaces(const BlockMesh& mesh, Location location) {
    for (const Block& b : mesh.blocks) {
      sizes_.push_back(points_of(b, location));
      const auto& n = sizes_.back();
      first_.push_back(first_.back() + std::int64_t(n[0]) * n[1] * n[2]);
    }
  }

  std::int64_t count() const { return first_.back(); }
  std::int64_t count(int block) const { return first_[block + 1] - first_[block]; }
  std::int64_t first(int block) const { return first_[block]; }
  std::int64_t place(const BlockIndex& p) const {
    const auto& n = sizes_[p.block];
    return first_[p.block] + p.at[0] + n[0] * (p.at[1] + std::int64_t(n[1]) * p.at[2]);
  }
  BlockIndex index(std::int64_t place) const {
    const auto after = std::upper_bound(first_.begin() + 1, first_.end(), place);
    BlockIndex p{static_cast<int>(after - first_.begin()) - 1, {}};
    const auto& n = sizes_[p.block];
    const std::int64_t rest = place - first_[p.block];
    p.at = {static_cast<int>(rest % n[0]), static_cast<int>(rest / n[0] % n[1]), static_cast<int>(rest / n[0] / n[1])};
    return p;
  }

 private:
  std::vector<std::array<int, 3>> sizes_;
  std::vector<std::int64_t> first_{0};
};

// Corner n of a cell: bit a of n says which end along axis a.
inline std::size_t corner_node(const Block& block, const std::array<int, 3>& cell, int n) {
  return block.node(cell[0] + (n & 1), cell[1] + (n >> 1 & 1), cell[2] + (n >> 2 & 1));
}

inline Point centre_of(const Block& block, const std::array<int, 3>& cell) {
  const int corners = 1 << block.dimensions;
  Point sum{};
  for (int n = 0; n < corners; ++n) {
    const Point p = block.at(corner_node(block, cell, n));
    for (int a = 0; a < block.dimensions; ++a) sum[a] += p[a] / corners;
  }
  return sum;
}

inline Point position_of(const BlockMesh& mesh, Location location, const BlockIndex& p) {
  const Block& block = mesh.blocks[p.block];
  return location == Location::cell ? centre_of(block, p.at) : block.at(block.node(p.at[0], p.at[1], p.at[2]));
}

// call(block, cell, place) for every cell of a mesh.
template <class Call>
void for_block_cells(const BlockMesh& mesh, const Call& call) {
  std::size_t place = 0;
  for (int b = 0; b < static_cast<int>(mesh.blocks.size()); ++b) {
    const std::array<int, 3>& n = mesh.blocks[b].cells;
    std::array<int, 3> c{};
    for (c[2] = 0; c[2] < n[2]; ++c[2])
      for (c[1] = 0; c[1] < n[1]; ++c[1])
        for (c[0] = 0; c[0] < n[0]; ++c[0]) call(b, c, place++);
  }
}

}  // namespace eddy
