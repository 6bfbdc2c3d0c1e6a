// Writes OpenCL C from the recording of a kernel.
#pragma once
#include <array>
#include <string>

#include "exec/core/sum.hpp"
#include "exec/record/record.hpp"

namespace eddy {

// The kernel's arguments are lo and hi of the box and the colour (7 ints), then per field `memory, long origin, int sy,
// int sz`, per line `memory, long origin`, per parameter its value, in the order of the members.
struct KernelShape {
  int dimensions = 3;
  bool coloured = false;
  int rows = 1;  // rows along the last axis of one work-item; if more than 1, the text of each is written out
  std::array<int, 3> group{1, 1, 1};  // work-items of a group
};
std::string opencl_source(const Recording& r, const KernelShape& shape);

// The same with a last argument `__global long4* out`: one partial result per work-group.
std::string opencl_reduce_source(const Recording& r, ReductionKind reduction, const KernelShape& shape);

}  // namespace eddy
