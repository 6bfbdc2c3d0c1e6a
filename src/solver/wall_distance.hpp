// Distances from the centres of a box's cells to the nearest solid cell, exact on graded grids.
#pragma once
#include <array>
#include <vector>

#include "mesh/grid.hpp"

namespace eddy {

// Squared, i fastest; 0 in solid cells, infinite where there is no solid cell at all. A periodic axis is looked around.
std::vector<double> squared_distances(const Grid& grid, const std::array<bool, 3>& periodic, const CellTest& solid);

}  // namespace eddy
