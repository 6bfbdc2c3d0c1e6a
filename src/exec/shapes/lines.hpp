// Line kernels: a recurrence along an axis over the whole length of a set. The kernel defines what is done at each
// cell; the executor owns the loops, their order, and the transfers through fast memory.
//
//   upwards       carry = start(first, last)
//                 take(c) ─▶ Taken ─▶ forward(taken, carry) ─▶ Kept ─▶ keep(c, kept)          c = first … last
//   at the end    turn(first, last, carry)
//   downwards     recall(c) ─▶ Kept ─▶ backward(kept, carry) ─▶ Given ─▶ give(c, given)       c = last … first
//                 (or Recalled, where recall returns more than was kept)
//
// Only take, keep, recall and give access memory. keep must not write what take reads, except in the cell itself: cells
// are taken ahead of the recurrence, and along x by other threads than the one that computes the line. The same holds
// for give and recall. A kernel without `Given` has no pass downwards. Colours of a set are colours of lines here: the
// parity of the sum of the two indices perpendicular to the line.
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
