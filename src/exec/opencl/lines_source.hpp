// OpenCL C from a recorded line kernel. Arguments as in exec/opencl/source.hpp.
#pragma once
#include <string>

#include "exec/record/record.hpp"

namespace eddy {

// Along x, a work-group takes tiles of lines × cells through local memory, so that neighbouring work-items touch
// neighbouring cells; along the other axes a work-item goes along a line by itself.
inline constexpr int line_tile_lines = 16, line_tile_cells = 32, line_tile_group = 64;

std::string opencl_line_source(const Recording& r);

}  // namespace eddy
