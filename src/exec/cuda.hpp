// CUDA: one thread per cell, or per few rows of cells; compiled by nvcc only.
#pragma once
#include <algorithm>

#include "exec/cuda_exec.hpp"
#include "exec/members.hpp"
#include "exec/shape.hpp"
#include "exec/sum.hpp"
#include "exec/tile_view.hpp"
#include "exec/view.hpp"

namespace eddy {

// A kernel of many fields in 3D needs its registers for one row: with several, too few threads fit on a processor.
template <class F>
constexpr bool takes_rows() {
  constexpr int dimensions = detail::Made<F>::dimensions;
  return dimensions > 1 && !is_coloured<F> && !is_rare<F> && (dimensions < 3 || members::counts<F>.fields <= 8);
}

// Of a block: with more, a kernel that does not take rows would have too few registers (exec/shape.cpp and
// exec/tuning.cpp take no more). The others are quicker where the compiler is told nothing.
inline constexpr int most_threads = 256;

namespace detail {

struct Range {  // a Box by value, as a kernel argument
  int lo[3], hi[3], colour;
  Range(const Set& s)
      : lo{s.box.lo[0], s.box.lo[1], s.box.lo[2]}, hi{s.box.hi[0], s.box.hi[1], s.box.hi[2]}, colour(s.colour) {}
};

FN int first_of_colour(const Range& r, int j, int k) { return r.colour < 0 ? 0 : (r.lo[0] + j + k + r.colour) & 1; }

template <class F>
__device__ __forceinline__ int plane_of(const Range& r) {
  return Made<F>::dimensions < 3 ? 0 : r.lo[2] + int(blockIdx.z * blockDim.z + threadIdx.z);
}

// The addresses of a kernel's fields travel as arguments of their own, so that the compiler knows them to be apart (one
// buffer bound to something written and to another member is refused before every launch): what a thread has read for
// one row it need not read again for the next.
template <class F, class Call>
void with_addresses(const F& f, Call&& call) {
  void* at[members::counts<F>.views + 1];
  int n = 0;
  members::leaves(f, [&](const auto& m) {
    if constexpr (members::View<decltype(m)>) at[n++] = m.data;
  });
  [&]<std::size_t... N>(std::index_sequence<N...>) { call(at[N]...); }
  (std::make_index_sequence<members::counts<F>.views>());
}
template <class F, class... P>
__device__ __forceinline__ F rebound(F f, P*... at) {
  void* const all[] = {at..., nullptr};
  int n = 0;
  members::leaves(f, [&](auto& m) {
    if constexpr (members::View<decltype(m)>) m.data = static_cast<decltype(m.data)>(all[n++]);
  });
  return f;
}

// The values that a thread will read in its further rows are on their way while it works on the first. Not of a kernel
// that reads by another index than its own: what lies at its own may belong to nobody, and asking for such an address
// costs more than all the rest.
template <class F>
__device__ __forceinline__ void prefetch(const F& f, Cell<Cuda> c) {
  if constexpr (requires { F::gathers; }) return;
  members::leaves(f, [&](const auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (members::Bindable<M>) {
      if constexpr (M::access == Access::in) asm volatile("prefetch.global.L2 [%0];" ::"l"(m.at(c)));
    }
  });
}

// A thread takes a few rows, one behind the other along the last axis: neighbours along it are then its own, and many
// loads are under way at once.
template <int Rows, class F>
__device__ __forceinline__ void rows_of_cells(const Range& r, const F& f) {
  constexpr int D = Made<F>::dimensions;
  constexpr Axis last = Axis(D - 1);
  Cell<Cuda> c{r.lo[0] + int(blockIdx.x * blockDim.x + threadIdx.x),
               r.lo[1] + int(blockIdx.y * blockDim.y + threadIdx.y) * (D == 2 ? Rows : 1),
               D < 3 ? 0 : r.lo[2] + int(blockIdx.z * blockDim.z + threadIdx.z) * Rows};
  if (c.i >= r.hi[0] || c.j >= r.hi[1] || c.k >= r.hi[2]) return;
  if (Rows == 1 || c[D - 1] + Rows <= r.hi[D - 1]) {
#pragma unroll
    for (int row = 1; row < Rows; ++row) prefetch(f, c + row * last);
#pragma unroll
    for (int row = 0; row < Rows; ++row) f(c + row * last);
  } else {
    for (int& n = D == 2 ? c.j : c.k; n < r.hi[D - 1]; ++n) f(c);
  }
}
template <int Rows, class F, class... P>
__global__ void run_cells(const Range r, const F unbound, P* __restrict__... at) {
  rows_of_cells<Rows>(r, rebound(unbound, at...));
}
template <class F, class... P>
__global__ void __launch_bounds__(most_threads) run_alone(const Range r, const F unbound, P* __restrict__... at) {
  rows_of_cells<1>(r, rebound(unbound, at...));
}
template <class F, class... P>
__global__ void run_colour(const Range r, const F unbound, P* __restrict__... at) {
  const F f = rebound(unbound, at...);
  const int k = plane_of<F>(r), j = r.lo[1] + blockIdx.y * blockDim.y + threadIdx.y;
  const int i = r.lo[0] + 2 * int(blockIdx.x * blockDim.x + threadIdx.x) + first_of_colour(r, j, k);
  if (i < r.hi[0] && j < r.hi[1] && k < r.hi[2]) f(Cell<Cuda>{i, j, k});
}

FN Partial packed(const Sum& s) { return {s.top, {s.part[0], s.part[1], s.part[2]}}; }
FN Partial packed(const Extreme& e) { return {e.key, {0, 0, 0}}; }
FN void unpack(const Partial& p, Sum& s) {
  s.top = int(p.top), s.part[0] = p.part[0], s.part[1] = p.part[1], s.part[2] = p.part[2];
}
FN void unpack(const Partial& p, Extreme& e) { e.key = p.top; }

// A group of rows (sum.hpp) of which only some may belong to the set. Seldom, and out of the way of the others.
template <class A, class F>
__device__ __noinline__ void add_ragged(A& mine, const Range& r, const F& f, Cell<Cuda> c, bool negate) {
  constexpr int D = Made<F>::dimensions;
  double sum = 0;
  int n = 0;
  for (int row = 0; row < group_rows(D); ++row, ++(D == 1 ? c.i : D == 2 ? c.j : c.k)) {
    const bool inside = c[D - 1] >= r.lo[D - 1] && c[D - 1] < r.hi[D - 1];
    if (!inside) continue;
    const double one = static_cast<double>(f(c));
    if (A::adds)
      sum = n++ ? sum + one : one;
    else
      mine.add(negate ? -one : one);
  }
  if (n) mine.add(negate ? -sum : sum);
}

// A thread takes whole groups of rows; of kernels that read little, several at a time. Registers are kept few: what
// counts is how much is on its way from memory.
template <class F>
constexpr int groups_at_once() {
  constexpr int bytes = members::counts<F>.bytes_read;
  return is_rare<F> ? 1 : bytes <= 4 ? 4 : bytes <= 8 ? 2 : 1;
}
template <class F>
constexpr int blocks_for_reduce() {
  return sizeof(typename Made<F>::Real) == 8 && Made<F>::dimensions == 3 && groups_at_once<F>() == 1 ? 2 : 4;
}
template <class A, class F, class... P>
__global__ void __launch_bounds__(256, blocks_for_reduce<F>())
    run_reduce(const Range r, const F unbound, const bool negate, Partial* out, P* __restrict__... at) {
  const F f = rebound(unbound, at...);
  constexpr int threads = 256, D = Made<F>::dimensions, group = group_rows(D);
  constexpr Axis last = Axis(D - 1);
  __shared__ Partial shared[threads];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const auto first = [&](int axis, int begin, int n) {  // of the n-th taker of cells, or of groups along the last axis
    return axis >= D ? 0 : axis == D - 1 ? group_begin(begin, D) + n * group : begin + n;
  };
  const auto step = [&](int axis, int takers) { return takers * (axis == D - 1 ? group : 1); };
  constexpr int many = groups_at_once<F>();
  A mine;
  for (int k = first(2, r.lo[2], blockIdx.z); k < r.hi[2]; k += step(2, gridDim.z))
    for (int j = first(1, r.lo[1], blockIdx.y * blockDim.y + threadIdx.y); j < r.hi[1];
         j += step(1, gridDim.y * blockDim.y))
      for (int i = first(0, r.lo[0], blockIdx.x * blockDim.x * many + threadIdx.x); i < r.hi[0];
           i += step(0, gridDim.x * blockDim.x * many)) {
        const Cell<Cuda> c{i, j, k};
        const int next = step(0, blockDim.x), most = i + (many - 1) * next;
        if constexpr (is_rare<F>) {
          add_ragged(mine, r, f, c, negate);
        } else if (c[D - 1] >= r.lo[D - 1] && (D == 1 ? most : c[D - 1]) + group <= r.hi[D - 1] && most < r.hi[0]) {
          double v[many][group];
#pragma unroll
          for (int n = 0; n < many; ++n)
#pragma unroll
            for (int row = 0; row < group; ++row)
              v[n][row] = static_cast<double>(f(Cell<Cuda>{i + n * next, j, k} + row * last));
#pragma unroll
          for (int n = 0; n < many; ++n) mine.add_rows(v[n], negate);
        } else {
          for (int at = i; at <= most && at < r.hi[0]; at += next) add_ragged(mine, r, f, Cell<Cuda>{at, j, k}, negate);
        }
      }
  shared[tid] = packed(mine);
  for (int half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (tid < half) {
      A other;
      unpack(shared[tid + half], other);
      mine.merge(other);
      shared[tid] = packed(mine);
    }
  }
  if (tid == 0) out[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = packed(mine);
}

inline int blocks(int cells, int size) { return (cells + size - 1) / size; }

template <int Rows, class F>
void launch_rows(Exec<Cuda>& exec, const Set& set, const F& f, LaunchShape s) {
  const dim3 threads(s.x, s.y, s.z);
  auto stream = static_cast<cudaStream_t>(exec.stream());
  for (const Set& part : launchable(set, s)) {
    const Box& b = part.box;
    const int y = s.y * (set.dimensions == 2 ? s.rows : 1), z = s.z * (set.dimensions == 3 ? s.rows : 1);
    const dim3 grid(blocks(set.colour < 0 ? b.extent(0) : (b.extent(0) + 1) / 2, s.x), blocks(b.extent(1), y),
                    blocks(b.extent(2), z));
    with_addresses(f, [&](auto*... at) {
      if constexpr (is_coloured<F>)
        run_colour<<<grid, threads, 0, stream>>>(Range(part), f, at...);
      else if constexpr (takes_rows<F>())
        run_cells<Rows><<<grid, threads, 0, stream>>>(Range(part), f, at...);
      else
        run_alone<<<grid, threads, 0, stream>>>(Range(part), f, at...);
    });
  }
}

template <class A, class F>
A reduce_with(Exec<Cuda>& exec, const Set& set, const F& f, bool negate) {
  const Box& b = set.box;
  const int most = 528;  // enough blocks to fill the device, few enough to fetch and merge their results at once
  dim3 threads = set.dimensions == 1 ? dim3(256, 1) : dim3(64, 4);
  dim3 grid(std::min(blocks(b.extent(0), threads.x * groups_at_once<F>()), most), 1, 1);
  const int groups = b.extent(set.dimensions - 1) / group_rows(set.dimensions) + 1;
  grid.y = std::clamp(most / int(grid.x), 1, blocks(set.dimensions == 2 ? groups : b.extent(1), threads.y));
  grid.z = std::clamp(most / int(grid.x * grid.y), 1, set.dimensions == 3 ? groups : 1);
  const int n = grid.x * grid.y * grid.z;
  Partial* const out = exec.partials(n);
  with_addresses(f, [&](auto*... at) {
    run_reduce<A><<<grid, threads, 0, static_cast<cudaStream_t>(exec.stream())>>>(Range(set), f, negate, out, at...);
  });
  exec.after(F::name);
  A total;
  for (const Partial& p : exec.fetch_partials(n)) {
    A a;
    unpack(p, a);
    total.merge(a);
  }
  return total;
}

}  // namespace detail

template <class F>
void launch(Exec<Cuda>& exec, const Set& set, const F& f, int) {
  LaunchShape s = launch_shape(DeviceKind::gpu, set, id_of<F>);
  exec.before(id_of<F>, set);
  if constexpr (takes_rows<F>())
    if (s.rows > 1) detail::launch_rows<LaunchShape::several>(exec, set, f, s);
  if (!takes_rows<F>() || s.rows == 1) {
    s.rows = 1;
    detail::launch_rows<1>(exec, set, f, s);
  }
  exec.after(F::name);
}

template <ReductionKind R, class F>
Accumulated<R> launch_reduce(Exec<Cuda>& exec, const Set& set, const F& f) {
  exec.before(id_of<F>, set);
  return detail::reduce_with<Accumulated<R>>(exec, set, f, R == ReductionKind::min);
}

}  // namespace eddy
