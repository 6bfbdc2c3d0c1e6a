// Points in a mesh of blocks: the cell that holds one, and the values and weights that make up a field there.
//
// At nodes: the shape functions of the cell. In cells: those of the quadrilateral or hexahedron between the centres of
// the cells around the point, also across seams; at a wall the half cell continues its slope. Both are exact for linear
// functions, but for layers of cells that are thinner than the wall bends from one to the next: there values follow the
// layers.
//
//    ┌─────┬─────┐
//    │  ·──┼──·  │     · centres      * the point
//    ├──┼──┼──┼──┤
//    │  ·──┼*─·  │
//    └─────┴─────┘
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "output/block_places.hpp"
#include "output/cell_tree.hpp"

namespace eddy {

struct FoundCell {
  BlockIndex cell;
  Point xi{};  // where in it: 0 to 1 along each axis of its block
};

struct WeightedPlace {  // of a sample of all blocks
  std::int64_t place = 0;
  double weight = 0;
};
using Stencil = std::vector<WeightedPlace>;

class PointSearch {
 public:
  explicit PointSearch(std::shared_ptr<const BlockMesh> mesh);

  std::optional<FoundCell> find(const Point& point) const;  // on a seam in the first block that has it; none: outside
  Stencil stencil(const Point& point, Location location) const;              // empty: outside
  std::vector<Point> line_points(const Point& from, const Point& to) const;  // one in the middle of each cell crossed

 private:
  Stencil at_nodes(const FoundCell& found) const;
  Stencil at_cells(const FoundCell& found, const Point& point) const;

  std::shared_ptr<const BlockMesh> mesh_;
  std::vector<CellTree> trees_;             // per block
  std::vector<std::vector<Seam>> leaving_;  // per block: the seams, seen from it
  BlockPlaces cells_, nodes_;
};

}  // namespace eddy
