// A piece of memory in a space, released by its destructor. Copies to and from the host are explicit calls.
#pragma once
#include <cstddef>
#include <utility>

namespace eddy {

template <class S>
class Exec;

struct UploadedRows {         // rows that are next to each other on the host, and apart in a buffer; all in bytes
  std::size_t bytes, count;   // of one row; how many rows there are
  std::size_t offset, pitch;  // in the buffer: of the first row, and from row to row
};

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
  void upload(const void* from, const UploadedRows& rows) { exec_->upload(handle_, from, rows); }
  void download(void* to) const { download(to, bytes_); }
  void download(void* to, std::size_t bytes) const { exec_->download(handle_, to, bytes); }  // the first ones
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
