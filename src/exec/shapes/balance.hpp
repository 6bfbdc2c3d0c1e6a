// balance: launches a kernel on cells whose work is done by the faces between them. Along each axis a cell tells its
// two faces a state; a face turns the two states beside it into a flux; a cell adds the fluxes out of it, always in
// the same order, and is updated. Nothing is scattered, and every executor gives the same bits:
//
//   balance<MusclStage, V>(exec, cells, from, start, to, …);      MusclStage<S, T, D, V>
//
//     ──┬───────┬───────┬──       from c − 1, c and c + 1 cell c finds a state at either face;
//       │ c − 1 ▸◂  c   │         the lower face of c has the upper state of c − 1 and the lower state of c
//     ──┴───────┴───────┴──       out of c flows  Δ_x + (Δ_y + Δ_z),  Δ: flux of the upper minus flux of the lower face
//
// The kernel has
//
//   static constexpr int values, told;                         numbers of a cell (and of a flux), and of a state
//   FN void read(Cell<S> c, Num (&values)[values]) const;
//   FN void side(below, here, above, bool upper, Num (&at)[told]) const;       the state of the cell `here` at a face
//   template <int A> FN void flux(Cell<S> c, low, high, Num (&f)[values]) const;  of the lower face of c along A
//   FN void update(Cell<S> c, here, out) const;
//   FN void keep(Cell<S> c, part) const, kept(Cell<S> c, part) const;          store and load numbers in the result
//   FN void operator()(Cell<S> c) const;                       the plain form, which is recorded: outflow, update
//   using Faces; Faces faces() const;                          the kernel itself, or a form with the same read, side and
//                                                              flux, which the host compiles once for all that share it
#pragma once
#include "exec/core/executor.hpp"
#ifdef __CUDACC__
#include "exec/cuda/balance.hpp"
#else
#include "exec/host/balance.hpp"
#endif

namespace eddy {

// The net flux out of a cell along A and all further axes, in the plain form.
template <int A, class S, class T, int D, class F>
FN void outflow(const F& f, Cell<S> c, T (&out)[F::values]) {
  constexpr Axis a = Axis(A);
  T cells[5][F::values];
  f.read(c - 2 * a, cells[0]);
  f.read(c - a, cells[1]);
  f.read(c, cells[2]);
  f.read(c + a, cells[3]);
  f.read(c + 2 * a, cells[4]);
  T low[F::told], high[F::told], lower[F::values], upper[F::values];
  f.side(cells[0], cells[1], cells[2], true, low);
  f.side(cells[1], cells[2], cells[3], false, high);
  f.template flux<A>(c, low, high, lower);
  f.side(cells[1], cells[2], cells[3], true, low);
  f.side(cells[2], cells[3], cells[4], false, high);
  f.template flux<A>(c + a, low, high, upper);
  UNROLL_ALL
  for (int v = 0; v < F::values; ++v) out[v] = upper[v] - lower[v];
  if constexpr (A + 1 < D) {
    T rest[F::values];
    outflow<A + 1, S, T, D>(f, c, rest);
    UNROLL_ALL
    for (int v = 0; v < F::values; ++v) out[v] = out[v] + rest[v];
  }
}

#ifndef __CUDACC__
template <class F>
void launch_balance(Exec<OpenCl>& exec, const Set& set, const F& f) {  // each cell computes its faces
  launch(exec, set, f, sizeof(typename detail::Made<F>::Real));
}
#endif

template <template <class, class, int, class> class K, class V, class S, class... A>
void balance(Exec<S>& exec, const Set& set, A&&... args) {
  if (set.box.empty()) return;
  detail::with_dimension<2>(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value, V> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    launch_balance(exec, set, f);
  });
}

}  // namespace eddy
