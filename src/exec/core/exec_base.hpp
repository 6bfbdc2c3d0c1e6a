// The common part of the executors of all spaces: the timers of their kernels, and which rank owns which cells.
#pragma once
#include <cstddef>
#include <new>
#include <utility>

#include "exec/core/timers.hpp"
#include "exec/ranks/parts.hpp"

namespace eddy {

struct ExecBase {
  ExecBase() = default;
  explicit ExecBase(Parts shares) : parts(std::move(shares)) {}
  Timers timers;
  bool timing = false;       // on devices: whether every launch is timed; the host always times
  bool beside_host = false;  // kernels run on a GPU, and leave the host's cores to others
  Parts parts;
  // Uploads of parts of buffers that `work` makes reach the device together, before the next launch, in any order: parts
  // must not overlap. Only devices gain by that.
  template <class Work>
  void upload_together(const Work& work) {
    work();
  }
  // Memory of the host that downloads fill (HostMemory in exec/core/buffer.hpp).
  static void* allocate_on_host(std::size_t bytes) { return ::operator new(bytes); }
  static void release_on_host(void* p) noexcept { ::operator delete(p); }
};

}  // namespace eddy
