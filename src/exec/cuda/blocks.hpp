// Several sweeps per pass of a kernel that iterates several fields, on CUDA; compiled by nvcc only. A block of threads
// holds two copies of a tile of these fields in shared memory, with a margin, and sweeps from one to the other. The
// last sweep writes to memory.
//
//      ┌─────────────┐  margin: cells that those inside depend on over all sweeps; other blocks compute them, too
//      │  ┌───────┐  │
//      │  │ written│  │  sweep s computes the cells that are s times the reach away from the edge of the tile
//      │  └───────┘  │
//      └─────────────┘
//
// Kernels that treat the ends of their set differently (exec/shapes/tile_view.hpp) are launched twice: with their
// inner kernel for the tiles away from the ends, and as they are for the others. At the ends such a kernel may reach
// inwards by one cell more than elsewhere (F::reach, against F::inner_reach): the margin is one cell wider for it.
#pragma once
#include <tuple>

#include "exec/core/tuning.hpp"
#include "exec/cuda/cells.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

struct CudaBlock {};  // the space of a kernel whose iterated fields are in shared memory

template <class T>
struct Previous<CudaBlock, T> : View<CudaBlock, T> {  // data points to the cell itself
  static constexpr Access access = Access::in;
  static constexpr bool iterated = true;
  FN T operator()(Cell<CudaBlock> c) const { return this->data[c.step.x + c.step.y * this->sy]; }
};
template <class T>
struct Out<CudaBlock, T> : View<CudaBlock, T> {  // data points to a register
  static constexpr Access access = Access::out;
  FN T& operator()(Cell<CudaBlock>) const { return *this->data; }
};

// The cells that a tile writes along x and y, its threads, its sweeps, the number of blocks that a processor should
// hold, and the number of cells above each other that a thread computes together, which share what they read.
template <int X_, int Y_, int Threads_, int Sweeps_, int Blocks_ = 1, int Rows_ = 1>
struct BlockShape {
  static constexpr int x = X_, y = Y_, threads = Threads_, sweeps = Sweeps_, blocks = Blocks_, rows = Rows_;
};

namespace detail {

template <class T, int N>
struct BlockMemory {  // where each iterated field is read and written
  const T* from[N];
  T* to[N];
  int from_sy, to_sy;
};

template <class Shape, class F, bool Away>  // Away: the tile lies in the set as a whole
struct BlockTile {
  using T = typename Made<F>::Real;
  static constexpr int N = tile::iterated<F>, step = F::inner_reach, S = Shape::sweeps, R = Shape::rows;
  static constexpr int margin = step * S + (tile::edge<F> ? F::reach - step : 0), width = Shape::x + 2 * margin,
                       height = Shape::y + 2 * margin;
  static constexpr int pitch = width, over = pitch + 4;  // padding: cells at its ends may read one cell beyond the tile
  // After an odd number of sweeps the rows at the tile's edge are no longer needed: that copy has no memory for them.
  static constexpr int even = pitch * height + 2 * over, odd = even - 2 * step * pitch;
  static constexpr int shared_bytes = N * (even + odd) * sizeof(T);
  static_assert(Made<F>::dimensions == 2);
  static_assert(Shape::x >= margin && Shape::y >= margin);  // a tile sees one end of the set at most on each side

  const Range& r;
  const BlockMemory<T, N>& memory;
  T* shared;
  int i0, j0;  // index of the tile's first cell, margin included
  F f;

