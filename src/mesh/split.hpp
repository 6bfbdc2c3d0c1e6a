// Cuts blocks into pieces, so that each rank can own pieces of about the same size.
#pragma once
#include <vector>

#include "mesh/blocks.hpp"
#include "mesh/grid.hpp"

namespace eddy {

struct SplitMesh {
  struct Origin {  // where a piece comes from
    int block = 0;
    std::array<int, 3> offset{};  // index of its first cell in that block
  };
  BlockMesh mesh;
  std::vector<Origin> from;  // origin of each block of `mesh`
};

// Cuts a mesh into about `parts` pieces of about the same size, at indices that `multiple` divides. Seams of the mesh
// are cut like the blocks, and there are new seams between the pieces of a block.
SplitMesh split(const BlockMesh& mesh, int parts, int multiple = 1);
// The rank of each block. The largest blocks come first, each goes to the rank with the least load.
std::vector<int> owners(const BlockMesh& mesh, int ranks);
double imbalance(const BlockMesh& mesh, const std::vector<int>& owners, int ranks);  // largest load over mean load
// Splits into the fewest pieces that give an imbalance of at most 1.1, or else the least that eight per rank can give.
SplitMesh split_for_ranks(const BlockMesh& mesh, int ranks, int multiple = 1);

// One block made from a rectilinear grid. Its sides are the patches 'left', 'right', …; it meets itself along periodic
// axes.
BlockMesh mesh_of(const Grid& grid, const std::array<bool, 3>& periodic = {});

}  // namespace eddy
