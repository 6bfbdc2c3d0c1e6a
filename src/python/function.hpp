// A Python function as a formula of a case, called with arrays of coordinates, once for each time.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <vector>

#include "case/formula.hpp"

namespace eddy::python {

namespace py = pybind11;

// `call(x, y, z, t, shape)` of eddy/functions.py takes flat arrays of coordinates, and returns as many values.
class PythonFunction final : public FormulaFunction {
 public:
  PythonFunction(py::object call, const std::array<bool, 4>& uses) : call_(std::move(call)), uses_(uses) {}
  ~PythonFunction() override {
    const py::gil_scoped_acquire lock;
    call_.release().dec_ref();
  }
  std::array<bool, 4> uses() const override { return uses_; }

 protected:
  std::vector<double> compute(const std::vector<Point>& points, const Shape& shape, double t) override {
    const py::gil_scoped_acquire lock;
    std::array<py::array_t<double>, 3> at;
    for (int a = 0; a < 3; ++a) {
      at[a] = py::array_t<double>(static_cast<py::ssize_t>(points.size()));
      double* const to = at[a].mutable_data();
      for (std::size_t n = 0; n < points.size(); ++n) to[n] = points[n][a];
    }
    const auto size = py::make_tuple(shape[2], shape[1], shape[0]);
    const auto values =
        py::cast<py::array_t<double, py::array::c_style | py::array::forcecast>>(call_(at[0], at[1], at[2], t, size));
    return {values.data(), values.data() + values.size()};
  }

 private:
  py::object call_;
  std::array<bool, 4> uses_;
};

}  // namespace eddy::python
