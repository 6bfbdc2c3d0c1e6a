// update_nodes() on the host: a thread marches through the rows of a tile, with SIMD along x. The tile is so narrow that its
// rows fit into the cache of a core.
//
//   row of cells j, between the nodes j and j + 1:  points of row j + 2, geometry of row j + 1  ─▶  shares of the
//   cells, edges along y above row j, edges along x of row j  ─▶  the nodes of row j; shares of row j + 1 are kept
#pragma once
#include <array>
#include <vector>

#include "exec/host/rows.hpp"

namespace eddy {

namespace detail {

template <class F>
class HostNodes {
 public:
  using T = typename Made<F>::Real;
  static constexpr int values = F::values, known = F::known, extents = F::extents;
  static constexpr int D = 2, most_width = 384, most_height = 1;  // size of a tile
  static constexpr int around = 2;                                // nodes read beside the tile

  HostNodes(const F& f, const Box& tile)
      : f_(f),
        n_(tile.extent(0)),
        i0_(tile.lo[0]),
        width_((n_ + 2 * around + 15) / 16 * 16),
        share_(4 * values * width_),
        step_(width_),
        open_(F::passages * width_),
        pending_(values * width_),
        pending_step_(width_),
        along_x_(values * width_),
        bend_x_(width_),
        jump_x_(values * width_) {
    for (auto& p : point_) p.resize(known * width_);
    for (auto& g : geometry_) g.resize(extents * width_);
    for (auto& b : bend_y_) b.resize(width_);
    for (auto& e : along_y_) e.resize(values * width_);
    for (auto& e : jump_y_) e.resize(values * width_);
  }

  void march(int begin, int end) {  // rows of nodes
    for (int j = begin - 2; j <= begin; ++j) points(j);
    for (int j = begin - 2; j < begin; ++j) geometry(j);
    for (int j = begin - 2; j < begin; ++j) jumps_y(j);
    bends_y(begin - 1);
    for (int j = begin - 1; j < end; ++j) {
      points(j + 2);
      jumps_y(j + 1);
      geometry(j + 1);
      bends_y(j + 1);
      cells(j);
      edges_y(j);
      if (j >= begin) nodes(j);
      keep();
    }
  }

 private:
  // The arrays of row j, from the first node of the tile on. Points of four rows are kept, geometry of three.
  static int turn(int j, int of) { return (j % of + of) % of; }
  T* point(int j) { return point_[turn(j, 4)].data() + around; }
  T* geometry_of(int j) { return geometry_[turn(j, 3)].data() + around; }
  T* bend_y(int j) { return bend_y_[turn(j, 2)].data() + around; }
  T* jump_y(int j) { return jump_y_[turn(j, 3)].data() + around; }  // jumps from row j to the next
  T* along_y(int j) { return along_y_[turn(j, 2)].data() + around; }

  static constexpr int pressure = known - 1;  // index of the number whose bend() is computed

  void points(int j) {
    const F f = f_;
    T* const to = point(j);
    const std::size_t width = width_;
    const int end = n_ + around, i0 = i0_;
    in_vectors<T>(-around, end, [&](int m) INLINED { one_point(f, Cell<Host>{i0 + m, j, 0}, to + m, width); });
  }
  FN static void one_point(const F& f, Cell<Host> n, T* to, std::size_t width) {
    T u[values], p[known];
    f.read(n, u);
    f.point(u, p);
    put(to, width, p);
  }
  void geometry(int j) {
    const F f = f_;
    T* const to = geometry_of(j);
    const std::size_t width = width_;
    const int end = n_ + around - 1, i0 = i0_;
    in_vectors<T>(-around, end, [&](int m) INLINED { one_geometry(f, Cell<Host>{i0 + m, j, 0}, to + m, width); });
  }
  FN static void one_geometry(const F& f, Cell<Host> c, T* to, std::size_t width) {
    T g[extents];
    f.geometry(c, g);
    put(to, width, g);
  }
  void jumps_y(int j) {
    const F f = f_;
    const T *const below = point(j), *const above = point(j + 1);
    T* const to = jump_y(j);
    const std::size_t width = width_;
    const int end = n_;
    in_vectors<T>(0, end, [&](int m) INLINED { one_jump(f, below + m, above + m, to + m, width); });
  }
  FN static void one_jump(const F& f, const T* from, const T* next, T* to, std::size_t width) {
    T a[known], b[known], jump[values];
    get(from, width, a);
    get(next, width, b);
    f.jump(a, b, jump);
    put(to, width, jump);
  }
  void bends_y(int j) {
    const F f = f_;
    const std::size_t p = pressure * width_;
    const T *const below = point(j - 1) + p, *const here = point(j) + p, *const above = point(j + 1) + p;
    T* const to = bend_y(j);
    const int end = n_;
#pragma omp simd
    for (int m = 0; m < end; ++m) to[m] = f.bend(below[m], here[m], above[m]);
  }

