// Interpolates between the points of a field, linearly along each axis; exact for linear functions up to the walls.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "mesh/grid.hpp"

namespace eddy {

// Coordinates of a field's points along an axis.
std::vector<double> positions(const Grid& grid, const Sample& sample, int axis);
struct PlacedValue {
  int block = 0;  // in a mesh of blocks
  std::array<int, 3> index{};
  Point at{};
};
// Block, indices and coordinates of a value, given its place in the sample's values.
PlacedValue placed(const Grid& grid, const Sample& sample, std::size_t value);
// The same in words: "cell (3, 4), x = 0.5, y = 0.7"; in a mesh of blocks "block 'inner', cell (3, 4), …".
std::string place_text(const Grid& grid, const Sample& sample, std::size_t value);
bool contains(const Grid& grid, const Point& point);
Box cells_around(const Grid& grid, const Point& point);  // all cells whose points an interpolation may read

class Interpolator {
 public:
  Interpolator(const Grid& grid, const Sample& sample);  // the sample must outlive this
  double operator()(const Point& point, int component = 0) const;

 private:
  const Sample& sample_;
  std::array<std::vector<double>, 3> positions_;
};

// The points of a line: evenly spaced with both ends, or, where their number is 0, one for each cell that the line
// crosses (cell centres where the line follows an axis).
std::vector<Point> line_points(const Grid& grid, const LineOptions& line);

}  // namespace eddy
