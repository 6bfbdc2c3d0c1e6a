// Balanced passes on the host: each flux is computed once. A tile is as wide as its rows fit into the core's own cache; a
// thread marches through it along the last axis, and keeps of the last row what its upper faces need.
//
//   row of cells ─▶ what each tells to its faces, one array per number      (SIMD along x)
//                   fluxes of the lower faces, less those of the row before
#pragma once
#include <vector>

#include "exec/host/cells.hpp"

namespace eddy {

namespace detail {

// Calls body(m) for m = begin … end − 1 in whole vectors: the last one may do again what the one before it did. What it
// does must not depend on how often it is done. (One by one, the rest of a row takes as long as so many vectors.)
template <class T, class Body>
FN void in_vectors(int begin, int end, const Body& body) {
  constexpr int lanes = 64 / sizeof(T);
  if (end - begin < lanes) {
    for (int m = begin; m < end; ++m) body(m);
    return;
  }
  for (int first = begin; first < end; first += lanes) {
    const int start = std::min(first, end - lanes);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) body(start + lane);
  }
}
// Pieces of rows: each is `most` cells long, but for the last one.
inline int pieces(int cells, int most) { return (cells + most - 1) / most; }
inline void take_piece(Box& b, int axis, int n, int most) {
  const int lo = b.lo[axis], hi = b.hi[axis];
  b.set(axis, lo + n * most, std::min(lo + (n + 1) * most, hi));
}

// Of one cell: its numbers, which lie `width` apart in the arrays of a row.
template <int N, class T>
FN void get(const T* from, std::size_t width, T (&v)[N]) {
  UNROLL_ALL
  for (int n = 0; n < N; ++n) v[n] = from[n * width];
}
template <int N, class T>
FN void put(T* to, std::size_t width, const T (&v)[N]) {
  UNROLL_ALL
  for (int n = 0; n < N; ++n) to[n * width] = v[n];
}

// A set, tile by tile: threads share the tiles, and each marches through a piece of one along the last axis.
template <class March, class F>
void march_tiles(Exec<Host>& exec, const Set& set, const F& f) {
  const Box b = set.box;
  constexpr int last = March::D - 1;
  const int threads = b.cells() < 2048 ? 1 : exec.threads();
  const int wide = pieces(b.extent(0), March::most_width);
  const int high = March::D == 3 ? pieces(b.extent(1), March::most_height) : 1;
  const int enough = pieces(threads, wide * high);
  const int parts = std::max(1, std::min(enough, b.extent(last) / 4));
  const auto begin = [&](int p) { return b.lo[last] + int(std::int64_t(b.extent(last)) * p / parts); };
#pragma omp parallel for collapse(3) num_threads(threads) schedule(static)
  for (int p = 0; p < parts; ++p)
    for (int y = 0; y < high; ++y)
      for (int x = 0; x < wide; ++x) {
        Box tile = b;
        take_piece(tile, 0, x, March::most_width);
        if (March::D == 3) take_piece(tile, 1, y, March::most_height);
        March(f, tile).march(begin(p), begin(p + 1));
      }
}

template <class F>
class HostBalance {
 public:
  using T = typename Made<F>::Real;
  static constexpr int D = Made<F>::dimensions, values = F::values, told = F::told;
  static constexpr int most_width = 96, most_height = D == 3 ? 16 : 1;  // of a tile

  HostBalance(const F& f, const Box& tile)
      : f_(f),
        tile_(tile),
        width_((tile.extent(0) + 2 + 15) / 16 * 16),
        low_(told * width_),
        high_(told * width_),
        flux_(values * width_),
        rows_(1, Row(width_)),
        layers_(D == 3 ? tile.extent(1) : 0, Row(width_)) {}

  void march(int begin, int end) {  // along the last axis
    if constexpr (D == 2) {
      rows(0, begin, end);
    } else {
      for (int k = begin - 1; k <= end; ++k) {
        for (int j = tile_.lo[1]; j < tile_.hi[1]; ++j) across<2>(j, k, layers_[j - tile_.lo[1]], k - begin);
        if (k > begin) rows(k - 1, tile_.lo[1], tile_.hi[1]);
      }
    }
  }

 private:
  struct
      Row {  // across an axis: what the last cells told upwards, the fluxes of their lower faces, the last differences
    std::vector<T> high, flux, out;
    explicit Row(std::size_t width) : high(told * width), flux(values * width), out(values * width) {}
  };

