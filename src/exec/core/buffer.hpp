// A piece of memory in a space, released by its destructor. Copies to and from the host are explicit calls.
#pragma once
#include <cstddef>
#include <utility>

namespace eddy {

template <class S>
class Exec;

template <class S>
class Buffer {
 public:
  Buffer() = default;
  Buffer(Exec<S>& exec, std::size_t bytes) : exec_(&exec), handle_(exec.allocate(bytes)), bytes_(bytes) {}
  Buffer(Buffer&& b) noexcept { swap(b); }
  Buffer& operator=(Buffer&& b) noexcept {
    swap(b);
    return *this;
  }
  ~Buffer() {
    if (!handle_) return;
    if (exec_->parts.many()) exec_->parts.forget(handle_);
    exec_->release(handle_, bytes_);
  }
  void upload(const void* from) { exec_->upload(handle_, from, bytes_); }
  // The same for a part that begins `offset` bytes from the start.
  void upload(const void* from, std::size_t bytes, std::size_t offset) { exec_->upload(handle_, from, bytes, offset); }
  void download(void* to) const { exec_->download(handle_, to, bytes_); }
  void* handle() const { return handle_; }
  std::size_t bytes() const { return bytes_; }
  Exec<S>& exec() const { return *exec_; }

 private:
  void swap(Buffer& b) {
    std::swap(exec_, b.exec_);
    std::swap(handle_, b.handle_);
    std::swap(bytes_, b.bytes_);
  }
  Exec<S>* exec_ = nullptr;
  void* handle_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace eddy
