// Joins blocks to a mesh: where the nodes of two sides agree there is a seam, in any orientation; the rest is patches.
#pragma once
#include <string>
#include <vector>

#include "mesh/blocks.hpp"

namespace eddy {

struct NamedPiece {
  SidePiece piece;
  std::string name;
};
struct PeriodicPair {  // two patches; the shift between them follows from the coordinates
  std::string name, first, second;
};

// Sides that agree and are named on both sides stay patches: a wall without thickness. Throws Error(usage) with all
// that is wrong: two names on one piece, a name on one side of a seam, sides with the same ends and other nodes
// between, periodic patches that do not agree.
BlockMesh join(std::vector<Block> blocks, const std::vector<NamedPiece>& named = {},
               const std::vector<PeriodicPair>& periodic = {});

}  // namespace eddy