  __device__ __forceinline__ T* held(int sweep, int n) const {
    return shared + (sweep % 2 ? N * even + n * odd - step * pitch : n * even) + over;
  }
  // Calls call(x, y) for the cells of the tile that are `Lost` or more away from its edge, once for every `Rows` rows.
  // Threads take the cells as one long list, so that none is idle at the end of a row.
  template <int Lost, int Rows, class Call>
  __device__ __forceinline__ void each(const Call& call) const {
    constexpr int w = width - 2 * Lost, h = height - 2 * Lost;
    constexpr int columns = Shape::threads % w, rows = Shape::threads / w;
    static_assert(h % Rows == 0);
    int x = int(threadIdx.x) % w, y = int(threadIdx.x) / w;
    for (int c = threadIdx.x; c < w * (h / Rows); c += Shape::threads) {
      call(Lost + x, Lost + y * Rows);
      x += columns;
      y += rows;
      if (x >= w) {
        x -= w;
        ++y;
      }
    }
  }
  // The address of the cell at (x, y) of the tile. The block's part of the address is the same for all threads.
  template <class M>
  __device__ __forceinline__ M* at(M* field, int sy, int x, int y) const {
    return field + (i0 + std::int64_t(j0) * sy) + unsigned(x + y * sy);
  }
  __device__ __forceinline__ void read() const {
    each<0, 1>([&](int x, int y) {
      int i = x, j = y;
      if (!Away) {
        i = ::min(::max(i, r.lo[0] - F::reach - i0), r.hi[0] - 1 + F::reach - i0);
        j = ::min(::max(j, r.lo[1] - F::reach - j0), r.hi[1] - 1 + F::reach - j0);
      }
#pragma unroll
      for (int n = 0; n < N; ++n) held(0, n)[x + y * pitch] = *at(memory.from[n], memory.from_sy, i, j);
    });
    __syncthreads();
  }
  // The value of the cell at (x, y) of the tile after one more sweep.
  __device__ __forceinline__ void compute(int sweeps, int x, int y, T (&value)[N]) const {
    F mine = f;
    int reads = 0, writes = 0;
    members::leaves(mine, [&](auto& m) {
      using M = std::remove_cvref_t<decltype(m)>;
      if constexpr (tile::is_read<M>) {
        m.data = held(sweeps, reads++) + (x + y * pitch);
        m.sy = pitch;
      }
      if constexpr (tile::is_written<M>) m.data = &value[writes++];
    });
    mine(Cell<CudaBlock>{i0 + x, j0 + y, 0});
  }
  __device__ __forceinline__ bool inside(int i, int j) const {
    return Away || (i >= r.lo[0] && i < r.hi[0] && j >= r.lo[1] && j < r.hi[1]);
  }

  template <int Sweep>
  __device__ __forceinline__ void sweep() {
    each<step * Sweep, R>([&](int x, int y) {
      T value[R][N];
#pragma unroll
      for (int m = 0; m < R; ++m)
        if (inside(i0 + x, j0 + y + m)) {
          compute(Sweep - 1, x, y + m, value[m]);
        } else {  // cells beyond the set keep their values
#pragma unroll
          for (int n = 0; n < N; ++n) value[m][n] = held(Sweep - 1, n)[x + (y + m) * pitch];
        }
#pragma unroll
      for (int m = 0; m < R; ++m)
#pragma unroll
        for (int n = 0; n < N; ++n) held(Sweep, n)[x + (y + m) * pitch] = value[m][n];
    });
    __syncthreads();
  }
  __device__ __forceinline__ void last() {
    each<margin, R>([&](int x, int y) {
      T value[R][N];
#pragma unroll
      for (int m = 0; m < R; ++m)
        if (inside(i0 + x, j0 + y + m)) compute(S - 1, x, y + m, value[m]);
#pragma unroll
      for (int m = 0; m < R; ++m)
        if (inside(i0 + x, j0 + y + m))
#pragma unroll
          for (int n = 0; n < N; ++n) *at(memory.to[n], memory.to_sy, x, y + m) = value[m][n];
    });
  }
  template <int... Sweep>
  __device__ __forceinline__ void run(std::integer_sequence<int, Sweep...>) {
    read();
    (sweep<Sweep + 1>(), ...);
    last();
  }
};

// Sweeps the tiles that are `far` away from all ends of the set (Away), or the others; with far = 0, all tiles.
template <class Shape, class F, bool Away>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    run_block(const Range r, const F f, const BlockMemory<typename Made<F>::Real, tile::iterated<F>> memory,
              const int far) {
  using Tile = BlockTile<Shape, F, Away>;
  using T = typename Made<F>::Real;
  extern __shared__ char raw[];
  const int i = r.lo[0] + int(blockIdx.x) * Shape::x, j = r.lo[1] + int(blockIdx.y) * Shape::y;
  const bool away =
      i >= r.lo[0] + far && i + Shape::x <= r.hi[0] - far && j >= r.lo[1] + far && j + Shape::y <= r.hi[1] - far;
  if (far > 0 && away != Away) return;
  Tile t{r, memory, reinterpret_cast<T*>(raw), i - Tile::margin, j - Tile::margin, f};
  t.run(std::make_integer_sequence<int, Shape::sweeps - 1>());
}

template <class Shape, class F, bool Away, class G>
void run_blocks(Exec<Cuda>& exec, const Set& set, const G& functor, int far) {
  using T = typename Made<F>::Real;
  using Tile = BlockTile<Shape, F, Away>;
  static_assert(sizeof(F) == sizeof(G));
  BlockMemory<T, Tile::N> memory{};
  int reads = 0, writes = 0;
  members::leaves(functor, [&](const auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (tile::is_read<M>) {
      memory.from[reads++] = m.data;
      memory.from_sy = m.sy;
    }
    if constexpr (tile::is_written<M>) {
      memory.to[writes++] = m.data;
      memory.to_sy = m.sy;
    }
  });
  const auto kernel = run_block<Shape, F, Away>;
  exec.resident_blocks(reinterpret_cast<const void*>(kernel), Shape::threads, Tile::shared_bytes, G::name);
  const dim3 grid(blocks(set.box.extent(0), Shape::x), blocks(set.box.extent(1), Shape::y));
  kernel<<<grid, Shape::threads, Tile::shared_bytes, static_cast<cudaStream_t>(exec.stream())>>>(
      Range(set), __builtin_bit_cast(F, functor), memory, far);
  exec.after(G::name);
}

}  // namespace detail

