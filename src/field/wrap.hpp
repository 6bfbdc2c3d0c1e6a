// Periodic axes of a node field: the first and the last node are the same, and ghosts are copied from the opposite end.
//
//      ghosts     0  1  2  …  n−2  n−1 | n     ghosts
//         ▲──────────────────────╯       ▲
//      0 1 2 ────────────────────────────╯         node n is a copy, too
#pragma once
#include <vector>

#include "field/field.hpp"
#include "field/kernels.hpp"

namespace eddy {

template <class S, class T>
class Wrap {
 public:
  Wrap() = default;
  Wrap(Exec<S>& exec, const Box& nodes, int dimensions, const std::array<bool, 3>& periodic, int layers)
      : exec_(&exec), dimensions_(dimensions) {
    for (int a = 0; a < dimensions; ++a) {
      if (!periodic[a]) continue;
      const int n = nodes.extent(a) - 1;
      Box low = nodes, high = nodes;
      low.set(a, nodes.lo[a] - layers, nodes.lo[a]);
      high.set(a, nodes.hi[a] - 1, nodes.hi[a] + layers);
      for (const auto& [ghosts, shift] : {std::pair(low, n), std::pair(high, -n)})
        copies_.push_back({a, shift, NodeField<S, T>(exec, "wrapped", ghosts, dimensions)});
    }
  }
  bool any() const { return !copies_.empty(); }
  void fill(NodeField<S, T>& f) {
    for (Copy& c : copies_) {
      if (exec_->parts.splits(f.identity(), c.axis)) {
        copy_shifted(*exec_, f.identity(), c.plane.identity(), c.plane.box(), c.axis, c.shift);
        continue;
      }
      const Out<S, T> moved(c.plane.binding(c.axis, c.shift));
      for_each<kernels::Copy>(*exec_, Set(c.plane.box().shifted(c.axis, c.shift), dimensions_), f, moved);
    }
    for (Copy& c : copies_) for_each<kernels::Copy>(*exec_, Set(c.plane.box(), dimensions_), c.plane, f);
  }

 private:
  struct Copy {  // plane: the ghosts; their values come from `shift` nodes farther
    int axis, shift;
    NodeField<S, T> plane;
  };
  Exec<S>* exec_ = nullptr;
  int dimensions_ = 0;
  std::vector<Copy> copies_;
};

}  // namespace eddy
