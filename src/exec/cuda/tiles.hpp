// Several sweeps per pass on CUDA; compiled by nvcc only. A block of threads takes a tile across all axes but the last,
// and marches along the last one. A thread holds a few cells of the tile, and of each sweep the last three rows (2D) or
// planes (3D) of them, in registers; neighbours across the tile come through shared memory.
//
//      row j      read from memory                   each step of the march: one row is read, every sweep advances by
//      row j − 1  sweep 1, from rows j−2, j−1, j     one row, one barrier, and the row that has had all its sweeps is
//      row j − 2  sweep 2, …                         written
//
// Tiles overlap by the number of sweeps on each side, and so do the ranges of the march: what is computed from beyond
// the edge of a tile is wrong by one more cell with every sweep, and is not written. A sweep in two colours is two.
//
// Where the tables of a kernel are constant, as inside a uniform grid, what they give is an argument of the launch, and
// the tiles lie inside the set: a launch of its own, for it needs far fewer registers. The other goes around it.
#pragma once
#include <algorithm>

#include "exec/cuda/cells.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

// The space of a kernel inside a tile: its views have the shape of Cuda's, and those of the iterated field lead to the
// window of a cell: itself, and its neighbours along each axis.
struct CudaTile {};

namespace detail {
FN constexpr int in_window(Offset s) {
  return s.x < 0 ? 1 : s.x > 0 ? 2 : s.y < 0 ? 3 : s.y > 0 ? 4 : s.z < 0 ? 5 : s.z > 0 ? 6 : 0;
}
// Nothing that a pass reads is written in it: loads may move over stores, and go where nobody needs their value.
// (CUDA's own __ldg is volatile: it would do neither.)
template <class T>
FN T fetch(const T* p) {
#ifdef __CUDA_ARCH__
  T v;
  if constexpr (sizeof(T) == 8)
    asm("ld.global.nc.f64 %0, [%1];" : "=d"(v) : "l"(p));
  else
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return v;
#else
  return *p;
#endif
}
}  // namespace detail

template <class T>
struct Line<CudaTile,
            T> {  // along an axis on which a thread stays where it is, it has the one value that counts at hand
  using value_type = T;
  static constexpr Access access = Access::line;
  T* data;
  int kept, at;
  union {
    const void* buffer;
    T value;
  };
  FN T operator()(int i) const { return kept && i == at ? value : detail::fetch(data + i); }
};
template <class T>
struct Previous<CudaTile, T> : View<CudaTile, T> {
  static constexpr Access access = Access::in;
  static constexpr bool iterated = true;
  FN T operator()(Cell<CudaTile> c) const { return this->data[detail::in_window(c.step)]; }
};
template <class T>
struct Out<CudaTile, T> : View<CudaTile, T> {
  static constexpr Access access = Access::out;
  FN T& operator()(Cell<CudaTile>) const { return *this->data; }
};
template <class T>
struct InOut<CudaTile, T> : View<CudaTile, T> {
  static constexpr Access access = Access::in_out;
  FN T& operator()(Cell<CudaTile> c) const { return this->data[detail::in_window(c.step)]; }
};

// Threads of a block along x and y, cells of one thread along x and y, sweeps (or colours of sweeps) per pass, rows
// that are on their way from memory; and how many blocks a processor should hold.
template <int X_, int Y_, int CX_, int CY_, int Levels_, int Ahead_ = 2, int Blocks_ = 1>
struct TileShape {
  static constexpr int X = X_, Y = Y_, CX = CX_, CY = CY_, levels = Levels_, ahead = Ahead_, blocks = Blocks_;
  static constexpr int width = X * CX, height = Y * CY, threads = X * Y;
  static constexpr int period = std::max(4, (levels + 1) / 2 * 2);  // rows after which registers take turns again
};

namespace detail {

// Calls v(line, axis) for the lines of a kernel that come as one along each axis.
template <class F, class V>
FN void each_line(F& f, V&& v) {
  members::each(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (members::Bundle<M>)
      each_line(m, v);
    else if constexpr (requires { m.of[0].kept; }) {
#pragma unroll
      for (int a = 0; a < members::axes<M>; ++a) v(m.of[a], a);
    }
  });
}
template <class L, class T>
FN void keep(L& line, int at, T value) {
  line.kept = 1, line.at = at, line.value = value;
}

template <class T>
struct TileMemory {  // where a pass reads and writes: cell (i, j, k) at data[i + j·sy + k·sz]
  const T* from;
  T* to;
  int from_sy, from_sz, to_sy, to_sz;
};

