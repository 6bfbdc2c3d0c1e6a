// Whole lines: a pair of lines is brought into fast memory (shared, local, cache), worked on there in steps, and given
// back. One slot of fast memory holds a number of each of the two lines; that is a complex number to a transform.
//
//   bring(a, b) ─▶ slot place_in(i)        a, b: cell i of the two lines; all cells, then
//   for each step of the plan:             items of one kind, side by side, each on slots of its own; then the next
//     work<kind>(item, numbers, z)         z: the slots slot<kind>(item, numbers, 0 …), read before, written after
//   slot place_out(i) ─▶ give(a, b, z)
//
// Lines 2m and 2m + 1 across are a pair, in every space; the last of an odd number is paired with itself, and `give`
// must write b's number before a's. Only bring and give touch fields; steps read tables. Kinds of work and how many
// slots each takes are known to the kernel: `F::kinds`, `F::width(kind)`.
#pragma once
#include "exec/core/executor.hpp"
#include "exec/host/transform.hpp"
#ifdef __CUDACC__
#include "exec/cuda/transform.hpp"
#else
#include "exec/opencl/transform.hpp"
#endif

namespace eddy {

// The kernel along the axis that its variant says: K<S, T, D, LineVariant<V, A>>.
template <template <class, class, int, class> class K, class V, int D, int A, class S, class... Args>
void transform_lines(Exec<S>& exec, const Box& box, const TransformPlan<S>& plan, Args&&... args) {
  const K<S, detail::first_value<Args...>, D, LineVariant<V, A>> f{std::forward<Args>(args)...};
  members::refuse_aliases(f, f.name);
  launch_transform(exec, Set(box, D), f, plan);
}

}  // namespace eddy
