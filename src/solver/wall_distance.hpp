// Distances from the centres of a grid's cells to the nearest solid cell, exact on graded grids.
#pragma once
#include <array>
#include <vector>

#include "mesh/grid.hpp"

namespace eddy {

// Squared distances, i fastest; 0 in solid cells, infinite if there is no solid cell. Periodic axes are continued.
std::vector<double> squared_distances(const Grid& grid, const std::array<bool, 3>& periodic, const CellTest& solid);

}  // namespace eddy
