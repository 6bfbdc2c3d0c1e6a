// A picture of values along a wall: one chart below the other, each a column against the coordinate that runs most.
#pragma once
#include <string>

#include "field/watcher.hpp"
#include "output/image.hpp"

namespace eddy {

SurfaceTable with_length(const SurfaceTable& table);  // and a column s[m], the length along it, where it is a line
Image surface_chart(const SurfaceTable& table, const std::string& title);  // empty where there is nothing to draw

}  // namespace eddy
