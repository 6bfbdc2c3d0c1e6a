// The outline of a shape in a plane: closed lines, for pictures to fill and to draw.
#pragma once
#include <functional>
#include <vector>

#include "case/options.hpp"
#include "mesh/rows.hpp"

namespace eddy {

struct CutPlane {  // across an axis
  int axis = 2;    // 2D: 2
  double at = 0;   // its coordinate along the axis; unused in 2D
  int across() const { return axis == 0 ? 1 : 0; }
  int up() const { return axis == 2 ? 1 : 2; }
};

// In the coordinates across and up of the plane; empty where the plane misses the shape. An endless shape is drawn as
// far as `far` on both sides of the origin.
std::vector<RowLine> outline_of(const Shape& shape, int dimensions, const CutPlane& plane, double far);

struct DrawnShape {  // a body, a hole or a region, as pictures show it
  Shape shape;
  bool solid = true;         // drawn grey inside; else as a line alone
  bool whole_cells = false;  // the solver sees it as the cells whose centres lie inside, which are drawn grey, too
  // The outline of a moving shape in a plane at a time; empty: it stands still.
  std::function<std::vector<RowLine>(const CutPlane& plane, double far, double t)> outline{};
};
std::vector<RowLine> outline_of(const DrawnShape& shape, int dimensions, const CutPlane& plane, double far, double t);

}  // namespace eddy
