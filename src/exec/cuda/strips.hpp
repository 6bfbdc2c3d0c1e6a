// Strips of cells on CUDA: a warp marches along y, and a cell finds its neighbours along x in the lanes of its warp.
//
//   lanes      0   1   2  …  29  30  31       the cells of lanes 2 to 29 are updated: a cell needs two on either side
//   cells      ·   ·   ●      ●   ·   ·
#pragma once
#include "exec/core/members.hpp"
#include "exec/cuda/cells.hpp"
#include "exec/cuda/tiles.hpp"

namespace eddy {

namespace detail {

struct Strip {
  static constexpr int rows = 4, threads = 32 * rows;  // warps of a block
  static constexpr int owned = 28;                     // cells that a warp updates
  int i, begin, end;                                   // of a lane; i stays at most two cells beyond the box
  bool any, owner;
};
// The warps of a block lie side by side in 2D. In 3D they lie above each other along z, so that they share the nodes
// between them, and none is idle where a row has few strips.
template <int D>
__device__ __forceinline__ int my_layer(const Range& r) {
  return D == 2 ? 0 : r.lo[2] + int(blockIdx.z) * int(blockDim.y) + int(threadIdx.y);
}
template <int D = 2>
__device__ __forceinline__ Strip my_strip(const Range& r, int planes) {
  const int strip = D == 2 ? int(blockIdx.x) * int(blockDim.y) + int(threadIdx.y) : int(blockIdx.x);
  const int lane = threadIdx.x, first = strip * Strip::owned;
  const int i = r.lo[0] + first - 2 + lane, begin = r.lo[1] + int(blockIdx.y) * planes;
  return {::min(i, r.hi[0] + 1), begin, ::min(begin + planes, r.hi[1]),
          first < r.hi[0] - r.lo[0] && (D == 2 || my_layer<D>(r) < r.hi[2]),
          lane >= 2 && lane < 2 + Strip::owned && i < r.hi[0]};
}

inline int strip_rows(int extent, int across, int resident) { return march_rows(extent, across, resident, 1); }
template <class Pick, class F>
void run_strips(Exec<Cuda>& exec, const Set& set, const F& f, int warps = Strip::rows,
                int (*rows_of)(int extent, int across, int resident) = strip_rows) {
  const Launched<F, Pick> call(f);
  const int resident = exec.resident_blocks(call.code, 32 * warps, 0, F::name);
  const bool deep = Made<F>::dimensions == 3;
  const int strips = blocks(set.box.extent(0), Strip::owned), beside = deep ? strips : blocks(strips, warps);
  const int layers = deep ? blocks(set.box.extent(2), warps) : 1;
  const int planes = rows_of(set.box.extent(1), beside * layers, resident);
  exec.run_march(call, set, {{beside, blocks(set.box.extent(1), planes), layers}, warps, planes, 0});
}

template <int N, class T>
__device__ __forceinline__ void copy_to(T (&to)[N], const T (&from)[N]) {
#pragma unroll
  for (int n = 0; n < N; ++n) to[n] = from[n];
}
template <class T>
__device__ __forceinline__ T left_of(T v) {
  return __shfl_up_sync(0xffffffffu, v, 1);
}
template <class T>
__device__ __forceinline__ T right_of(T v, int lanes = 1) {
  return __shfl_down_sync(0xffffffffu, v, lanes);
}
template <int N, class T>
__device__ __forceinline__ void from_left(const T (&here)[N], T (&left)[N]) {
#pragma unroll
  for (int n = 0; n < N; ++n) left[n] = left_of(here[n]);
}
template <int N, class T>
__device__ __forceinline__ void from_right(const T (&here)[N], T (&right)[N], int lanes = 1) {
#pragma unroll
  for (int n = 0; n < N; ++n) right[n] = right_of(here[n], lanes);
}

}  // namespace detail

}  // namespace eddy
