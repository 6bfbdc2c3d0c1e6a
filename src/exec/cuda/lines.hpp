// Line kernels on CUDA: one line per thread, neighbouring threads on neighbouring lines, cells taken well ahead of the
// recurrence. Along x that would scatter the accesses: there a block takes tiles of 16 lines × 32 cells through shared
// memory. All of its threads load and store along the rows, and one thread per line computes the recurrence.
#pragma once
#include "exec/cuda/cells.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy {

namespace detail {

template <class F>
struct CudaLine {  // the place of a line, found by its number in the set
  static constexpr int axis = F::axis, p = across_first(axis), q = across_second(axis);
  int first, second;
  __device__ bool find(const Range& r, int n, int row) {
    second = r.lo[q] + row;
    const int shift = r.colour < 0 ? 0 : (r.lo[p] + second + r.colour) & 1;
    first = r.lo[p] + (r.colour < 0 ? n : 2 * n + shift);
    return first < r.hi[p] && second < r.hi[q];
  }
  __device__ __forceinline__ Cell<Cuda> cell(int along) const { return line_cell<Cuda, axis>(along, first, second); }
};

// The number of cells that a thread loads while it works on as many others.
template <class P>
inline constexpr int ahead = members::values<P> <= 2   ? 16
                             : members::values<P> == 3 ? 12
                             : members::values<P> == 4 ? 8
                                                       : 4;

// Calls next(at, in(at)) for n cells from `at` on, upwards or downwards by `sign`, with in() well ahead of next().
template <class P, class In, class Next>
__device__ __forceinline__ void march(int at, int n, int sign, const In& in, const Next& next) {
  constexpr int U = ahead<P>;
  P now[U];
#pragma unroll
  for (int u = 0; u < U; ++u)
    if (u < n) now[u] = in(at + sign * u);
  for (; n >= 2 * U; n -= U, at += sign * U) {
    P then[U];
#pragma unroll
    for (int u = 0; u < U; ++u) then[u] = in(at + sign * (U + u));
#pragma unroll
    for (int u = 0; u < U; ++u) next(at + sign * u, now[u]);
#pragma unroll
    for (int u = 0; u < U; ++u) now[u] = then[u];
  }
#pragma unroll
  for (int u = 0; u < U; ++u)
    if (u < n) next(at + sign * u, now[u]);
  for (int u = U; u < n; ++u) next(at + sign * u, in(at + sign * u));
}

template <class F>
__global__ void run_columns(const Range r, const F f) {
  constexpr int axis = F::axis;
  CudaLine<F> line;
  if (!line.find(r, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y)) return;
  const int lo = r.lo[axis], hi = r.hi[axis];
  typename F::Carry carry = f.start(line.cell(lo), line.cell(hi - 1));
  march<typename F::Taken>(
      lo, hi - lo, 1, [&](int s) { return f.take(line.cell(s)); },
      [&](int s, const typename F::Taken& t) { f.keep(line.cell(s), f.forward(t, carry)); });
  if constexpr (Closes<F>) f.turn(line.cell(lo), line.cell(hi - 1), carry);
  if constexpr (TurnsBack<F>) {
    march<recalled<F>>(
        hi - 1, hi - lo, -1, [&](int s) { return f.recall(line.cell(s)); },
        [&](int s, const recalled<F>& k) { f.give(line.cell(s), f.backward(k, carry)); });
  }
}

inline constexpr int tile_lines = 16, tile_cells = 32, tile_threads = 128;

template <class F>
struct LineTile {  // what a thread of a block knows of the block's lines
  using T = typename F::Real;
  static constexpr int each = tile_lines * tile_cells / tile_threads, axis = F::axis;
  static constexpr int slots = [] {
    int n = members::values<typename F::Taken>;
    if (members::values < typename F::Kept >> n) n = members::values<typename F::Kept>;
    if constexpr (TurnsBack<F>)
      if (members::values < typename F::Given >> n) n = members::values<typename F::Given>;
    return n;
  }();
  using Memory = T[slots][tile_lines][tile_cells + 1];
  const Range& r;
  Memory& memory;
  CudaLine<F> lines[each];  // those of the cells that this thread loads and stores
  bool valid[each];
  CudaLine<F> mine;  // the one that this thread goes along, if it does
  bool goes;

  __device__ LineTile(const Range& range, Memory& m) : r(range), memory(m) {
    const int base = blockIdx.x * tile_lines;
#pragma unroll
    for (int e = 0; e < each; ++e) valid[e] = lines[e].find(r, base + place(e) / tile_cells, blockIdx.y);
    goes = mine.find(r, base + threadIdx.x, blockIdx.y) && threadIdx.x < tile_lines;
  }
  __device__ static int place(int e) { return threadIdx.x + e * tile_threads; }

