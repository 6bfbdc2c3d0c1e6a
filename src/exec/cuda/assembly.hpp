// assemble() on CUDA: each element is computed once. A thread has a column of nodes and the elements above them; a
// block marches along the last axis. Neighbours along x are in the same warp, those along y come through shared
// memory, and what a layer of elements sends to the nodes above it is kept in registers.
//
//   step m:   nodes of plane m are read; sums along x go to shared memory                                 ─ barrier ─
//             element layer m − 1; its sums along x for the row above go to shared memory
//   step m+1, after its barrier: both rows of layer m − 1 are added, and the nodes of plane m − 1 updated
//
//   lanes      0   1   2  …  30  31        the nodes of lanes 1 to 30 are updated; lane 0 has the elements for lane 1,
//   nodes      ·   ●   ●      ●   ·        lane 31 the nodes for the elements of lane 30; rows along y do the same
#pragma once
#include "exec/core/members.hpp"
#include "exec/cuda/cells.hpp"
#include "exec/cuda/tiles.hpp"
#include "exec/shapes/element_face.hpp"

namespace eddy {

namespace detail {

template <class F>
struct AssemblyShape {
  static constexpr int D = Made<F>::dimensions, bytes = sizeof(typename Made<F>::Real);
  // Rows of a block (in 2D each has nodes of its own along x), and blocks per processor. In 3D two rows of a block
  // only serve the others, so that many rows save work: as many as registers allow, 128 per thread in single precision
  // and 168 in double precision, where some values are then spilled to memory.
  static constexpr int rows = D == 2 ? 4 : bytes == 4 ? 16 : 12, blocks = 1;
  static constexpr int inner = D == 2 ? rows : rows - 2;  // rows that update nodes
  static constexpr int threads = 32 * rows;
};

template <class F>
struct AssemblyMarch {
  using T = typename Made<F>::Real;
  using Shape = AssemblyShape<F>;
  static constexpr int D = Made<F>::dimensions, last = D - 1, corners = 1 << (D - 1);
  static constexpr int variables = F::variables, shares = F::shares;
  static constexpr unsigned all_lanes = 0xffffffffu;
  static constexpr int shared_bytes = D == 2 ? 0 : 2 * 2 * (variables + shares) * Shape::threads * int(sizeof(T));

  const F& f;
  const Range& nodes;
  T (*faces)[2 * variables][Shape::threads];  // [2]: sums and differences along x of the nodes of a row
  T (*sums)[2 * shares][Shape::threads];      // [2]: what a row of elements sends to the row of nodes above it
  Cell<Cuda> node, element;                   // those of this column, in plane 0
  int thread;
  bool owner;
  T below[variables][corners];  // the lower face of the element
  T pending[shares];            // what the layer below sends to the plane above it
  T kept[2][shares];            // what this row of the newest layer sends to its own row of nodes
  typename F::Given given;      // for the next layer of elements, loaded ahead
  typename F::Own own;          // for the next nodes to be updated

