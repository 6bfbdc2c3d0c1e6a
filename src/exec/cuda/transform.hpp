// Whole-line kernels on CUDA: a block takes a few pairs of lines through shared memory.
#pragma once
#include "exec/cuda/cells.hpp"
#include "exec/shapes/transform_plan.hpp"

namespace eddy {

inline std::size_t fast_memory(Exec<Cuda>&) {
  int device = 0, bytes = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  return static_cast<std::size_t>(bytes);
}

namespace detail {

template <class T>
struct alignas(2 * sizeof(T)) Slot {  // loaded and stored in one access
  T re, im;
};

struct TransformShape {
  int pairs, room, threads;
};

template <class F>
struct TransformBlock {
  using T = typename F::Real;
  static constexpr int axis = F::axis, p = across_first(axis), q = across_second(axis);
  const Range& r;
  const F& f;
  Slot<T>* memory;
  TransformShape shape;

  __device__ __forceinline__ Slot<T>& at(int pair, int slot) const {
    return memory[pair * shape.room + transform_place(slot)];
  }
  // Calls call(pair, i, a, b) for the cells of the block's lines; neighbouring threads have neighbouring cells.
  template <class Call>
  __device__ __forceinline__ void each_cell(const Call& call) const {
    const int n = r.hi[axis] - r.lo[axis], second = r.lo[q] + int(blockIdx.y), last = r.hi[p] - 1;
    for (int m = threadIdx.x; m < n * shape.pairs; m += shape.threads) {
      const int pair = axis == 0 ? m / n : m % shape.pairs, i = r.lo[axis] + (axis == 0 ? m % n : m / shape.pairs);
      const int line = r.lo[p] + 2 * (int(blockIdx.x) * shape.pairs + pair);
      if (line > last) continue;
      call(pair, i, line_cell<Cuda, axis>(i, line, second),
           line_cell<Cuda, axis>(i, line < last ? line + 1 : line, second));
    }
  }
  template <int Kind>
  __device__ __forceinline__ void work(const TransformStep& s) const {
    constexpr int n = F::width(Kind);
    const TransformNumbers<Cuda> numbers{s.stride, s.length, s.table};
    for (int m = threadIdx.x; m < s.items * shape.pairs; m += shape.threads) {
      const int pair = m / s.items, item = m - pair * s.items;
      Complex<T> z[n];
      int slot[n];
#pragma unroll
      for (int k = 0; k < n; ++k) {
        slot[k] = f.template slot<Kind>(item, numbers, k);
        const Slot<T> v = at(pair, slot[k]);
        z[k] = {v.re, v.im};
      }
      f.template work<Kind>(item, numbers, z);
#pragma unroll
      for (int k = 0; k < n; ++k) at(pair, slot[k]) = {z[k].re, z[k].im};
    }
  }
};

template <class F>
__global__ void run_transform(const Range r, const F f, const TransformStep* steps, const int count,
                              const TransformShape shape) {
  extern __shared__ __align__(16) unsigned char transform_memory[];
  using T = typename F::Real;
  const TransformBlock<F> block{r, f, reinterpret_cast<Slot<T>*>(transform_memory), shape};
  block.each_cell([&](int pair, int i, Cell<Cuda> a, Cell<Cuda> b) {
    const Complex<T> z = f.bring(a, b);
    block.at(pair, f.place_in(i)) = {z.re, z.im};
  });
  for (int n = 0; n < count; ++n) {
    __syncthreads();
    const TransformStep s = steps[n];
    for_constant<F::kinds>([&](auto kind) {
      if (s.kind == kind) block.template work<kind>(s);
    });
  }
  __syncthreads();
  block.each_cell([&](int pair, int i, Cell<Cuda> a, Cell<Cuda> b) {
    const Slot<T> v = block.at(pair, f.place_out(i));
    f.give(a, b, Complex<T>{v.re, v.im});
  });
}

// Chooses the pairs of a block: enough for whole sectors of memory and for its threads, few enough for several blocks
// on each processor.
template <class F>
TransformShape transform_shape(const TransformPlan<Cuda>& plan, int pairs, int rows, std::size_t memory) {
  constexpr int bytes = sizeof(Slot<typename F::Real>), blocks_wanted = 264, threads_most = 256;
  const std::size_t each = std::size_t(plan.room()) * bytes;
  const int row = F::axis == 0 ? 1 : 32 / bytes;  // lines not along x: at least a sector of memory
  TransformShape s{1, plan.room(), 0};
  auto grows = [&](int most, std::size_t room) {
    return s.pairs < most && s.pairs < pairs && 2 * s.pairs * each <= room;
  };
  while (grows(row, memory)) s.pairs *= 2;
  while (grows(8, 72 * 1024) && std::int64_t(pairs) * rows >= 2 * s.pairs * blocks_wanted) s.pairs *= 2;
  s.threads = std::clamp((s.pairs * plan.slots / 8 + 31) / 32 * 32, 64, threads_most);
  return s;
}

}  // namespace detail

template <class F>
void launch_transform(Exec<Cuda>& exec, const Set& set, const F& f, const TransformPlan<Cuda>& plan) {
  constexpr int p = across_first(F::axis), q = across_second(F::axis);
  static const std::size_t memory = fast_memory(exec);
  const int pairs = (set.box.extent(p) + 1) / 2;
  const detail::TransformShape s = detail::transform_shape<F>(plan, pairs, set.box.extent(q), memory);
  const std::size_t bytes = std::size_t(s.pairs) * s.room * sizeof(detail::Slot<typename F::Real>);
  exec.before(id_of<F>, set);
  cudaFuncSetAttribute(detail::run_transform<F>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  Set part = set;
  for (int from = set.box.lo[q]; from < set.box.hi[q]; from = part.box.hi[q]) {  // at most 65535 blocks along y
    part.box.lo[q] = from;
    part.box.hi[q] = std::min(set.box.hi[q], from + 65535);
    detail::run_transform<<<dim3(detail::blocks(pairs, s.pairs), part.box.extent(q)), s.threads, bytes,
                            static_cast<cudaStream_t>(exec.stream())>>>(
        detail::Range(part), f, static_cast<const TransformStep*>(plan.device.handle()), int(plan.steps.size()), s);
  }
  exec.after(F::name);
}

}  // namespace eddy
