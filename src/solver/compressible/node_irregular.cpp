// Finds the nodes whose own block does not see all cells around them.
#include <algorithm>
#include <set>

#include "solver/compressible/node_lists.hpp"

namespace eddy::compressible {

// The index in the mesh before it was cut for ranks: sorting by it does not depend on the number of ranks.
std::array<int, 4> NodeLists::key_before_cutting(const MeshIndex& m) const {
  const auto& offset = domain_.offset(m.block);
  return {domain_.parent(m.block), m.at[0] + offset[0], m.at[1] + offset[1], m.at[2] + offset[2]};
}

double NodeLists::volume_of(const MeshIndex& cell) const {
  const int number = domain_.number(cell.block);
  if (number >= 0) return domain_.geometry(number).volume(cell.at);
  return BlockGeometry(neighbours_, cell.block, 0).volume(cell.at);
}

std::vector<IrregularNode::Part> NodeLists::cells_around(const std::vector<MeshIndex>& copies) const {
  std::vector<IrregularNode::Part> parts;
  for (const MeshIndex& n : copies)
    for (int m = 0; m < (1 << d_); ++m) {
      const Place cell{n.at[0] - (m & 1), n.at[1] - (m >> 1 & 1), n.at[2] - (m >> 2)};
      const Box own{{0, 0, 0}, domain_.mesh().blocks[n.block].cells};
      if (own.holds({cell, {cell[0] + 1, cell[1] + 1, cell[2] + 1}})) parts.push_back({{n.block, cell}, m});
    }
  std::sort(parts.begin(), parts.end(), [&](const IrregularNode::Part& a, const IrregularNode::Part& b) {
    return std::pair(key_before_cutting(a.cell), a.corner) < std::pair(key_before_cutting(b.cell), b.corner);
  });
  return parts;
}

// The number of cells around the edge from the node `lower` along an axis; they may lie beyond the sides of the block.
int NodeLists::cells_beside(const MeshIndex& lower, int axis) const {
  int count = 0;
  for (int m = 0; m < (1 << d_); ++m) {
    if (m >> axis & 1) continue;
    const Place cell{lower.at[0] - (m & 1), lower.at[1] - (m >> 1 & 1), lower.at[2] - (m >> 2)};
    count += neighbours_.cell({lower.block, cell}).what == Beyond::block;
  }
  return count;
}

void NodeLists::measure(IrregularNode::Edge& edge, int axis, const Place& lower) const {
  const int block = edge.line[2].block, number = domain_.number(block);
  if (number < 0) return;
  const BlockGeometry& g = domain_.geometry(number);
  const double share = 1.0 / (1 << (d_ - 1));
  for (int m = 0; m < (1 << d_); ++m) {
    if (m >> axis & 1) continue;
    const Place cell{lower[0] - (m & 1), lower[1] - (m >> 1 & 1), lower[2] - (m >> 2)};
    if (neighbours_.cell({block, cell}).what != Beyond::block) continue;
    const Point low = g.area(cell, axis), high = g.area(moved(cell, axis, 1), axis);
    for (int n = 0; n < d_; ++n) edge.area[n] += 0.5 * share * (low[n] + high[n]);
    edge.volume += share * g.volume(cell);
  }
}

// The edge in the indices of the other node, whose update uses the same edge: what one node loses, the other gains.
std::optional<IrregularNode::Edge> NodeLists::edge_seen_from(const MeshIndex& other, const MeshIndex& node) const {
  for (int axis = 0; axis < d_; ++axis)
    for (const int towards : {-1, 1}) {
      const Found found = neighbours_.node({other.block, moved(other.at, axis, towards)});
      if (found.what != Beyond::block || !(origin(found.index) == node)) continue;
      const auto along = [&](int steps) { return MeshIndex{other.block, moved(other.at, axis, steps * towards)}; };
      IrregularNode::Edge edge{{along(2), along(1), other, along(-1)}, false, false, {}, 0};
      const auto lower = [&](int first) {  // lower end of the edge from step `first` to the next one
        return MeshIndex{other.block, moved(other.at, axis, towards > 0 ? first : -first - 1)};
      };
      if (cells_beside(lower(0), axis) == 0) continue;
      edge.before = cells_beside(lower(1), axis) > 0;
      edge.after = cells_beside(lower(-1), axis) > 0;
      measure(edge, axis, lower(0).at);
      return edge;
    }
  return {};
}

std::vector<IrregularNode::Edge> NodeLists::edges_around(const MeshIndex& node,
                                                         const std::vector<MeshIndex>& copies) const {
  std::map<std::array<int, 4>, IrregularNode::Edge> edges;
  for (const MeshIndex& n : copies) {
    const Block& block = domain_.mesh().blocks[n.block];
    for (int axis = 0; axis < d_; ++axis)
      for (const int by : {-1, 1}) {
        const MeshIndex beside{n.block, moved(n.at, axis, by)};
        if (beside.at[axis] < 0 || beside.at[axis] >= block.node_count(axis)) continue;
        const MeshIndex other = origin(beside);
        const auto key = key_before_cutting(other);
        if (edges.count(key)) continue;
        auto edge = edge_seen_from(other, node);
        if (!edge) edge = edge_seen_from(beside, node);
        if (edge) edges[key] = *edge;
      }
  }
  std::vector<IrregularNode::Edge> all;
  for (const auto& [key, edge] : edges) all.push_back(edge);
  return all;
}

bool NodeLists::sees_whole(const MeshIndex& cell) const {
  bool whole = neighbours_.cell(cell).what == Beyond::block;
  for (int m = 0; m < (1 << d_) && whole; ++m) {
    const Place corner{cell.at[0] + (m & 1), cell.at[1] + (m >> 1 & 1), cell.at[2] + (m >> 2)};
    whole = neighbours_.node({cell.block, corner}).what == Beyond::block;
  }
  return whole;
}

// Irregular nodes lie on the rims of seams.
std::vector<IrregularNode> NodeLists::irregular() const {
  std::vector<IrregularNode> all;
  std::set<std::array<int, 4>> known;
  const auto add = [&](const MeshIndex& at) {
    const std::vector<MeshIndex> copies = copies_of(at);
    const MeshIndex& node = copies.front();
    if (!known.insert({node.block, node.at[0], node.at[1], node.at[2]}).second) return;
    IrregularNode n{node, 0, cells_around(copies), {}};
    std::size_t seen = 0;
    for (int m = 0; m < (1 << d_); ++m) {
      const Place cell{node.at[0] - (m & 1), node.at[1] - (m >> 1 & 1), node.at[2] - (m >> 2)};
      seen += sees_whole({node.block, cell});
    }
    if (seen == n.cells.size()) return;
    for (const IrregularNode::Part& p : n.cells) n.volume += volume_of(p.cell) / (1 << d_);
    n.edges = edges_around(node, copies);
    all.push_back(std::move(n));
  };
  for (const Seam& s : domain_.mesh().seams) {
    Box nodes = s.first.cells;
    const int across = s.first.side / 2;
    for (int a = 0; a < d_; ++a) nodes.hi[a] += a != across;
    each(nodes, [&](Place at) {
      bool rim = false;
      for (int a = 0; a < d_; ++a) rim = rim || (a != across && (at[a] == nodes.lo[a] || at[a] == nodes.hi[a] - 1));
      at[across] += s.first.side % 2;
      if (rim) add({s.first.block, at});
    });
  }
  return all;
}

}  // namespace eddy::compressible
