// Launches line kernels on OpenCL.
#pragma once
#include "exec/opencl/exec.hpp"
#include "exec/record/lines_record.hpp"

namespace eddy {

template <class F>
void launch_lines(Exec<OpenCl>& exec, const Set& set, const F& f) {
  exec.run_lines(id_of<F>, detail::listed<F>(), set, detail::arguments_of(f));
}

}  // namespace eddy
