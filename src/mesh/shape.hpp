// Shapes on a grid: what a case says becomes cells.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "mesh/grid.hpp"

namespace eddy {

// For a solver's check of its options: a polygon is looked at, an STL file read. `key` is "region.NAME"; what is wrong
// is reported at its place in the case.
void take_shape(Shape& shape, const Case& c, const std::string& key, Problems& problems);

// 1 for each cell whose centre lies inside, i fastest; the same answer as inside() for each of them.
std::vector<std::uint8_t> cells_inside(const Grid& grid, const Shape& shape);

}  // namespace eddy