  void rows(int k, int begin, int end) {
    for (int j = begin - 1; j <= end; ++j) {
      across<1>(j, k, rows_[0], j - begin);
      if (j > begin) complete(j - 1, k);
    }
  }
  // The lower faces of a row across A. Row −1 only tells, row 0 has the first fluxes, each further one completes the
  // one before it.
  template <int A>
  void across(int j, int k, Row& row, int number) {
    if (number < 0)
      one_row<A, 0>(j, k, row);
    else if (number == 0)
      one_row<A, 1>(j, k, row);
    else
      one_row<A, 2>(j, k, row);
  }
  template <int A, int Parts>
  void one_row(int j, int k, Row& row) {
    const F f = f_;
    const int n = tile_.extent(0), i0 = tile_.lo[0];
    const std::size_t width = width_;
    T *const high = row.high.data(), *const flux = row.flux.data(), *const out = row.out.data();
#pragma omp simd
    for (int m = 0; m < n; ++m) one_face<A, Parts>(f, Cell<Host>{i0 + m, j, k}, high + m, flux + m, out + m, width);
  }
  template <int A, int Parts>
  FN static void one_face(const F& f, Cell<Host> c, T* high, T* flux, T* out, std::size_t width) {
    T below[values], here[values], above[values], up[told];
    f.read(c - Axis(A), below);
    f.read(c, here);
    f.read(c + Axis(A), above);
    f.side(below, here, above, true, up);
    if constexpr (Parts > 0) {
      T from_below[told], down[told], through[values];
      get(high, width, from_below);
      f.side(below, here, above, false, down);
      f.template flux<A>(c, from_below, down, through);
      if constexpr (Parts > 1) subtract(through, flux, out, width);
      put(flux, width, through);
    }
    put(high, width, up);
  }
  FN static void subtract(const T (&through)[values], const T* flux, T* out, std::size_t width) {
    UNROLL_ALL
    for (int v = 0; v < values; ++v) out[v * width] = through[v] - flux[v * width];
  }

  // The faces across x of a row, and the cells of it. The arrays of states begin a cell before the row.
  void complete(int j, int k) {
    const F f = f_;
    const int n = tile_.extent(0), i0 = tile_.lo[0];
    const std::size_t width = width_;
    T *const low = low_.data(), *const high = high_.data(), *const flux = flux_.data();
    const T* const out = rows_[0].out.data();
    const T* const deep = D == 3 ? layers_[j - tile_.lo[1]].out.data() : out;
    in_vectors<T>(0, n + 2, [&](int m) INLINED {
      one_cell(f, Cell<Host>{i0 - 1 + m, j, k}, low + m, high + m, width);
    });
    in_vectors<T>(0, n + 1, [&](int m) INLINED {
      one_flux(f, Cell<Host>{i0 + m, j, k}, high + m, low + m + 1, flux + m, width);
    });
#pragma omp simd
    for (int m = 0; m < n; ++m) one_update(f, Cell<Host>{i0 + m, j, k}, flux + m, out + m, deep + m, width);
  }
  FN static void one_cell(const F& f, Cell<Host> c, T* low, T* high, std::size_t width) {
    T below[values], here[values], above[values], down[told], up[told];
    f.read(c - Axis::x, below);
    f.read(c, here);
    f.read(c + Axis::x, above);
    f.side(below, here, above, false, down);
    f.side(below, here, above, true, up);
    put(low, width, down);
    put(high, width, up);
  }
  FN static void one_flux(const F& f, Cell<Host> c, const T* below, const T* here, T* flux, std::size_t width) {
    T from_below[told], from_here[told], through[values];
    get(below, width, from_below);
    get(here, width, from_here);
    f.template flux<0>(c, from_below, from_here, through);
    put(flux, width, through);
  }
  FN static void one_update(const F& f, Cell<Host> c, const T* flux, const T* out, const T* deep, std::size_t width) {
    T here[values], sum[values];
    f.read(c, here);
    UNROLL_ALL
    for (int v = 0; v < values; ++v) {
      const T rest = D == 3 ? out[v * width] + deep[v * width] : out[v * width];
      sum[v] = (flux[v * width + 1] - flux[v * width]) + rest;
    }
    f.update(c, here, sum);
  }

  F f_;
  Box tile_;
  std::size_t width_;
  std::vector<T> low_, high_, flux_;
  std::vector<Row> rows_, layers_;
};

}  // namespace detail

template <class F>
void launch_balance(Exec<Host>& exec, const Set& set, const F& f) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  detail::march_tiles<detail::HostBalance<F>>(exec, set, f);
}

}  // namespace eddy