template <class F>
struct EvenCells {  // whole tiles, for which all tables are constant; and what they give
  int lo[3] = {}, hi[3] = {};
  typename tile::Parted<F>::Given given;
};

FN int even_below(int n) { return n - (n & 1); }

template <class Shape, bool Coloured, class F, bool Even>
struct TileMarch {
  using T = typename Made<F>::Real;
  static constexpr int D = Made<F>::dimensions, L = Shape::levels, P = Shape::period, X = Shape::X, CX = Shape::CX,
                       CY = Shape::CY, H = Shape::height, A = Shape::ahead;
  static_assert(D == 2 || D == 3);
  static_assert(D == 3 || H == 1);
  static_assert(!Coloured || (CX == 2 && L % 2 == 0 && (CY % 2 == 0 || H == 1)));
  static_assert(P % A == 0);
  static constexpr int pitch = X + 2, plane = (H + 2) * CX * pitch, shared_values = 2 * L * plane;
  using Given = typename tile::Parted<F>::Given;
  using Own = typename tile::Parted<F>::Own;
  static constexpr int beyond = Even ? L : 1;  // cells beside the range that may be read; of other fields one less

  const Range& r;
  const Range& result;  // the cells of the set whose values are wanted
  const TileMemory<T>& memory;
  const Given& even;        // is given to all cells
  T* shared;                // of this thread's first cell
  int column[CX], row[CY];  // of its cells, in the set
  const T* from[CY][CX];
  T* to[CY][CX];
  bool inside[CY][CX];   // the set
  bool written[CY][CX];  // by this block
  F f[CY][CX];
  T v[L][P][CY][CX], coming[A][CY][CX];
  Given given[P][CY][CX];
  Own own[P][CY][CX];

  static constexpr int march = D - 1;
  __device__ __forceinline__ int clamped(int n, int axis, int more) const {
    return ::min(::max(n, r.lo[axis] - more), r.hi[axis] - 1 + more);
  }
  __device__ __forceinline__ Cell<CudaTile> cell(int cy, int cx, int m) const {
    const int at = clamped(m, march, beyond - 1);
    return D == 2 ? Cell<CudaTile>{column[cx], at, 0} : Cell<CudaTile>{column[cx], row[cy], at};
  }
  __device__ __forceinline__ static constexpr bool active(int level, int cy, int cx, int m) {
    return !Coloured || ((cx + cy + m + level - 1) & 1) == 0;
  }
  __device__ __forceinline__ T& exchanged(int turn, int level, int cy, int cx) const {
    return shared[(turn & 1) * L * plane + level * plane + (cy * CX + cx) * pitch];
  }

  __device__ __forceinline__ void place(const F& functor, int i0, int j0) {
#pragma unroll
    for (int cy = 0; cy < CY; ++cy)
#pragma unroll
      for (int cx = 0; cx < CX; ++cx) {
        const int i = i0 + threadIdx.x * CX + cx, j = D == 2 ? 0 : j0 + int(threadIdx.y) * CY + cy;
        column[cx] = clamped(i, 0, beyond - 1), row[cy] = clamped(j, 1, beyond - 1);
        inside[cy][cx] = Even || (i == column[cx] && (D == 2 || j == row[cy]));
        f[cy][cx] = functor;
        members::leaves(f[cy][cx], [](auto& m) {
          if constexpr (requires { m.kept; }) m.kept = 0;
        });
        each_line(f[cy][cx], [&](auto& line, int a) {
          const int at = cell(cy, cx, 0)[a];
          if (a != march && !Even) keep(line, at, fetch(line.data + at));
        });
        const int x = threadIdx.x * CX + cx, y = threadIdx.y * CY + cy;
        written[cy][cx] = inside[cy][cx] && x >= L && x < Shape::width - L && (D == 2 || (y >= L && y < H - L));
        if constexpr (!Even)
          written[cy][cx] = written[cy][cx] && i >= result.lo[0] && i < result.hi[0] &&
                            (D == 2 || (j >= result.lo[1] && j < result.hi[1]));
        from[cy][cx] =
            memory.from + (D == 2 ? 0 : std::int64_t(clamped(j, 1, beyond)) * memory.from_sy) + clamped(i, 0, beyond);
        to[cy][cx] = memory.to + (D == 2 ? 0 : std::int64_t(row[cy]) * memory.to_sy) + column[cx];
      }
  }
  __device__ __forceinline__ void read(T (&into)[CY][CX], int m) const {
    const std::int64_t at = std::int64_t(clamped(m, march, beyond)) * (D == 2 ? memory.from_sy : memory.from_sz);
#pragma unroll
    for (int cy = 0; cy < CY; ++cy)
#pragma unroll
      for (int cx = 0; cx < CX; ++cx) into[cy][cx] = fetch(from[cy][cx] + at);
  }

