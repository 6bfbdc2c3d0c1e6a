// Fields as arrays: of NumPy on the host, by the array interface and DLPack on a GPU. Shapes are (nz, ny, nx), in C
// order.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <vector>

#include "field/archive.hpp"

namespace eddy::python {

namespace py = pybind11;

template <class N>
std::vector<py::ssize_t> reversed_axes(const std::array<N, 3>& of, int dimensions) {
  std::vector<py::ssize_t> all;
  for (int a = dimensions - 1; a >= 0; --a) all.push_back(static_cast<py::ssize_t>(of[a]));
  return all;
}

inline py::dtype dtype_of(Precision p) {
  return p == Precision::single ? py::dtype::of<float>() : py::dtype::of<double>();
}
inline py::ssize_t bytes_of(Precision p) { return p == Precision::single ? 4 : 8; }

inline std::vector<py::ssize_t> byte_strides(const FieldMemory& m, int dimensions) {
  std::vector<py::ssize_t> strides = reversed_axes(m.stride, dimensions);
  for (py::ssize_t& s : strides) s *= bytes_of(m.precision);
  return strides;
}

// An array upon the solver's own memory, which lives as long as the array.
inline py::array view_of(const FieldMemory& m, int dimensions, const py::object& owner) {
  return py::array(dtype_of(m.precision), reversed_axes(m.size, dimensions), byte_strides(m, dimensions), m.first,
                   owner);
}

inline py::array copy_of(const Sample& s, int dimensions) {  // with components as the last axis
  std::vector<py::ssize_t> shape = reversed_axes(s.size, dimensions);
  if (s.components > 1) shape.push_back(s.components);
  py::array_t<double> all(shape);
  std::copy(s.values.begin(), s.values.end(), all.mutable_data());
  return all;
}

// The structures of DLPack, version 0.8.
struct DlTensor {
  void* data;
  struct {
    std::int32_t type, number;
  } device;
  std::int32_t dimensions;
  struct {
    std::uint8_t code, bits;
    std::uint16_t lanes;
  } number;
  std::int64_t *shape, *strides;
  std::uint64_t offset;
};
struct DlManaged {
  DlTensor tensor;
  void* context;
  void (*remove)(DlManaged*);
};
struct DlOwned {
  DlManaged managed{};
  std::vector<std::int64_t> shape, strides;
  py::object owner;
};

inline py::capsule dlpack_of(const FieldMemory& m, int dimensions, int device, const py::object& owner) {
  auto* const all = new DlOwned;
  for (int a = dimensions - 1; a >= 0; --a) {
    all->shape.push_back(m.size[a]);
    all->strides.push_back(m.stride[a]);
  }
  all->owner = owner;
  constexpr int cpu = 1, cuda = 2;
  constexpr std::uint8_t is_float = 2;
  const auto bits = static_cast<std::uint8_t>(8 * bytes_of(m.precision));
  all->managed.tensor = {m.first,
                         {m.space == SpaceKind::cuda ? cuda : cpu, device},
                         dimensions,
                         {is_float, bits, 1},
                         all->shape.data(),
                         all->strides.data(),
                         0};
  all->managed.context = all;
  all->managed.remove = [](DlManaged* gone) {
    const py::gil_scoped_acquire lock;
    delete static_cast<DlOwned*>(gone->context);
  };
  return py::capsule(&all->managed, "dltensor", [](PyObject* capsule) {
    if (!PyCapsule_IsValid(capsule, "dltensor")) return;  // another library has taken it over
    auto* const managed = static_cast<DlManaged*>(PyCapsule_GetPointer(capsule, "dltensor"));
    managed->remove(managed);
  });
}

}  // namespace eddy::python
