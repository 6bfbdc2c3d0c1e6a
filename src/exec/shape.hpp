// The shape of a launch on a device: threads of a block along each axis, and rows that one thread works through.
// Chosen here and nowhere else. EDDY_SHAPE=64x4x1x2 (x, y, z, rows) overrides it for an experiment.
#pragma once
#include <vector>

#include "exec/box.hpp"

namespace eddy {

struct LaunchShape {
  int x = 64, y = 4, z = 1;
  int rows = 1;
};
enum class DeviceKind { cpu, gpu };

inline constexpr int rows_double = 2, rows_single = 4;  // on CUDA `rows` is 1 or these: kernels are compiled for them

// A device takes at most 65535 blocks along y and z: larger sets are launched in pieces.
std::vector<Set> launchable(const Set& set, const LaunchShape& shape, int rows);

LaunchShape launch_shape(DeviceKind kind, int dimensions, int bytes_per_value);

}  // namespace eddy
