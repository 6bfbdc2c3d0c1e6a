// in_one_launch: makes a series of launches over few cells as a single launch of a device, where launching takes longer
// than the work.
//
//   in_one_launch<Kernels<Smooth<…>, Correct<…>>>(exec, [&] { for_each<Smooth>(…); for_each<Correct>(…); });
//
// The series must not wait for the device, nor contain other kernels than those named. Each kernel runs after the one
// before it, as with single launches: the bits are the same. In other spaces than CUDA they are single launches.
#pragma once
#include "exec/core/executor.hpp"
#ifdef __CUDACC__
#include "exec/cuda/series.hpp"
#endif

namespace eddy {

template <class... F>
struct Kernels {};

inline constexpr std::int64_t cells_in_series = 4096;  // with more cells a launch of its own is faster

template <class List, class S, class Work>
void in_one_launch(Exec<S>& exec, const Work& work) {
#ifdef __CUDACC__
  if constexpr (std::is_same_v<S, Cuda>)
    if (!exec.timing && !exec.parts.many()) return detail::run_as_series(exec, List(), work);
#endif
  work();
}

}  // namespace eddy
