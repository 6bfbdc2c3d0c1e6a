// Shared by passes that work row by row on the host: a tile is so narrow that its rows fit into the cache of a core, and a
// thread marches through it along the last axis.
#pragma once
#include "exec/host/cells.hpp"

namespace eddy {

namespace detail {

// Calls body(m) for m = begin … end − 1 in whole vectors. The last vector may overlap the one before, so a repeated call must
// give the same result. (One by one, each cell of the rest would take as long as a vector.)
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
// Loads one number from an array, or a pack of numbers (packs.hpp).
template <class V, class T>
FN V load(const T* from) {
  if constexpr (std::is_same_v<V, T>)
    return *from;
  else
    return V(from);
}
template <class V, class T>
FN void store(T* to, const V& v) {
  if constexpr (std::is_same_v<V, T>)
    *to = v;
  else
    v.store(to);
}
// Gets the N numbers of a cell, or of a pack of cells, from the arrays of a row, which lie `width` apart.
template <int N, class V, class T>
FN void get(const T* from, std::size_t width, V (&v)[N]) {
  UNROLL_ALL
  for (int n = 0; n < N; ++n) v[n] = load<V>(from + n * width);
}
template <int N, class V, class T>
FN void put(T* to, std::size_t width, const V (&v)[N]) {
  UNROLL_ALL
  for (int n = 0; n < N; ++n) store(to + n * width, v[n]);
}

inline int pieces(int cells, int most) { return (cells + most - 1) / most; }
// Reduces a box to piece n of `of` about equal pieces along an axis; lengths are multiples of `unit`, but for the last.
inline void take_piece(Box& b, int axis, int n, int of, int unit) {
  const std::int64_t units = pieces(b.extent(axis), unit);
  const auto begin = [&](int m) { return std::min(b.lo[axis] + unit * int(units * m / of), b.hi[axis]); };
  const int lo = begin(n), hi = begin(n + 1);
  b.set(axis, lo, hi);
}

// How a set is cut: into tiles that suit the cache, and each tile into parts along the last axis. A part computes again some
// rows of the part before, so parts are made only where tiles are too few to share the work among the threads.
struct TileCuts {
  int wide, high, parts;
};
template <class March>
TileCuts tile_cuts(const Box& b, int threads) {
  constexpr int last = March::D - 1, least_width = 64, enough_rows = 16, least_rows = 4;
  TileCuts c{pieces(b.extent(0), March::most_width), 1, 1};
  if (March::D == 3) c.high = pieces(b.extent(1), March::most_height);
  const int tiles = c.wide * c.high;
  if (tiles % threads == 0 || tiles > 8 * threads) return c;
  c.parts = std::clamp(b.extent(last) / enough_rows, 1, threads);
  c.wide = std::max(c.wide, std::min(pieces(threads, c.high * c.parts), b.extent(0) / least_width));
  c.parts = std::max(c.parts, std::min(pieces(threads, c.wide * c.high), b.extent(last) / least_rows));
  return c;
}

// Runs a pass on a set: threads share the parts of tiles, and march through each along the last axis.
template <class March, class F>
void march_tiles(Exec<Host>& exec, const Set& set, const F& f) {
  const Box b = set.box;
  constexpr int last = March::D - 1;
  const int threads = b.cells() < 2048 ? 1 : exec.threads();
  const TileCuts cuts = tile_cuts<March>(b, threads);
#pragma omp parallel for collapse(3) num_threads(threads) schedule(static)
  for (int p = 0; p < cuts.parts; ++p)
    for (int y = 0; y < cuts.high; ++y)
      for (int x = 0; x < cuts.wide; ++x) {
        Box tile = b;
        take_piece(tile, 0, x, cuts.wide, 16);
        if (March::D == 3) take_piece(tile, 1, y, cuts.high, 1);
        take_piece(tile, last, p, cuts.parts, 1);
        March(f, tile).march(tile.lo[last], tile.hi[last]);
      }
}

}  // namespace detail

}  // namespace eddy
