// Finds points in a mesh of blocks or of hexahedra: the cell that holds a point, and the weights of the values that
// interpolate a field there.
//
// Values at nodes are weighted by the shape functions of the cell. Values in cells are weighted by those of the
// quadrilateral or hexahedron between the centres of the cells around the point, also across seams; the half cell at a
// wall continues the slope. Both are exact for linear functions, except in layers of cells thinner than the wall bends
// from one cell to the next: there values follow the layers. Hexahedra have the value of the cell throughout, because
// their neighbours are not known.
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
#include "output/cell_map.hpp"
#include "output/cell_tree.hpp"

namespace eddy {

struct FoundCell {
  BlockIndex cell;  // hexahedra: element at[0] of block 0
  Point xi{};       // place in the cell: 0 to 1 along each axis
};

struct WeightedPlace {  // a place in a sample of all blocks, or of all hexahedra
  std::int64_t place = 0;
  double weight = 0;
};
using Stencil = std::vector<WeightedPlace>;

class PointSearch {
 public:
  virtual ~PointSearch() = default;

  std::optional<FoundCell> find(const Point& point) const;  // on a seam: in the first block that has it; none: outside
  Stencil stencil(const Point& point, Location location) const;  // empty: outside
  // For each cell that is crossed the middle of the part of the line in it.
  std::vector<Point> line_points(const Point& from, const Point& to) const;

 protected:
  PointSearch(std::vector<CellTree> trees, int dimensions) : trees_(std::move(trees)), dimensions_(dimensions) {}

 private:
  virtual CellMap map_of(const BlockIndex& cell) const = 0;
  virtual std::int64_t node_place(const BlockIndex& cell, int corner) const = 0;
  virtual Stencil at_cells(const FoundCell& found, const Point& point) const = 0;
  Stencil at_nodes(const FoundCell& found) const;

  std::vector<CellTree> trees_;  // one per block
  int dimensions_;
};

class BlockSearch : public PointSearch {
 public:
  explicit BlockSearch(std::shared_ptr<const BlockMesh> mesh);

 private:
  CellMap map_of(const BlockIndex& cell) const override;
  std::int64_t node_place(const BlockIndex& cell, int corner) const override;
  Stencil at_cells(const FoundCell& found, const Point& point) const override;

  std::shared_ptr<const BlockMesh> mesh_;
  std::vector<std::vector<Seam>> leaving_;  // for each block its seams, with that block first
  BlockPlaces cells_, nodes_;
};

class HexSearch : public PointSearch {
 public:
  explicit HexSearch(std::shared_ptr<const HexMesh> mesh);

 private:
  CellMap map_of(const BlockIndex& cell) const override;
  std::int64_t node_place(const BlockIndex& cell, int corner) const override;
  Stencil at_cells(const FoundCell& found, const Point& point) const override;

  std::shared_ptr<const HexMesh> mesh_;
};

}  // namespace eddy