  void cells(int j) {  // the cells of a row, from the cell before the tile on
    const F f = f_;
    const T *const low = point(j), *const high = point(j + 1);
    T* const open = open_.data() + around;
    T *const share = share_.data() + around, *const step = step_.data() + around;
    const std::size_t width = width_;
    const int end = n_, i0 = i0_;
    in_vectors<T>(-1, end, [&](int m) INLINED { one_opening(f, Cell<Host>{i0 + m, j, 0}, open + m, width); });
    in_vectors<T>(-1, end, [&](int m) INLINED {
      one_cell(f, Cell<Host>{i0 + m, j, 0}, open + m, low + m, high + m, share + m, step + m, width);
    });
  }
  // Integers have a loop of their own: in one loop with them, vectors of numbers would be twice as long as registers.
  FN static void one_opening(const F& f, Cell<Host> c, T* to, std::size_t width) {
    T o[F::passages];
    f.openings(c, o);
    put(to, width, o);
  }
  FN static void one_cell(const F& f, Cell<Host> c, const T* open, const T* low, const T* high, T* share, T* step,
                          std::size_t width) {
    T o[F::passages];
    get(open, width, o);
    T p00[known], p10[known], p01[known], p11[known], s[4][values];
    get(low, width, p00);
    get(low + 1, width, p10);
    get(high, width, p01);
    get(high + 1, width, p11);
    f.cell(c, o, p00, p10, p01, p11, s, *step);
    put(share, width, s[0]);
    put(share + values * width, width, s[1]);
    put(share + 2 * values * width, width, s[2]);
    put(share + 3 * values * width, width, s[3]);
  }

  void edges_y(int j) {
    const F f = f_;
    const T *const b = point(j), *const c = point(j + 1), *const bend_b = bend_y(j), *const bend_c = bend_y(j + 1);
    const Jumps jumps{jump_y(j - 1), jump_y(j), jump_y(j + 1)};
    const T *const before = geometry_of(j - 1), *const here = geometry_of(j), *const after = geometry_of(j + 1);
    T* const to = along_y(j);
    const std::size_t width = width_;
    const int end = n_;
    in_vectors<T>(0, end, [&](int m) INLINED {
      one_edge<1>(f, b + m, c + m, {jumps.before + m, jumps.here + m, jumps.after + m}, bend_b[m], bend_c[m], here + m,
                  here + m - 1, before[m] + before[m - 1], after[m] + after[m - 1], to + m, width);
    });
  }
  struct Jumps {
    const T *before, *here, *after;
  };
  template <int A>
  FN static void one_edge(const F& f, const T* b, const T* c, const Jumps& jumps, T bend_b, T bend_c, const T* g,
                          const T* beside, T before, T after, T* to, std::size_t width) {
    T pb[known], pc[known], j0[values], j1[values], j2[values], g0[extents], g1[extents], flow[values];
    get(b, width, pb);
    get(c, width, pc);
    get(jumps.before, width, j0);
    get(jumps.here, width, j1);
    get(jumps.after, width, j2);
    get(g, width, g0);
    get(beside, width, g1);
    f.template edge<A>(pb, pc, j0, j1, j2, bend_b, bend_c, g0, g1, before, after, flow);
    put(to, width, flow);
  }

