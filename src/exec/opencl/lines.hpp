// Lines on OpenCL.
#pragma once
#include "exec/opencl/exec.hpp"
#include "exec/opencl/lines_source.hpp"
#include "exec/record/lines_analysis.hpp"

namespace eddy {

namespace detail {
inline std::size_t rounded_up(int n, int m) { return static_cast<std::size_t>((n + m - 1) / m * m); }
}  // namespace detail

template <class F>
void launch_lines(Exec<OpenCl>& exec, const Set& set, const F& f) {
  constexpr int p = across_first(F::axis), q = across_second(F::axis), group = 16;
  const LineRecording& r = detail::listed_line<F>();
  const int lines = set.colour < 0 ? set.box.extent(p) : (set.box.extent(p) + 1) / 2;
  const auto arguments = detail::arguments_of(f);
  OpenClLaunch launch{id_of<F>, set, r.forward, [&] { return opencl_line_source(r); },
                      [&] { check_lines(F::name, r, set, arguments); }};
  if (F::axis == 0)
    launch.global = {detail::rounded_up(lines, line_tile_lines) / line_tile_lines * line_tile_group,
                     std::size_t(set.box.extent(q)), 1},
    launch.local = {line_tile_group, 1, 1};
  else
    launch.global = {detail::rounded_up(lines, group), std::size_t(set.box.extent(q)), 1}, launch.local = {group, 1, 1};
  exec.run(launch, arguments);
}

}  // namespace eddy
