// Reductions over all blocks of a mesh, on all ranks. Exact sums and extremes are merged before they are rounded, so
// that the result does not depend on how the mesh is cut.
//
//   reduce_over_blocks<WaveRate>(exec, Reduction::max, blocks,
//                                [&](int b, const auto& take) { take(set(b), now.on(b)); });
#pragma once
#include "base/ranks.hpp"
#include "exec/core/executor.hpp"

namespace eddy {

template <ReductionKind R, class S, class Each, class Reduce>
double merged_over_blocks(Exec<S>&, int blocks, const Each& each, const Reduce& reduce_one) {
  Accumulated<R> all;
  const auto take = [&](const Set& set, auto&&... args) { all.merge(reduce_one(set, args...)); };
  for (int b = 0; b < blocks; ++b) each(b, take);
  if (ranks::many()) detail::merge_over_ranks(all);
  return value_of<R>(all);
}

template <template <class, class, int> class K, class S, ReductionKind R, class Each>
double reduce_over_blocks(Exec<S>& exec, ReductionTag<R>, int blocks, const Each& each) {
  return merged_over_blocks<R>(exec, blocks, each, [&](const Set& set, const auto&... args) {
    return detail::with_dimension<2>(set.dimensions, [&](auto d) {
      const K<S, detail::first_value<decltype(args)...>, decltype(d)::value> f{args...};
      members::refuse_aliases(f, f.name);
      return launch_reduce<R>(exec, set, f);
    });
  });
}
// The same for a kernel with a variant V, on sets of one to three axes.
template <template <class, class, int, class> class K, class V, class S, ReductionKind R, class Each>
double reduce_over_blocks(Exec<S>& exec, ReductionTag<R>, int blocks, const Each& each) {
  return merged_over_blocks<R>(exec, blocks, each, [&](const Set& set, const auto&... args) {
    return detail::with_dimension<1>(set.dimensions, [&](auto d) {
      const K<S, detail::first_value<decltype(args)...>, decltype(d)::value, V> f{args...};
      members::refuse_aliases(f, f.name);
      return launch_reduce<R>(exec, set, f);
    });
  });
}

}  // namespace eddy
