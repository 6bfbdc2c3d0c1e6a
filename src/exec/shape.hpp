// The shape of a launch on a device: threads of a block along each axis, and rows that one thread works through.
// Chosen here and nowhere else. EDDY_SHAPE=64x4x1x2 (x, y, z, rows) overrides it for an experiment.
#pragma once

namespace eddy {

struct LaunchShape {
  int x = 64, y = 4, z = 1;
  int rows = 1;
};
enum class DeviceKind { cpu, gpu };

LaunchShape launch_shape(DeviceKind kind, int dimensions, int bytes_per_value);

}  // namespace eddy
