// The sides of the domain as types, for kernels that work on the layer of points next to a side.
#pragma once
#include "base/choice.hpp"

namespace eddy {

template <int A, bool Upper>
struct OnSide {
  static constexpr int axis = A, fewest_axes = 2;
  static constexpr bool upper = Upper, layer = true;
  static constexpr const char* name = A == 0   ? (Upper ? "right" : "left")
                                      : A == 1 ? (Upper ? "top" : "bottom")
                                               : (Upper ? "back" : "front");
};

using SideChoice = Choice<OnSide<0, false>, OnSide<0, true>, OnSide<1, false>, OnSide<1, true>, OnSide<2, false>,
                          OnSide<2, true>>;  // in the order of the sides' numbers

}  // namespace eddy