  // What the cells of row m need in every sweep. Lines along the march have the same value for all of them.
  __device__ __forceinline__ void prepare(Given (&given_to)[CY][CX], Own (&own_to)[CY][CX], int m) const {
    if constexpr (Even) {
#pragma unroll
      for (int cy = 0; cy < CY; ++cy)
#pragma unroll
        for (int cx = 0; cx < CX; ++cx) own_to[cy][cx] = f[cy][cx].own(cell(cy, cx, m));
    } else if constexpr (tile::has_given<F>) {
      T values[16];
      const int at = cell(0, 0, m)[march];
      int n = 0;
      each_line(f[0][0], [&](auto& line, int a) {
        if (a == march) values[n++] = fetch(line.data + at);
      });
#pragma unroll
      for (int cy = 0; cy < CY; ++cy)
#pragma unroll
        for (int cx = 0; cx < CX; ++cx) {
          F mine = f[cy][cx];
          n = 0;
          each_line(mine, [&](auto& line, int a) {
            if (a == march) keep(line, at, values[n++]);
          });
          given_to[cy][cx] = mine.given(cell(cy, cx, m)), own_to[cy][cx] = mine.own(cell(cy, cx, m));
        }
    }
  }

  // One sweep of one cell; `slot` is where its row is kept.
  template <int Level>
  __device__ __forceinline__ T swept(int turn, int slot, int cy, int cx, int m) const {
    constexpr int before = Level - 1;
    const T(&w)[P][CY][CX] = v[before];
    const int below = (slot + P - 1) % P, above = (slot + 1) % P;
    T window[7], new_value;
    window[0] = w[slot][cy][cx];
    window[1] = cx > 0 ? w[slot][cy][cx > 0 ? cx - 1 : 0] : (&exchanged(turn - 1, before, cy, CX - 1))[-1];
    window[2] = cx < CX - 1 ? w[slot][cy][cx < CX - 1 ? cx + 1 : 0] : (&exchanged(turn - 1, before, cy, 0))[1];
    if constexpr (D == 3) {
      window[3] = cy > 0 ? w[slot][cy > 0 ? cy - 1 : 0][cx] : exchanged(turn - 1, before, -1, cx);
      window[4] = cy < CY - 1 ? w[slot][cy < CY - 1 ? cy + 1 : 0][cx] : exchanged(turn - 1, before, CY, cx);
    }
    window[2 * D - 1] = w[below][cy][cx], window[2 * D] = w[above][cy][cx];
    F mine = f[cy][cx];
    const auto e = tile::ends<CudaTile, T>(mine);
    e.written->data = &new_value;
    e.read->data = window;
    const Cell<CudaTile> c = cell(cy, cx, m);
    if constexpr (tile::has_given<F>)
      mine.sweep(Even ? even : given[slot][cy][cx], own[slot][cy][cx], c);
    else
      mine(c);
    return e.read == e.written ? window[0] : new_value;
  }

  template <int Level, bool Inner>
  __device__ __forceinline__ void level(int turn, int m, int first, int last) {
    const int slot = (turn - Level + 2 * P) % P;
    const bool here = Inner || (m >= r.lo[march] && m < r.hi[march]);
    const std::int64_t at = std::int64_t(m) * (D == 2 ? memory.to_sy : memory.to_sz);
#pragma unroll
    for (int cy = 0; cy < CY; ++cy)
#pragma unroll
      for (int cx = 0; cx < CX; ++cx) {
        T value = v[Level - 1][slot][cy][cx];
        if (active(Level, cy, cx, turn - Level + 2 * P)) {
          const T s = swept<Level>(turn, slot, cy, cx, m);
          value = Inner || (here && inside[cy][cx]) ? s : value;
          if constexpr (Level < L) exchanged(turn, Level, cy, cx) = value;
        }
        if constexpr (Level < L)
          v[Level][slot][cy][cx] = value;
        else if (written[cy][cx] && m >= first && m < last)
          to[cy][cx][at] = value;
      }
  }
  template <bool Inner, int... N>
  __device__ __forceinline__ void levels(std::integer_sequence<int, N...>, int turn, int m, int first, int last) {
    (level<N + 1, Inner>(turn, m - N - 1, first, last), ...);
  }

