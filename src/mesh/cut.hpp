// Cuts the cells of a grid by the surfaces of shapes: finds the open part of a face and of a cell, and the piece of a
// surface within a cell. A point is open if it lies in no shape.
//
//    ───┬───┬─╲─┬       open part of a face: of its length (3D: of its area)
//       │   │  ╲│       piece of surface in a cell: its area along the normal follows from the open parts of the
//    ───┴───┴───╲       cell's faces, since the open parts and the piece form a closed surface
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "case/options.hpp"
#include "mesh/blocks.hpp"
#include "mesh/distance.hpp"
#include "mesh/grid.hpp"

namespace eddy {

struct Opening {    // the open part of a face
  double part = 1;  // share of the face's area
  Point middle{};   // centre of the open part
};

struct WallPiece {  // the surface within a cell
  std::array<int, 3> cell;
  int body;      // number of the shape, from 1
  Point at;      // a point on it
  Point area{};  // m² (2D: m), along its normal, into the body
};

// The open part of a line along an axis: the share where the distance from `shapes` is positive. `middle` becomes the mean
// coordinate of the open part times that share.
template <class Shapes>
double open_part(const Shapes& shapes, Point x, int axis, double from, double to, double& middle) {
  constexpr int pieces = 4;
  double open = 0;
  middle = 0;
  const auto at = [&](double s) {
    x[axis] = s;
    return shapes.distance(x);
  };
  std::array<Point, pieces + 1> ends;
  ends.fill(x);
  for (int n = 0; n <= pieces; ++n) ends[n][axis] = from + (to - from) * n / pieces;
  const std::array<double, pieces + 1> known = shapes.distances(ends);
  for (int n = 0; n < pieces; ++n) {
    double low = ends[n][axis], high = ends[n + 1][axis];
    const double first = known[n], last = known[n + 1];
    if (first <= 0 && last <= 0) continue;
    if (first <= 0 || last <= 0) {
      double a = low, b = high, fa = first, fb = last, s = low;
      for (int step = 0; step < 6; ++step) {  // regula falsi: a distance is nearly linear
        s = a + (b - a) * fa / (fa - fb);
        const double f = at(s);
        ((f > 0) == (fa > 0) ? a : b) = s;
        ((f > 0) == (fa > 0) ? fa : fb) = f;
        if (f == 0) break;
      }
      (first <= 0 ? low : high) = s;
    }
    open += high - low;
    middle += 0.5 * (high + low) * (high - low);
  }
  middle /= to - from;
  return open / (to - from);
}

class CutShapes {  // in two and three dimensions; the grid must outlive it
 public:
  using Widths = std::array<std::vector<double>, 3>;  // widths of cells along each axis, m
  CutShapes(const Grid& grid, std::vector<PlacedDistance> surfaces);
  CutShapes(const Grid& grid, std::vector<PlacedDistance> surfaces, Widths widths);
  CutShapes(const Grid& grid, const std::vector<Shape>& shapes);

  double distance(const Point& x) const;  // from the nearest surface; negative inside
  template <std::size_t N>
  std::array<double, N> distances(const std::array<Point, N>& x) const {
    std::array<double, N> all;
    distances(x.data(), all.data(), N);
    return all;
  }
  int nearest(const Point& x) const;                      // number of that shape, from 1
  Point normal(const Point& x) const;                     // away from the surface
  Point on_wall(Point x) const;                           // the nearest point of the surface
  double fraction(const std::array<int, 3>& cell) const;  // the open share of the cell
  Opening whole_opening(int axis, const std::array<int, 3>& face) const;
  std::optional<WallPiece> wall_piece(const std::array<int, 3>& cell) const;
  // Area of the surface within a cell, at edges and corners, too.
  double wall_area(const std::array<int, 3>& cell) const;
  double least_distance() const { return least_distance_; }  // a point that is nearer counts as on the wall
  double part_of_line(const Point& x, int axis, double from, double to, double& middle) const {
    return open_part(*this, x, axis, from, to, middle);
  }
  Point place_of(int axis, const std::array<int, 3>& p) const;  // centre of a face across an axis; axis −1: of a cell
  double distance_at(int axis, const std::array<int, 3>& p) const { return distance(place_of(axis, p)); }
  Point widths(const std::array<int, 3>& cell) const;  // m; beyond a side those of the last cell

 protected:
  // Whether the surface may cut a face or a cell of widths h, from the distance of its centre.
  bool near_face(int axis, const Point& h, double centre) const;
  bool near_cell(const Point& h, double centre) const;
  // The axis of lines that measure the open part of a cell: the first one along which the surface does not go.
  int axis_of_lines(const Point& x) const;
  // The opening of a rectangle of size h across an axis; `middle` is the centre of the whole rectangle.
  Opening opening_of(int axis, const Point& lower, const Point& upper, const Point& middle, const Point& h) const;
  double wall_area(const Point& lower, const Point& upper, int halvings) const;
  void distances(const Point* x, double* all, std::size_t count) const;

  const Grid& grid_;
  int d_;
  std::vector<PlacedDistance> surfaces_;
  Widths widths_;
  double cell_, widest_;   // smallest and largest width of a cell
  double least_distance_;  // a point that is nearer than this counts as on the wall
};

}  // namespace eddy
