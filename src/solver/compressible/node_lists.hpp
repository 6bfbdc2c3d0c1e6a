// Lists for values at the nodes of a block mesh: copies of nodes that several blocks share, ghost nodes, nodes with
// boundary conditions, and the kinds of cells.
#pragma once
#include <optional>
#include <vector>

#include "solver/compressible/domain.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

struct NodePass {  // nodes to which one condition is applied; passes run one after the other
  int kind = 0;
  std::vector<MeshIndex> nodes;
  std::vector<Point> normals;       // out of the domain
  std::vector<BoundaryFace> faces;  // a face in place of each node: its centre is the node
};

// A node whose own block does not see all cells around it: where five blocks meet, or at the sharp edge of a body at
// which a seam ends.
struct IrregularNode {
  struct Part {  // a cell that the node is a corner of
    MeshIndex cell;
    int corner = 0;  // bit a: the upper end of axis a
  };
  // The line along which dissipation acts: a ─ node ─ other ─ d, in the indices of a block that contains it.
  struct Edge {
    std::array<MeshIndex, 4> line;
    bool before = false, after = false;  // whether there is an edge beyond the node, beyond `other`
    Point area{};                        // of the dual face, and the volume along the edge; set on the rank of the line
    double volume = 0;
  };
  MeshIndex node;  // the copy that the others follow
  double volume = 0;
  std::vector<Part> cells;
  std::vector<Edge> edges;
};

class NodeLists {
 public:
  explicit NodeLists(const Domain& domain);
  int cell_kind(const MeshIndex& cell) const;  // see ni/points.hpp
  // Values by place in a layout: the kinds of cells, 0 without a cell; the volumes around nodes, from those of the
  // cells, 1 without a node; 1 for the nodes that count, else 0.
  std::vector<int> kinds_of_cells(const MeshLayout& cells) const;
  std::vector<double> node_volumes(const MeshLayout& nodes, const MeshLayout& cells,
                                   const std::vector<double>& volumes) const;
  std::vector<double> that_count(const MeshLayout& nodes) const;
  CopyLists copies(const MeshLayout& nodes) const;
  std::vector<RankLists> between_ranks(const MeshLayout& nodes) const;
  std::vector<NodePass> conditions() const;       // passes over the nodes of this rank
  MeshIndex origin(const MeshIndex& node) const;  // the copy of a node that the others follow
  // For each face of this rank and each of its nodes: whether a wall has a kink there, where the pressure may jump.
  std::vector<std::array<bool, 4>> kinks() const;
  bool counts(const MeshIndex& node) const;      // whether it is the copy that the others follow
  std::vector<IrregularNode> irregular() const;  // the nodes of all ranks, in the same order on each

 private:
  MeshIndex node_of(const BoundaryFace& face, int corner) const;
  std::vector<MeshIndex> copies_of(const MeshIndex& node) const;
  std::vector<IrregularNode::Part> cells_around(const std::vector<MeshIndex>& copies) const;
  std::vector<IrregularNode::Edge> edges_around(const MeshIndex& node, const std::vector<MeshIndex>& copies) const;
  std::optional<IrregularNode::Edge> edge_seen_from(const MeshIndex& other, const MeshIndex& node) const;
  void measure(IrregularNode::Edge& edge, int axis, const Place& lower) const;
  int cells_beside(const MeshIndex& lower, int axis) const;
  Found node(const MeshIndex& asked) const;  // also found around the corners of bodies
  std::vector<std::array<int, 4>> side_nodes(const MeshIndex& cell, int side) const;  // sorted; {}: some are unknown
  bool sees_whole(const MeshIndex& cell) const;  // whether the cell and each of its nodes is in a block
  std::array<int, 4> key_before_cutting(const MeshIndex& at) const;
  double volume_of(const MeshIndex& cell) const;
  template <class Call>
  void each_copy(const Call& call) const;                                // call(node, the node with its values)
  bool is_closed(const MeshIndex& cell, const MeshIndex& beyond) const;  // whether a slip wall closes it there
  int place(const MeshLayout& nodes, const MeshIndex& node) const;
  const Domain& domain_;
  const Neighbours& neighbours_;
  int d_;
  std::map<std::array<int, 4>, const BoundaryFace*> faces_;  // keyed by block and index of the ghost cell
};

}  // namespace eddy::compressible
