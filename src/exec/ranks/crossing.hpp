// Carries messages between a device and the host's memory, where MPI reads and writes them. A space may have a faster
// version with the same functions (exec/cuda/halo.cu).
#pragma once
#include <array>
#include <cstddef>
#include <memory>

#include "exec/core/executor.hpp"

namespace eddy {

template <class S>
class Crossing {
 public:
  char* memory(Exec<S>&, int which, std::size_t bytes) {  // which: 0 to send, 1 to receive
    memory_[which].reset(new char[bytes]);
    return memory_[which].get();
  }
  // leave() begins to copy to the host. After arrive() the copy and all launches before it are done; launches in
  // between need not wait for them.
  void leave(Exec<S>& exec, const void* from, char* to, std::size_t bytes) {
    if (bytes > 0) exec.download(from, to, bytes);
  }
  void leave(Exec<S>& exec) { exec.wait(); }  // nothing to copy: MPI reads the device's memory
  void arrive(Exec<S>&) {}
  void enter(Exec<S>& exec, void* to, const char* from, std::size_t bytes) { exec.upload(to, from, bytes); }

 private:
  std::array<std::unique_ptr<char[]>, 2> memory_;
};

}  // namespace eddy
