// Families of grids and time steps, and the observed order of their results.
#pragma once
#include <vector>

#include "case/case.hpp"

namespace eddy {

Case refined_grid(const Case& c, int level);  // cells × 2^level by the same grid function
Case refined_time(const Case& c, int level);  // steps × 2^level over the same time

double order_of_errors(double coarse, double fine);                 // log₂ of the ratio of errors
double order_of_values(double coarse, double middle, double fine);  // from three grids, without an exact value
// Over all levels: of the straight line through the logarithms of errors, and of the p of value + C 2^(−p level) that
// fits the values best; NaN: too few.
double order_of_all_errors(const std::vector<double>& errors);
double order_of_all_values(const std::vector<double>& values);
double extrapolated(double coarse, double middle, double fine);  // Richardson's value with that order; NaN: none

}  // namespace eddy
