// Values between the points of a field: linear per axis, exact for linear functions up to the walls.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "mesh/grid.hpp"

namespace eddy {

std::vector<double> positions(const Grid& grid, const Sample& sample, int axis);  // of a field's points along an axis
struct PlacedValue {
  int block = 0;  // of a mesh of blocks
  std::array<int, 3> index{};
  Point at{};
};
PlacedValue placed(const Grid& grid, const Sample& sample, std::size_t value);  // by its place in the sample's values
// The same in words: "cell (3, 4), x = 0.5, y = 0.7", in a mesh of blocks "block 'inner', cell (3, 4), …".
std::string place_text(const Grid& grid, const Sample& sample, std::size_t value);
bool contains(const Grid& grid, const Point& point);
Box cells_around(const Grid& grid, const Point& point);  // all whose points an interpolation may want

class Interpolator {
 public:
  Interpolator(const Grid& grid, const Sample& sample);  // the sample must outlive this
  double operator()(const Point& point, int component = 0) const;

 private:
  const Sample& sample_;
  std::array<std::vector<double>, 3> positions_;
};

// The points of a line: evenly spaced, ends included; with 0 one per cell crossed (cell centres where the line follows
// an axis).
std::vector<Point> line_points(const Grid& grid, const LineOptions& line);

}  // namespace eddy
