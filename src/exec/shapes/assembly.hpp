// assemble: a kernel on nodes whose work is done by the elements between them. Each element looks at its 2^D nodes and
// sends a share to each of them; each node adds up what the elements around it send, always in the same order, and
// updates itself. Nothing is scattered, and every executor gives the same bits:
//
//   assemble<GalerkinPass, V>(exec, nodes, from, base, to, …);      GalerkinPass<S, T, D, V>
//
//     ┌───┬───┐         element e lies above node e along every axis; node n adds up the elements n − 1 and n along x,
//     │n−1│ n │         then the two sums along y, then those along z
//     ├───n───┤
//     │   │   │
//     └───┴───┘
//
// The kernel says
//
//   static constexpr int variables, shares;                    values that an element sees of a node, and sends to one
//   FN void read(Cell<S> node, Num (&values)[variables]) const;
//   using Given = …; FN Given given(Cell<S> e) const;           what an element needs of fields: fetched ahead of time
//   FN void element(Cell<S> e, const Given&, const Face<variables>& below, const Face<variables>& above,
//                   Face<shares>& to_below, Face<shares>& to_above) const;
//   using Own = …; FN Own own(Cell<S> node) const;              and a node, to be updated
//   FN void update(Cell<S> node, const Own&, const Num (&sum)[shares]) const;
//   FN void operator()(Cell<S> node) const;                     the plain form, which is recorded: sum_at_node, update
//
// An element is handed its two faces across the last axis, each as sums and differences of its corners
// (exec/shapes/element_face.hpp), and returns what it sends in the same form.
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
void launch_assembled(Exec<OpenCl>& exec, const Set& set, const F& f) {  // each node computes its elements itself
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
