// A rectilinear grid in one, two or three dimensions. An axis that the case does not have holds one cell of width 1
// around 0.
//
//      nodes     n0      n1        n2          n3
//                |---c0--|---c1----|-----c2----|          cells c, centres in the middle
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "case/options.hpp"
#include "mesh/hexahedra.hpp"

namespace eddy {

struct Grid {
  int dimensions = 0;
  std::array<std::vector<double>, 3> nodes;  // cells + 1 coordinates along each axis
  std::array<bool, 3> uniform{true, true, true};
  // Without these two the mesh is this grid. With one of them it is the mesh, and `nodes` are the two ends of the
  // region along each axis.
  std::shared_ptr<const BlockMesh> blocks;
  std::shared_ptr<const HexMesh> hexahedra;

  int cells(int axis) const { return static_cast<int>(nodes[axis].size()) - 1; }
  std::array<int, 3> cells() const { return {cells(0), cells(1), cells(2)}; }
  std::int64_t cell_count() const {
    if (hexahedra) return std::ssize(hexahedra->elements);
    return blocks ? blocks->cell_count() : std::int64_t(cells(0)) * cells(1) * cells(2);
  }
  bool is_box() const { return !blocks && !hexahedra; }
  double centre(int axis, int i) const { return 0.5 * (nodes[axis][i] + nodes[axis][i + 1]); }
  double width(int axis, int i) const { return nodes[axis][i + 1] - nodes[axis][i]; }
  double lower(int axis) const { return nodes[axis].front(); }
  double upper(int axis) const { return nodes[axis].back(); }
};

using CellTest = std::function<bool(const std::array<int, 3>&)>;  // empty: false for all cells

// call(cell, volume) for every cell, numbered with i fastest.
template <class Call>
void for_cells(const Grid& g, const Call& call) {
  std::size_t cell = 0;
  for (int k = 0; k < g.cells(2); ++k)
    for (int j = 0; j < g.cells(1); ++j)
      for (int i = 0; i < g.cells(0); ++i) call(cell++, g.width(0, i) * g.width(1, j) * g.width(2, k));
}

Grid make_grid(const MeshOptions& options);
Grid grid_of(HexMesh mesh);
std::vector<std::vector<int>> cells_of_blocks(const Grid& grid);  // numbers of cells of each block; a box is one block
double narrowest_cell(const Grid& grid);                          // the least width along any axis

// The same region with fewer cells, so that formulas can be checked quickly: every n-th node along each axis, and the
// last. n is the smallest that leaves no more than about `cells` cells.
Grid thinned(const Grid& grid, std::int64_t cells = 100'000);

bool inside(const Shape& shape, const std::array<double, 3>& point, int dimensions);

}  // namespace eddy
