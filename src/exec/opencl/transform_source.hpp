// OpenCL C from a recorded whole-line kernel. After the usual arguments (exec/opencl/source.hpp): the steps, how many
// there are, the pairs of a work-group, the room of a pair, and local memory for all of them.
#pragma once
#include <string>
#include <vector>

#include "exec/core/box.hpp"
#include "exec/record/record.hpp"

namespace eddy {

struct Argument;

inline constexpr int whole_group = 64;

std::string opencl_whole_source(const WholeRecording& r);
void check_whole(const char* name, const WholeRecording& r, const Set& set, const std::vector<Argument>& arguments);

}  // namespace eddy
