// The least, the largest and the mean value of a field, as columns of history.csv.
#pragma once
#include <vector>

#include "field/watcher.hpp"
#include "mesh/grid.hpp"

namespace eddy {

// "temperature_min", "temperature_max", "temperature_mean"; for a vector those of each component ("velocity.x_min").
// Means are weighted by volume; cells of bodies do not count.
std::vector<Number> extremes_of(const Grid& grid, const Sample& sample, const CellTest& solid);

}  // namespace eddy
