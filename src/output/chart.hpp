// Charts of curves: residual histories, profiles, benchmark figures.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "output/image.hpp"

namespace eddy {

struct Series {
  std::string name{};            // in the legend; empty: none
  std::vector<double> x{}, y{};  // points that are not finite, or not positive on a log axis, break the curve
  bool markers = false, line = true;
  bool guide = false;  // a thin grey line to compare slopes with
};

struct ChartOptions {
  std::string title{}, subtitle{}, x_label{}, y_label{};
  bool log_x = false, log_y = false;
  bool y_downwards = false;
  std::optional<std::array<double, 2>> x_range{}, y_range{};  // none: the range of the data
  int width = 960, height = 600;
};

Image chart(const std::vector<Series>& series, const ChartOptions& options);

}  // namespace eddy