  __device__ __forceinline__ static Cell<Cuda> at_plane(Cell<Cuda> c, int m) {
    (D == 2 ? c.j : c.k) = m;
    return c;
  }
  __device__ __forceinline__ void take_along_x(const T (&v)[variables], T (&along)[variables][2]) {
#pragma unroll
    for (int n = 0; n < variables; ++n) {
      const T next = __shfl_down_sync(all_lanes, v[n], 1);
      sum_and_difference(v[n], next, along[n][0], along[n][1]);
    }
  }
  // The face of this column in the newest plane.
  __device__ __forceinline__ void take_rest(const T (&along)[variables][2], int turn, T (&face)[variables][corners]) {
#pragma unroll
    for (int n = 0; n < variables; ++n) {
      if constexpr (D == 2) {
        face[n][0] = along[n][0];
        face[n][1] = along[n][1];
      } else {
        const int above = thread + 32 < Shape::threads ? thread + 32 : thread;
        sum_and_difference(along[n][0], faces[turn][2 * n][above], face[n][0], face[n][2]);
        sum_and_difference(along[n][1], faces[turn][2 * n + 1][above], face[n][1], face[n][3]);
      }
    }
  }
  template <int Row>
  __device__ __forceinline__ T sum_along_x(const T (&face)[corners]) {
    const T to_upper = corner_of<T, D>(face, 2 * Row + 1), to_lower = corner_of<T, D>(face, 2 * Row);
    return __shfl_up_sync(all_lanes, to_upper, 1) + to_lower;
  }
  __device__ __forceinline__ void send(const ElementFace<T, shares, D>& low, const ElementFace<T, shares, D>& high,
                                       int turn) {
#pragma unroll
    for (int n = 0; n < shares; ++n) {
      kept[0][n] = sum_along_x<0>(low.of[n]);
      kept[1][n] = sum_along_x<0>(high.of[n]);
      if constexpr (D == 3) {
        sums[turn][2 * n][thread] = sum_along_x<1>(low.of[n]);
        sums[turn][2 * n + 1][thread] = sum_along_x<1>(high.of[n]);
      }
    }
  }
  // Updates the nodes of plane m, below the newest layer of elements.
  __device__ __forceinline__ void update(int m, int turn, bool complete) {
    T total[shares];
    const int before = thread >= 32 ? thread - 32 : thread;
#pragma unroll
    for (int n = 0; n < shares; ++n) {
      T low = kept[0][n], high = kept[1][n];
      if constexpr (D == 3) {
        low = sums[turn][2 * n][before] + low;
        high = sums[turn][2 * n + 1][before] + high;
      }
      total[n] = pending[n] + low;
      pending[n] = high;
    }
    if (complete && owner) f.update(at_plane(node, m), own, total);
  }
  __device__ __forceinline__ void run(int begin, int end) {  // planes of nodes
    T next[variables];
    f.read(at_plane(node, begin - 1), next);
    given = f.given(at_plane(element, begin - 1));
#pragma unroll 1
    for (int m = begin - 1; m <= end + 1; ++m) {
      const int turn = (m - begin + 1) & 1;
      const bool reads = m <= end;
      T along[variables][2];
      if (reads) {
        take_along_x(next, along);
        if constexpr (D == 3) {
#pragma unroll
          for (int n = 0; n < 2 * variables; ++n) faces[turn][n][thread] = along[n / 2][n % 2];
        }
        if (m < end) f.read(at_plane(node, m + 1), next);
      }
      if constexpr (D == 3) __syncthreads();
      if (m > begin) update(m - 2, turn ^ 1, m > begin + 1);
      if (!reads) break;
      if (m > begin) own = f.own(at_plane(node, m - 1));
      T above[variables][corners];
      take_rest(along, turn, above);
      if (m >= begin) layer(m - 1, above, turn);
#pragma unroll
      for (int n = 0; n < variables; ++n)
#pragma unroll
        for (int c = 0; c < corners; ++c) below[n][c] = above[n][c];
    }
  }
  __device__ __forceinline__ void layer(int m, const T (&above)[variables][corners], int turn) {
    const typename F::Given here = given;
    given = f.given(at_plane(element, ::min(m + 1, nodes.hi[last] - 1)));
    ElementFace<T, variables, D> low, high;
#pragma unroll
    for (int n = 0; n < variables; ++n)
#pragma unroll
      for (int c = 0; c < corners; ++c) {
        low.of[n][c] = below[n][c];
        high.of[n][c] = above[n][c];
      }
    ElementFace<T, shares, D> to_low, to_high;
    f.element(at_plane(element, m), here, low, high, to_low, to_high);
    send(to_low, to_high, turn);
  }
};

template <class F, class... P>
__global__ void __launch_bounds__(AssemblyShape<F>::threads, AssemblyShape<F>::blocks)
    run_assembly(const Range r, const int planes, const F unbound, P* __restrict__... at) {
  using March = AssemblyMarch<F>;
  using Shape = AssemblyShape<F>;
  constexpr int D = March::D, last = D - 1;
  extern __shared__ char raw[];
  const auto faces = reinterpret_cast<decltype(March::faces)>(raw);
  const F f = rebound(unbound, at...);
  const int lane = threadIdx.x, row = threadIdx.y;
  const int strip = D == 2 ? int(blockIdx.x) * Shape::rows + row : int(blockIdx.x);
  const int i = r.lo[0] + strip * 30 - 1 + lane;
  const int j = D == 2 ? 0 : r.lo[1] + int(blockIdx.y) * Shape::inner - 1 + row;
  const auto within = [](int n, int low, int high) { return ::min(::max(n, low), high); };
  const int part = D == 2 ? blockIdx.y : blockIdx.z;
  const int begin = r.lo[last] + part * planes, end = ::min(begin + planes, r.hi[last]);
  March m{f,
          r,
          faces,
          reinterpret_cast<decltype(March::sums)>(faces + 2),
          {within(i, r.lo[0] - 1, r.hi[0]), D == 2 ? 0 : within(j, r.lo[1] - 1, r.hi[1]), 0},
          {within(i, r.lo[0] - 1, r.hi[0] - 1), D == 2 ? 0 : within(j, r.lo[1] - 1, r.hi[1] - 1), 0},
          lane + 32 * row,
          lane >= 1 && lane <= 30 && i < r.hi[0] && (D == 2 || (row >= 1 && row <= Shape::inner && j < r.hi[1]))};
  m.run(begin, end);
}

struct PickAssembly {
  template <class F, class... P>
  static const void* code() {
    return reinterpret_cast<const void*>(&run_assembly<F, P...>);
  }
};

}  // namespace detail

template <class F>
void launch_assembled(Exec<Cuda>& exec, const Set& set, const F& f) {
  using Shape = detail::AssemblyShape<F>;
  constexpr int D = Shape::D;
  const detail::Launched<F, detail::PickAssembly> call(f);
  constexpr int shared = detail::AssemblyMarch<F>::shared_bytes;
  const int resident = exec.resident_blocks(call.code, Shape::threads, shared, F::name);
  const int strips = detail::blocks(set.box.extent(0), 30), extent = set.box.extent(D - 1);
  const int across = D == 2 ? detail::blocks(strips, Shape::rows) : detail::blocks(set.box.extent(1), Shape::inner);
  const int planes = detail::march_rows(extent, D == 2 ? across : strips * across, resident, 1);
  const int parts = detail::blocks(extent, planes);
  const std::array<int, 3> grid = D == 2 ? std::array{across, parts, 1} : std::array{strips, across, parts};
  exec.run_march(call, set, {grid, Shape::rows, planes, shared});
}

}  // namespace eddy