  template <bool Inner>
  __device__ __forceinline__ void turns(int m, int first, int last) {
#pragma unroll
    for (int t = 0; t < P; ++t) {
      Given given_now[CY][CX];
      Own own_now[CY][CX];
#pragma unroll
      for (int cy = 0; cy < CY; ++cy)
#pragma unroll
        for (int cx = 0; cx < CX; ++cx) {
          v[0][t][cy][cx] = coming[t % A][cy][cx];
          exchanged(t, 0, cy, cx) = v[0][t][cy][cx];
        }
      prepare(given_now, own_now, m + t);
      read(coming[t % A], m + t + A);
      levels<Inner>(std::make_integer_sequence<int, L>(), t, m + t, first, last);
#pragma unroll
      for (int cy = 0; cy < CY; ++cy)
#pragma unroll
        for (int cx = 0; cx < CX; ++cx) given[t][cy][cx] = given_now[cy][cx], own[t][cy][cx] = own_now[cy][cx];
      __syncthreads();
    }
  }

  __device__ __forceinline__ void run(int first, int last, bool inner) {
    const int begin = (Even ? first : even_below(first)) - L, end = last + L;
#pragma unroll
    for (int a = 0; a < A; ++a) read(coming[a], begin + a);
#pragma unroll
    for (int p = 0; p < P; ++p) {
      prepare(given[p], own[p], begin);
#pragma unroll
      for (int l = 0; l < L; ++l)
#pragma unroll
        for (int cy = 0; cy < CY; ++cy)
#pragma unroll
          for (int cx = 0; cx < CX; ++cx) v[l][p][cy][cx] = T(0);
    }
    for (int m = begin; m < end; m += P)
      if (Even || (!tile::tabled<F> && inner && m - L >= r.lo[march] && m + P <= r.hi[march]))
        turns<true>(m, first, last);
      else
        turns<false>(m, first, last);
  }
};

// Even: the range is that of the even cells; otherwise it goes around them. Tiles begin where the result does.
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

// How many rows a block should march: the fewest steps until the last block is done.
inline int march_rows(int extent, int across, int resident, int levels) {
  int best = extent;
  std::int64_t least = INT64_MAX;
  for (int parts = 1; parts <= std::max(1, extent / (2 * levels)); ++parts) {
    const int rows = ((extent + parts - 1) / parts + 1) / 2 * 2;
    const std::int64_t blocks = std::int64_t(across) * ((extent + rows - 1) / rows);
    const std::int64_t steps = (blocks + resident - 1) / resident * (rows + 2 * levels + 4);
    if (steps < least) least = steps, best = rows;
    if (blocks > 16 * resident) break;
  }
  return best;
}

// Of these cells those that all sweeps of a pass reach from inside, in whole tiles of the launch for the result.
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

// A second launch takes its time.
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
      box.lo[a] = std::max(box.lo[a], s.lo), box.hi[a] = std::min(box.hi[a], s.hi);
      keep(line, 0, static_cast<typename Made<F>::Real>(s.value));
    });
    box = whole_tiles<Shape, Made<F>::dimensions>(box, result);
    if (box.empty() || (!exec.tiles_always && !even_pays(box, result))) return even;
    for (int a = 0; a < 3; ++a) even.lo[a] = box.lo[a], even.hi[a] = box.hi[a];
    even.given = typical.given(Cell<CudaTile>{0, 0, 0});
  }
  return even;
}

}  // namespace detail

// One pass: Shape::levels sweeps of f over a set, from one buffer to the other. Written are the cells of the result.
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
  const auto pass = [&]<bool Even>(const Box& over, const Box& b, int busy) {  // so many tiles march more than few rows
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

// What decides on the shape of a pass. A kernel of many fields needs registers for what it has read of them.
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

// The best that was measured on an H200: sweeps per pass (1: nothing beats single sweeps), the fewest cells of a set
// that pay, and the shape of each number of sweeps.
constexpr int most_cuda(PassKind k) {
  if (k.dimensions == 3) return k.many_fields ? 1 : k.coloured ? 2 : 3;
  if (k.coloured) return 3;
  return k.bytes == 8 ? (k.many_fields ? 4 : 6) : (k.many_fields ? 6 : 8);
}
// Not every number: kernels take long to compile.
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
    launch_tile<typename ShapeOf<Coloured, F, Sweeps>::type, Coloured>(exec, set, result, f, *ends<Cuda, T>(from).read,
                                                                       *ends<Cuda, T>(to).read);
  }
}

}  // namespace tile

}  // namespace eddy
