// Functions for solvers that are compiled once per space and precision.
#pragma once
#include "base/ranks.hpp"
#include "case/case.hpp"
#include "exec/core/devices.hpp"
#include "exec/core/space.hpp"
#include "exec/ranks/parts.hpp"
#include "mesh/grid.hpp"

namespace eddy {

// The argument that opens an executor: the number of threads on the CPU, or the number of the device.
template <class S>
int opening(const Device& device, const RunOptions& run) {
  if (!std::is_same_v<S, Host>) return device.number;
  return run.threads > 0 ? run.threads : default_threads();
}
// The division of the grid among ranks, for the executor.
template <class Model>
Parts shares(const Grid& grid, const RunOptions& run, const Model& model) {
  if (!ranks::many() && run.ranks.empty()) return {};
  std::array<bool, 3> periodic{};
  for (int a = 0; a < grid.dimensions; ++a) periodic[a] = model.periodic(a);
  return Parts(cut(grid.cells(), grid.dimensions, ranks::count(), run.ranks, periodic));
}

// Defines the entry function of a solver's module.
#define EDDY_SOLVER(S, T, Solver)                                                         \
  extern "C" eddy::Simulation* eddy_make_##T(const eddy::Case& c, const eddy::Grid& grid, \
                                             const eddy::Device& device) {                \
    return new Solver<S, T>(c, grid, device);                                             \
  }

inline double precision_bytes(const RunOptions& run) { return run.precision == Precision::single ? 4 : 8; }

}  // namespace eddy
