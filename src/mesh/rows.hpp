// Tells points inside of closed lines from those outside, row by row.
//
//     y ▲      ╱╲           a row at y crosses the lines at c0, c1, …: a point is inside where the number of
//       │ ·───╱──╲──·       crossings at or before it is odd
//       │    c0   c1 ─▶ x
//
// A line counts for the rows with y0 ≤ y < y1, so that no corner is counted twice. The rounding of a crossing depends
// on its line alone, so closed lines give each row an even number of crossings.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace eddy {

struct RowLine {  // from (x0, y0) to (x1, y1), y0 ≤ y1
  double x0, y0, x1, y1;
  RowLine(double xa, double ya, double xb, double yb) : x0(xa), y0(ya), x1(xb), y1(yb) {
    if (std::pair(y1, x1) < std::pair(y0, x0)) std::swap(x0, x1), std::swap(y0, y1);
  }
  bool meets(double y) const { return y0 <= y && y < y1; }
  double crossing(double y) const { return x0 + (y - y0) / (y1 - y0) * (x1 - x0); }
};

bool inside_lines(const std::vector<RowLine>& lines, double x, double y);
// For all points of a plane, x fastest: 1 inside, 0 outside. Both coordinates ascend.
std::vector<std::uint8_t> points_inside(const std::vector<RowLine>& lines, std::span<const double> x,
                                        std::span<const double> y);

}  // namespace eddy
