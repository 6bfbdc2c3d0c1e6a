// Reductions over all blocks of a mesh, on all ranks: what each leaves is merged before it is rounded, so that the
// result does not depend on how the mesh is cut.
//
//   reduce_over_blocks<WaveRate>(exec, Reduction::max, blocks, [&](int b, const auto& take) { take(set(b), now.on(b)); });
#pragma once
#include "base/ranks.hpp"
#include "exec/core/executor.hpp"

namespace eddy {

template <template <class, class, int> class K, class S, ReductionKind R, class Each>
double reduce_over_blocks(Exec<S>& exec, ReductionTag<R>, int blocks, const Each& each) {
  Accumulated<R> all;
  const auto take = [&](const Set& set, auto&&... args) {
    detail::with_dimension<2>(set.dimensions, [&](auto d) {
      const K<S, detail::first_value<decltype(args)...>, decltype(d)::value> f{args...};
      members::refuse_aliases(f, f.name);
      all.merge(launch_reduce<R>(exec, set, f));
    });
  };
  for (int b = 0; b < blocks; ++b) each(b, take);
  if (ranks::many()) detail::merge_over_ranks(all);
  return value_of<R>(all);
}

}  // namespace eddy
