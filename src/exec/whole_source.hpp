// OpenCL C from a recorded whole-line kernel. After the usual arguments (exec/source.hpp): the steps, how many there
// are, the pairs of a work-group, the room of a pair, and local memory for all of them.
#pragma once
#include <string>

#include "exec/whole_record.hpp"

namespace eddy {

inline constexpr int whole_group = 64;

std::string opencl_whole_source(const WholeRecording& r);

}  // namespace eddy
