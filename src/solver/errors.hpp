// Errors of a run's results against an exact solution.
#pragma once
#include <string>
#include <vector>

#include "field/watcher.hpp"

namespace eddy {

// Adds NAME.error_l2 and NAME.error_max over all points where `exact` is not NaN, with equal weights. If a field is
// determined only up to a constant, as a pressure is, the mean error is subtracted.
void add_errors(std::vector<Number>& results, const std::string& name, const std::string& unit,
                std::vector<double> values, const std::vector<double>& exact, bool level_is_free = false);

}  // namespace eddy
