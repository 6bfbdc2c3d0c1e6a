// The best shapes of launches that were found on a device, kept on disk: $XDG_CACHE_HOME/eddy/tuning, or
// ~/.cache/eddy/tuning. `eddy bench --tune` writes them, every run on that device uses them. A cache that cannot be
// read is as good as none. Shapes change how fast a kernel is, never what it computes.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "exec/core/shape.hpp"
#include "exec/core/timers.hpp"

namespace eddy {

struct Tuned {  // one kernel in one precision
  static constexpr int as_it_comes = -1, one_sweep = -2;
  LaunchShape launch;
  int block = as_it_comes;  // place in the list of tiles of several sweeps; one_sweep: none of them
};
using Tuning = std::map<std::string, Tuned>;  // by tuning_key

inline constexpr int block_shapes = 3;  // tiles to choose from (exec/cuda/blocks.hpp)

std::string tuning_key(const KernelId& kernel);  // the kernel's name, dimensions and precision
std::string tuning_file(const std::string& device);
Tuning read_tuning(const std::string& device);
void keep_tuning(const std::string& device, const Tuning& tuning);  // throws where it cannot be written

void use_tuning(const std::string& device);         // from now on, in this process
const Tuned* tuned(const KernelId& kernel);         // null: nothing is known
void try_shape(const std::optional<Tuned>& shape);  // for every kernel, before what is known; none: no more
unsigned tuning_changes();                          // so far: a recorded series of launches is good for one of them

}  // namespace eddy
