// Writes OpenCL C from the recording of a line kernel. The arguments are those of exec/opencl/source.hpp.
#pragma once
#include <string>

#include "exec/record/record.hpp"

namespace eddy {

// Along x, a work-group takes tiles of lines × cells through local memory, so that neighbouring work-items access
// neighbouring cells; along the other axes each work-item computes a whole line.
inline constexpr int line_tile_lines = 16, line_tile_cells = 32, line_tile_group = 64;

std::string opencl_line_source(const Recording& r);

}  // namespace eddy
