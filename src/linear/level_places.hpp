// Positions of the cells and faces of a multigrid level in its arrays.
#pragma once
#include <array>
#include <cstddef>

namespace eddy {

using Place = std::array<int, 3>;

struct LevelPlaces {  // index arithmetic for a box of cells or faces, i fastest
  std::array<int, 3> n;
  std::size_t at(const Place& c) const {
    return static_cast<std::size_t>(c[0]) +
           static_cast<std::size_t>(n[0]) * (c[1] + static_cast<std::size_t>(n[1]) * c[2]);
  }
  std::size_t count() const { return static_cast<std::size_t>(n[0]) * n[1] * n[2]; }
  std::ptrdiff_t stride(int a) const { return a == 0 ? 1 : a == 1 ? n[0] : static_cast<std::ptrdiff_t>(n[0]) * n[1]; }
  template <class Call>
  void each(const Call& call) const {
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) call(Place{i, j, k});
  }
  template <class Call>
  void each_line(int axis, const Call& call) const {  // calls with the first place of each line along an axis
    LevelPlaces ends = *this;
    ends.n[axis] = 1;
    ends.each(call);
  }
};
inline LevelPlaces cells_of(const std::array<int, 3>& n) { return {n}; }
inline LevelPlaces faces_of(std::array<int, 3> n, int axis) {
  ++n[axis];
  return {n};
}

}  // namespace eddy
