// Launches whole-line kernels on OpenCL.
#pragma once
#include "exec/opencl/exec.hpp"
#include "exec/record/transform_record.hpp"

namespace eddy {

inline std::size_t fast_memory(Exec<OpenCl>& exec) { return exec.local_memory(); }

template <class F>
void launch_transform(Exec<OpenCl>& exec, const Set& set, const F& f, const TransformPlan<OpenCl>& plan) {
  exec.run_transform(id_of<F>, detail::listed<F>(), set, detail::arguments_of(f), plan);
}

}  // namespace eddy
