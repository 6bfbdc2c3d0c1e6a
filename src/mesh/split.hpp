// Cuts blocks into pieces, so that each rank can own pieces of about the same size.
#pragma once
#include <vector>

#include "mesh/blocks.hpp"
#include "mesh/grid.hpp"

namespace eddy {

struct SplitMesh {
  struct Origin {  // where a piece comes from
    int block = 0;
    std::array<int, 3> offset{};  // of its first cell
  };
  BlockMesh mesh;
  std::vector<Origin> from;  // of each block of `mesh`
};

// About so many pieces of about one size, cut at cells that `multiple` divides. Seams of the mesh go on to hold, cut
// where the pieces are, and there are new ones between the pieces of a block.
SplitMesh split(const BlockMesh& mesh, int parts, int multiple = 1);
std::vector<int> owners(const BlockMesh& mesh,
                        int ranks);  // of each block: the largest first, each to the rank with the least load
double imbalance(const BlockMesh& mesh, const std::vector<int>& owners, int ranks);  // largest load over mean load
// With as few pieces as give an imbalance of at most 1.1, or the least that eight per rank can give.
SplitMesh split_for_ranks(const BlockMesh& mesh, int ranks, int multiple = 1);

// One block from a rectilinear grid: its sides are the patches 'left', 'right', …; along periodic axes it meets itself.
BlockMesh mesh_of(const Grid& grid, const std::array<bool, 3>& periodic = {});

}  // namespace eddy
