// A picture of values along a wall: charts one below another, each of a column over the coordinate of largest extent.
#pragma once
#include <string>

#include "field/watcher.hpp"
#include "output/image.hpp"

namespace eddy {

// Adds a column s[m], the length along the wall, if the wall is a line.
SurfaceTable with_length(const SurfaceTable& table);
Image surface_chart(const SurfaceTable& table, const std::string& title);  // empty where there is nothing to draw

}  // namespace eddy
