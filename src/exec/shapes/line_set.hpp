// The lines of a set along an axis, and small structs of values treated as arrays.
#pragma once
#include <array>
#include <string_view>

#include "exec/core/box.hpp"
#include "exec/core/cell.hpp"
#include "exec/core/members.hpp"

namespace eddy {

template <class V, int A>
struct LineVariant {  // the variant of a line kernel: V, along axis A
  using Variant = V;
  static constexpr int axis = A;
  static constexpr std::array<std::string_view, 2> words{V::name, A == 0 ? "along x" : A == 1 ? "along y" : "along z"};
};

// The two axes perpendicular to a line. Unless the line goes along x, lines next to each other along the first of them
// are neighbours in memory.
FN constexpr int across_first(int axis) { return axis == 0 ? 1 : 0; }
FN constexpr int across_second(int axis) { return axis == 2 ? 1 : 2; }

template <class S, int Axis_>
FN Cell<S> line_cell(Index<S> along, Index<S> first, Index<S> second) {
  if constexpr (Axis_ == 0)
    return {along, first, second};
  else if constexpr (Axis_ == 1)
    return {first, along, second};
  else
    return {first, second, along};
}

template <class F>
concept LineKernel = requires {
  typename F::Taken;
  typename F::Carry;
};
template <class F>
concept TurnsBack = requires {
  typename F::Given;
};
template <class F>
concept Closes = requires {  // it has a turn at the end of the line
  &F::turn;
};

namespace detail {
template <class F>
struct RecalledOf {
  using type = typename F::Kept;
};
template <class F>
requires requires { typename F::Recalled; }
struct RecalledOf<F> {
  using type = typename F::Recalled;
};
}  // namespace detail
template <class F>
using recalled = typename detail::RecalledOf<F>::type;  // what recall returns: Kept unless the kernel has more

namespace members {

template <class P>
inline constexpr int values = static_cast<int>(count<P>());

template <class P, class Get>
FN P pack(Get&& get) {
  P p;
  int n = 0;
  each(p, [&](auto& v) { v = get(n++); });
  return p;
}
template <class P, class Put>
FN void unpack(const P& p, Put&& put) {
  int n = 0;
  each(p, [&](const auto& v) { put(n++, v); });
}

}  // namespace members

}  // namespace eddy
