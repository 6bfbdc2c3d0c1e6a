// Lists for values at the nodes of a mesh of blocks: copies of nodes that several blocks have, nodes beyond the sides,
// nodes with conditions; and what each cell is.
#pragma once
#include <optional>
#include <vector>

#include "solver/compressible/domain.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

struct NodePass {  // nodes to which one condition is applied, one after the other
  int kind = 0;
  std::vector<MeshIndex> nodes;
  std::vector<Point> normals;       // out of the domain
  std::vector<BoundaryFace> faces;  // as if of a face: centre and condition
};

// A node around which the block that it belongs to does not see all cells: where five blocks meet, or at the sharp edge of
// a body that a seam runs up to.
struct IrregularNode {
  struct Part {  // a cell that the node is a corner of
    MeshIndex cell;
    int corner = 0;  // bit a: the upper end of axis a
  };
  // The line along which dissipation works: a ─ node ─ other ─ d, in the indices of a block that has it.
  struct Edge {
    std::array<MeshIndex, 4> line;
    bool before = false, after = false;  // there is an edge beyond the node, beyond the other
    Point area{};                        // of the dual face; and the volume along the edge. Of this rank's blocks
    double volume = 0;
  };
  MeshIndex node;  // that all copies follow
  double volume = 0;
  std::vector<Part> cells;
  std::vector<Edge> edges;
};

class NodeLists {
 public:
  explicit NodeLists(const Domain& domain);
  int cell_kind(const MeshIndex& cell) const;  // see ni/points.hpp
  // By place in a layout: the kinds of cells, 0 where there is none; of nodes the volume around them, from those of the cells,
  // and 1 where no block has one; 1 of those that count, else 0.
  std::vector<int> kinds_of_cells(const MeshLayout& cells) const;
  std::vector<double> node_volumes(const MeshLayout& nodes, const MeshLayout& cells,
                                   const std::vector<double>& volumes) const;
  std::vector<double> that_count(const MeshLayout& nodes) const;
  CopyLists copies(const MeshLayout& nodes) const;
  std::vector<RankLists> between_ranks(const MeshLayout& nodes) const;
  std::vector<NodePass> conditions() const;       // of nodes of this rank
  MeshIndex origin(const MeshIndex& node) const;  // of all copies of a node, the one that the others follow
  // Of each face of this rank, for each of its nodes: a wall has a kink there, and its pressure may jump.
  std::vector<std::array<bool, 4>> kinks() const;
  bool counts(const MeshIndex& node) const;      // it is the copy that the others follow
  std::vector<IrregularNode> irregular() const;  // of all ranks, in the same order on each

 private:
  MeshIndex node_of(const BoundaryFace& face, int corner) const;
  std::vector<MeshIndex> copies_of(const MeshIndex& node) const;
  std::vector<IrregularNode::Part> cells_around(const std::vector<MeshIndex>& copies) const;
  std::vector<IrregularNode::Edge> edges_around(const MeshIndex& node, const std::vector<MeshIndex>& copies) const;
  std::optional<IrregularNode::Edge> edge_seen_from(const MeshIndex& other, const MeshIndex& node) const;
  void measure(IrregularNode::Edge& edge, int axis, const Place& lower) const;
  int cells_beside(const MeshIndex& lower, int axis) const;
  Found node(const MeshIndex& asked) const;  // around the corners of bodies, too
  std::vector<std::array<int, 4>> side_nodes(const MeshIndex& cell, int side) const;  // sorted; none: not all are known
  bool sees_whole(const MeshIndex& cell) const;  // it is there, and each of its nodes is a node of a block
  std::array<int, 4> key_before_cutting(const MeshIndex& at) const;
  double volume_of(const MeshIndex& cell) const;
  template <class Call>
  void each_copy(const Call& call) const;                                // call(node, where its values are)
  bool is_closed(const MeshIndex& cell, const MeshIndex& beyond) const;  // by a wall that nothing passes
  int place(const MeshLayout& nodes, const MeshIndex& node) const;
  const Domain& domain_;
  const Neighbours& neighbours_;
  int d_;
  std::map<std::array<int, 4>, const BoundaryFace*> faces_;  // by block and the cell beyond
};

}  // namespace eddy::compressible
