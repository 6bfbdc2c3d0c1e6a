#include "solver/errors.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {

void add_errors(std::vector<Number>& results, const std::string& name, const std::string& unit,
                std::vector<double> values, const std::vector<double>& exact, bool level_is_free) {
  double mean = 0, square = 0, most = 0;
  const double n = double(values.size());
  for (std::size_t m = 0; m < values.size(); ++m) {
    values[m] -= exact[m];
    mean += values[m] / n;
  }
  if (!level_is_free) mean = 0;
  for (double v : values) {
    square += (v - mean) * (v - mean) / n;
    most = std::max(most, std::abs(v - mean));
  }
  results.push_back({name + ".error_l2", unit, std::sqrt(square)});
  results.push_back({name + ".error_max", unit, most});
}

}  // namespace eddy
