// The part of the kernel list that goes along lines.
#include "exec/record/lines_analysis.hpp"
#include "linear/coefficients.hpp"
#include "linear/line_kernels.hpp"
#include "solver/kernel_list.hpp"

namespace eddy {

template <class C>
static void add_tdma(KernelList& l) {
  add_lines<kernels::LineRelax, C>(l, 1, 0);             // one colour of lines at a time
  add_lines<kernels::LineRelaxPeriodic, C>(l, 1, 0, 1);  // without the last cell
}
void add_tdma_separable(KernelList& l) { add_tdma<Separable>(l); }
void add_tdma_per_face(KernelList& l) { add_tdma<PerFace>(l); }

}  // namespace eddy
