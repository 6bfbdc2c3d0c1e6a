// The one list of the program's kernels: what is launched must be in it (a test looks), and everything in it is
// analysed.
#pragma once
#include "exec/record/analysis.hpp"

namespace eddy {

const KernelList& kernel_list();
double bytes_per_cell(const KernelId& kernel);  // read and written, NaN: not in the list
double bytes_of(const Timers& timers);          // of all launches

// Its parts, each in a translation unit of its own.
void add_tdma_separable(KernelList& list);
void add_tdma_per_face(KernelList& list);
void add_fft(KernelList& list);
void add_artificial(KernelList& list);
void add_projection(KernelList& list);
void add_projection_parts(KernelList& list);

}  // namespace eddy
