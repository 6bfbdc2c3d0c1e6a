// Launches and reductions on CUDA: one thread per cell, or per column of a few cells. Compiled by nvcc only.
#pragma once
#include "exec/core/members.hpp"
#include "exec/core/shape.hpp"
#include "exec/core/sum.hpp"
#include "exec/core/view.hpp"
#include "exec/cuda/exec.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

// Whether a thread takes several rows. In 3D, a kernel of many fields needs its registers for one row: with several,
// too few threads fit on a processor.
template <class F>
constexpr bool takes_rows() {
  constexpr int dimensions = detail::Made<F>::dimensions;
  return dimensions > 1 && !is_coloured<F> && !is_rare<F> && (dimensions < 3 || members::counts<F>.fields <= 8);
}

namespace detail {

FN int first_of_colour(const Range& r, int j, int k) { return r.colour < 0 ? 0 : (r.lo[0] + j + k + r.colour) & 1; }

template <class F>
__device__ __forceinline__ int plane_of(const Range& r) {
  return Made<F>::dimensions < 3 ? 0 : r.lo[2] + int(blockIdx.z * blockDim.z + threadIdx.z);
}

// The kernel with the addresses of its fields, which are arguments of their own, so that `__restrict__` tells the
// compiler that they do not alias (refuse_aliases checks it before every launch): what a thread has read for one row it
// need not read again for the next.
template <class F, class... P>
__device__ __forceinline__ F rebound(F f, P*... at) {
  void* const all[] = {at..., nullptr};
  int n = 0;
  members::leaves(f, [&](auto& m) {
    if constexpr (members::View<decltype(m)>) m.data = static_cast<decltype(m.data)>(all[n++]);
  });
  return f;
}

// Prefetches the values that a thread will read in a later row while it works on the first, but not for a kernel that
// computes its indices: its own cell may lie outside the field, and to prefetch that would cost more than all the rest.
template <class F>
__device__ __forceinline__ void prefetch(const F& f, Cell<Cuda> c) {
  if constexpr (is_gathering<F>) return;
  members::leaves(f, [&](const auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (members::Bindable<M>) {
      if constexpr (M::access == Access::in) asm volatile("prefetch.global.L2 [%0];" ::"l"(m.at(c)));
    }
  });
}

// A thread takes a few rows, one after the other along the last axis: it then reads neighbours along this axis only
// once, and many loads are under way at once.
template <class F>
__device__ __forceinline__ void rows_of_cells(const Range& r, const int rows, const F& f) {
  constexpr int D = Made<F>::dimensions, several = LaunchShape::several;
  constexpr Axis last = Axis(D - 1);
  Cell<Cuda> c{r.lo[0] + int(blockIdx.x * blockDim.x + threadIdx.x),
               r.lo[1] + int(blockIdx.y * blockDim.y + threadIdx.y) * (D == 2 ? rows : 1),
               D < 3 ? 0 : r.lo[2] + int(blockIdx.z * blockDim.z + threadIdx.z) * rows};
  if (c.i >= r.hi[0] || c.j >= r.hi[1] || c.k >= r.hi[2]) return;
  const int end = ::min(c[D - 1] + rows, r.hi[D - 1]);
  if (end - c[D - 1] == several) {
#pragma unroll
    for (int row = 1; row < several; ++row) prefetch(f, c + row * last);
#pragma unroll
    for (int row = 0; row < several; ++row) f(c + row * last);
  } else {
#pragma unroll 1
    for (int& n = D == 2 ? c.j : c.k; n < end; ++n) f(c);
  }
}
// The number of threads that the compiler is told decides on the registers, and these on the speed (H200): with the
// true number, kernels of several rows are up to 1.4 times as fast, but a little slower in 3D in double precision,
// where run_wide_cells tells none.
template <class F, class... P>
__global__ void __launch_bounds__(LaunchShape::most_threads)
    run_cells(const Range r, const int rows, const F unbound, P* __restrict__... at) {
  rows_of_cells(r, rows, rebound(unbound, at...));
}
template <class F, class... P>
__global__ void run_wide_cells(const Range r, const int rows, const F unbound, P* __restrict__... at) {
  rows_of_cells(r, rows, rebound(unbound, at...));
}
template <class F, class... P>
__global__ void __launch_bounds__(LaunchShape::most_threads)
    run_alone(const Range r, const int, const F unbound, P* __restrict__... at) {
  const F f = rebound(unbound, at...);
  const Cell<Cuda> c{r.lo[0] + int(blockIdx.x * blockDim.x + threadIdx.x),
                     r.lo[1] + int(blockIdx.y * blockDim.y + threadIdx.y), plane_of<F>(r)};
  if (c.i < r.hi[0] && c.j < r.hi[1] && c.k < r.hi[2]) f(c);
}
template <class F, class... P>
__global__ void run_colour(const Range r, const int, const F unbound, P* __restrict__... at) {
  const F f = rebound(unbound, at...);
  const int k = plane_of<F>(r), j = r.lo[1] + blockIdx.y * blockDim.y + threadIdx.y;
  const int i = r.lo[0] + 2 * int(blockIdx.x * blockDim.x + threadIdx.x) + first_of_colour(r, j, k);
  if (i < r.hi[0] && j < r.hi[1] && k < r.hi[2]) f(Cell<Cuda>{i, j, k});
}

FN Partial packed(const Sum& s) { return {s.bins.top, {s.bins.p0, s.bins.p1, s.bins.p2}}; }
FN Partial packed(const Extreme& e) { return {e.key, {0, 0, 0}}; }
FN void unpack(const Partial& p, Sum& s) { s.bins = {int(p.top), p.part[0], p.part[1], p.part[2]}; }
FN void unpack(const Partial& p, Extreme& e) { e.key = p.top; }

// Adds a group of rows (exec/core/sum.hpp) of which only some may belong to the set. This is rare, and not inlined.
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

// How many groups of rows a thread takes at a time: several for kernels that read little. Registers are kept few, since
// the speed depends on how many loads are under way.
template <class A, class F>
constexpr int groups_at_once() {
  constexpr int bytes = members::counts<F>.bytes_read;
  if constexpr (A::adds && is_pointwise<F>)
    return 32 / (int(sizeof(typename Made<F>::Real)) * F::pointwise);
  else
    return is_rare<F> ? 1 : bytes <= 4 ? 4 : bytes <= 8 ? 2 : 1;
}
template <class A, class F>
constexpr int blocks_for_reduce() {
  return sizeof(typename Made<F>::Real) == 8 && Made<F>::dimensions == 3 && groups_at_once<A, F>() == 1 ? 2 : 4;
}
// Adds groups of rows of a pointwise kernel. Each group is one term; the bins of the sum are chosen once for all of
// them. This takes registers that kernels which read more do not have (H200).
template <int M, int N>
__device__ __forceinline__ void add_groups(Sum& sum, const double (&v)[M][N], bool negate) {
  double terms[M];
  int exponent = 0;
#pragma unroll
  for (int m = 0; m < M; ++m) {
    double t = v[m][0];
#pragma unroll
    for (int n = 1; n < N; ++n) t += v[m][n];
    terms[m] = negate ? -t : t;
    exponent = ::max(exponent, exponent_bits(t));
  }
  fit_sum(&sum.bins, exponent);
  if (sum.bins.top == sum_broken) return;
  const SumAnchors anchors = sum_anchors(sum.bins.top);
  SumPieces all{};
#pragma unroll
  for (int m = 0; m < M; ++m) {
    const SumPieces p = cut_term(terms[m], anchors);
    all.p0 += p.p0;
    all.p1 += p.p1;
    all.p2 += p.p2;
  }
  add_pieces(&sum.bins, all, anchors, M);
}
template <int M, int N>
__device__ __forceinline__ void add_groups(Extreme& extreme, const double (&v)[M][N], bool negate) {
#pragma unroll
  for (int m = 0; m < M; ++m) extreme.add_rows(v[m], negate);
}
template <int M, class A, class F>  // adds M complete groups from c on, `next` cells apart
__device__ __forceinline__ void add_complete(A& mine, const F& f, Cell<Cuda> c, int next, bool negate) {
  constexpr int D = Made<F>::dimensions;
  double v[M][group_rows(D)];
#pragma unroll
  for (int m = 0; m < M; ++m)
#pragma unroll
    for (int row = 0; row < group_rows(D); ++row)
      v[m][row] = static_cast<double>(f(Cell<Cuda>{c.i + m * next, c.j, c.k} + row * Axis(D - 1)));
  add_groups(mine, v, negate);
}
template <int M, class A, class F>  // adds as many of M groups as there are, complete or not
__device__ __forceinline__ void add_pointwise(A& mine, const Range& r, const F& f, Cell<Cuda> c, int next,
                                              bool negate) {
  constexpr int last = Made<F>::dimensions - 1;
  const bool complete = c[last] >= r.lo[last] && c[last] + group_rows(last + 1) <= r.hi[last];
  if (complete && c.i + (M - 1) * next < r.hi[0]) return add_complete<M>(mine, f, c, next, negate);
  for (int m = 0; m < M && c.i < r.hi[0]; ++m, c.i += next)
    if (complete)
      add_complete<1>(mine, f, c, next, negate);
    else
      add_ragged(mine, r, f, c, negate);
}
template <class A, class F, class... P>
__global__ void __launch_bounds__(256, blocks_for_reduce<A, F>())
    run_reduce(const Range r, Partial* out, const bool negate, const F unbound, P* __restrict__... at) {
  const F f = rebound(unbound, at...);
  constexpr int threads = 256, D = Made<F>::dimensions, group = group_rows(D);
  constexpr Axis last = Axis(D - 1);
  __shared__ Partial shared[threads];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const auto first = [&](int axis, int begin, int n) {  // where the n-th thread or block begins
    return axis >= D ? 0 : axis == D - 1 ? group_begin(begin, D) + n * group : begin + n;
  };
  const auto step = [&](int axis, int takers) { return takers * (axis == D - 1 ? group : 1); };
  constexpr int many = groups_at_once<A, F>();
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
        } else if constexpr (is_pointwise<F>) {
          add_pointwise<many>(mine, r, f, c, next, negate);
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

template <std::size_t>
struct Address {
  using type = void;
};
// A kernel to be launched: its code, its functor, and the addresses of its fields. The part of a launch that does not
// depend on the functor is compiled only once (exec/cuda/exec.cu).
template <class F, class Pick>
class Launched : public KernelCall {
 public:
  explicit Launched(const F& f) : KernelCall{picked(Views()), &f, at_, members::counts<F>.views, bytes, id_of<F>} {
    int n = 0;
    members::leaves(f, [&](const auto& m) {
      if constexpr (members::View<decltype(m)>) at_[n++] = m.data;
    });
  }

  Launched(const Launched&) = delete;

 private:
  static constexpr int bytes = int(sizeof(typename Made<F>::Real)) * members::counts<F>.fields;
  using Views = std::make_index_sequence<members::counts<F>.views>;
  template <std::size_t... N>
  static const void* picked(std::index_sequence<N...>) {
    return Pick::template code<F, typename Address<N>::type...>();
  }
  void* at_[members::counts<F>.views + 1];
};
struct PickCells {
  template <class F, class... P>
  static const void* code() {
    if constexpr (is_coloured<F>)
      return reinterpret_cast<const void*>(&run_colour<F, P...>);
    else if constexpr (takes_rows<F>() && Made<F>::dimensions == 3 && sizeof(typename Made<F>::Real) == 8)
      return reinterpret_cast<const void*>(&run_wide_cells<F, P...>);
    else if constexpr (takes_rows<F>())
      return reinterpret_cast<const void*>(&run_cells<F, P...>);
    else
      return reinterpret_cast<const void*>(&run_alone<F, P...>);
  }
};
template <class A>
struct PickReduce {
  template <class F, class... P>
  static const void* code() {
    return reinterpret_cast<const void*>(&run_reduce<A, F, P...>);
  }
};

}  // namespace detail

template <class F>
void launch(Exec<Cuda>& exec, const Set& set, const F& f, int) {
  if (exec.notes_launches()) return exec.note(id_of<F>, set, &f, sizeof(F));
  exec.run_cells(detail::Launched<F, detail::PickCells>(f), set, takes_rows<F>());
}

template <ReductionKind R, class F>
Accumulated<R> launch_reduce(Exec<Cuda>& exec, const Set& set, const F& f) {
  using A = Accumulated<R>;
  A total;
  const detail::Launched<F, detail::PickReduce<A>> reduction(f);
  for (const Partial& p : exec.run_reduce(reduction, set, detail::groups_at_once<A, F>(), R == ReductionKind::min)) {
    A a;
    detail::unpack(p, a);
    total.merge(a);
  }
  return total;
}

}  // namespace eddy
