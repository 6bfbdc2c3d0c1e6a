// Errors of a run's results against an exact solution.
#pragma once
#include <string>
#include <vector>

#include "field/watcher.hpp"

namespace eddy {

// Adds NAME.error_l2 and NAME.error_max, each value with the same weight. NaN in `exact`: nothing is known there. Where the
// level of a field is free, as that of a pressure, the mean error is taken off.
void add_errors(std::vector<Number>& results, const std::string& name, const std::string& unit,
                std::vector<double> values, const std::vector<double>& exact, bool level_is_free = false);

}  // namespace eddy
