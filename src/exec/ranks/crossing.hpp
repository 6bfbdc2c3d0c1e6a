// The way of staged values between a device and MPI: through memory of the host. A device may have a faster one
// (exec/cuda/halo.cu); the words are the same.
#pragma once
#include <array>
#include <cstddef>
#include <memory>

#include "exec/core/executor.hpp"

namespace eddy {

template <class S>
class Crossing {
 public:
  char* memory(Exec<S>&, int which, std::size_t bytes) {  // 0: for what is sent, 1: for what comes
    memory_[which].reset(new char[bytes]);
    return memory_[which].get();
  }
  // What was asked for before, and the copy, are done after arrive(); launches in between need not wait for them.
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
