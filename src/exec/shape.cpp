#include "exec/shape.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"

namespace eddy {

static bool from_environment(LaunchShape& s) {
  const char* text = std::getenv("EDDY_SHAPE");
  if (!text) return false;
  if (std::sscanf(text, "%dx%dx%dx%d", &s.x, &s.y, &s.z, &s.rows) != 4 || s.x < 1 || s.y < 1 || s.z < 1 || s.rows < 1)
    throw Error(Exit::usage, std::string("EDDY_SHAPE='") + text + "' is not a launch shape. Write it as 64x4x1x2: x, y, z, rows.");
  return true;
}

LaunchShape launch_shape(DeviceKind kind, int dimensions, int bytes_per_value) {
  LaunchShape s;
  if (from_environment(s)) return s;
  if (kind == DeviceKind::cpu) return {256, 1, 1, 1};
  if (dimensions == 1) return {256, 1, 1, 1};
  return {64, 4, 1, bytes_per_value == 4 ? 2 : 1};
}

}  // namespace eddy
