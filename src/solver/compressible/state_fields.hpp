// The flow state of all blocks of this rank on the device, and tables of states.
#pragma once
#include "field/mesh_field.hpp"
#include "field/tables.hpp"
#include "solver/compressible/fields.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

template <class S, class T>
struct StateView {  // views of one block, or of all places
  using value_type = T;
  MeshView<S, T> first, middle[3], last;
  template <class View, int D>
  operator StateViews<View, D>() const {
    StateViews<View, D> v;
    v.first = first;
    for (int a = 0; a < D; ++a) v.middle.of[a] = middle[a];
    v.last = last;
    return v;
  }
};

template <class S, class T>
struct StateFields {
  std::vector<MeshField<S, T>> of;  // density, velocity or momentum, pressure or energy

  StateFields() = default;
  StateFields(Exec<S>& exec, const MeshLayout& layout) {
    for (int n = 0; n < layout.dimensions() + 2; ++n) of.emplace_back(exec, layout);
  }
  StateView<S, T> on(int b) const {
    return view([&](const MeshField<S, T>& f) { return f.on(b); });
  }
  StateView<S, T> places() const {
    return view([](const MeshField<S, T>& f) { return f.places(); });
  }

 private:
  template <class Get>
  StateView<S, T> view(const Get& get) const {
    StateView<S, T> v;
    const std::size_t last = of.size() - 1;
    v.first = get(of[0]);
    for (std::size_t a = 1; a < last; ++a) v.middle[a - 1] = get(of[a]);
    v.last = get(of[last]);
    return v;
  }
};

template <class S, class T>
struct MetricView {
  using value_type = T;
  MeshView<S, T> node[3], per_volume;
  template <int D>
  operator Metric<S, T, D>() const {
    Metric<S, T, D> m;
    for (int a = 0; a < D; ++a) m.node.of[a] = node[a];
    m.per_volume = per_volume;
    return m;
  }
};

template <class S, class T, class Of>
void upload_as(MeshField<S, T>& field, const std::vector<double>& values, const Of& of) {
  std::vector<T> all(values.size());
  each_in_threads(static_cast<std::int64_t>(values.size()),
                  [&](std::int64_t n) { all[n] = static_cast<T>(of(values[n])); });
  field.upload(all);
}

template <class S, class T>
struct StateTable {  // one state per entry of a list of faces or places
  using value_type = T;
  std::vector<LineField<S, T>> of;  // variables as in StateFields
  StateTable() = default;
  StateTable(Exec<S>& exec, int dimensions, int entries) {
    for (int n = 0; n < dimensions + 2; ++n) of.emplace_back(exec, "table", line_box(entries), 1);
  }
  void put(const std::vector<Primitive<double, 3>>& states, int dimensions) {
    of[0].fill([&](int i, int, int) { return states[i].density; });
    for (int a = 0; a < dimensions; ++a) of[a + 1].fill([&](int i, int, int) { return states[i].velocity[a]; });
    of[dimensions + 1].fill([&](int i, int, int) { return states[i].pressure; });
  }
  template <class View, int D>
  operator StateViews<View, D>() {
    StateViews<View, D> v;
    v.first = of[0];
    for (int a = 0; a < D; ++a) v.middle.of[a] = of[a + 1];
    v.last = of[D + 1];
    return v;
  }
};

}  // namespace eddy::compressible
