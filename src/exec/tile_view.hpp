// What a kernel must say to be swept several times in one pass over memory (exec/tile.hpp). The field that a sweep
// reads and the next one finds changed is a Previous, written through the kernel's one Out; or it is the kernel's one
// InOut. Every other member is read only. Two optional words keep what does not change from being computed again:
//
//   using Fixed = …; FN Fixed fixed(Cell<S>) const;   what a cell needs of the other fields, the same in every sweep
//   FN void sweep(const Fixed&, Cell<S>) const;      one sweep of one cell; operator()(c) is sweep(fixed(c), c)
//   static constexpr int sweeps_at_once;             see below
#pragma once
#include <algorithm>

#include "exec/members.hpp"
#include "exec/view.hpp"

namespace eddy {

template <class S, class T>
struct Previous : In<S, T> {
  static constexpr bool iterated = true;
  using In<S, T>::In;
};

namespace detail {

// What a kernel was made for: its precision, and its axes. On the others there is one cell, 0, and nothing to compute
// for it. And the same kernel in another space.
template <class F>
struct Made;
template <template <class, class, int> class K, class S, class T, int D>
struct Made<K<S, T, D>> {
  using Real = T;
  static constexpr int dimensions = D;
  template <class Other>
  using Rebound = K<Other, T, D>;
};
template <template <class, class, int, class> class K, class S, class T, int D, class V>
struct Made<K<S, T, D, V>> {
  using Real = T;
  static constexpr int dimensions = D;
  template <class Other>
  using Rebound = K<Other, T, D, V>;
};

}  // namespace detail

namespace tile {

using detail::Made;

template <class M>
inline constexpr bool is_read = requires {
  M::iterated;
};
template <class M>
inline constexpr bool is_written = false;
template <class M>
requires(M::access == Access::out || M::access == Access::in_out) inline constexpr bool is_written<M> = true;
template <class M>
inline constexpr bool is_both = false;
template <class M>
requires(M::access == Access::in_out) inline constexpr bool is_both<M> = true;

template <class F>
inline constexpr bool has_fixed = requires {
  typename F::Fixed;
};
// A kernel that is swept but a few times says how often at most in one pass on a device (0: never); one coloured sweep
// is then a pass, too.
template <class F>
inline constexpr bool says_how_often = requires {
  F::sweeps_at_once;
};
template <class F>
constexpr int limited(int most) {
  if constexpr (says_how_often<F>) return std::min(most, F::sweeps_at_once);
  return most;
}
template <bool Coloured, class F>
inline constexpr int fewest_sweeps = Coloured&& says_how_often<F> ? 1 : 2;
struct Nothing {};
template <class F>
struct FixedType {
  using type = Nothing;
};
template <class F>
requires has_fixed<F>
struct FixedType<F> {
  using type = typename F::Fixed;
};
template <class F>
using FixedOf = typename FixedType<F>::type;

// The views of the iterated field: what is read and what is written; one and the same for an InOut.
template <class S, class T>
using Place = std::conditional_t<is_symbolic<S>, Binding, View<S, T>>;
template <class S, class T>
struct Ends {
  Place<S, T>*read = nullptr, *written = nullptr;
};
template <class S, class T, class F>
FN Ends<S, T> ends(F& f) {
  Ends<S, T> e;
  members::leaves(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (is_read<M> || is_both<M>) e.read = &m;
    if constexpr (is_written<M>) e.written = &m;
  });
  return e;
}

}  // namespace tile

}  // namespace eddy
