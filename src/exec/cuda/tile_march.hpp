// Several sweeps per pass on CUDA; compiled by nvcc only. A block of threads takes a tile across all axes but the last,
// and marches along the last one. A thread holds a few cells of the tile, and of each sweep the last three rows (2D) or
// planes (3D) of them, in registers; neighbours across the tile come through shared memory.
//
//      row j      read from memory                   each step of the march: one row is read, every sweep advances by
//      row j − 1  sweep 1, from rows j−2, j−1, j     one row, one barrier, and the row that has had all its sweeps is
//      row j − 2  sweep 2, …                         written
//
// Tiles overlap by the number of sweeps on each side, and so do the ranges of the march: at the edge of a tile, one
// more cell is wrong after every sweep, and these cells are not written. A sweep in two colours counts as two.
//
// Where the tables of a kernel are constant, as inside a uniform grid, the tiles that lie in the set have a launch of
// their own, with the coefficients as an argument: it needs far fewer registers. A second launch goes around them.
#pragma once
#include <algorithm>

#include "exec/cuda/cells.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

// The space of a kernel inside a tile. Its views have the layout of Cuda's, and those of the iterated field point to
// the window of a cell: its value, and those of its neighbours along each axis.
struct CudaTile {};

namespace detail {
FN constexpr int in_window(Offset s) {
  return s.x < 0 ? 1 : s.x > 0 ? 2 : s.y < 0 ? 3 : s.y > 0 ? 4 : s.z < 0 ? 5 : s.z > 0 ? 6 : 0;
}
// Loads a value that no thread writes during the pass: the compiler may move the load over stores, and drop it where
// the value is not needed. (CUDA's own __ldg is volatile and allows neither.)
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
struct Line<CudaTile, T> {  // a thread that stays in place along the axis keeps the one value that it needs
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

// Threads of a block along x and y, cells of a thread along x and y, sweeps (or colours of sweeps) per pass, rows that
// are loaded ahead, and the number of blocks that a processor should hold.
template <int X_, int Y_, int CX_, int CY_, int Levels_, int Ahead_ = 2, int Blocks_ = 1>
struct TileShape {
  static constexpr int X = X_, Y = Y_, CX = CX_, CY = CY_, levels = Levels_, ahead = Ahead_, blocks = Blocks_;
  static constexpr int width = X * CX, height = Y * CY, threads = X * Y;
  static constexpr int period = std::max(4, (levels + 1) / 2 * 2);  // rows after which registers are used again
};

namespace detail {

// Calls v(line, axis) for the members of a kernel that are one Line per axis.
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
  line.kept = 1;
  line.at = at;
  line.value = value;
}

template <class T>
struct TileMemory {  // where a pass reads and writes: cell (i, j, k) at data[i + j·sy + k·sz]
  const T* from;
  T* to;
  int from_sy, from_sz, to_sy, to_sz;
};

template <class F>
struct EvenCells {  // whole tiles in which all tables are constant, and their coefficients
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
  static constexpr int beyond = Even ? L : 1;  // cells beside the range that may be read; in other fields, one less

  const Range& r;
  const Range& result;  // the cells of the set whose values are wanted
  const TileMemory<T>& memory;
  const Given& even;        // the coefficients of all cells, with Even
  T* shared;                // the place of this thread's first cell
  int column[CX], row[CY];  // indices of its cells, clamped to the range
  const T* from[CY][CX];
  T* to[CY][CX];
  bool inside[CY][CX];   // the cell is in the set
  bool written[CY][CX];  // the cell is written by this thread
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
        column[cx] = clamped(i, 0, beyond - 1);
        row[cy] = clamped(j, 1, beyond - 1);
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

  // Computes what the cells of row m need in every sweep. Lines along the march have one value for the whole row.
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
          given_to[cy][cx] = mine.given(cell(cy, cx, m));
          own_to[cy][cx] = mine.own(cell(cy, cx, m));
        }
    }
  }

  // The value of a cell after one more sweep; `slot` is where its row is kept.
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
    window[2 * D - 1] = w[below][cy][cx];
    window[2 * D] = w[above][cy][cx];
    F mine = f[cy][cx];
    const auto e = tile::iterated_views<CudaTile, T>(mine);
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
        for (int cx = 0; cx < CX; ++cx) {
          given[t][cy][cx] = given_now[cy][cx];
          own[t][cy][cx] = own_now[cy][cx];
        }
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

}  // namespace detail

}  // namespace eddy