// Launches one pass of Shape::sweeps sweeps of f. In a small set, one launch treats all tiles as if near an end.
template <class Shape, class F>
void launch_block(Exec<Cuda>& exec, const Set& set, const F& f, bool small) {
  using Inside = typename detail::Made<F>::template Rebound<CudaBlock>;
  constexpr int far = tile::edge<F> ? tile::edge<F> + detail::BlockTile<Shape, Inside, false>::margin : 0;
  exec.before(id_of<F>, set, Shape::sweeps);
  detail::run_blocks<Shape, Inside, false>(exec, set, f, small ? 0 : far);
  if constexpr (far != 0)
    if (!small) detail::run_blocks<Shape, typename Inside::Inner, true>(exec, set, f, far);
}

namespace tile {

// The shapes to choose from; `eddy bench --tune` finds the best of the large ones. Small sets have small tiles, so that
// there are enough of them, and more sweeps per pass, since their time goes into launches.
using BlockShapes =
    std::tuple<BlockShape<64, 32, 256, 2, 3, 2>, BlockShape<64, 24, 256, 2, 4, 2>, BlockShape<64, 16, 384, 2, 3>>;
using BlockSmall = BlockShape<16, 16, 256, 4>;
constexpr std::int64_t small_set = 1 << 18;

// Calls call(shape) with the shape for this set, unless single sweeps are known to be faster.
template <class F, class Call>
void with_block(const Set& set, const Call& call) {
  const Tuned* const known = tuned(id_of<F>);
  if (known && known->block == Tuned::one_sweep) return;
  if (set.box.cells() <= small_set) return call(BlockSmall{});
  static_assert(std::tuple_size_v<BlockShapes> == block_shapes);
  constexpr int count = block_shapes, usual = sizeof(typename Made<F>::Real) == 8 ? 2 : 0;
  const int wanted = known && known->block >= 0 && known->block < count ? known->block : usual;
  [&]<int... N>(std::integer_sequence<int, N...>) {
    ((N == wanted ? call(std::tuple_element_t<N, BlockShapes>{}) : void()), ...);
  }
  (std::make_integer_sequence<int, count>());
}

template <class F>
int most_block_sweeps(const Exec<Cuda>&, const Set& set) {
  int most = 1;
  if constexpr (Made<F>::dimensions == 2) with_block<F>(set, [&](auto shape) { most = decltype(shape)::sweeps; });
  return most;
}
template <class F>
void launch_blocks(Exec<Cuda>& exec, const Set& set, const F& f) {
  if constexpr (Made<F>::dimensions == 2)
    with_block<F>(set, [&](auto shape) { launch_block<decltype(shape)>(exec, set, f, set.box.cells() <= small_set); });
}

}  // namespace tile

}  // namespace eddy
