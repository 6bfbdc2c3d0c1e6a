// What changes in multigrid's cycle when conductances do, as numbers on the host in the precision of the cycle.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "field/field.hpp"
#include "linear/level_places.hpp"
#include "linear/levels.hpp"

namespace eddy {

template <class R>
struct CycleChange {
  struct Values {  // at some places, i fastest
    Box places = LevelChange::none;
    std::vector<R> values;
    R operator()(int i, int j, int k) const {
      const auto n = [&](int a) { return std::int64_t(places.extent(a)); };
      return values[std::size_t(i - places.lo[0] + n(0) * (j - places.lo[1] + n(1) * (k - places.lo[2])))];
    }
  };
  struct OfLevel {
    Box cells;
    std::array<Values, 3> conductance, weight;
    Values capacity;
  };
  bool any() const { return !matrix.empty(); }

  std::vector<OfLevel> levels;  // all but the last
  LevelOperator coarsest;
  double rate = 0;
  std::vector<double> matrix;  // of the last level, at this rate
};

template <class R>
CycleChange<R> cycle_change(const std::vector<Level>& levels, const std::vector<LevelChange>& changes, double rate) {
  CycleChange<R> all;
  const auto take = [](const std::vector<double>& from, const LevelPlaces& of, const Box& changed) {
    const Box box = changed.common({{0, 0, 0}, {of.n[0], of.n[1], of.n[2]}});  // weights are coarse along some axes
    typename CycleChange<R>::Values part{box, {}};
    part.values.reserve(static_cast<std::size_t>(std::max<std::int64_t>(0, box.cells())));
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j) {
        const double* const row = from.data() + of.at({0, j, k});
        for (int i = box.lo[0]; i < box.hi[0]; ++i) part.values.push_back(static_cast<R>(row[i]));
      }
    return part;
  };
  for (std::size_t l = 0; l + 1 < levels.size() && !changes.empty(); ++l) {
    const LevelOperator& op = levels[l].op;
    auto& to = all.levels.emplace_back();
    to.cells = changes[l].cells;
    std::array<int, 3> cells = op.cells;  // of weights: coarse along the axes before
    for (int a = 0; a < op.dimensions; ++a) {
      to.conductance[a] = take(op.conductance[a], faces_of(op.cells, a), face_box(to.cells, a));
      if (levels[l].map[a].joins) to.weight[a] = take(levels[l].weight[a], cells_of(cells), changes[l].weights[a]);
      cells[a] = levels[l + 1].op.cells[a];
    }
    to.capacity = take(op.capacity, cells_of(op.cells), to.cells);
  }
  if (changes.empty()) return all;
  all.coarsest = levels.back().op;
  all.rate = rate;
  all.matrix = coarsest_matrix(all.coarsest, rate);
  return all;
}

}  // namespace eddy
