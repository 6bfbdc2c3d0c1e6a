#include "mesh/split.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace eddy {
namespace {

// Cuts a box in two along its longest axis, in the ratio of the parts that each half shall have, until each has one.
void cut_box(const Box& box, int parts, int multiple, int dimensions, std::vector<Box>& pieces) {
  int axis = 0;
  for (int a = 1; a < dimensions; ++a)
    if (box.extent(a) > box.extent(axis)) axis = a;
  const int units = box.extent(axis) / multiple, low_parts = parts / 2;
  if (parts <= 1 || units < 2) return pieces.push_back(box);
  const int at = std::clamp(int(std::lround(double(units) * low_parts / parts)), 1, units - 1) * multiple;
  Box low = box, high = box;
  low.hi[axis] = high.lo[axis] = box.lo[axis] + at;
  cut_box(low, low_parts, multiple, dimensions, pieces);
  cut_box(high, parts - low_parts, multiple, dimensions, pieces);
}

Block piece_of(const Block& block, const Box& cells, const std::string& name) {
  Block piece;
  piece.name = name;
  piece.dimensions = block.dimensions;
  for (int a = 0; a < 3; ++a) piece.cells[a] = cells.extent(a);
  for (int a = 0; a < block.dimensions; ++a) {
    std::vector<double>& to = piece.nodes[a];
    to.reserve(std::size_t(piece.node_count(0)) * piece.node_count(1) * piece.node_count(2));
    for (int k = 0; k < piece.node_count(2); ++k)
      for (int j = 0; j < piece.node_count(1); ++j) {
        const auto row =
            block.nodes[a].begin() + std::ptrdiff_t(block.node(cells.lo[0], cells.lo[1] + j, cells.lo[2] + k));
        to.insert(to.end(), row, row + piece.node_count(0));
      }
  }
  return piece;
}

Box moved_back(Box box, const std::array<int, 3>& offset) {
  for (int a = 0; a < 3; ++a) box = box.shifted(a, -offset[a]);
  return box;
}

struct Cutting {
  const BlockMesh& whole;
  SplitMesh result;
  std::vector<Box> cells;                  // cells of each piece, in the indices of its block
  std::vector<std::vector<int>> of_block;  // pieces of each block

  void add_pieces(int block, int parts, int multiple) {
    const Block& b = whole.blocks[block];
    std::vector<Box> boxes;
    cut_box({{0, 0, 0}, b.cells}, parts, multiple, b.dimensions, boxes);
    auto& mine = of_block.emplace_back();
    for (const Box& box : boxes) {
      mine.push_back(static_cast<int>(cells.size()));
      const std::string name = boxes.size() == 1 ? b.name : b.name + "-" + std::to_string(mine.size());
      result.mesh.blocks.push_back(piece_of(b, box, name));
      result.from.push_back({block, box.lo});
      cells.push_back(box);
    }
  }

  // The faces of a side that belong to a piece, in the indices of its block; may be empty.
  Box shared(const SidePiece& side, int piece) const { return side.cells.common(cells[piece]); }

  void add_patch(const MeshPatch& patch) {
    MeshPatch cut{patch.name, {}};
    for (const SidePiece& side : patch.pieces)
      for (int p : of_block[side.block])
        if (const Box box = shared(side, p); !box.empty())
          cut.pieces.push_back({p, side.side, moved_back(box, cells[p].lo)});
    result.mesh.patches.push_back(std::move(cut));
  }

  void add_seam(Seam seam, int p, int q, const Box& first, const Box& second) {
    for (int a = 0; a < 3; ++a) seam.offset[a] += seam.sign[a] * cells[p].lo[a] - cells[q].lo[seam.axis[a]];
    seam.first = {p, seam.first.side, moved_back(first, cells[p].lo)};
    seam.second = {q, seam.second.side, moved_back(second, cells[q].lo)};
    result.mesh.seams.push_back(seam);
  }
  void cut_seam(const Seam& seam) {
    for (int p : of_block[seam.first.block]) {
      const Box mine = shared(seam.first, p);
      if (mine.empty()) continue;
      for (int q : of_block[seam.second.block]) {
        const Box both = beyond(seam, mine).common(shared(seam.second, q));
        if (!both.empty()) add_seam(seam, p, q, beyond(reversed(seam), both), both);
      }
    }
  }
  // The cells of the second block that meet these of the first.
  static Box beyond(const Seam& seam, const Box& cells) {
    Box out = cells.shifted(side_axis(seam.first.side), side_upper(seam.first.side) ? 1 : -1);
    for (int a = 0; a < 3; ++a) out.hi[a] -= 1;
    const auto lo = seam.cell(out.lo), hi = seam.cell(out.hi);
    Box box;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = std::min(lo[a], hi[a]);
      box.hi[a] = std::max(lo[a], hi[a]) + 1;
    }
    return box;
  }

