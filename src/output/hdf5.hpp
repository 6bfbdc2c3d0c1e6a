// HDF5 with handles that close themselves. Every failure is an Error, and the library does not print.
#pragma once
#include <hdf5.h>

#include <string>
#include <utility>

namespace eddy::hdf5 {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close, const std::string& what);  // throws "HDF5 cannot WHAT …" if the id is bad
  ~Handle();
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

void check(herr_t status, const std::string& what);
void quiet();  // stops the library from printing; must be called first

}  // namespace eddy::hdf5
