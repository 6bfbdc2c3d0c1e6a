// update_nodes: launches a kernel on the nodes of a plane whose work is done by the cells around them and the edges
// between them. A cell sends a contribution to each of its four corners; an edge carries a flow from one node to the
// next along its line; a node adds both, always in the same order, and is updated. Each cell and edge is computed once,
// and no field stores the contributions:
//
//   update_nodes<NiPass, V>(exec, nodes, from, to, …);      NiPass<S, T, 2, V>
//
//     ●───────●───────●       cell n lies above node n along both axes; edge n goes from node n to the next
//     │ n−x   │   n   │       sum at n:  cell n + (cell n−x + (cell n−y + cell n−x−y))
//     ●──────▸n──────▸●       flows at n:  (edge n − edge n−x) along x, plus the same along y
//     │ n−x−y │  n−y  │
//     ●───────●───────●
//
// The kernel has
//
//   static constexpr int values, known, extents, passages;    sizes of u, p, g and o
//   FN void read(Cell<S> n, Num (&u)[values]) const;
//   FN void point(u, Num (&p)[known]) const;                  the values of a node, and others that follow from them
//   FN void geometry(Cell<S> c, Num (&g)[extents]) const;     of a cell; g[0] is 1 if the cell exists, else 0
//   FN Num bend(a, b, c) const;                               the scaled second difference of three points along a line
//   FN void openings(Cell<S> c, Num (&o)[passages]) const;    numbers of a cell that come from a table of integers
//   FN void cell(Cell<S> c, o, p00, p10, p01, p11, Num (&shares)[4][values], Num& step) const;
//   FN void jump(a, b, Num (&to)[values]) const;              the difference from one point of a line to the next
//   template <int A> FN void edge(b, c, jump_before, jump, jump_after, bend_b, bend_c, g, g_beside, before, after,
//                                 Num (&flow)[values]) const;
//                    from b to c along A; g, g_beside: of the cells beside the edge; before, after: number of cells
//                    beside the previous and the next edge of the line
//   FN void update(Cell<S> n, p, sum, flows, Num step) const;                 step: the least of the four cells
//
// It has no plain form: where an executor lacks this pass, kernels that store the contributions give the same bits.
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
