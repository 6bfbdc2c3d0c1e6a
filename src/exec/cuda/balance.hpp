// balance() on CUDA: each flux is computed once. A thread has a column of cells and marches along y
// (exec/cuda/strips.hpp); the upper states and the fluxes of the row below are kept in registers. In 3D a march along z
// comes first, in which no thread needs another: its flux differences are kept in the fields of the result.
#pragma once
#include "exec/cuda/strips.hpp"

namespace eddy {

namespace detail {

template <class F>
struct BalanceShape {
  static constexpr int D = Made<F>::dimensions, bytes = sizeof(typename Made<F>::Real);
  // Blocks per processor. In 3D each thread gets so few registers for it that some values go to memory; more threads at
  // work gain more than that costs.
  static constexpr int blocks = D == 2 ? (bytes == 8 ? 4 : 6) : (bytes == 8 ? 5 : 7);
};

// A window of three cells that moves along axis A, and what the faces between them need.
template <int A, class F>
struct ColumnOfCells {
  using T = typename Made<F>::Real;
  static constexpr int values = F::values, told = F::told;
  const F& f;
  Cell<Cuda> column;
  T below[values], here[values], above[values];
  T up[told];       // the state of the cell `here` at its upper face
  T lower[values];  // the flux of its lower face

  __device__ __forceinline__ Cell<Cuda> cell(int n) const {
    Cell<Cuda> c = column;
    (A == 1 ? c.j : c.k) = n;
    return c;
  }
  __device__ __forceinline__ void shift() {
    copy_to(below, here);
    copy_to(here, above);
  }
  // Afterwards cell `begin` is `here`, and its lower face is computed.
  __device__ __forceinline__ void begin_at(int begin) {
    f.read(cell(begin - 2), below);
    f.read(cell(begin - 1), here);
    f.read(cell(begin), above);
    f.side(below, here, above, true, up);
    shift();
    f.read(cell(begin + 1), above);
    T down[told];
    f.side(below, here, above, false, down);
    f.template flux<A>(cell(begin), up, down, lower);
    f.side(below, here, above, true, up);
  }
  // Goes on from cell n to n + 1, with the values of the cell beyond it; `out` is the net flux out of n along the axis.
  __device__ __forceinline__ void go_on(int n, const T (&beyond)[values], T (&out)[values]) {
    T down[told], flux[values], next_up[told];
    f.side(here, above, beyond, false, down);
    f.template flux<A>(cell(n + 1), up, down, flux);
    f.side(here, above, beyond, true, next_up);
#pragma unroll
    for (int v = 0; v < values; ++v) out[v] = flux[v] - lower[v];
    copy_to(lower, flux);
    shift();
    copy_to(above, beyond);
    copy_to(up, next_up);
  }
};

// The net fluxes out of the cells of a warp along x.
template <class F, class T>
__device__ __forceinline__ void out_of_lanes(const F& f, Cell<Cuda> c, const T (&here)[F::values],
                                             T (&out)[F::values]) {
  T below[F::values], above[F::values], down[F::told], up[F::told], told[F::told], flux[F::values];
  from_left(here, below);
  from_right(here, above);
  f.side(below, here, above, false, down);
  f.side(below, here, above, true, up);
  from_left(up, told);
  f.template flux<0>(c, told, down, flux);
#pragma unroll
  for (int v = 0; v < F::values; ++v) out[v] = right_of(flux[v]) - flux[v];
}

template <class F, class... P>
__global__ void __launch_bounds__(Strip::threads, BalanceShape<F>::blocks)
    run_balance(const Range r, const int planes, const F unbound, P* __restrict__... at) {
  using Shape = BalanceShape<F>;
  using T = typename Made<F>::Real;
  const F f = rebound(unbound, at...);
  const Strip strip = my_strip<Shape::D>(r, planes);
  if (!strip.any) return;
  ColumnOfCells<1, F> column{f, {strip.i, 0, my_layer<Shape::D>(r)}};
  column.begin_at(strip.begin);
#pragma unroll 1
  for (int j = strip.begin; j < strip.end; ++j) {
    T beyond[F::values], here[F::values], along[F::values], out[F::values];
    f.read(column.cell(j + 2), beyond);
    copy_to(here, column.here);
    out_of_lanes(f, column.cell(j), here, along);
    column.go_on(j, beyond, out);
    if constexpr (Shape::D == 3) {
      T deep[F::values];
      f.kept(column.cell(j), deep);
#pragma unroll
      for (int v = 0; v < F::values; ++v) out[v] = out[v] + deep[v];
    }
#pragma unroll
    for (int v = 0; v < F::values; ++v) out[v] = along[v] + out[v];
    if (strip.owner) f.update(column.cell(j), here, out);
  }
}
template <class F, class... P>
__global__ void __launch_bounds__(Strip::threads, BalanceShape<F>::blocks)
    run_balance_along_z(const Range r, const int planes, const F unbound, P* __restrict__... at) {
  using T = typename Made<F>::Real;
  const F f = rebound(unbound, at...);
  const int i = r.lo[0] + int(blockIdx.x) * 32 + int(threadIdx.x);
  const int j = r.lo[1] + int(blockIdx.y) * Strip::rows + int(threadIdx.y);
  if (i >= r.hi[0] || j >= r.hi[1]) return;
  const int begin = r.lo[2] + int(blockIdx.z) * planes, end = ::min(begin + planes, r.hi[2]);
  ColumnOfCells<2, F> column{f, {i, j, 0}};
  column.begin_at(begin);
#pragma unroll 1
  for (int k = begin; k < end; ++k) {
    T beyond[F::values], out[F::values];
    f.read(column.cell(k + 2), beyond);
    column.go_on(k, beyond, out);
    f.keep(column.cell(k), out);
  }
}

struct PickBalance {
  template <class F, class... P>
  static const void* code() {
    return reinterpret_cast<const void*>(&run_balance<F, P...>);
  }
};
struct PickBalanceAlongZ {
  template <class F, class... P>
  static const void* code() {
    return reinterpret_cast<const void*>(&run_balance_along_z<F, P...>);
  }
};

}  // namespace detail

template <class F>
void launch_balance(Exec<Cuda>& exec, const Set& set, const F& f) {
  constexpr bool deep = detail::BalanceShape<F>::D == 3;
  if constexpr (deep) {
    const Box& b = set.box;
    const detail::Launched<F, detail::PickBalanceAlongZ> call(f);
    const int resident = exec.resident_blocks(call.code, detail::Strip::threads, 0, F::name);
    const int x = detail::blocks(b.extent(0), 32), y = detail::blocks(b.extent(1), detail::Strip::rows);
    const int planes = detail::march_rows(b.extent(2), x * y, resident, 1);
    exec.run_march(call, set, {{x, y, detail::blocks(b.extent(2), planes)}, detail::Strip::rows, planes, 0});
  }
  detail::run_strips<detail::PickBalance>(exec, set, f);
}

}  // namespace eddy
