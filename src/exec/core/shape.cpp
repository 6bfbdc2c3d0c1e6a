#include "exec/core/shape.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"
#include "exec/core/tuning.hpp"

namespace eddy {

static bool from_environment(LaunchShape& s) {
  const char* text = std::getenv("EDDY_SHAPE");
  if (!text) return false;
  if (std::sscanf(text, "%dx%dx%dx%d", &s.x, &s.y, &s.z, &s.rows) != 4 || !s.sane())
    throw Error(Exit::usage,
                std::string("EDDY_SHAPE='") + text +
                    "' is not a launch shape. Write it as 64x2x1x4: x, y, z (128 threads at most), and 1 or 4 rows.");
  return true;
}

std::vector<Set> launchable(const Set& set, const LaunchShape& shape) {
  int most[3] = {set.box.extent(0), 65535 * shape.y, 65535 * shape.z};
  most[set.dimensions - 1] *= shape.rows;
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

// The shapes were measured on an H200 (docs/performance.md). Several rows per thread are of no use for one colour of
// the checkerboard, whose cells are not each other's neighbours, for a small set, which needs many threads, and in 1D.
LaunchShape launch_shape(DeviceKind kind, const Set& set, const KernelId& kernel) {
  constexpr std::int64_t enough = 1 << 20;
  LaunchShape s;
  if (!from_environment(s)) {
    if (kind == DeviceKind::cpu) return {256, 1, 1, 1};
    if (set.dimensions == 1) return {LaunchShape::most_threads, 1, 1, 1};
    const Tuned* const known = set.box.cells() < enough ? nullptr : tuned(kernel);
    const int rows = set.box.cells() < enough ? 1 : LaunchShape::several;
    s = known ? known->launch : set.dimensions == 2 ? LaunchShape{64, 2, 1, rows} : LaunchShape{32, 4, 1, rows};
  }
  if (set.colour >= 0 || set.dimensions == 1) s.rows = 1;
  return s;
}

int wished_assembly_rows() {
  const char* text = std::getenv("EDDY_ASSEMBLY_ROWS");
  if (!text) return 0;
  int rows = 0;
  if (std::sscanf(text, "%d", &rows) != 1 || rows < 3)
    throw Error(Exit::usage, std::string("EDDY_ASSEMBLY_ROWS='") + text + "' is not a number of rows from 3 on.");
  return rows;
}

}  // namespace eddy
