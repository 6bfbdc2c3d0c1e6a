// The shape of a launch on a device: the threads of a block along each axis, and the number of rows along the last axis
// that one thread computes, 1 or `several`. launch_shape alone chooses it, from the results of `eddy bench --tune`
// (exec/core/tuning.hpp) or by rule. EDDY_SHAPE=64x2x1x4 (x, y, z, rows) overrides the choice for experiments.
#pragma once
#include <vector>

#include "exec/core/box.hpp"
#include "exec/core/timers.hpp"

namespace eddy {

struct LaunchShape {
  int x = 64, y = 2, z = 1;
  int rows = 1;
  static constexpr int several = 4;
  static constexpr int most_threads = 128;  // more are nowhere faster on an H200, and leave fewer registers each
  constexpr bool sane() const {
    return x >= 1 && y >= 1 && z >= 1 && x <= most_threads && y <= most_threads && z <= 8 &&
           x * y * z <= most_threads && (rows == 1 || rows == several);
  }
};
enum class DeviceKind { cpu, gpu };

// Splits a set into pieces that can be launched: a device takes at most 65535 blocks along y and along z.
std::vector<Set> launchable(const Set& set, const LaunchShape& shape);

LaunchShape launch_shape(DeviceKind kind, const Set& set, const KernelId& kernel);

// The rows of a block of an assembled pass on CUDA (exec/cuda/assembly.hpp) that EDDY_ASSEMBLY_ROWS=12 asks for, for
// experiments; 0: none.
int wished_assembly_rows();

}  // namespace eddy
