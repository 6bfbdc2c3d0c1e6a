// Solvers are compiled once per space and precision; here a run finds the one it asked for.
#pragma once
#include "base/ranks.hpp"
#include "case/case.hpp"
#include "exec/core/devices.hpp"
#include "exec/core/space.hpp"
#include "exec/ranks/parts.hpp"
#include "mesh/grid.hpp"

namespace eddy {

// Calls call.template operator()<S, T>().
template <class Call>
auto with_instance(const RunOptions& run, const Device& device, const Call& call) {
  const auto with_precision = [&]<class S>() {
    return run.precision == Precision::single ? call.template operator()<S, float>()
                                              : call.template operator()<S, double>();
  };
#ifdef EDDY_HAS_CUDA
  if (device.space == SpaceKind::cuda) return with_precision.template operator()<Cuda>();
#endif
  if (device.space == SpaceKind::opencl) return with_precision.template operator()<OpenCl>();
  return with_precision.template operator()<Host>();
}

// What an executor is opened with: a number of threads, or of the device.
template <class S>
int opening(const Device& device, const RunOptions& run) {
  if (!std::is_same_v<S, Host>) return device.number;
  return run.threads > 0 ? run.threads : default_threads();
}
// And what this rank owns of the grid.
template <class Model>
Parts shares(const Grid& grid, const RunOptions& run, const Model& model) {
  if (!ranks::many() && run.ranks.empty()) return {};
  std::array<bool, 3> periodic{};
  for (int a = 0; a < grid.dimensions; ++a) periodic[a] = model.periodic(a);
  return Parts(cut(grid.cells(), grid.dimensions, ranks::count(), run.ranks, periodic));
}

inline double precision_bytes(const RunOptions& run) { return run.precision == Precision::single ? 4 : 8; }

}  // namespace eddy
