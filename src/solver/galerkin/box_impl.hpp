// A box of rectilinear elements: builds its tables, volumes and lists.
#pragma once
#include "solver/galerkin/box.hpp"
#include "solver/places.hpp"

namespace eddy::galerkin {

template <class S, class T>
BoxTopology<S, T>::BoxTopology(Exec<S>& exec, const Domain& domain, const RunOptions& run,
                               const std::vector<double>& length_squared)
    : exec_(exec),
      domain_(domain),
      d_(domain.dimensions()),
      share_(box_share(domain, run, sizeof(T))),
      there_(exec, share_.layout),
      length_squared_(exec, share_.layout),
      volume_(exec, share_.layout),
      per_volume_(exec, share_.layout) {
  fill_tables();
  fill_volumes();
  if (!length_squared.empty()) fill_lengths(length_squared);
  list_walls();
}

template <class S, class T>
Set BoxTopology<S, T>::elements() const {
  Box b = share_.own;
  for (int a = 0; a < d_; ++a) b.hi[a] = std::min(b.hi[a], domain_.grid().cells(a));
  return Set(b, d_);
}

// The elements beyond both ends have width 0, or on a periodic axis that of the element at the opposite end.
template <class S, class T>
void BoxTopology<S, T>::fill_tables() {
  const Grid& grid = domain_.grid();
  for (int a = 0; a < d_; ++a) {
    const int n = grid.cells(a);
    const auto width = [&](int i) {
      if (domain_.periodic(a)) i = (i + n) % n;
      return i < 0 || i >= n ? 0.0 : grid.width(a, i);
    };
    for (auto* table : {&width_, &per_width_}) table->of.emplace_back(exec_, "width", line_box(n), 1, 1);
    width_[a].fill([&](int i, int, int) { return width(i); });
    per_width_[a].fill([&](int i, int, int) { return width(i) > 0 ? 1 / width(i) : 0.0; });
  }
}

template <class S, class T>
template <class Value>
std::vector<T> BoxTopology<S, T>::per_element(const Value& value) const {
  std::vector<T> all(static_cast<std::size_t>(share_.layout.size()), T(0));
  const std::array<int, 3> cells = domain_.grid().cells();
  each_in_threads(share_.own.grown(1, d_), [&](const Place& n) {
    Place e = n;
    for (int a = 0; a < d_; ++a)
      if (domain_.periodic(a)) e[a] = (e[a] + cells[a]) % cells[a];
    for (int a = 0; a < d_; ++a)
      if (e[a] < 0 || e[a] >= cells[a]) return;
    all[static_cast<std::size_t>(share_.layout.place(0, n))] = static_cast<T>(value(e));
  });
  return all;
}

template <class S, class T>
void BoxTopology<S, T>::fill_volumes() {
  there_.upload(per_element([&](const Place& e) { return domain_.solid(e) ? 0.0 : 1.0; }));
  std::vector<T> volume(static_cast<std::size_t>(share_.layout.size()), T(0)), per_volume = volume;
  share_.each_own(share_.layout, [&](std::size_t, std::int64_t node, std::size_t place) {
    const double v = domain_.volume(node);
    volume[place] = static_cast<T>(v);
    per_volume[place] = v > 0 ? static_cast<T>(1 / v) : T(0);
  });
  volume_.upload(volume);
  per_volume_.upload(per_volume);
}

template <class S, class T>
void BoxTopology<S, T>::fill_lengths(const std::vector<double>& of_elements) {
  const Box cells = cell_box(domain_.grid().cells());
  const bool dynamic = domain_.options().turbulence.model == Model::dynamic;
  if (dynamic) width_squared_ = MeshField<S, T>(exec_, share_.layout);
  MeshField<S, T>& field = dynamic ? width_squared_ : length_squared_;
  field.upload(per_element([&](const Place& e) { return of_elements[place_in(cells, e)]; }));
}

// The elements beyond the ends of the domain have width 0, so the values that they read have no effect.
template <class S, class T>
Set BoxTopology<S, T>::around() const {
  Box b = share_.own;
  for (int a = 0; a < d_; ++a) --b.lo[a];
  return Set(b, d_);
}

template <class S, class T>
void BoxTopology<S, T>::list_walls() {
  const std::vector<int> nodes = domain_.wall_nodes();
  const std::array<int, 3> counts = domain_.node_counts();
  std::array<std::vector<int>, 3> index;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (share_.place(nodes[n]) < 0) continue;
    walls_.push_back(static_cast<int>(n));
    index[0].push_back(nodes[n] % counts[0]);
    index[1].push_back(nodes[n] / counts[0] % counts[1]);
    index[2].push_back(nodes[n] / counts[0] / counts[1]);
  }
  for (int a = 0; a < d_; ++a) wall_index_.of.push_back(make_table<S, int>(exec_, index[a]));
  wall_rows_ = layout_of_walls(domain_.options(), walls(), d_ + 1, sizeof(T));
  wall_result_ = MeshField<S, T>(exec_, wall_rows_);
}

template <class S, class T>
std::vector<double> BoxTopology<S, T>::eddy_viscosity() const {
  const std::vector<T> all = viscosity_.download();
  const std::array<int, 3> cells = domain_.grid().cells(), counts = domain_.node_counts();
  std::vector<double> mine(static_cast<std::size_t>(share_.own.cells()));
  share_.each_own(share_.layout, [&](std::size_t n, std::int64_t, std::size_t place) { mine[n] = double(all[place]); });
  const std::vector<double> nodes = share_.gathered(domain_.nodes(), std::move(mine));
  const Box elements = cell_box(cells);
  std::vector<double> result(static_cast<std::size_t>(elements.cells()));
  each_in_threads(elements, [&](const Place& e) {
    result[place_in(elements, e)] = nodes[place_in(Box{{0, 0, 0}, counts}, e)];
  });
  return result;
}

}  // namespace eddy::galerkin
