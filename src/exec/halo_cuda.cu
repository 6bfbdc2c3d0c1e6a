#include <cuda_runtime.h>

#include "base/error.hpp"
#include "exec/crossing.hpp"

namespace eddy {

static void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) throw Error(Exit::fault, std::string("CUDA: messages: ") + what + ": " + cudaGetErrorString(e));
}

namespace detail {
struct Locked {
  void* data = nullptr;
  std::size_t bytes = 0;
};
}  // namespace detail

// Page-locked memory, which the device copies from and to by itself while kernels run. It is the process's, grows to
// the largest message, and is taken again by the next transfer: what that one receives comes after arrive(), and so
// after the device has read what is there.
template <>
class Crossing<Cuda> {
 public:
  char* memory(Exec<Cuda>& exec, int which, std::size_t bytes) {
    detail::Locked& m = memory_[which];
    if (m.bytes < bytes) {
      exec.wait();
      cudaFreeHost(m.data);
      m = {};
      check(cudaMallocHost(&m.data, bytes + bytes / 4), "memory could not be had");
      m.bytes = bytes + bytes / 4;
    }
    return static_cast<char*>(m.data);
  }
  void leave(Exec<Cuda>& exec, const void* from, char* to, std::size_t bytes) {
    if (bytes > 0) check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream(exec)), "from the device");
    leave(exec);
  }
  void leave(Exec<Cuda>& exec) {
    if (!left_) check(cudaEventCreateWithFlags(&left_, cudaEventDisableTiming), "an event could not be made");
    check(cudaEventRecord(left_, stream(exec)), "an event");
  }
  void arrive(Exec<Cuda>&) { check(cudaEventSynchronize(left_), "waiting for the device"); }
  void enter(Exec<Cuda>& exec, void* to, const char* from, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream(exec)), "to the device");
  }

 private:
  static cudaStream_t stream(Exec<Cuda>& exec) { return static_cast<cudaStream_t>(exec.stream()); }
  static inline detail::Locked memory_[2];
  static inline cudaEvent_t left_ = nullptr;
};

}  // namespace eddy

#include "exec/halo_impl.hpp"

EDDY_INSTANTIATE_TRANSFER(eddy::Cuda)
