// A few cells of a field, gathered on its device: what a picture shows of a large one.
#pragma once
#include <string>
#include <utility>

#include "field/cell_lists.hpp"
#include "field/field.hpp"

namespace eddy {
namespace kernels {

template <class S, class T, int D>
struct Pick {  // values of the cells that tables name along each axis
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

// Many ranks fetch all cells between the outermost, and pick on the host.
template <class S, class T>
Sample sample_at(Exec<S>& exec, const CellField<S, T>& field, std::string unit, const CellLists& cells) {
  if (exec.parts.many()) return picked(field.sample(std::move(unit), hull(cells)), cells);
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
