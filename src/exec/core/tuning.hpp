// The fastest launch shapes that were found on a device, kept on disk in $XDG_CACHE_HOME/eddy/tuning or
// ~/.cache/eddy/tuning. `eddy bench --tune` writes them, and every run on that device uses them. A cache that cannot be
// read counts as empty. Shapes change the speed of a kernel, never its results.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "exec/core/shape.hpp"
#include "exec/core/timers.hpp"

namespace eddy {

struct Tuned {  // the shapes of one kernel in one precision
  static constexpr int as_it_comes = -1, one_sweep = -2;
  LaunchShape launch;
  int block = as_it_comes;  // number of the tile of several sweeps; as_it_comes: the usual one; one_sweep: none
};
using Tuning = std::map<std::string, Tuned>;  // by tuning_key

inline constexpr int block_shapes = 3;  // number of tiles to choose from (exec/cuda/blocks.hpp)

std::string tuning_key(const KernelId& kernel);  // the kernel's name, dimensions and precision
std::string tuning_file(const std::string& device);
Tuning read_tuning(const std::string& device);
void keep_tuning(const std::string& device, const Tuning& tuning);  // throws if the file cannot be written

void use_tuning(const std::string& device);         // in this process, from now on
const Tuned* tuned(const KernelId& kernel);         // null: no shape is known
void try_shape(const std::optional<Tuned>& shape);  // overrides the shapes of all kernels; none: ends that
unsigned tuning_changes();                          // number of changes so far; each makes recorded launches outdated

}  // namespace eddy
