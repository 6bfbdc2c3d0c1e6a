// Gathers a few cells of a field on its device, for a picture of a large field.
#pragma once
#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "field/cell_lists.hpp"
#include "field/field.hpp"

namespace eddy {
namespace kernels {

template <class S, class T, int D>
struct Pick {  // copies the cells whose indices the tables list along each axis
  static constexpr const char* name = "pick";
  static constexpr bool gathers = true;
  static constexpr bool rare = true;
  In<S, T> from;
  Vec<Line<S, int>, D> places;
  Out<S, T> to;
  FN void operator()(Cell<S> c) const {
    Index<S> at[3] = {c[0], c[1], c[2]};
    for (int n = 0; n < D; ++n) at[n] = places[n](c[n]);
    to(c) = from(Cell<S>{at[0], at[1], at[2]});
  }
};

}  // namespace kernels

// The values of these cells, read from host memory. One thread does it, because waking others costs more. It asks for the
// next row while it reads one, since each value lies in a cache line of its own.
template <class T>
Sample looked_up(const FieldMemory& field, const CellLists& cells) {
  Sample s;
  s.precision = field.precision;
  for (int a = 0; a < 3; ++a) s.size[a] = static_cast<int>(cells[a].size());
  s.values.resize(cells[0].size() * cells[1].size() * cells[2].size());
  double* to = s.values.data();
  for (const int k : cells[2])
    for (std::size_t n = 0; n < cells[1].size(); ++n) {
      const T* const plane = static_cast<const T*>(field.first) + k * field.stride[2];
      const T* const row = plane + cells[1][n] * field.stride[1];
      const T* const next = plane + cells[1][std::min(n + 1, cells[1].size() - 1)] * field.stride[1];
      for (const int i : cells[0]) {
        __builtin_prefetch(next + i);
        *to++ = static_cast<double>(row[i]);
      }
    }
  return s;
}

// Values at the first point of each of these cells. With many ranks the hull of the cells is fetched, and picked from on the
// host.
template <class S, class T, Centring C>
Sample sample_at(Exec<S>& exec, const Field<S, T, C>& field, std::string unit, const CellLists& cells) {
  if (exec.parts.many()) return picked(field.sample(std::move(unit), hull(cells)), cells);
  if constexpr (std::is_same_v<S, Host>) {
    Sample s = looked_up<T>(field.memory(), cells);
    s.name = field.name();
    s.unit = std::move(unit);
    return s;
  }
  const int dimensions = field.set().dimensions;
  PerAxis<LineField<S, int>> places;
  std::array<int, 3> count{1, 1, 1};
  for (int a = 0; a < dimensions; ++a) {
    count[a] = static_cast<int>(cells[a].size());
    places.of.emplace_back(exec, "places", line_box(count[a]), 1);
    places.of.back().fill([&](int i, int, int) { return cells[a][static_cast<std::size_t>(i)]; });
  }
  CellField<S, T> some(exec, field.name(), cell_box(count), dimensions);
  for_each<kernels::Pick>(exec, some.set(), field, places, some);
  return some.sample(std::move(unit));
}

}  // namespace eddy
