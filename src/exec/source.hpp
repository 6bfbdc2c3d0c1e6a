// OpenCL C from a recording.
#pragma once
#include <string>

#include "exec/record.hpp"
#include "exec/sum.hpp"

namespace eddy {

// Arguments: lo and hi of the box and the colour (7 ints), then per field `memory, long origin, int sy, int sz`, per
// line `memory, long origin`, per parameter its value, in the order of the members.
std::string opencl_source(const Recording& r, bool coloured, int rows = 1);  // rows that one work-item takes

// The same with a last argument `__global long4* out`: one partial result per work-group.
std::string opencl_reduce_source(const Recording& r, ReductionKind reduction, int group);

}  // namespace eddy
