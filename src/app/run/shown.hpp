// Picture options for a field, by the case.
#pragma once
#include <string>

#include "case/case.hpp"
#include "mesh/grid.hpp"
#include "output/picture.hpp"

namespace eddy {

PictureOptions shown_as(const Case& c, const Grid& grid, const std::string& field);
Window window_of(const std::array<double, 4>& ends);  // left, bottom, right, top

}  // namespace eddy
