// The part of the kernel list that belongs to the direct solver.
#include "exec/record/transform_analysis.hpp"
#include "linear/coefficients.hpp"
#include "linear/fft_kernels.hpp"
#include "linear/mode_kernels.hpp"
#include "solver/kernel_list.hpp"

namespace eddy {

void add_fft(KernelList& l) {
  using namespace kernels;
  add_whole<FftResidual, Separable, 2, 0>(l, 1), add_whole<FftResidual, Separable, 2, 1>(l, 1);
  add_whole<FftResidual, Separable, 3, 0>(l, 1), add_whole<FftResidual, Separable, 3, 1>(l, 1);
  add_whole<FftForward, Modes, 3, 1>(l, 0), add_whole<FftForward, Modes, 3, 2>(l, 0);
  add_whole<FftBack, Modes, 3, 1>(l, 0), add_whole<FftBack, Modes, 3, 2>(l, 0);
  add_whole<FftCorrect, Modes, 2, 0>(l, 1), add_whole<FftCorrect, Modes, 2, 1>(l, 1);
  add_whole<FftCorrect, Modes, 3, 0>(l, 1), add_whole<FftCorrect, Modes, 3, 1>(l, 1);
  // in one dimension there is nothing to transform
  add_lines<ModeFactor, Modes, 2>(l, 0);
  add_lines<ModeSolve, Modes, 2>(l, 0);
  add_lines<ModeFactorRing, Modes, 2>(l, 0, -1, 1);  // without the last cell
  add_lines<ModeSolveRing, Modes, 2>(l, 0, -1, 1);
  l.add<SetValue>(0);
}

}  // namespace eddy
