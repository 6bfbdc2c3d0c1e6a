// Closes handles of HDF5 and checks its return values.
#include "output/hdf5.hpp"

#include "base/error.hpp"

namespace eddy::hdf5 {

Handle::Handle(hid_t id, Close close, const std::string& what) : id_(id), close_(close) {
  check(id < 0 ? -1 : 0, what);
}

Handle::~Handle() {
  if (id_ >= 0) close_(id_);
}

void check(herr_t status, const std::string& what) {
  if (status < 0) throw Error(Exit::missing, "HDF5 cannot " + what + ".");
}

void quiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

}  // namespace eddy::hdf5
