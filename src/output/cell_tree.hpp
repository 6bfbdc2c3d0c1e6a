// Finds the cells of a block near a point or a line by a tree of boxes around ever smaller parts of the block.
// Hexahedra are one row of cells, numbered along a space-filling curve, so that a part of the row is compact, too.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "mesh/hexahedra.hpp"

namespace eddy {

struct Bounds {
  Point low{}, high{};
  void add(const Point& p, int dimensions);
  void add(const Bounds& b, int dimensions);
  bool holds(const Point& p, int dimensions) const;  // with a small margin
  bool meets(const Point& from, const Point& to, int dimensions) const;
};

class CellTree {
 public:
  explicit CellTree(const Block& block);
  explicit CellTree(const HexMesh& mesh);

  // Calls visit(cell) for cells in parts whose bounds pass test(bounds), until a call returns true.
  template <class Test, class Visit>
  bool any(const Test& test, const Visit& visit) const {
    return any_in(0, test, visit);
  }

 private:
  struct Part {
    Bounds bounds;
    Box cells;
    int second = 0;  // place of the second half; the first half follows this part. 0: not split
  };
  using BoundsOf = std::function<Bounds(const Box&)>;
  void build(const Box& cells, int dimensions, const BoundsOf& around);

  template <class Test, class Visit>
  bool any_in(int part, const Test& test, const Visit& visit) const {
    const Part& p = parts_[part];
    if (!test(p.bounds)) return false;
    if (p.second) return any_in(part + 1, test, visit) || any_in(p.second, test, visit);
    std::array<int, 3> c{};
    for (c[2] = p.cells.lo[2]; c[2] < p.cells.hi[2]; ++c[2])
      for (c[1] = p.cells.lo[1]; c[1] < p.cells.hi[1]; ++c[1])
        for (c[0] = p.cells.lo[0]; c[0] < p.cells.hi[0]; ++c[0])
          if (visit(c)) return true;
    return false;
  }

  std::vector<Part> parts_;
};

}  // namespace eddy
