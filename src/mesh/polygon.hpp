// Polygons: lists of corners; the last corner is joined to the first.
#pragma once
#include <string>
#include <vector>

#include "mesh/rows.hpp"

namespace eddy {

using PolygonPoints = std::vector<std::vector<double>>;  // x and y of each corner

std::vector<RowLine> polygon_lines(const PolygonPoints& points);
std::string polygon_fault(
    const PolygonPoints& points);  // why it is no polygon: too few corners, edges that meet; "" if it is one

}  // namespace eddy
