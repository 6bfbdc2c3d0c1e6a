// update_nodes: a kernel on nodes in the plane, whose work is done by the cells around them and the edges between them. A cell
// sends a share to each of its four corners; an edge carries a flow from one node to the next along its line; a node adds up
// both, always in the same order, and updates itself. Cells and edges are computed once, and no field holds what they send:
//
//   update_nodes<NiPass, V>(exec, nodes, from, to, …);      NiPass<S, T, 2, V>
//
//     ●───────●───────●       cell n lies above node n along both axes; edge n goes from node n to the next
//     │ n−x   │   n   │       sum at n:  cell n + (cell n−x + (cell n−y + cell n−x−y))
//     ●──────▸n──────▸●       flows at n:  (edge n − edge n−x) along x, plus the same along y
//     │ n−x−y │  n−y  │
//     ●───────●───────●
//
// The kernel says
//
//   static constexpr int values, known, extents, passages;    numbers of a node; with what follows from them; of a cell
//   FN void read(Cell<S> n, Num (&u)[values]) const;
//   FN void point(u, Num (&p)[known]) const;                                  what follows from the values of a node
//   FN void geometry(Cell<S> c, Num (&g)[extents]) const;                     of a cell; g[0]: 1 if the cell exists, else 0
//   FN Num bend(a, b, c) const;                                               of three points along a line, at the middle one
//   FN void openings(Cell<S> c, Num (&o)[passages]) const;                    what a table of integers says of a cell
//   FN void cell(Cell<S> c, o, p00, p10, p01, p11, Num (&shares)[4][values], Num& step) const;
//   FN void jump(a, b, Num (&to)[values]) const;                              from one point of a line to the next
//   template <int A> FN void edge(b, c, jump_before, jump, jump_after, bend_b, bend_c, g, g_beside, before, after,
//                                 Num (&flow)[values]) const;
//                    along A from b to c; g of the cells beside it; how many cells are beside the edges before and after it
//   FN void update(Cell<S> n, p, sum, flows, Num step) const;                 step: the least of the four cells
//
// It has no plain form of its own: where the executor has no such pass, kernels that store what cells send do the same.
#pragma once
#include "exec/core/executor.hpp"
#include "exec/host/cell_vertex.hpp"
#ifdef __CUDACC__
#include "exec/cuda/cell_vertex.hpp"
#endif

namespace eddy {

template <class S>
inline constexpr bool has_node_passes = !is_symbolic<S>;

template <template <class, class, int, class> class K, class V, class S, class... A>
void update_nodes(Exec<S>& exec, const Set& set, A&&... args) {
  if (set.box.empty()) return;
  const K<S, detail::first_value<A...>, 2, V> f{std::forward<A>(args)...};
  members::refuse_aliases(f, f.name);
  launch_update_nodes(exec, set, f);
}

}  // namespace eddy
