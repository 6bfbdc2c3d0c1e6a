// Whole-line kernels: a pair of lines is loaded into fast memory (shared, local, cache), worked on there in steps, and
// stored. One slot of fast memory holds a number of each of the two lines; a transform sees it as a complex number.
//
//   bring(a, b) ─▶ slot place_in(i)        a, b: cell i of the two lines; all cells are brought before the first step
//   for each step of the plan:             its items are of one kind and independent: each has slots of its own
//     work<kind>(item, numbers, z)         z: the slots slot<kind>(item, numbers, 0 …), read before, written after
//   slot place_out(i) ─▶ give(a, b, z)
//
// In every space, lines 2m and 2m + 1 along the first perpendicular axis are a pair; the last of an odd number of lines
// is paired with itself, and `give` must write b's number before a's. Only bring and give access fields; steps read
// tables. The kernel has the number of kinds of work, `F::kinds`, and the slots that each takes, `F::width(kind)`.
#pragma once
#include "exec/core/executor.hpp"
#include "exec/host/transform.hpp"
#ifdef __CUDACC__
#include "exec/cuda/transform.hpp"
#else
#include "exec/opencl/transform.hpp"
#endif

namespace eddy {

// Runs the kernel K<S, T, D, LineVariant<V, A>> along axis A.
template <template <class, class, int, class> class K, class V, int D, int A, class S, class... Args>
void transform_lines(Exec<S>& exec, const Box& box, const TransformPlan<S>& plan, Args&&... args) {
  const K<S, detail::first_value<Args...>, D, LineVariant<V, A>> f{std::forward<Args>(args)...};
  members::refuse_aliases(f, f.name);
  launch_transform(exec, Set(box, D), f, plan);
}

}  // namespace eddy
