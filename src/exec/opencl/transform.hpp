// Whole lines on OpenCL.
#pragma once
#include <algorithm>

#include "exec/opencl/lines.hpp"
#include "exec/opencl/transform_source.hpp"
#include "exec/record/transform_analysis.hpp"

namespace eddy {

inline std::size_t fast_memory(Exec<OpenCl>& exec) { return exec.local_memory(); }

template <class F>
void launch_whole(Exec<OpenCl>& exec, const Set& set, const F& f, const WholePlan<OpenCl>& plan) {
  constexpr int p = across_first(F::axis), q = across_second(F::axis);
  const WholeRecording& r = detail::listed_whole<F>();
  const int pairs = (set.box.extent(p) + 1) / 2;
  const std::size_t each = std::size_t(plan.room()) * 2 * sizeof(typename F::Real);
  int together = 1;
  while (together < 4 && together < pairs && 2 * together * each <= std::min<std::size_t>(exec.local_memory(), 32768))
    together *= 2;
  const auto arguments = detail::arguments_of(f);
  OpenClLaunch launch{id_of<F>, set, r.bring, [&] { return opencl_whole_source(r); },
                      [&] { check_whole(F::name, r, set, arguments); }};
  launch.global = {std::size_t((pairs + together - 1) / together) * whole_group, std::size_t(set.box.extent(q)), 1};
  launch.local = {whole_group, 1, 1};
  launch.buffer = plan.device.handle();
  launch.numbers = {static_cast<int>(plan.steps.size()), together, plan.room()};
  launch.local_bytes = each * together;
  exec.run(launch, arguments);
}

}  // namespace eddy
