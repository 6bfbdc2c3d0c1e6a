// Several sweeps per pass on CUDA: how a pass is launched, and which shape of tile each kernel gets. The march itself
// is in exec/cuda/tile_march.hpp.
#pragma once
#include "exec/cuda/tile_march.hpp"

namespace eddy {

namespace detail {

// With Even, the range is that of the even cells (EvenCells); without, their tiles are left out. Tiles begin where the
// result does.
template <class Shape, bool Coloured, class F, bool Even>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    run_tile(const Range r, const Range result, const F f, const TileMemory<typename Made<F>::Real> memory,
             const int rows, const EvenCells<F> even) {
  using T = typename Made<F>::Real;
  using March = TileMarch<Shape, Coloured, F, Even>;
  constexpr int L = Shape::levels, march = March::march;
  extern __shared__ char raw[];
  const Range& wanted = Even ? r : result;
  const int low[3] = {even_below(wanted.lo[0]), even_below(wanted.lo[1]), even_below(wanted.lo[2])};
  const int i0 = low[0] + int(blockIdx.x) * (Shape::width - 2 * L) - L;
  const int j0 = March::D == 2 ? 0 : low[1] + int(blockIdx.y) * (Shape::height - 2 * L) - L;
  const int part = March::D == 2 ? blockIdx.y : blockIdx.z;
  const int begin = low[march] + part * rows, first = Even ? begin : ::max(begin, wanted.lo[march]),
            last = ::min(begin + rows, wanted.hi[march]);
  const bool around = !Even && i0 + L >= even.lo[0] && i0 + L < even.hi[0] &&
                      (March::D == 2 || (j0 + L >= even.lo[1] && j0 + L < even.hi[1]));
  if (around && first >= even.lo[march] && last <= even.hi[march]) return;
  March m{r, result, memory, even.given,
          reinterpret_cast<T*>(raw) + (threadIdx.y * Shape::CY + 1) * Shape::CX * March::pitch + threadIdx.x + 1};
  m.place(f, i0, j0);
  const bool inner = i0 >= r.lo[0] && i0 + Shape::width <= r.hi[0] &&
                     (March::D == 2 || (j0 >= r.lo[1] && j0 + Shape::height <= r.hi[1]));
#pragma unroll 1
  for (int end = 0; end < (around ? 2 : 1); ++end) {  // before and after the even cells
    const int from = end ? ::max(first, even.hi[march]) : first,
              to = around && !end ? ::min(last, even.lo[march]) : last;
    if (from < to) m.run(from, to, inner);
  }
}

// The number of rows over which a block should march, so that the last block is done after the fewest steps.
inline int march_rows(int extent, int across, int resident, int levels) {
  int best = extent;
  std::int64_t least = INT64_MAX;
  for (int parts = 1; parts <= std::max(1, extent / (2 * levels)); ++parts) {
    const int rows = ((extent + parts - 1) / parts + 1) / 2 * 2;
    const std::int64_t blocks = std::int64_t(across) * ((extent + rows - 1) / rows);
    const std::int64_t steps = (blocks + resident - 1) / resident * (rows + 2 * levels + 4);
    if (steps < least) {
      least = steps;
      best = rows;
    }
    if (blocks > 16 * resident) break;
  }
  return best;
}

// The cells around which all sweeps of a pass need only even cells, cut down to whole tiles of the result's launch.
template <class Shape, int D>
Box whole_tiles(Box even, const Box& result) {
  const int step[3] = {Shape::width - 2 * Shape::levels, D == 2 ? 2 : Shape::height - 2 * Shape::levels, 2};
  for (int a = 0; a < D; ++a) {
    const int low = even_below(result.lo[a]);
    const auto up = [&](int n) { return low + (n - low + step[a] - 1) / step[a] * step[a]; };
    even.lo[a] = up(std::max(even.lo[a] + Shape::levels - 1, result.lo[a]));
    even.hi[a] = up(std::min(even.hi[a] - Shape::levels + 1, result.hi[a]) + 1 - step[a]);
  }
  return even;
}

// The even cells need a launch of their own: it pays only in a large set, most of which is even.
inline bool even_pays(const Box& even, const Box& all) {
  return all.cells() >= std::int64_t(1) << 20 && 2 * even.cells() >= all.cells();
}
template <class Shape, class Inner, class F>
EvenCells<Inner> even_cells(const Exec<Cuda>& exec, const Set& set, const Box& result, const F& f) {
  EvenCells<Inner> even;
  if constexpr (tile::tabled<Inner>) {
    Inner typical = __builtin_bit_cast(Inner, f);
    Box box = set.box;
    each_line(typical, [&](auto& line, int a) {
      const EvenPart s = exec.table(line.buffer);
      box.lo[a] = std::max(box.lo[a], s.lo);
      box.hi[a] = std::min(box.hi[a], s.hi);
      keep(line, 0, static_cast<typename Made<F>::Real>(s.value));
    });
    box = whole_tiles<Shape, Made<F>::dimensions>(box, result);
    if (box.empty() || (!exec.tiles_always && !even_pays(box, result))) return even;
    for (int a = 0; a < 3; ++a) {
      even.lo[a] = box.lo[a];
      even.hi[a] = box.hi[a];
    }
    even.given = typical.given(Cell<CudaTile>{0, 0, 0});
  }
  return even;
}

}  // namespace detail

// Launches one pass: Shape::levels sweeps of f over a set, from one buffer to the other. Only `result` is written.
template <class Shape, bool Coloured, class F>
void launch_tile(Exec<Cuda>& exec, const Set& set, const Box& result, const F& f,
                 View<Cuda, typename detail::Made<F>::Real> from, View<Cuda, typename detail::Made<F>::Real> to) {
  using T = typename detail::Made<F>::Real;
  using Inner = typename detail::Made<F>::template Rebound<CudaTile>;
  static_assert(sizeof(Inner) == sizeof(F));
  constexpr int D = detail::Made<F>::dimensions, L = Shape::levels;
  const detail::EvenCells<Inner> even = detail::even_cells<Shape, Inner>(exec, set, result, f);
  const auto tiles = [](const Box& b) {
    return std::array{detail::blocks(b.hi[0] - detail::even_below(b.lo[0]), Shape::width - 2 * L),
                      D == 2 ? 1 : detail::blocks(b.hi[1] - detail::even_below(b.lo[1]), Shape::height - 2 * L)};
  };
  const auto pass = [&]<bool Even>(const Box& over, const Box& b, int busy) {  // busy: tiles that march over many rows
    constexpr int shared = detail::TileMarch<Shape, Coloured, Inner, Even>::shared_values * sizeof(T);
    const auto kernel = detail::run_tile<Shape, Coloured, Inner, Even>;
    const int resident = exec.resident_blocks(reinterpret_cast<const void*>(kernel), Shape::threads, shared, F::name);
    const int extent = b.hi[D - 1] - detail::even_below(b.lo[D - 1]);
    const int rows = detail::march_rows(extent, busy, resident, L), parts = detail::blocks(extent, rows);
    const auto [x, y] = tiles(b);
    kernel<<<D == 2 ? dim3(x, parts) : dim3(x, y, parts), dim3(Shape::X, Shape::Y), shared,
             static_cast<cudaStream_t>(exec.stream())>>>(
        detail::Range(Set(over, D)), detail::Range(Set(b, D)), __builtin_bit_cast(Inner, f),
        {from.data, to.data, from.sy, from.sz, to.sy, to.sz}, rows, even);
  };
  exec.before(id_of<F>, Set(result, D), L);
  int all = tiles(result)[0] * tiles(result)[1];
  if constexpr (tile::tabled<Inner>)
    if (const Box b{{even.lo[0], even.lo[1], even.lo[2]}, {even.hi[0], even.hi[1], even.hi[2]}}; !b.empty()) {
      const int inside = tiles(b)[0] * tiles(b)[1];
      pass.template operator()<true>(b, b, inside);
      all = std::max(1, all - inside);
    }
  pass.template operator()<false>(set.box, result, all);
  exec.after(F::name);
}

namespace tile {

// The properties of a kernel that decide on the shape of a pass. One of many fields needs registers for their values.
struct PassKind {
  int dimensions, bytes;
  bool coloured, many_fields;
};
template <bool Coloured, class F>
constexpr PassKind pass_kind() {
  int fields = 0;
  F f{};
  members::leaves(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (members::Bindable<M>) fields += M::access == Access::in && !is_read<M>;
  });
  return {Made<F>::dimensions, sizeof(typename Made<F>::Real), Coloured, fields > 2};
}

// The best choices that were measured on an H200: the most sweeps per pass (1: single sweeps are fastest), the fewest
// cells of a set for which a pass pays, and the shape for each number of sweeps.
constexpr int most_cuda(PassKind k) {
  if (k.dimensions == 3) return k.many_fields ? 1 : k.coloured ? 2 : 3;
  if (k.coloured) return 3;
  return k.bytes == 8 ? (k.many_fields ? 4 : 6) : (k.many_fields ? 6 : 8);
}
// Only every step_cuda-th number of sweeps has a kernel, since kernels take long to compile.
constexpr int step_cuda(PassKind k) { return k.dimensions == 2 && !k.coloured ? 2 : 1; }
constexpr std::int64_t fewest_cells_cuda(PassKind k) {
  if (k.dimensions == 3) return k.coloured ? 1 << 24 : 1 << 21;
  return k.coloured ? 1 << 18 : 0;
}
struct ThreadsAndCells {
  int x, y, cx, cy, ahead = 2, blocks = 1;
};
constexpr ThreadsAndCells shape_cuda(PassKind k, int sweeps) {
  const bool wide = k.bytes == 8;
  if (k.dimensions == 3) {
    if (k.coloured) return wide ? ThreadsAndCells{16, 16, 2, 2} : ThreadsAndCells{32, 16, 2, 2, 1};
    if (sweeps == 2) return wide ? ThreadsAndCells{32, 8, 1, 4} : ThreadsAndCells{32, 8, 2, 2, 2, 2};
    return wide ? ThreadsAndCells{32, 32, 1, 1} : ThreadsAndCells{32, 32, 2, 1};
  }
  if (k.coloured) {
    if (k.many_fields) return {128, 1, 2, 1};
    return {128, 1, 2, 1, 2, wide ? 3 : sweeps <= 2 ? 5 : 4};
  }
  if (k.many_fields) return {256, 1, 1, 1, 2, wide || sweeps > 4 ? 2 : 3};
  if (wide) return {128, 1, 1, 1, 2, 4};
  return {256, 1, 1, 1, sweeps > 6 ? 4 : 2, sweeps > 4 ? 3 : 4};
}
template <bool Coloured, class F, int Sweeps>
struct ShapeOf {
  static constexpr ThreadsAndCells s = shape_cuda(pass_kind<Coloured, F>(), Sweeps);
  using type = TileShape<s.x, s.y, s.cx, s.cy, Coloured ? 2 * Sweeps : Sweeps, s.ahead, s.blocks>;
};

template <bool Coloured, class F>
int most_sweeps(const Exec<Cuda>& exec, const Set& set) {
  constexpr PassKind kind = pass_kind<Coloured, F>();
  if (!exec.tiles_always && set.box.cells() < fewest_cells_cuda(kind)) return 0;
  return limited<F>(most_cuda(kind));
}

template <bool Coloured, class F>
constexpr int sweeps_step(const Exec<Cuda>&) {
  return step_cuda(pass_kind<Coloured, F>());
}

template <bool Coloured, int More = 0, class F>
void launch_tiles(Exec<Cuda>& exec, const Set& set, const Box& result, int sweeps, const F& f, const F& after) {
  using T = typename Made<F>::Real;
  constexpr PassKind kind = pass_kind<Coloured, F>();
  constexpr int Sweeps = fewest_sweeps<Coloured, F> + More * step_cuda(kind);
  if constexpr (Sweeps <= limited<F>(most_cuda(kind))) {
    if (sweeps != Sweeps) return launch_tiles<Coloured, More + 1>(exec, set, result, sweeps, f, after);
    F from = f, to = after;
    launch_tile<typename ShapeOf<Coloured, F, Sweeps>::type, Coloured>(
        exec, set, result, f, *iterated_views<Cuda, T>(from).read, *iterated_views<Cuda, T>(to).read);
  }
}

}  // namespace tile

}  // namespace eddy
