// OpenCL C from a recorded transform. After the usual arguments (exec/opencl/source.hpp): the steps, how many
// there are, the pairs of a work-group, the room of a pair, and local memory for all of them.
#pragma once
#include <string>

#include "exec/record/record.hpp"

namespace eddy {

inline constexpr int transform_group = 64;

std::string opencl_transform_source(const Recording& r);

}  // namespace eddy
