// Shapes on a grid: what a case says becomes cells.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "mesh/grid.hpp"

namespace eddy {

// For a solver's check of its options: a polygon is looked at, an STL file read. `key` is "region.NAME"; what is wrong
// is reported at its place in the case.
void take_shape(Shape& shape, const Case& c, const std::string& key, Problems& problems);

struct ShapeBounds {  // lowest and highest coordinates; endless where nothing is said
  std::array<double, 3> lower, upper;
  ShapeBounds();
};
ShapeBounds bounds_of(const Shape& shape, int dimensions);

struct Reach {  // cells from lo up to hi, without hi
  std::array<int, 3> lo{}, hi{};
};
// Beyond these no cell has its centre inside. Never empty.
Reach reach(const Grid& grid, const Shape& shape);
Reach reach(const Grid& grid, const ShapeBounds& bounds);
Grid part_of(const Grid& grid, const Reach& cells);

// 1 for each cell whose centre lies inside, i fastest; the same answer as inside() for each of them.
std::vector<std::uint8_t> cells_inside(const Grid& grid, const Shape& shape);

}  // namespace eddy
