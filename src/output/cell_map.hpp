// The bilinear or trilinear map of a cell: x(ξ) = Σ Nₙ(ξ) xₙ, with ξ from 0 to 1 along each axis.
//
//   2 ──── 3        corner n: bit a of n says which end of axis a
//   │  ξ   │
//   0 ──── 1
#pragma once
#include <array>
#include <optional>

#include "mesh/blocks.hpp"

namespace eddy {

struct CellMap {
  int dimensions = 2;
  std::array<Point, 8> corners{};

  int count() const { return 1 << dimensions; }
  std::array<double, 8> shape(const Point& xi) const;  // the Nₙ; their sum is 1
  Point at(const Point& xi) const;
  std::optional<Point> inverse(const Point& x) const;  // by Newton's method; none where it does not converge
  double size() const;                                 // the diagonal of the box around it
};

// The smallest weights of some points with Σ w = 1 and Σ w xₙ = x. A linear function is then exact, where the points
// allow it. Used where the points form no cell.
std::array<double, 8> linear_weights(const std::array<Point, 8>& points, int count, int dimensions, const Point& x);

}  // namespace eddy
