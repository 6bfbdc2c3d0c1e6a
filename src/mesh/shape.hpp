// Finds the cells of a grid that lie inside the shapes of a case.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "mesh/grid.hpp"

namespace eddy {

// Part of a solver's check of its options: checks a polygon, or reads an STL file. `key` is "region.NAME"; faults are
// reported at their place in the case.
void take_shape(Shape& shape, const Case& c, const std::string& key, Problems& problems);

struct ShapeBounds {  // lowest and highest coordinates; infinite where the shape has no end
  std::array<double, 3> lower, upper;
  ShapeBounds();
};
ShapeBounds bounds_of(const Shape& shape, int dimensions);

struct Reach {  // cells from lo up to, but without, hi
  std::array<int, 3> lo{}, hi{};
};
// A range of cells outside of which no cell has its centre inside. It is never empty.
Reach reach(const Grid& grid, const Shape& shape);
Reach reach(const Grid& grid, const ShapeBounds& bounds);
Grid part_of(const Grid& grid, const Reach& cells);

// 1 for each cell whose centre lies inside, i fastest; the same answer as inside() for each of them.
std::vector<std::uint8_t> cells_inside(const Grid& grid, const Shape& shape);

}  // namespace eddy
