// eddy._core: the functions of libeddy.so for the Python package, which is in eddy/ beside this file.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "app/verbs/templates.hpp"
#include "app/version.hpp"
#include "base/text.hpp"
#include "python/arrays.hpp"
#include "python/function.hpp"
#include "python/simulation.hpp"

namespace eddy::python {
namespace {

using FunctionRows = std::vector<std::tuple<std::string, py::object, std::array<bool, 4>>>;

Functions functions_of(const FunctionRows& rows) {
  Functions all;
  for (const auto& [name, call, uses] : rows) all.emplace_back(name, std::make_shared<PythonFunction>(call, uses));
  return all;
}

CaseText text_of(const std::string& text, const std::string& file, const std::vector<std::string>& set) {
  return {text, file, set};
}

py::dict dict_of(const std::vector<Number>& numbers) {
  py::dict all;
  for (const Number& n : numbers) all[py::str(n.name)] = n.value;
  return all;
}

// Python handles Ctrl-C, so it is asked from time to time.
void look_around(const py::object& progress, const PySimulation& s) {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!progress.is_none()) progress(s.now().step, s.now().time);
}

void add_simulation(py::module_& m) {
  using S = PySimulation;
  const auto free = py::call_guard<py::gil_scoped_release>();
  py::class_<S, std::shared_ptr<S>>(m, "Simulation")
      .def(py::init([](const std::string& text, const std::string& file, const std::vector<std::string>& set,
                       const FunctionRows& functions, const std::optional<std::string>& out, bool next, bool force) {
        Functions all = functions_of(functions);
        const py::gil_scoped_release free_lock;
        return std::make_shared<S>(text_of(text, file, set), std::move(all), FolderWish{out, next, force});
      }))
      .def_static("resume",
                  [](const std::string& folder, const std::vector<std::string>& set, const FunctionRows& functions) {
                    Functions all = functions_of(functions);
                    const py::gil_scoped_release free_lock;
                    return std::make_shared<S>(folder, set, std::move(all));
                  })
      .def("step", &S::step, free)
      .def("run",
           [](S& s, std::optional<double> until, std::optional<std::int64_t> steps, const py::object& progress) {
             const py::gil_scoped_release free_lock;
             return s.run(until, steps, [&] { look_around(progress, s); });
           })
      .def("close", &S::close, free)
      .def("over", &S::over)
      .def("refuse_in_step", &S::refuse_in_step)
      .def("numbers", [](S& s) { return dict_of(s.numbers()); })
      .def("results", [](S& s) { return dict_of(s.results()); })
      .def("residual", [](S& s) { return s.status().residual; })
      .def_property_readonly("folder", &S::folder)
      .def_property_readonly("time", [](const S& s) { return s.now().time; })
      .def_property_readonly("dt", [](const S& s) { return s.now().dt; })
      .def_property_readonly("steps", [](const S& s) { return s.now().step; })
      .def_property_readonly("solver", [](const S& s) { return s.session().c.solver; })
      .def_property_readonly("title", [](const S& s) { return s.session().c.title; })
      .def_property_readonly("device", [](const S& s) { return label(s.session().device); })
      .def_property_readonly("dimensions", [](const S& s) { return s.session().grid.dimensions; })
      .def_property_readonly("end",
                             [](const S& s) {
                               const RunOptions& run = s.session().c.run;
                               return py::make_tuple(run.end_time, run.steps, run.steady);
                             })
      .def_property_readonly("fields", [](const S& s) { return s.session().simulation->fields(); })
      .def("edited", &S::edited, free)
      .def("sample", [](S& s, const std::string& name) {
        const Sample sample = s.sample(name);
        return py::make_tuple(copy_of(sample, s.session().grid.is_box() ? s.session().grid.dimensions : 1),
                              static_cast<int>(sample.location), sample.unit, sample.components);
      });
}

void add_fields(py::module_& m) {
  using S = std::shared_ptr<PySimulation>;
  const auto dimensions = [](const S& s) { return s->session().grid.is_box() ? s->session().grid.dimensions : 1; };
  m.def("memory", [dimensions](const S& s) {  // name: (array or null, address, space, location, shape, strides, bytes)
    py::dict all;
    for (const FieldMemory& f : s->memory()) {
      const int d = dimensions(s);
      py::object array = py::none();
      if (f.first && f.space == SpaceKind::cpu) array = view_of(f, d, py::cast(s));
      all[py::str(f.name)] =
          py::make_tuple(array, reinterpret_cast<std::uintptr_t>(f.first), space_names[static_cast<int>(f.space)],
                         static_cast<int>(f.location), py::tuple(py::cast(reversed_axes(f.size, d))),
                         py::tuple(py::cast(byte_strides(f, d))), bytes_of(f.precision));
    }
    return all;
  });
  m.def("dlpack", [dimensions](const S& s, const std::string& name) {
    for (const FieldMemory& f : s->memory())
      if (f.name == name && f.first) return dlpack_of(f, dimensions(s), s->session().device.number, py::cast(s));
    throw Error(Exit::usage, "'" + name + "' has no address on this device.");
  });
  m.def("device_number", [](const S& s) { return s->session().device.number; });
  m.def("stored_shape", [dimensions](const S& s, const std::string& name) {
    const Sample field = s->stored(name);
    return py::tuple(py::cast(reversed_axes(field.size, dimensions(s))));
  });
  m.def("set", [](const S& s, const std::string& name, const py::array_t<double, py::array::c_style>& values) {
    Sample field = s->stored(name);
    field.values.assign(values.data(), values.data() + values.size());
    const py::gil_scoped_release free_lock;
    s->set(std::move(field));
  });
  m.def("nodes", [](const S& s) {  // for a box: coordinates along each axis
    py::list all;
    const Grid& grid = s->session().grid;
    for (int a = 0; a < grid.dimensions; ++a)
      all.append(py::array_t<double>(static_cast<py::ssize_t>(grid.nodes[a].size()), grid.nodes[a].data()));
    return all;
  });
  m.def("blocks", [](const S& s) {  // for each block its cells along each axis, and the coordinates of its nodes
    py::list all;
    const Grid& grid = s->session().grid;
    if (!grid.blocks) return all;
    for (const Block& b : grid.blocks->blocks) {
      py::list nodes;
      for (int a = 0; a < grid.dimensions; ++a)
        nodes.append(py::array_t<double>(static_cast<py::ssize_t>(b.nodes[a].size()), b.nodes[a].data()));
      all.append(py::make_tuple(py::tuple(py::cast(reversed_axes(b.cells, grid.dimensions))), nodes));
    }
    return all;
  });
}

// x, y, z of many points, each an array.
py::list columns_of(const std::vector<Point>& points) {
  py::list all;
  for (int a = 0; a < 3; ++a) {
    py::array_t<double> column(static_cast<py::ssize_t>(points.size()));
    for (std::size_t n = 0; n < points.size(); ++n) column.mutable_at(static_cast<py::ssize_t>(n)) = points[n][a];
    all.append(column);
  }
  return all;
}

void add_hexahedra(py::module_& m) {
  // Nodes and centres of the elements in the order of fields; none: the mesh is of another kind.
  m.def("hexahedra", [](const std::shared_ptr<PySimulation>& s) -> py::object {
    const std::shared_ptr<const HexMesh> mesh = s->session().grid.hexahedra;
    if (!mesh) return py::none();
    std::vector<Point> centres;
    for (int e = 0; e < static_cast<int>(mesh->elements.size()); ++e) centres.push_back(centre_of(*mesh, e));
    return py::make_tuple(columns_of(mesh->nodes), columns_of(centres));
  });
}

void add_cases(py::module_& m) {
  m.def("used_case", [](const std::string& text, const std::string& file, const std::vector<std::string>& set,
                        const FunctionRows& functions) {
    const Functions all = functions_of(functions);
    const py::gil_scoped_release free_lock;  // because another thread that reads a case may call Python
    return write_case(case_of(text_of(text, file, set), all), solver_keys_list());
  });
  m.def("version", [] { return version(); });
  m.def("offered_template", [](const std::string& path) { return offered_template(path); });
  m.def("suggestion",
        [](const std::string& word, const std::vector<std::string>& known) { return did_you_mean(word, known); });
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "What the package eddy asks of libeddy.so.";
  static PyObject* make_error =
      nullptr;  // eddy.errors.make(code, text), given by the package; lives as long as it does
  m.def("set_errors", [](py::object make) { make_error = make.release().ptr(); });
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const Error& error) {
      const py::object made =
          py::reinterpret_borrow<py::object>(make_error)(static_cast<int>(error.code()), std::string(error.what()));
      PyErr_SetObject(py::type::of(made).ptr(), made.ptr());
    }
  });
  add_simulation(m);
  add_fields(m);
  add_hexahedra(m);
  add_cases(m);
}

}  // namespace eddy::python
