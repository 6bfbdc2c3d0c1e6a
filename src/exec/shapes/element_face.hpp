// A face of an element, perpendicular to the last axis, as sums and differences of its corners: number m of a variable
// is the sum of its corner values, with a minus sign for each axis in m along which the corner lies at the lower end.
//
//     2 ─── 3        of[v][0] = sum of all            of[v][1] = (1 + 3) − (0 + 2): along x
//     │     │        of[v][2] = along y               of[v][3] = along both
//     0 ─── 1        corners: bit a is 1 at the upper end of axis a
//
// The same sums turn the contributions of an element into one value per corner (a Walsh–Hadamard transform).
#pragma once
#include "exec/core/cell.hpp"
#include "exec/core/view.hpp"

namespace eddy {

template <class Num, int N, int D>
struct ElementFace {
  static constexpr int corners = 1 << (D - 1);
  Num of[N][corners];
};

// The transform along one axis; a face is transformed along one axis after the other.
template <class Num>
FN void sum_and_difference(Num low, Num high, Num& sum, Num& difference) {
  sum = high + low;
  difference = high - low;
}

template <class Num, int D>
FN void take_face(const Num (&corner)[1 << (D - 1)], Num (&face)[1 << (D - 1)]) {
  if constexpr (D == 2) {
    sum_and_difference(corner[0], corner[1], face[0], face[1]);
  } else {
    Num low[2], high[2];
    sum_and_difference(corner[0], corner[1], low[0], low[1]);
    sum_and_difference(corner[2], corner[3], high[0], high[1]);
    sum_and_difference(low[0], high[0], face[0], face[2]);
    sum_and_difference(low[1], high[1], face[1], face[3]);
  }
}

// The value that is sent to a corner.
template <class Num, int D>
FN Num corner_of(const Num (&face)[1 << (D - 1)], int corner) {
  const Num low = corner & 1 ? face[0] + face[1] : face[0] - face[1];
  if constexpr (D == 2) {
    return low;
  } else {
    const Num high = corner & 1 ? face[2] + face[3] : face[2] - face[3];
    return corner & 2 ? low + high : low - high;
  }
}

namespace detail {

template <int D>
FN constexpr Offset corner_offset(int corner) {
  return {corner & 1, D > 1 ? (corner >> 1) & 1 : 0, D > 2 ? (corner >> 2) & 1 : 0};
}

template <class F, class S, class Num, int N, int D>
FN void read_face(const F& f, Cell<S> lowest, ElementFace<Num, N, D>& face) {
  Num corner[1 << (D - 1)][N];
  UNROLL
  for (int c = 0; c < 1 << (D - 1); ++c) f.read(lowest + corner_offset<D>(c), corner[c]);
  UNROLL
  for (int v = 0; v < N; ++v) {
    Num at[1 << (D - 1)];
    UNROLL
    for (int c = 0; c < 1 << (D - 1); ++c) at[c] = corner[c][v];
    take_face<Num, D>(at, face.of[v]);
  }
}

// The contribution of element `e` around a node: bit a of e is 1 if the element lies above the node along axis a.
template <int D, class F, class S, class Num>
FN void share_of_element(const F& f, Cell<S> node, int e, Num (&share)[F::shares]) {
  constexpr int last = 1 << (D - 1);
  const Cell<S> lowest = node - corner_offset<D>(~e & (2 * last - 1));
  ElementFace<Num, F::variables, D> below, above;
  read_face(f, lowest, below);
  read_face(f, lowest + corner_offset<D>(last), above);
  ElementFace<Num, F::shares, D> to_below, to_above;
  f.element(lowest, f.column(lowest), f.given(lowest), below, above, to_below, to_above);
  UNROLL
  for (int v = 0; v < F::shares; ++v)
    share[v] = corner_of<Num, D>(e & last ? to_below.of[v] : to_above.of[v], ~e & (last - 1));
}
template <class Num, int N>
FN void add_second(int which, const Num (&value)[N], Num (&sum)[N]) {  // sum = first value, then sum + second value
  UNROLL
  for (int v = 0; v < N; ++v) sum[v] = which == 0 ? value[v] : sum[v] + value[v];
}

}  // namespace detail

// The contributions of all elements around a node, added in pairs along x, then along y, then along z.
template <int D, class F, class S, class Num>
FN void sum_at_node(const F& f, Cell<S> node, Num (&sum)[F::shares]) {
  Num share[F::shares], row[F::shares], plane[F::shares];
  ROLLED
  for (int last = 0; last < 2; ++last) {
    ROLLED
    for (int y = 0; y < (D == 3 ? 2 : 1); ++y) {
      ROLLED
      for (int x = 0; x < 2; ++x) {
        detail::share_of_element<D>(f, node, x + 2 * y + (last << (D - 1)), share);
        detail::add_second(x, share, row);
      }
      detail::add_second(y, row, plane);
    }
    detail::add_second(last, plane, sum);
  }
}

}  // namespace eddy
