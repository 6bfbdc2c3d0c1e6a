// A mesh of blocks: boxes of cells, each with the coordinates of its nodes. A seam is where two blocks meet, in any
// orientation; a patch is a named piece of the remaining sides, and has a boundary condition.
//
//      j ▲                                 cells (i, j, k) from 0, as in a box; sides by index: left and right are the
//        │ ┌──── top ────┐                 ends of i, bottom and top those of j, front and back those of k
//        │ left       right
//        │ └─── bottom ──┘
//        └───────────────▶ i
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/box.hpp"

namespace eddy {

using Point = std::array<double, 3>;

struct Block {
  std::string name;
  int dimensions = 2;
  std::array<int, 3> cells{1, 1, 1};         // one along an axis that the mesh does not have
  std::array<std::vector<double>, 3> nodes;  // x, y, z of each node, i fastest; in 2D there is one plane, and no z

  int node_count(int axis) const { return cells[axis] + (axis < dimensions); }
  std::int64_t cell_count() const { return std::int64_t(cells[0]) * cells[1] * cells[2]; }
  std::size_t node(int i, int j, int k) const {
    return static_cast<std::size_t>(i) +
           static_cast<std::size_t>(node_count(0)) * (j + static_cast<std::size_t>(node_count(1)) * k);
  }
  Point at(std::size_t node) const {
    Point p{};
    for (int a = 0; a < dimensions; ++a) p[a] = nodes[a][node];
    return p;
  }
};

inline constexpr int side_axis(int side) { return side / 2; }
inline constexpr bool side_upper(int side) { return side % 2 == 1; }
inline constexpr std::array<int, 2> axes_along(int side) {  // the axes that a side runs along
  return {side_axis(side) == 0 ? 1 : 0, side_axis(side) == 2 ? 1 : 2};
}
inline Box side_cells(const Block& b, int side) {
  return Box{{0, 0, 0}, b.cells}.layer(side_axis(side), side_upper(side));
}

struct SidePiece {  // faces on one side of a block, given by the cells that they belong to
  int block = 0;
  int side = 0;  // a Side: 2 · axis + (upper end)
  Box cells;     // one layer
  bool operator==(const SidePiece&) const = default;
};

// Where cell I of the first block lies in the indices of the second: J[axis[a]] = sign[a] · I[a] + offset[a]. This
// holds for cells beyond the side, too, so it tells which cell of the second block is a ghost cell of the first. For
// nodes 1 is added where the sign is −1.
struct Seam {
  SidePiece first, second;
  std::array<int, 3> axis{0, 1, 2}, sign{1, 1, 1}, offset{0, 0, 0};
  Point shift{};  // coordinates of the second side minus those of the first; zero unless the seam is periodic

  std::array<int, 3> cell(const std::array<int, 3>& of_first) const {
    std::array<int, 3> c{};
    for (int a = 0; a < 3; ++a) c[axis[a]] = sign[a] * of_first[a] + offset[a];
    return c;
  }
  std::array<int, 3> node(const std::array<int, 3>& of_first) const {
    std::array<int, 3> n{};
    for (int a = 0; a < 3; ++a) n[axis[a]] = sign[a] * of_first[a] + offset[a] + (sign[a] < 0 ? 1 : 0);
    return n;
  }
};
Seam reversed(const Seam& seam);  // with the two blocks exchanged

struct MeshPatch {
  std::string name;  // name of its condition in [boundary]
  std::vector<SidePiece> pieces;
};

struct BlockMesh {
  int dimensions = 2;
  std::vector<Block> blocks;
  std::vector<Seam> seams;  // each pair once
  std::vector<MeshPatch> patches;

  std::int64_t cell_count() const {
    std::int64_t n = 0;
    for (const Block& b : blocks) n += b.cell_count();
    return n;
  }
};
std::vector<std::string> patch_names(const BlockMesh& mesh);

}  // namespace eddy
