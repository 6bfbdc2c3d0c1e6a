// Lines: a recurrence along an axis, as many cells long as the set. A line kernel says what a cell brings along and
// what becomes of it; the executor owns the loops, the order, and the way through fast memory.
//
//   upwards       carry = start(first, last)
//                 take(c) ─▶ Taken ─▶ forward(taken, carry) ─▶ Kept ─▶ keep(c, kept)          c = first … last
//   at the end    turn(first, last, carry)
//   downwards     recall(c) ─▶ Kept ─▶ backward(kept, carry) ─▶ Given ─▶ give(c, given)       c = last … first
//                 (or Recalled, where more than was kept comes back)
//
// Only take, keep, recall and give touch memory. What take reads must not be written by keep, except in the cell
// itself: cells are taken ahead of the recurrence, and along x by other threads than the one that goes along the line.
// The same holds downwards. A line without `Given` ends at the top. Colours of a set are colours of lines here: the
// parity of the sum of the two indices across.
//
//   for_each_line<LineRelax, C>(exec, set, axis, a, b, x, …)         LineRelax<S, T, D, LineVariant<C, axis>>
#pragma once
#include "exec/core/executor.hpp"
#include "exec/host/lines.hpp"
#ifdef __CUDACC__
#include "exec/cuda/lines.hpp"
#else
#include "exec/opencl/lines.hpp"
#endif

namespace eddy {

template <template <class, class, int, class> class K, class V, class S, class... A>
void for_each_line(Exec<S>& exec, const Set& set, int axis, A&&... args) {
  if (set.box.empty()) return;
  detail::with_dimension<fewest_axes<V>>(set.dimensions, [&](auto d) {
    detail::with_axis<decltype(d)::value>(axis, [&](auto a) {
      const K<S, detail::first_value<A...>, decltype(d)::value, LineVariant<V, decltype(a)::value>> f{
          std::forward<A>(args)...};
      members::refuse_aliases(f, f.name);
      launch_lines(exec, set, f);
    });
  });
}

}  // namespace eddy
