// The shape of a launch on a device: threads of a block along each axis, and rows along the last axis that one thread
// works through, 1 or `several`. Chosen here and nowhere else: from what `eddy bench --tune` has found
// (exec/core/tuning.hpp), or by rule. EDDY_SHAPE=64x2x1x4 (x, y, z, rows) overrides it for an experiment.
#pragma once
#include <vector>

#include "exec/core/box.hpp"
#include "exec/core/timers.hpp"

namespace eddy {

struct LaunchShape {
  int x = 64, y = 2, z = 1;
  int rows = 1;
  static constexpr int several = 4;
  static constexpr int most_threads = 128;  // more are nowhere faster on an H200, and leave fewer registers
  constexpr bool sane() const {
    return x >= 1 && y >= 1 && z >= 1 && x <= most_threads && y <= most_threads && z <= 8 &&
           x * y * z <= most_threads && (rows == 1 || rows == several);
  }
};
enum class DeviceKind { cpu, gpu };

// A device takes at most 65535 blocks along y and z: larger sets are launched in pieces.
std::vector<Set> launchable(const Set& set, const LaunchShape& shape);

LaunchShape launch_shape(DeviceKind kind, const Set& set, const KernelId& kernel);

}  // namespace eddy
