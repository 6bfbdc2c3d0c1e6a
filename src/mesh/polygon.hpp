// Polygons: a list of corners, closed by itself.
#pragma once
#include <string>
#include <vector>

#include "mesh/rows.hpp"

namespace eddy {

using PolygonPoints = std::vector<std::vector<double>>;  // two numbers each

std::vector<RowLine> polygon_lines(const PolygonPoints& points);
std::string polygon_fault(
    const PolygonPoints& points);  // why it bounds nothing: too few corners, edges that meet; or ""

}  // namespace eddy