  void nodes(int j) {
    edges_x(j);
    const F f = f_;
    const T *const share = share_.data() + around, *const step = step_.data() + around;
    const T *const pending = pending_.data() + around, *const pending_step = pending_step_.data() + around;
    const T *const x = along_x_.data() + around, *const high = along_y(j), *const low = along_y(j - 1);
    const T* const p = point(j);
    const std::size_t width = width_;
    const int end = n_, i0 = i0_;
#pragma omp simd
    for (int m = 0; m < end; ++m) {
      const T least = f.least(step[m], f.least(step[m - 1], pending_step[m]));
      one_node(f, Cell<Host>{i0 + m, j, 0}, p + m, share + m, pending + m, x + m, high + m, low + m, least, width);
    }
  }
  FN static void one_node(const F& f, Cell<Host> n, const T* point, const T* share, const T* pending, const T* x,
                          const T* high, const T* low, T step, std::size_t width) {
    T p[known], sum[values], flows[values];
    get(point, width, p);
    UNROLL_ALL
    for (int v = 0; v < values; ++v) {
      sum[v] = share[v * width] + (share[(values + v) * width - 1] + pending[v * width]);
      flows[v] = (x[v * width] - (x + v * width)[-1]) + (high[v * width] - low[v * width]);
    }
    f.update(n, p, sum, flows, step);
  }
  void edges_x(int j) {
    const F f = f_;
    const T *const p = point(j), *const above = geometry_of(j), *const below = geometry_of(j - 1);
    T *const bend = bend_x_.data() + around, *const jump = jump_x_.data() + around;
    T* const to = along_x_.data() + around;
    const std::size_t width = width_;
    const int end = n_;
    const T* const q = p + pressure * width_;
    in_vectors<T>(-1, end + 1, [&](int m) INLINED { bend[m] = f.bend(q[m - 1], q[m], q[m + 1]); });
    in_vectors<T>(-2, end + 1, [&](int m) INLINED { one_jump(f, p + m, p + m + 1, jump + m, width); });
    in_vectors<T>(-1, end, [&](int m) INLINED {
      one_edge<0>(f, p + m, p + m + 1, {jump + m - 1, jump + m, jump + m + 1}, bend[m], bend[m + 1], above + m,
                  below + m, above[m - 1] + below[m - 1], above[m + 1] + below[m + 1], to + m, width);
    });
  }
  void keep() {  // stores the shares that the row of cells sends to the nodes above it
    const F f = f_;
    const T* const step = step_.data() + around;
    T* const least = pending_step_.data() + around;
    const int end = n_;
#pragma omp simd
    for (int m = 0; m < end; ++m) least[m] = f.least(step[m], step[m - 1]);
    for (int v = 0; v < values; ++v) {
      const T *const left = share_.data() + around + (2 * values + v) * width_, *const right = left + values * width_;
      T* const sum = pending_.data() + around + v * width_;
#pragma omp simd
      for (int m = 0; m < end; ++m) sum[m] = left[m] + right[m - 1];
    }
  }

  F f_;
  int n_, i0_;
  std::size_t width_;
  std::array<std::vector<T>, 4> point_;
  std::array<std::vector<T>, 3> geometry_, jump_y_;
  std::array<std::vector<T>, 2> bend_y_, along_y_;
  std::vector<T> share_, step_, open_, pending_, pending_step_, along_x_, bend_x_, jump_x_;
};

}  // namespace detail

template <class F>
void launch_update_nodes(Exec<Host>& exec, const Set& set, const F& f) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  detail::march_tiles<detail::HostNodes<F>>(exec, set, f);
}

}  // namespace eddy
