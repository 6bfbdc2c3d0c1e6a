// HDF5 with owners: every handle closes itself, every failure is an Error, and the library does not print.
#pragma once
#include <hdf5.h>

#include <string>
#include <utility>

namespace eddy::hdf5 {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close, const std::string& what);  // throws where the id is bad: "HDF5 cannot WHAT …"
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
void quiet();  // once, before anything else

}  // namespace eddy::hdf5
