// Messages between ranks whose fields are on CUDA devices.
#include "exec/cuda/check.hpp"
#include "exec/ranks/crossing.hpp"

namespace eddy {

// Page-locked memory, which the device copies from and to by itself while kernels run. It belongs to the process, grows
// to the largest message, and is used again by the next transfer: that one receives after its arrive(), when the device
// has read what was there.
template <>
class Crossing<Cuda> {
 public:
  char* memory(Exec<Cuda>& exec, int which, std::size_t bytes) {
    Parts::Staging& m = memory_[which];
    if (m.bytes < bytes) {
      exec.wait();
      cudaFreeHost(m.memory);
      m = {};
      detail::check(cudaMallocHost(&m.memory, bytes + bytes / 4), "page-locked memory for messages");
      m.bytes = bytes + bytes / 4;
    }
    return static_cast<char*>(m.memory);
  }
  void leave(Exec<Cuda>& exec, const void* from, char* to, std::size_t bytes) {
    if (bytes > 0)
      detail::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream(exec)), "messages from the device");
    leave(exec);
  }
  void leave(Exec<Cuda>& exec) {
    if (!left_) detail::check(cudaEventCreateWithFlags(&left_, cudaEventDisableTiming), "an event for messages");
    detail::check(cudaEventRecord(left_, stream(exec)), "messages");
  }
  void arrive(Exec<Cuda>&) { detail::check(cudaEventSynchronize(left_), "waiting for messages of the device"); }
  void enter(Exec<Cuda>& exec, void* to, const char* from, std::size_t bytes) {
    detail::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream(exec)), "messages to the device");
  }

 private:
  static cudaStream_t stream(Exec<Cuda>& exec) { return static_cast<cudaStream_t>(exec.stream()); }
  static inline Parts::Staging memory_[2];
  static inline cudaEvent_t left_ = nullptr;
};

}  // namespace eddy

#include "exec/ranks/halo_impl.hpp"

EDDY_INSTANTIATE_TRANSFER(eddy::Cuda)
