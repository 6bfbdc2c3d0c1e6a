// Lists for values at the nodes of a mesh of blocks: copies of nodes that several blocks have, nodes beyond the sides,
// nodes with conditions; and what each cell is.
#pragma once
#include <vector>

#include "solver/compressible/domain.hpp"

namespace eddy::compressible {

struct NodePass {  // nodes to which one condition is applied, one after the other
  int kind = 0;
  std::vector<MeshIndex> nodes;
  std::vector<Point> normals;       // out of the domain
  std::vector<BoundaryFace> faces;  // as if of a face: centre and condition
};

class NodeLists {
 public:
  explicit NodeLists(const Domain& domain);
  int cell_kind(const MeshIndex& cell) const;  // see kernels_ni.hpp
  double node_volume(int b,
                     const std::array<int, 3>& node) const;  // of the cells around it; in the block's own indices
  CopyLists copies(const MeshLayout& nodes) const;
  std::vector<RankLists> between_ranks(const MeshLayout& nodes) const;
  std::vector<NodePass> conditions() const;       // of nodes of this rank
  MeshIndex origin(const MeshIndex& node) const;  // of all copies of a node, the one that the others follow
  void refuse_crowded_corners() const;            // more than four blocks (in 2D) at one node

 private:
  template <class Call>
  void each_copy(const Call& call) const;         // call(node, where its values are)
  bool is_closed(const MeshIndex& beyond) const;  // the cell lies beyond a wall that nothing passes
  int place(const MeshLayout& nodes, const MeshIndex& node) const;
  const Domain& domain_;
  const Neighbours& neighbours_;
  int d_;
  std::map<std::array<int, 4>, const BoundaryFace*> faces_;  // by block and the cell beyond
};

}  // namespace eddy::compressible
