// What a kernel must declare to be swept several times in one pass over memory (exec/shapes/tiles.hpp). The iterated
// field is a Previous, whose new values go to the kernel's only Out, or it is the kernel's only InOut. All other
// members are read only. Optional declarations let values that do not change be computed once for all sweeps:
//
//   using Given = …; FN Given given(Cell<S>) const;        coefficients of the system at a cell, the same in all sweeps
//   using Own = …; FN Own own(Cell<S>) const;              values of other fields at a cell, the same in all sweeps
//   FN void sweep(const Given&, const Own&, Cell<S>) const;   one sweep of one cell; operator()(c) is
//                                                          sweep(given(c), own(c), c)
//   static constexpr bool tabled;                          Given comes from Lines alone: where these are constant it is
//                                                          the same for all cells
//   static constexpr int sweeps_at_once;                   the most sweeps in one pass on a device
//
// Several fields may be iterated together. The kernel then has as many Previous as Out, paired in their order, and
//
//   static constexpr int reach = 3, inner_reach = 2;   how many cells away it reads them; the same away from the ends
//
// A kernel may treat the ends of its set differently. It then has
//
//   static constexpr int edge = 2;      number of cells at each end that it treats differently; 0: none
//   using Inner = …;                    the kernel for all other cells, with the same members
#pragma once
#include <utility>

#include "exec/core/kernel_words.hpp"
#include "exec/core/members.hpp"
#include "exec/core/view.hpp"

namespace eddy {

template <class S, class T>
struct Previous : In<S, T> {
  static constexpr bool iterated = true;
  using In<S, T>::In;
};

struct EvenPart {  // the part of a table around its middle in which it is constant, and its value there
  int lo = 0, hi = 0;
  double value = 0;
  bool operator==(const EvenPart&) const = default;
};

namespace detail {

// The precision and the number of axes of a kernel, and the same kernel in another space. Along further axes there is
// one cell, with index 0.
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
inline constexpr bool has_given = requires {
  typename F::Given;
};
template <bool Coloured, class F>
inline constexpr int fewest_sweeps = Coloured&& says_how_often<F> ? 1 : 2;
struct Nothing {};
template <class F>
struct Parted {
  using Given = Nothing;
  using Own = Nothing;
};
template <class F>
requires has_given<F>
struct Parted<F> {
  using Given = typename F::Given;
  using Own = typename F::Own;
};

// The views through which the iterated field is read and written; for an InOut they are the same one.
template <class S, class T>
using Place = std::conditional_t<is_symbolic<S>, Binding, View<S, T>>;
template <class S, class T>
struct IteratedViews {
  Place<S, T>*read = nullptr, *written = nullptr;
};
template <class S, class T, class F>
FN IteratedViews<S, T> iterated_views(F& f) {
  IteratedViews<S, T> e;
  members::leaves(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (is_read<M> || is_both<M>) e.read = &m;
    if constexpr (is_written<M>) e.written = &m;
  });
  return e;
}

template <class F>
typename F::Inner inner_of(const F& f) {
  static_assert(sizeof(typename F::Inner) == sizeof(F));
  return __builtin_bit_cast(typename F::Inner, f);
}

template <class F>
constexpr int count_iterated() {
  int n = 0;
  F f{};
  members::leaves(f, [&](auto& m) { n += is_read<std::remove_cvref_t<decltype(m)>>; });
  return n;
}
template <class F>
inline constexpr int iterated = count_iterated<F>();  // number of fields that are a Previous
template <class F>
inline constexpr bool several = (iterated<F>) > 1;

// The kernel for every second sweep: the buffers that are read and those that are written have changed their roles.
template <class S, class F>
F with_roles_swapped(F f) {
  Place<S, typename Made<F>::Real>*read[8] = {}, *written[8] = {};
  int reads = 0, writes = 0;
  members::leaves(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (is_read<M>) read[reads++] = &m;
    if constexpr (is_written<M>) written[writes++] = &m;
  });
  for (int n = 0; n < reads; ++n) std::swap(*read[n], *written[n]);
  return f;
}

}  // namespace tile

}  // namespace eddy
