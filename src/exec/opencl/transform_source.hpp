// Writes OpenCL C from the recording of a whole-line kernel. After the usual arguments (exec/opencl/source.hpp) come
// the steps, their number, the pairs of a work-group, the room of a pair in slots, and local memory for all pairs.
#pragma once
#include <string>

#include "exec/record/record.hpp"

namespace eddy {

inline constexpr int transform_group = 64;

std::string opencl_transform_source(const Recording& r);

}  // namespace eddy
