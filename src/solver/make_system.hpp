// Makes the linear systems of heat conduction and of the pressure. A model provides cells(), dimensions(),
// periodic(axis), width(axis, cell), and ends(axis, cell): conductance over width of both faces of a cell.
#pragma once
#include "linear/fft.hpp"
#include "linear/solver.hpp"

namespace eddy {

template <class S, class T, class Model>
System<S, T> make_system(Exec<S>& exec, const Model& model) {  // without coefficients
  System<S, T> system;
  system.exec = &exec;
  system.cells = model.cells();
  system.dimensions = model.dimensions();
  system.ghosts = Ghosts<S, T>(exec, model.cells(), model.dimensions());
  for (int a = 0; a < model.dimensions(); ++a) {
    if (model.periodic(a)) system.ghosts.set_periodic(a);
    for (int i = 0; i < model.cells().extent(a); ++i) system.widths[a].push_back(model.width(a, i));
  }
  return system;
}

template <class S, class T, class Model>
SeparableFields<S, T> make_tables(Exec<S>& exec, const Model& model, double capacity) {
  SeparableFields<S, T> f;
  for (int a = 0; a < model.dimensions(); ++a) {
    for (auto* table : {&f.low, &f.high, &f.width})
      table->of.emplace_back(exec, "table", line_box(model.cells().extent(a)), 1);
    f.low[a].fill([&](int i, int, int) { return model.ends(a, i)[0]; });
    f.high[a].fill([&](int i, int, int) { return model.ends(a, i)[1]; });
    f.width[a].fill([&](int i, int, int) { return model.width(a, i); });
  }
  f.capacity = static_cast<T>(capacity);
  return f;
}

// `source` provides conductance(axis), for whole faces.
template <class S, class T, class Source>
PerFaceFields<S, T> make_per_face(Exec<S>& exec, const Box& cells, int dimensions, const Source& source,
                                  const std::vector<double>& capacity) {
  PerFaceFields<S, T> f;
  f.conductance = make_faces<S, T>(exec, "conductance", cells, dimensions);
  for (int a = 0; a < dimensions; ++a) f.conductance[a].put(source.conductance(a));
  f.capacity = CellField<S, T>(exec, "capacity", cells, dimensions);
  f.capacity.put(capacity);
  return f;
}

// Refuses what the fft solver would refuse later, from the same tables.
template <class Model>
void refuse_fft(const Model& model, bool single) {
  std::vector<FftAxis> axes;
  for (int a = 0; a < model.dimensions(); ++a) {
    std::vector<double> low, high;
    for (int i = 0; i < model.cells().extent(a); ++i) {
      low.push_back(model.ends(a, i)[0]);
      high.push_back(model.ends(a, i)[1]);
    }
    axes.push_back(fft_axis(a, low, high, model.periodic(a), fft_rounding(single)));
  }
  line_axis(axes);
}

// For estimates of memory: the number of cells with ghosts and padding of rows, and the number of fields that a linear
// solver holds in addition to those of its cycles.
inline double padded_cells(const Grid& grid, double along_x, double across) {
  double cells = 1;
  for (int a = 0; a < grid.dimensions; ++a) cells *= grid.cells(a) + (a == 0 ? along_x : across);
  return cells;
}
inline double fields_of(LinearSolver solver) {
  if (solver == LinearSolver::jacobi) return 1;
  return solver == LinearSolver::tdma || solver == LinearSolver::fft || solver == LinearSolver::cg ? 3 : 0;
}

}  // namespace eddy
