// The outline of a shape in a plane: lines that close, for pictures to fill and to draw.
#pragma once
#include <functional>
#include <vector>

#include "case/options.hpp"
#include "mesh/rows.hpp"

namespace eddy {

struct CutPlane {  // across an axis
  int axis = 2;    // 2D: 2
  double at = 0;   // its coordinate; 2D: no matter
  int across() const { return axis == 0 ? 1 : 0; }
  int up() const { return axis == 2 ? 1 : 2; }
};

// In the coordinates across and up of the plane; empty where the plane misses the shape. What has no end is drawn to
// `far` on both sides of the origin.
std::vector<RowLine> outline_of(const Shape& shape, int dimensions, const CutPlane& plane, double far);

struct DrawnShape {  // a body, a hole or a region, as pictures show it
  Shape shape;
  bool solid = true;         // grey inside; else a line alone
  bool whole_cells = false;  // the solver takes cells whose centres lie inside for it: they are grey too
  // Of one that moves: its outline in a plane at a time. None: it stands still.
  std::function<std::vector<RowLine>(const CutPlane& plane, double far, double t)> outline{};
};
std::vector<RowLine> outline_of(const DrawnShape& shape, int dimensions, const CutPlane& plane, double far, double t);

}  // namespace eddy
