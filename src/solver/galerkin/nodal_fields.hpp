// Velocity and pressure at nodes on the device, and tables with an entry per node of a list.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "field/mesh_field.hpp"
#include "field/tables.hpp"
#include "solver/galerkin/flow.hpp"

namespace eddy::galerkin {

// Views of several fields; converts to the views of the first N of them.
template <class S, class T>
struct NodalViews {
  using value_type = T;
  std::vector<MeshView<S, T>> of;
  template <class M, int N>
  operator Vec<M, N>() const {
    Vec<M, N> v;
    for (int n = 0; n < N; ++n) v.of[n] = of[n];
    return v;
  }
};

// A slot for a wall state that is fetched at once, and one for each that is kept on the device (flow.hpp).
inline MeshLayout layout_of_walls(const GalerkinOptions& o, int walls, int values, std::size_t value_bytes) {
  const Box slot{{0, 0, 0}, {std::max(1, walls), values, 1}};
  return MeshLayout(std::vector<Box>(keeps_wall_states(o) ? Flow::most_kept + 1 : 1, slot), 2, 0, value_bytes);
}

template <class S, class T>
struct NodalFields {
  std::vector<MeshField<S, T>> of;
  NodalFields() = default;
  NodalFields(Exec<S>& exec, const MeshLayout& layout, int count) {
    for (int n = 0; n < count; ++n) of.emplace_back(exec, layout);
  }
  NodalViews<S, T> nodes() const {
    NodalViews<S, T> v;
    for (const auto& f : of) v.of.push_back(f.on(0));
    return v;
  }
  NodalViews<S, T> places() const {
    NodalViews<S, T> v;
    for (const auto& f : of) v.of.push_back(f.places());
    return v;
  }
};

template <class S, class T>
PerAxis<LineField<S, T>> make_tables(Exec<S>& exec, int count, int entries) {
  PerAxis<LineField<S, T>> all;
  for (int n = 0; n < count; ++n) {
    all.of.emplace_back(exec, "table", line_box(std::max(1, entries)), 1);
    all.of.back().fill([](int, int, int) { return T(0); });
  }
  return all;
}

}  // namespace eddy::galerkin