  void add_inner_seams(const std::vector<int>& pieces) {
    for (int p : pieces)
      for (int q : pieces)
        for (int a = 0; a < whole.dimensions; ++a) {
          if (cells[p].hi[a] != cells[q].lo[a]) continue;
          const Box first = cells[p].layer(a, true), second = cells[q].layer(a, false);
          const Box both = first.shifted(a, 1).common(second);
          if (both.empty()) continue;
          Seam seam;
          seam.first.side = 2 * a + 1;
          seam.second.side = 2 * a;
          add_seam(seam, p, q, both.shifted(a, -1), both);
        }
  }
};

}  // namespace

SplitMesh split(const BlockMesh& mesh, int parts, int multiple) {
  Cutting cut{mesh, {}, {}, {}};
  cut.result.mesh.dimensions = mesh.dimensions;
  const double share = double(mesh.cell_count()) / std::max(1, parts);
  for (std::size_t b = 0; b < mesh.blocks.size(); ++b)
    cut.add_pieces(static_cast<int>(b), std::max(1, int(std::ceil(double(mesh.blocks[b].cell_count()) / share - 0.1))),
                   std::max(1, multiple));
  for (const Seam& seam : mesh.seams) cut.cut_seam(seam);
  for (const auto& pieces : cut.of_block) cut.add_inner_seams(pieces);
  for (const MeshPatch& patch : mesh.patches) cut.add_patch(patch);
  return std::move(cut.result);
}

std::vector<int> owners(const BlockMesh& mesh, int ranks) {
  std::vector<std::size_t> order(mesh.blocks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return mesh.blocks[a].cell_count() > mesh.blocks[b].cell_count();
  });
  std::vector<std::int64_t> load(ranks, 0);
  std::vector<int> owner(mesh.blocks.size(), 0);
  for (std::size_t b : order) {  // the largest first, each to the rank with the least load
    const auto least = std::min_element(load.begin(), load.end());
    owner[b] = static_cast<int>(least - load.begin());
    *least += mesh.blocks[b].cell_count();
  }
  return owner;
}

double imbalance(const BlockMesh& mesh, const std::vector<int>& owners, int ranks) {
  std::vector<double> load(ranks, 0);
  for (std::size_t b = 0; b < owners.size(); ++b) load[owners[b]] += double(mesh.blocks[b].cell_count());
  return *std::max_element(load.begin(), load.end()) * ranks / double(mesh.cell_count());
}

SplitMesh split_for_ranks(const BlockMesh& mesh, int ranks, int multiple) {
  SplitMesh best = split(mesh, ranks, multiple);
  double least = imbalance(best.mesh, owners(best.mesh, ranks), ranks);
  for (int each = 2; each <= 8 && least > 1.1; ++each) {
    SplitMesh finer = split(mesh, each * ranks, multiple);
    const double now = imbalance(finer.mesh, owners(finer.mesh, ranks), ranks);
    if (now >= least) continue;
    least = now;
    best = std::move(finer);
  }
  return best;
}

BlockMesh mesh_of(const Grid& grid, const std::array<bool, 3>& periodic) {
  Block block;
  block.name = "box";
  block.dimensions = grid.dimensions;
  block.cells = grid.cells();
  for (int a = 0; a < grid.dimensions; ++a)
    for (int k = 0; k < block.node_count(2); ++k)
      for (int j = 0; j < block.node_count(1); ++j)
        for (int i = 0; i < block.node_count(0); ++i)
          block.nodes[a].push_back(grid.nodes[a][a == 0 ? i : a == 1 ? j : k]);
  BlockMesh mesh;
  mesh.dimensions = grid.dimensions;
  for (int side = 0; side < 2 * grid.dimensions; ++side) {
    const int a = side_axis(side);
    if (!periodic[a]) {
      mesh.patches.push_back({side_names[side], {{0, side, side_cells(block, side)}}});
      continue;
    }
    if (!side_upper(side)) continue;
    Seam seam;
    seam.first = {0, side, side_cells(block, side)};
    seam.second = {0, side - 1, side_cells(block, side - 1)};
    seam.offset[a] = -block.cells[a];
    seam.shift[a] = grid.lower(a) - grid.upper(a);
    mesh.seams.push_back(seam);
  }
  mesh.blocks.push_back(std::move(block));
  return mesh;
}

}  // namespace eddy
