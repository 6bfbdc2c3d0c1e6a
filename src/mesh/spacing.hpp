// Where nodes lie along a curve: places from 0 to 1.
#pragma once
#include <string>
#include <vector>

#include "case/mesh_options.hpp"

namespace eddy {

// cells + 1 places on a curve of this length. Error(usage), which names `what`, where the widths do not fit.
std::vector<double> spaced(const Cluster& cluster, int cells, double length, const std::string& what);

std::vector<double> spaced_geometric(int cells, double ratio);  // each width `ratio` times the one before
// Widths from `first` on that fill the length: the ratio of one to the one before.
double geometric_ratio(int cells, double first, double length);
double geometric_length(int cells, double first, double ratio);  // of all widths

}  // namespace eddy
