// Where the surfaces of shapes cut the cells of a grid: the open part of a face and of a cell, and the piece of a
// surface within a cell. A point is open where it lies in no shape.
//
//    ───┬───┬─╲─┬       open part of a face: of its length (3D: of its area)
//       │   │  ╲│       piece of surface in a cell: its area along the normal follows from the open parts of the
//    ───┴───┴───╲       cell's faces, since all of them together close
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "case/options.hpp"
#include "mesh/blocks.hpp"
#include "mesh/distance.hpp"
#include "mesh/grid.hpp"

namespace eddy {

struct Opening {    // of a face
  double part = 1;  // of its area
  Point middle{};   // of what is open
};

struct WallPiece {  // the surface within a cell
  std::array<int, 3> cell;
  int body;      // from 1
  Point at;      // a point of it
  Point area{};  // m² (2D: m), along its normal, into the body
};

// Signed, negative inside: of a shape that stands still, or of one at a moment of its motion.
using DistanceFrom = std::function<double(const Point&)>;

class CutShapes {  // in two and three dimensions; the grid must outlive it
 public:
  CutShapes(const Grid& grid, std::vector<DistanceFrom> surfaces);
  CutShapes(const Grid& grid, const std::vector<Shape>& shapes);

  double distance(const Point& x) const;                  // from the nearest surface; negative inside
  int nearest(const Point& x) const;                      // that shape, from 1
  Point normal(const Point& x) const;                     // away from the surface
  Point on_wall(Point x) const;                           // the nearest point of it
  double fraction(const std::array<int, 3>& cell) const;  // of it that is open
  Opening whole_opening(int axis, const std::array<int, 3>& face) const;
  std::optional<WallPiece> wall_piece(const std::array<int, 3>& cell) const;
  double wall_area(const std::array<int, 3>& cell) const;    // of the surface within a cell, edges and corners included
  double least_distance() const { return least_distance_; }  // what is nearer counts as on the wall
  // The open part of a line along an axis, and the mean of its coordinate there, times the part.
  double part_of_line(Point x, int axis, double from, double to, double& middle) const;
  Point place_of(int axis, const std::array<int, 3>& p) const;  // middle of a face across an axis; −1: of a cell
  double distance_at(int axis, const std::array<int, 3>& p) const { return distance(place_of(axis, p)); }
  Point widths(const std::array<int, 3>& cell) const;  // m

 protected:
  Opening opening_of(int axis, const Point& lower, const Point& upper) const;  // of a rectangle across an axis
  double wall_area(const Point& lower, const Point& upper, int halvings) const;

  const Grid& grid_;
  int d_;
  std::vector<DistanceFrom> bodies_;
  double cell_, least_distance_;  // width of the smallest cell; what is nearer than this counts as on the wall
};

}  // namespace eddy
