// The one list of the program's kernels: what is launched must be in it (a test looks), and everything in it is
// analysed.
#pragma once
#include "exec/analysis.hpp"

namespace eddy {

const KernelList& kernel_list();

}  // namespace eddy
