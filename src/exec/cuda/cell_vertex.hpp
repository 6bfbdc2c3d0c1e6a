// update_nodes() on CUDA. A thread has a column of nodes, and the cells and edges above them; it marches along y with
// three rows of nodes in registers, and the jumps between four. Neighbours along x are in the same warp
// (exec/cuda/strips.hpp); what a row of cells sends to the nodes above it is kept.
#pragma once
#include "exec/cuda/strips.hpp"

namespace eddy {

namespace detail {

template <class F>
struct NodesMarch {
  using T = typename Made<F>::Real;
  static constexpr int values = F::values, known = F::known, extents = F::extents, pressure = known - 1;
  const F& f;
  int i;
  bool owner;
  T p1[known], p2[known], p3[known];              // points of rows j to j + 2
  T jump0[values], jump1[values], jump2[values];  // along y to rows j, j + 1, j + 2
  T g0[extents], g1[extents];                     // geometry of the rows of cells j − 1 and j
  T there2;                                       // whether the cell of row j + 1 exists
  T bend1, bend2;                                 // along y at the nodes of rows j and j + 1
  T pending[values], pending_step;
  T lower[values];  // the flow of the edge along y below row j

  __device__ __forceinline__ Cell<Cuda> at(int j) const { return {i, j, 0}; }
  __device__ __forceinline__ void point(int j, T (&p)[known]) const {
    T u[values];
    f.read(at(j), u);
    f.point(u, p);
  }

  // The net flow of the edges along x at the nodes of row j.
  __device__ __forceinline__ void along_x(const T (&right1)[known], T (&flows)[values]) const {
    T jump[values], before[values], after[values], flow[values];
    f.jump(p1, right1, jump);
    from_left(jump, before);
    from_right(jump, after);
    const T here = f.bend(left_of(p1[pressure]), p1[pressure], right1[pressure]);
    const T count = g1[0] + g0[0];
    f.template edge<0>(p1, right1, before, jump, after, here, right_of(here), g1, g0, left_of(count), right_of(count),
                       flow);
#pragma unroll
    for (int v = 0; v < values; ++v) flows[v] = flow[v] - left_of(flow[v]);
  }
  __device__ __forceinline__ void along_y(T (&flow)[values]) const {
    T beside[extents];
    from_left(g1, beside);
    const T before = g0[0] + left_of(g0[0]), after = there2 + left_of(there2);
    f.template edge<1>(p1, p2, jump0, jump1, jump2, bend1, bend2, g1, beside, before, after, flow);
  }
  // Computes the row of cells above the nodes of row j; with Nodes, these nodes are updated, too.
  template <bool Nodes>
  __device__ __forceinline__ void row(int j) {
    T right1[known], right2[known], shares[4][values], step, open[F::passages];
    T upper[values], sum[values], flows[values];
    along_y(upper);
    from_right(p1, right1);
    from_right(p2, right2);
    f.openings(at(j), open);
    f.cell(at(j), open, p1, right1, p2, right2, shares, step);
    if constexpr (Nodes) along_x(right1, flows);
    const T left_step = left_of(step), least = f.least(step, f.least(left_step, pending_step));
#pragma unroll
    for (int v = 0; v < values; ++v) {
      if constexpr (Nodes) {
        sum[v] = shares[0][v] + (left_of(shares[1][v]) + pending[v]);
        flows[v] = flows[v] + (upper[v] - lower[v]);
      }
      pending[v] = shares[2][v] + left_of(shares[3][v]);
      lower[v] = upper[v];
    }
    pending_step = f.least(step, left_step);
    if constexpr (Nodes)
      if (owner) f.update(at(j), p1, sum, flows, least);
  }
  __device__ __forceinline__ void load_above(int j) {
    point(j + 2, p3);
    f.jump(p2, p3, jump2);
    f.geometry(at(j), g1);
    there2 = f.there(at(j + 1));
    bend2 = f.bend(p1[pressure], p2[pressure], p3[pressure]);
  }
  __device__ __forceinline__ void go_up() {
    copy_to(p1, p2);
    copy_to(p2, p3);
    copy_to(jump0, jump1);
    copy_to(jump1, jump2);
    copy_to(g0, g1);
    bend1 = bend2;
  }
  __device__ __forceinline__ void run(int begin, int end) {
    point(begin - 2, p3);
    point(begin - 1, p1);
    point(begin, p2);
    f.jump(p3, p1, jump0);
    f.jump(p1, p2, jump1);
    bend1 = f.bend(p3[pressure], p1[pressure], p2[pressure]);
    f.geometry(at(begin - 2), g0);
    pending_step = T(0);
#pragma unroll
    for (int v = 0; v < values; ++v) pending[v] = lower[v] = T(0);
    load_above(begin - 1);
    row<false>(begin - 1);
    go_up();
#pragma unroll 1
    for (int j = begin; j < end; ++j) {
      load_above(j);
      row<true>(j);
      go_up();
    }
  }
};

// The number of rows over which a warp should march, for the fewest steps; each march begins one row earlier.
inline int nodes_rows(int extent, int across, int resident) {
  int best = extent;
  std::int64_t least = INT64_MAX;
  for (int parts = 1; parts <= extent; ++parts) {
    const int rows = (extent + parts - 1) / parts;
    const std::int64_t blocks = std::int64_t(across) * ((extent + rows - 1) / rows);
    const std::int64_t steps = (blocks + resident - 1) / resident * (rows + 2);
    if (steps < least) {
      least = steps;
      best = rows;
    }
    if (blocks > 16 * resident) break;
  }
  return best;
}

constexpr int node_warps = 2;  // warps of a block; so few that small grids have more blocks
template <class F>
inline constexpr int node_blocks = sizeof(typename Made<F>::Real) == 8 ? 6 : 8;  // per processor, as registers allow

template <class F, class... P>
__global__ void __launch_bounds__(32 * node_warps, node_blocks<F>)
    run_nodes(const Range r, const int planes, const F unbound, P* __restrict__... at) {
  const F f = rebound(unbound, at...);
  const Strip strip = my_strip(r, planes);
  if (!strip.any) return;
  NodesMarch<F> march{f, strip.i, strip.owner};
  march.run(strip.begin, strip.end);
}

struct PickNodes {
  template <class F, class... P>
  static const void* code() {
    return reinterpret_cast<const void*>(&run_nodes<F, P...>);
  }
};

}  // namespace detail

template <class F>
void launch_update_nodes(Exec<Cuda>& exec, const Set& set, const F& f) {
  detail::run_strips<detail::PickNodes>(exec, set, f, detail::node_warps, detail::nodes_rows);
}

}  // namespace eddy
