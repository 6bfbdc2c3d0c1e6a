#include "output/shared_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace eddy {
namespace {

Box nodes_of(const SidePiece& piece, int dimensions) {
  Box nodes = piece.cells;
  const int across = piece.side / 2;
  for (int a = 0; a < dimensions; ++a)
    if (a != across) ++nodes.hi[a];
  return piece.side % 2 ? nodes.shifted(across, 1) : nodes;
}

bool holds(const Box& box, const std::array<int, 3>& p) { return box.holds({p, {p[0] + 1, p[1] + 1, p[2] + 1}}); }

class SharedNodes {  // gives all copies of a node one number
 public:
  explicit SharedNodes(const BlockMesh& mesh)
      : places_(mesh, Location::node), same_(static_cast<std::size_t>(places_.count())) {
    std::iota(same_.begin(), same_.end(), 0);
    for (const Seam& s : mesh.seams) join(s, mesh.dimensions);
  }
  const BlockPlaces& places() const { return places_; }
  std::int64_t operator()(std::int64_t node) {
    while (same_[node] != node) node = same_[node] = same_[same_[node]];
    return node;
  }

 private:
  void join(const Seam& seam, int dimensions) {
    const Box nodes = nodes_of(seam.first, dimensions);
    for (int k = nodes.lo[2]; k < nodes.hi[2]; ++k)
      for (int j = nodes.lo[1]; j < nodes.hi[1]; ++j)
        for (int i = nodes.lo[0]; i < nodes.hi[0]; ++i) {
          const std::int64_t one = (*this)(places_.place({seam.first.block, {i, j, k}}));
          const std::int64_t other = (*this)(places_.place({seam.second.block, seam.node({i, j, k})}));
          same_[std::max(one, other)] = std::min(one, other);
        }
  }

  BlockPlaces places_;
  std::vector<std::int64_t> same_;
};

// All cells around a node on a wall lie on one side of it, so their mean is the value half a cell inside. The slope
// between this value and that of the next node inside is continued to the wall.
void continue_to_wall(const Block& block, const std::vector<Box>& seams, int side, double* values) {
  const int axis = side / 2, last = block.cells[axis], at = side % 2 ? last : 0, inner = side % 2 ? last - 1 : 1;
  if (last < 2) return;
  Box nodes{{0, 0, 0}, points_of(block, Location::node)};
  nodes.lo[axis] = at;
  nodes.hi[axis] = at + 1;
  std::array<int, 3> p{};
  for (p[2] = nodes.lo[2]; p[2] < nodes.hi[2]; ++p[2])
    for (p[1] = nodes.lo[1]; p[1] < nodes.hi[1]; ++p[1])
      for (p[0] = nodes.lo[0]; p[0] < nodes.hi[0]; ++p[0]) {
        if (std::any_of(seams.begin(), seams.end(), [&](const Box& seam) { return holds(seam, p); })) continue;
        std::array<int, 3> next = p;
        next[axis] = inner;
        double& wall = values[block.node(p[0], p[1], p[2])];
        const double there = 2 * wall - values[block.node(next[0], next[1], next[2])];
        if (std::isfinite(there)) wall = there;
      }
}

void continue_to_walls(const BlockMesh& mesh, const BlockPlaces& nodes, std::vector<double>& values) {
  for (int b = 0; b < static_cast<int>(mesh.blocks.size()); ++b)
    for (int side = 0; side < 2 * mesh.dimensions; ++side) {
      std::vector<Box> seams;  // nodes of the seams on this side
      for (const Seam& s : mesh.seams)
        for (const SidePiece& piece : {s.first, s.second})
          if (piece.block == b && piece.side == side) seams.push_back(nodes_of(piece, mesh.dimensions));
      continue_to_wall(mesh.blocks[b], seams, side, values.data() + nodes.first(b));
    }
}

}  // namespace

std::vector<double> node_values(const BlockMesh& mesh, const Sample& sample) {
  if (sample.location == Location::node) return sample.values;
  SharedNodes shared(mesh);
  const auto count = static_cast<std::size_t>(shared.places().count());
  std::vector<double> values(count, 0.0);
  std::vector<int> cells(count, 0);
  std::size_t cell = 0;
  for (int b = 0; b < static_cast<int>(mesh.blocks.size()); ++b) {
    const Block& block = mesh.blocks[b];
    const std::int64_t first = shared.places().first(b);
    for (int k = 0; k < block.cells[2]; ++k)
      for (int j = 0; j < block.cells[1]; ++j)
        for (int i = 0; i < block.cells[0]; ++i) {
          const double value = sample.values[cell++];
          if (!std::isfinite(value)) continue;
          for (int n = 0; n < 1 << mesh.dimensions; ++n) {
            const auto node = shared(first + static_cast<std::int64_t>(corner_node(block, {i, j, k}, n)));
            values[node] += value;
            ++cells[node];
          }
        }
  }
  for (std::size_t n = 0; n < count; ++n) {  // the first copy of each node has its number, and comes first
    const auto same = static_cast<std::size_t>(shared(static_cast<std::int64_t>(n)));
    if (same != n) values[n] = values[same];
    if (same == n) values[n] = cells[n] ? values[n] / cells[n] : std::numeric_limits<double>::quiet_NaN();
  }
  continue_to_walls(mesh, shared.places(), values);
  return values;
}

std::vector<double> node_values(const HexMesh& mesh, const Sample& sample) {
  if (sample.location == Location::node) return sample.values;
  const auto same = [&](int node) { return mesh.master.empty() ? node : mesh.master[node]; };
  std::vector<double> values(mesh.nodes.size(), 0.0);
  std::vector<int> cells(mesh.nodes.size(), 0);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    if (!std::isfinite(sample.values[e])) continue;
    for (const int node : mesh.elements[e]) {
      values[same(node)] += sample.values[e];
      ++cells[same(node)];
    }
  }
  for (std::size_t n = 0; n < values.size(); ++n)
    values[n] = cells[n] ? values[n] / cells[n] : std::numeric_limits<double>::quiet_NaN();
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = values[same(static_cast<int>(n))];
  return values;
}

}  // namespace eddy
