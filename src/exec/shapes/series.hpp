// in_one_launch: a series of launches over few cells as one launch of a device, where what counts is not the work but how
// often the device is told to work.
//
//   in_one_launch<Kernels<Smooth<…>, Correct<…>>>(exec, [&] { for_each<Smooth>(…); for_each<Correct>(…); });
//
// The series must not wait for the device, nor contain other kernels than those named. Each of them runs after the one
// before it, as launches do: the bits are the same. Elsewhere than on CUDA the work is simply done.
#pragma once
#include "exec/core/executor.hpp"
#ifdef __CUDACC__
#include "exec/cuda/series.hpp"
#endif

namespace eddy {

template <class... F>
struct Kernels {};

inline constexpr std::int64_t cells_in_series =
    4096;  // more than so many in a launch are better spread over the device

template <class List, class S, class Work>
void in_one_launch(Exec<S>& exec, const Work& work) {
#ifdef __CUDACC__
  if constexpr (std::is_same_v<S, Cuda>)
    if (!exec.timing && !exec.parts.many()) return detail::run_as_series(exec, List(), work);
#endif
  work();
}

}  // namespace eddy
