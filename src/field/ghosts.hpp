// Fills the ghost cells of cell fields, for all solvers and conditions. Each side of a field has a plane of values for
// its ghost cells: the values of the boundary condition, or, on periodic sides, those of the cells at the opposite end.
//
//      ghost | 0  1  2  …  n−1 | ghost
//        ▲                   ╰───╮  periodic: the plane of the left side is copied from cell n−1
//        ╰── plane ◀─────────────╯
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "field/field.hpp"
#include "field/kernels.hpp"

namespace eddy {

template <class S, class T>
class Ghosts {
 public:
  Ghosts() = default;
  Ghosts(Exec<S>& exec, const Box& cells, int dimensions) : exec_(&exec), cells_(cells), dimensions_(dimensions) {
    for (int side = 0; side < 2 * dimensions; ++side)
      planes_.emplace_back(exec, std::string("ghost.") + side_names[side], ghost_layer(side), dimensions);
  }
  Box ghost_layer(int side) const {
    const int a = side / 2;
    return side % 2 ? cells_.layer(a, true).shifted(a, 1) : cells_.layer(a, false).shifted(a, -1);
  }
  CellField<S, T>& plane(int side) { return planes_[side]; }
  void set_periodic(int axis) { periodic_[axis] = true; }
  bool periodic(int axis) const { return periodic_[axis]; }
  bool any_periodic() const { return periodic_[0] || periodic_[1] || periodic_[2]; }

  void fill(CellField<S, T>& f) {
    for (int side = 0; side < 2 * dimensions_; ++side) fill_side(f, side);
  }
  void fill_periodic(CellField<S, T>& f) {  // only these change with every sweep
    for (int side = 0; side < 2 * dimensions_; ++side)
      if (periodic_[side / 2]) fill_side(f, side);
  }

 private:
  void fill_side(CellField<S, T>& f, int side) {
    const int a = side / 2;
    if (periodic_[a]) {
      const int shift = side % 2 ? -cells_.extent(a) : cells_.extent(a);
      if (exec_->parts.splits(f.identity(), a)) {  // the opposite end belongs to another rank
        Box layer = ghost_layer(side);
        for (int b = 0; b < a; ++b)  // include the corners, which multigrid reads
          if (periodic_[b] && exec_->parts.splits(f.identity(), b)) layer.grow(b, 1);
        return copy_shifted(*exec_, f.identity(), f.identity(), layer, a, shift);
      }
      const Out<S, T> moved(planes_[side].binding(a, shift));
      for_each<kernels::Copy>(*exec_, Set(ghost_layer(side).shifted(a, shift), dimensions_), f, moved);
    }
    for_each<kernels::Copy>(*exec_, Set(ghost_layer(side), dimensions_), planes_[side], f);
  }
  Exec<S>* exec_ = nullptr;
  Box cells_;
  int dimensions_ = 0;
  std::vector<CellField<S, T>> planes_;
  std::array<bool, 3> periodic_{};
};

}  // namespace eddy
