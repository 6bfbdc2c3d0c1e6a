// Spaces nodes along a curve, at places from 0 to 1.
#pragma once
#include <string>
#include <vector>

#include "case/mesh_options.hpp"

namespace eddy {

// cells + 1 places on a curve of this length. Throws Error(usage), which names `what`, where the widths do not fit.
std::vector<double> spaced(const Cluster& cluster, int cells, double length, const std::string& what);

std::vector<double> spaced_geometric(int cells, double ratio);  // each width `ratio` times the one before
// The ratio of each width to the one before, such that the widths from `first` on fill the length.
double geometric_ratio(int cells, double first, double length);
double geometric_length(int cells, double first, double ratio);  // the sum of all widths

}  // namespace eddy
