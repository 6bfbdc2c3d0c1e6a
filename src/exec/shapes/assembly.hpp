// assemble: launches a kernel on nodes whose work is done by the elements between them. Each element reads its 2^D
// nodes and sends a contribution to each of them; each node adds the contributions of the elements around it, always
// in the same order, and is updated. Nothing is scattered, and every executor gives the same bits:
//
//   assemble<GalerkinPass, V>(exec, nodes, from, base, to, …);      GalerkinPass<S, T, D, V>
//
//     ┌───┬───┐         element e lies above node e along every axis; node n adds the elements n − 1 and n along x,
//     │n−1│ n │         then the two sums along y, then those along z
//     ├───n───┤
//     │   │   │
//     └───┴───┘
//
// The kernel has
//
//   static constexpr int variables, shares;                    numbers that an element reads from, and sends to, a node
//   FN void read(Cell<S> node, Num (&values)[variables]) const;
//   using Column = …; FN Column column(Cell<S> e) const;        what it needs from tables along all axes but the last
//   using Given = …; FN Given given(Cell<S> e) const;           what it needs from fields; it is loaded ahead
//   FN void element(Cell<S> e, const Column&, const Given&, const Face<variables>& below,
//                   const Face<variables>& above, Face<shares>& to_below, Face<shares>& to_above) const;
//   using Own = …; FN Own own(Cell<S> node) const;              what the update of a node needs from fields
//   FN void update(Cell<S> node, const Own&, const Num (&sum)[shares]) const;
//   FN void operator()(Cell<S> node) const;                     the plain form, which is recorded: sum_at_node, update
//
// All fields of the kernel have one layout. `read`, `given`, `own` and `update` give their cell to fields and to nothing
// else, since CUDA hands them the place in this layout as a cell of a line; tables belong into `column` and `element`.
// An element gets its two faces perpendicular to the last axis, each as sums and differences of its corners
// (exec/shapes/element_face.hpp), and returns its contributions in the same form.
#pragma once
#include "exec/core/executor.hpp"
#include "exec/host/assembly.hpp"
#include "exec/shapes/element_face.hpp"
#ifdef __CUDACC__
#include "exec/cuda/assembly.hpp"
#endif

namespace eddy {

#ifndef __CUDACC__
template <class F>
void launch_assembled(Exec<OpenCl>& exec, const Set& set, const F& f) {  // each node computes its elements
  launch(exec, set, f, sizeof(typename detail::Made<F>::Real));
}
#endif

template <template <class, class, int, class> class K, class V, class S, class... A>
void assemble(Exec<S>& exec, const Set& set, A&&... args) {
  if (set.box.empty()) return;
  detail::with_dimension<2>(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value, V> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    launch_assembled(exec, set, f);
  });
}

}  // namespace eddy
