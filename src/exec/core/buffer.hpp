// A piece of memory in a space, released by its destructor. Copies to and from the host are explicit calls.
#pragma once
#include <cstddef>
#include <memory>
#include <utility>

namespace eddy {

template <class S>
class Exec;

struct UploadedRows {         // rows that are next to each other on the host, and apart in a buffer; all in bytes
  std::size_t bytes, count;   // of one row; how many rows there are
  std::size_t offset, pitch;  // in the buffer: of the first row, and from row to row
};

// Devices gather uploads while `work` runs, see ExecBase::upload_together. If it throws, the parts that it has made arrive
// before the next launch.
template <class E, class Work>
void gather_uploads(E& exec, const Work& work) {
  struct Scope {
    E& exec;
    explicit Scope(E& e) : exec(e) { exec.begin_gathering(); }
    ~Scope() { exec.end_gathering(); }
  } const scope(exec);
  work();
  exec.upload_gathered();
}

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

// Memory of the host for downloads that are made again and again. CUDA writes into it without a detour: its pages are
// locked, which takes so long that it pays only for memory that is used often.
template <class S>
struct ReleasedOnHost {
  void operator()(void* p) const noexcept { Exec<S>::release_on_host(p); }
};
template <class S, class T>
using HostMemory = std::unique_ptr<T[], ReleasedOnHost<S>>;
template <class S, class T>
HostMemory<S, T> host_memory(std::size_t values) {
  return HostMemory<S, T>(static_cast<T*>(Exec<S>::allocate_on_host(values * sizeof(T))));
}

}  // namespace eddy
