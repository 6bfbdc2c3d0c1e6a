// Families of grids and steps, and the order that their results show.
#pragma once
#include <vector>

#include "case/case.hpp"

namespace eddy {

Case refined_grid(const Case& c, int level);  // cells × 2^level, the same grid function
Case refined_time(const Case& c, int level);  // steps × 2^level over the same time

double order_of_errors(double coarse, double fine);                 // log₂ of their ratio
double order_of_values(double coarse, double middle, double fine);  // from three grids, no exact value needed
double extrapolated(double coarse, double middle, double fine);     // Richardson's value with that order; NaN: none

}  // namespace eddy
