#include "exec/shape.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"

namespace eddy {

static bool from_environment(LaunchShape& s) {
  const char* text = std::getenv("EDDY_SHAPE");
  if (!text) return false;
  if (std::sscanf(text, "%dx%dx%dx%d", &s.x, &s.y, &s.z, &s.rows) != 4 || s.x < 1 || s.y < 1 || s.z < 1 || s.rows < 1)
    throw Error(Exit::usage,
                std::string("EDDY_SHAPE='") + text + "' is not a launch shape. Write it as 64x4x1x2: x, y, z, rows.");
  return true;
}

std::vector<Set> launchable(const Set& set, const LaunchShape& shape, int rows) {
  const int most[3] = {set.box.extent(0), 65535 * shape.y * rows, 65535 * shape.z};
  std::vector<Set> all{set};
  for (int a : {1, 2})
    for (std::size_t n = 0; n < all.size(); ++n)
      if (all[n].box.extent(a) > most[a]) {
        Set rest = all[n];
        all[n].box.hi[a] = rest.box.lo[a] = all[n].box.lo[a] + most[a];
        all.push_back(rest);
      }
  return all;
}

LaunchShape launch_shape(DeviceKind kind, int dimensions, int bytes_per_value) {
  LaunchShape s;
  if (from_environment(s)) return s;
  if (kind == DeviceKind::cpu) return {256, 1, 1, 1};
  if (dimensions == 1) return {256, 1, 1, 1};
  if (bytes_per_value == 8) return {128, 2, 1, dimensions == 2 ? rows_double : 1};
  return {128, 1, 1, rows_single};
}

}  // namespace eddy