  // Takes the lines through tiles: the next tile is loaded while the recurrence works on the present one.
  template <class P, class Q, class In, class Next, class Out_>
  __device__ void pass(bool down, const In& in, const Next& next, const Out_& out) {
    const int n = r.hi[axis] - r.lo[axis], tiles = (n + tile_cells - 1) / tile_cells;
    auto from = [&](int t) { return r.lo[axis] + (down ? tiles - 1 - t : t) * tile_cells; };
    P coming[each];
    auto fetch = [&](int t) {
#pragma unroll
      for (int e = 0; e < each; ++e) {
        const int s = from(t) + place(e) % tile_cells;
        if (t < tiles && valid[e] && s < r.hi[axis]) coming[e] = in(lines[e].cell(s));
      }
    };
    fetch(0);
    for (int t = 0; t < tiles; ++t) {
#pragma unroll
      for (int e = 0; e < each; ++e)
        members::unpack(coming[e], [&](int v, T x) { memory[v][place(e) / tile_cells][place(e) % tile_cells] = x; });
      __syncthreads();
      fetch(t + 1);
      if (goes) {
        const int left = r.hi[axis] - from(t), count = left < tile_cells ? left : tile_cells, l = threadIdx.x;
        for (int m = 0; m < count; ++m) {
          const int s = down ? count - 1 - m : m;
          members::unpack(next(members::pack<P>([&](int v) { return memory[v][l][s]; })),
                          [&](int v, T x) { memory[v][l][s] = x; });
        }
      }
      __syncthreads();
#pragma unroll
      for (int e = 0; e < each; ++e) {
        const int l = place(e) / tile_cells, m = place(e) % tile_cells, s = from(t) + m;
        if (valid[e] && s < r.hi[axis]) out(lines[e].cell(s), members::pack<Q>([&](int v) { return memory[v][l][m]; }));
      }
      __syncthreads();
    }
  }
};

template <class F>
__global__ void run_rows(const Range r, const F f) {
  using Tile = LineTile<F>;
  using Taken = typename F::Taken;
  using Kept = typename F::Kept;
  __shared__ typename Tile::Memory memory;
  Tile tile(r, memory);
  const int lo = r.lo[F::axis], hi = r.hi[F::axis];
  typename F::Carry carry;
  if (tile.goes) carry = f.start(tile.mine.cell(lo), tile.mine.cell(hi - 1));
  tile.template pass<Taken, Kept>(
      false, [&](Cell<Cuda> c) { return f.take(c); }, [&](const Taken& t) { return f.forward(t, carry); },
      [&](Cell<Cuda> c, const Kept& k) { f.keep(c, k); });
  if constexpr (Closes<F>)
    if (tile.goes) f.turn(tile.mine.cell(lo), tile.mine.cell(hi - 1), carry);
  if constexpr (TurnsBack<F>) {
    using Given = typename F::Given;
    __syncthreads();
    tile.template pass<recalled<F>, Given>(
        true, [&](Cell<Cuda> c) { return f.recall(c); }, [&](const recalled<F>& k) { return f.backward(k, carry); },
        [&](Cell<Cuda> c, const Given& g) { f.give(c, g); });
  }
}

}  // namespace detail

template <class F>
void launch_lines(Exec<Cuda>& exec, const Set& set, const F& f) {
  constexpr int p = across_first(F::axis), q = across_second(F::axis);
  exec.before(id_of<F>, set);
  auto stream = static_cast<cudaStream_t>(exec.stream());
  Set part = set;
  for (int from = set.box.lo[q]; from < set.box.hi[q]; from = part.box.hi[q]) {  // at most 65535 blocks along y
    part.box.lo[q] = from;
    part.box.hi[q] = std::min(set.box.hi[q], from + 65535);
    const int lines = set.colour < 0 ? set.box.extent(p) : (set.box.extent(p) + 1) / 2, rows = part.box.extent(q);
    if constexpr (F::axis == 0)
      detail::run_rows<<<dim3(detail::blocks(lines, detail::tile_lines), rows), detail::tile_threads, 0, stream>>>(
          detail::Range(part), f);
    else
      detail::run_columns<<<dim3(detail::blocks(lines, 32), rows), 32, 0, stream>>>(detail::Range(part), f);
  }
  exec.after(F::name);
}

}  // namespace eddy
