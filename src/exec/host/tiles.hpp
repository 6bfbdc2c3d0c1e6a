// Several sweeps per pass on the host: all sweeps follow each other through the cells at a distance of one row (2D) or
// plane (3D), or of as many as the kernel reaches, so that a row is swept again while it is in the cache. Nothing is
// computed twice, and the kernels run on the fields themselves, which change their roles from sweep to sweep as in
// single sweeps.
//
// Along the other axes the cells are cut into tiles, which are swept one after the other; a tile moves back by the same
// distance with every sweep, so that it needs nothing of later tiles. Along the last axis each thread has a part. First
// every thread sweeps what needs no other thread: a trapezoid, shorter by a row at each end with every sweep. Then the
// gaps between the trapezoids are swept.
//
//      sweep 3         ▲▲▲▲▲         ▲▲▲▲▲
//      sweep 2       ▲▲▲▲▲▲▲▲▲     ▲▲▲▲▲▲▲▲▲          the gaps come second: with every sweep wider by a row at
//      sweep 1     ▲▲▲▲▲▲▲▲▲▲▲▲▲ ▲▲▲▲▲▲▲▲▲▲▲▲▲        each end
//                  rows of one   | rows of the next thread
#pragma once
#include <algorithm>
#include <array>

#include "exec/host/cells.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

namespace tile {

struct Rows {  // rows of the first sweep along the last axis; each further one has `below`, `above` more at its ends
  int lo, hi, below, above;
  int first(int sweep) const { return lo - below * (sweep - 1); }
  int last(int sweep) const { return hi + above * (sweep - 1); }
};

// The cell at which a long row is cut in two, so that from there on cells are written in whole cache lines and few
// vectors lie across two of them. The cells before it are slower, which in a short row would cost more than it saves.
template <class F>
int line_from(const F& f, Cell<Host> c, int end) {
  int begin = c.i;
  members::leaves(f, [&](const auto& m) {
    if constexpr (is_written<std::remove_cvref_t<decltype(m)>> && !is_coloured<F>) {
      constexpr int line = 64 / sizeof(*m.data);
      const auto place = static_cast<int>(reinterpret_cast<std::uintptr_t>(m.at(c)) / sizeof(*m.data) % line);
      if (end - c.i >= 64 * line) begin = c.i + (line - place) % line;
    }
  });
  return begin;
}

template <class F>
struct HostSweeps {
  Box box;
  const F& there;  // the kernel of odd sweeps
  const F& back;   // the kernel of even sweeps
  int sweeps;
  bool coloured;
  std::array<int, 3> size;  // cells of a tile
  static constexpr int march = Made<F>::dimensions - 1, R = reach<F>;

  Box tile_at(std::array<int, 3> at, int sweep) const {
    Box b = box;
    for (int a = 0; a < march; ++a) {
      if (at[a] > box.lo[a]) b.lo[a] = std::max(box.lo[a], at[a] - R * (sweep - 1));
      if (at[a] + size[a] < box.hi[a]) b.hi[a] = std::max(box.lo[a], at[a] + size[a] - R * (sweep - 1));
    }
    return b;
  }
  void one_row(const F& f, Box b, int sweep, int m) const {
    const int colour = coloured ? (sweep - 1) & 1 : -1;
    b.set(march, m, m + 1);
    for (int k = b.lo[2]; k < b.hi[2]; ++k)
      for (int j = b.lo[1]; j < b.hi[1]; ++j)
        detail::in_row_parts(f, box, {b.lo[0], j, k}, b.hi[0], [&](const auto& g, int begin, int end) {
          Box part = b;
#ifndef __CUDACC__  // nvcc does not know the pragma
#pragma GCC unroll 1
#endif
          for (const int stop : {line_from(g, {begin, j, k}, end), end}) {
            if (stop == begin) continue;
            part.set(0, begin, stop);
            detail::run_rows<1>(g, part, colour, j, k);
            begin = stop;
          }
        });
  }
  void one_tile(std::array<int, 3> at, const Rows& rows) const {
    const F odd = there, even = back;
    const int begin = std::min(rows.lo, rows.first(sweeps) + R * (sweeps - 1));
    const int end = std::max(rows.hi, rows.last(sweeps) + R * (sweeps - 1));
    for (int m = begin; m < end; ++m)
      for (int s = 1; s <= sweeps; ++s)
        if (const int row = m - R * (s - 1); row >= rows.first(s) && row < rows.last(s))
          one_row(s % 2 ? odd : even, tile_at(at, s), s, row);
  }
  void all_tiles(const Rows& rows) const {
    std::array<int, 3> at = box.lo;
    if constexpr (march == 1) {
      for (; at[0] < box.hi[0]; at[0] += size[0]) one_tile(at, rows);
    } else {
      for (; at[1] < box.hi[1]; at[1] += size[1])
        for (at[0] = box.lo[0]; at[0] < box.hi[0]; at[0] += size[0]) one_tile(at, rows);
    }
  }
  void run(int threads) const {
    const int n = box.extent(march);
    threads = std::clamp(threads, 1, std::max(1, n / (2 * R * sweeps)));
    auto start = [&](int t) { return box.lo[march] + int(std::int64_t(n) * t / threads); };
#pragma omp parallel num_threads(threads)
    {
      const int t = omp_get_thread_num();
      all_tiles({start(t), start(t + 1), t > 0 ? -R : 0, t + 1 < threads ? -R : 0});
#pragma omp barrier
      if (t > 0) all_tiles({start(t), start(t), R, R});
    }
  }
};

// The most sweeps, or colours of sweeps, per pass; `far`: of kernels that read beyond the next cells.
inline constexpr int host_levels = 8, host_levels_far = 4;

// The size of a tile: its rows of all sweeps fit in the second-level cache, and it is not thinner than it moves.
template <class F>
std::array<int, 3> host_tile(const F&, int levels) {
  constexpr int D = Made<F>::dimensions, row = 512;
  constexpr std::int64_t cache = 640 * 1024;
  const std::int64_t bytes = sizeof(typename Made<F>::Real) * members::counts<F>.fields;
  const int cells = int(cache / (bytes * (reach<F> * levels + 2)));
  if (D == 2) return {std::max(row, cells), 1, 1};
  return {row, std::max(2 * reach<F> * levels, cells / row), 1};
}

}  // namespace tile

}  // namespace eddy
