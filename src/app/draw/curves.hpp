// Charts of the tables of a run: histories, probes, and lines with the references that they are compared with.
#pragma once
#include <string>
#include <vector>

#include "output/file.hpp"
#include "output/image.hpp"

namespace eddy {

// Charts of columns of history.csv or probes.csv; none: all. Columns with the same unit share a chart.
Image history_charts(const Path& folder, const std::string& table, const std::vector<std::string>& columns, int width);
Image line_charts(const Path& folder, const std::vector<std::string>& names, int width);  // none: all lines
std::vector<std::string> line_names(const Path& folder);  // names in lines/ and surfaces/

}  // namespace eddy
