// CUDA: one thread per cell, or per few rows of cells; compiled by nvcc only.
#pragma once
#include <algorithm>

#include "exec/cuda_exec.hpp"
#include "exec/shape.hpp"
#include "exec/sum.hpp"
#include "exec/view.hpp"

namespace eddy {

namespace detail {

struct Range {   // a Box by value, as a kernel argument
  int lo[3], hi[3], colour;
  Range(const Set& s) : lo{s.box.lo[0], s.box.lo[1], s.box.lo[2]}, hi{s.box.hi[0], s.box.hi[1], s.box.hi[2]}, colour(s.colour) {}
};

FN int first_of_colour(const Range& r, int j, int k) { return r.colour < 0 ? 0 : (r.lo[0] + j + k + r.colour) & 1; }

template <int Rows, class F>
__global__ void run_cells(const Range r, const F f) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const int k = r.lo[2] + blockIdx.z * blockDim.z + threadIdx.z;
  const int j0 = r.lo[1] + blockIdx.y * blockDim.y * Rows + threadIdx.y;
  if (k >= r.hi[2]) return;
#pragma unroll
  for (int row = 0; row < Rows; ++row) {
    const int j = j0 + row * blockDim.y;
    const int i = r.lo[0] + (r.colour < 0 ? n : 2 * n + first_of_colour(r, j, k));
    if (i < r.hi[0] && j < r.hi[1]) f(Cell<Cuda>{i, j, k});
  }
}

FN Partial packed(const Sum& s) { return {s.top, {s.part[0], s.part[1], s.part[2]}}; }
FN Partial packed(const Extreme& e) { return {e.key, {0, 0, 0}}; }
FN void unpack(const Partial& p, Sum& s) { s.top = p.top, s.part[0] = p.part[0], s.part[1] = p.part[1], s.part[2] = p.part[2]; }
FN void unpack(const Partial& p, Extreme& e) { e.key = p.top; }

template <class A, class F>
__global__ void run_reduce(const Range r, const F f, const bool negate, Partial* out) {
  constexpr int threads = 256;
  __shared__ Partial shared[threads];
  const int step = r.colour < 0 ? 1 : 2, tid = threadIdx.y * blockDim.x + threadIdx.x;
  A mine;
  for (int k = r.lo[2] + blockIdx.z; k < r.hi[2]; k += gridDim.z)
    for (int j = r.lo[1] + blockIdx.y * blockDim.y + threadIdx.y; j < r.hi[1]; j += gridDim.y * blockDim.y)
      for (int i = r.lo[0] + step * (blockIdx.x * blockDim.x + threadIdx.x) + first_of_colour(r, j, k); i < r.hi[0];
           i += step * gridDim.x * blockDim.x) {
        const double v = static_cast<double>(f(Cell<Cuda>{i, j, k}));
        mine.add(negate ? -v : v);
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
  const Box& b = set.box;
  const int nx = set.colour < 0 ? b.extent(0) : (b.extent(0) + 1) / 2;
  const dim3 threads(s.x, s.y, s.z), grid(blocks(nx, s.x), blocks(b.extent(1), s.y * Rows), blocks(b.extent(2), s.z));
  auto stream = static_cast<cudaStream_t>(exec.stream());
  run_cells<Rows><<<grid, threads, 0, stream>>>(Range(set), f);
}

template <class A, class F>
double reduce_with(Exec<Cuda>& exec, const Set& set, const F& f, bool negate) {
  const Box& b = set.box;
  const int most = 1056;   // enough blocks to fill the device, few enough to fetch and merge their results at once
  dim3 threads = set.dimensions == 1 ? dim3(256, 1) : dim3(64, 4);
  dim3 grid(std::min(blocks(b.extent(0), threads.x), most), 1, 1);
  grid.y = std::clamp(most / int(grid.x), 1, blocks(b.extent(1), threads.y));
  grid.z = std::clamp(most / int(grid.x * grid.y), 1, b.extent(2));
  const int n = grid.x * grid.y * grid.z;
  run_reduce<A><<<grid, threads, 0, static_cast<cudaStream_t>(exec.stream())>>>(Range(set), f, negate, exec.partials(n));
  exec.after(F::name);
  A total;
  for (const Partial& p : exec.fetch_partials(n)) {
    A a;
    unpack(p, a);
    total.merge(a);
  }
  return total.value();
}

}  // namespace detail

template <class F>
void launch(Exec<Cuda>& exec, const Set& set, const F& f, int bytes_per_value) {
  const LaunchShape s = launch_shape(DeviceKind::gpu, set.dimensions, bytes_per_value);
  exec.before(F::name, set);
  if (s.rows >= 2) detail::launch_rows<2>(exec, set, f, s);
  else detail::launch_rows<1>(exec, set, f, s);
  exec.after(F::name);
}

template <ReductionKind R, class F>
double launch_reduce(Exec<Cuda>& exec, const Set& set, const F& f) {
  exec.before(F::name, set);
  if constexpr (R == ReductionKind::sum) {
    return detail::reduce_with<Sum>(exec, set, f, false);
  } else {
    const double v = detail::reduce_with<Extreme>(exec, set, f, R == ReductionKind::min);
    return R == ReductionKind::min ? -v : v;
  }
}

}  // namespace eddy
