#include "solver/errors.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {

void add_errors(std::vector<Number>& results, const std::string& name, const std::string& unit,
                std::vector<double> values, const std::vector<double>& exact, bool level_is_free) {
  double mean = 0, square = 0, most = 0, count = 0;
  for (const double e : exact) count += !std::isnan(e);
  for (std::size_t m = 0; m < values.size(); ++m) {
    values[m] = std::isnan(exact[m]) ? 0 : values[m] - exact[m];
    mean += values[m] / count;
  }
  if (!level_is_free) mean = 0;
  for (std::size_t m = 0; m < values.size(); ++m) {
    if (std::isnan(exact[m])) continue;
    square += (values[m] - mean) * (values[m] - mean) / count;
    most = std::max(most, std::abs(values[m] - mean));
  }
  results.push_back({name + ".error_l2", unit, std::sqrt(square)});
  results.push_back({name + ".error_max", unit, most});
}

}  // namespace eddy
