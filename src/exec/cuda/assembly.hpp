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
#include <algorithm>
#include <stdexcept>
#include <string>

#include "exec/core/members.hpp"
#include "exec/core/shape.hpp"
#include "exec/cuda/cells.hpp"
#include "exec/cuda/tiles.hpp"
#include "exec/shapes/element_face.hpp"

namespace eddy {

namespace detail {

template <class F>
struct AssemblyShape {
  static constexpr int D = Made<F>::dimensions, bytes = sizeof(typename Made<F>::Real);
  // Rows of a block (in 2D each has nodes of its own along x). In 3D two rows of a block only serve the others. All
  // blocks of a processor together have as many rows as registers allow: 96 of them per thread in single precision, 168
  // in double precision.
  static constexpr int most_rows = D == 2 ? 4 : bytes == 4 ? 20 : 12;
  static constexpr int threads = 32 * most_rows;
  // The time of a processor for a plane, in the time that a row adds: what it takes without any rows (H200).
  static constexpr int waiting = bytes == 4 ? 17 : 30;
};

// Values that threads hand to each other in shared memory, N of each thread, in packs of 16 bytes where they fit.
template <class T, int N, int Threads>
struct HandedOver {
  static constexpr int wide = N % (16 / int(sizeof(T))) == 0 ? 16 / int(sizeof(T)) : 2;
  struct alignas(wide * sizeof(T)) Pack {
    T of[wide];
  };
  Pack packs[N / wide][Threads];
  __device__ __forceinline__ void put(int thread, const T (&values)[N]) {
#pragma unroll
    for (int n = 0; n < N / wide; ++n) {
      Pack p;
#pragma unroll
      for (int m = 0; m < wide; ++m) p.of[m] = values[n * wide + m];
      packs[n][thread] = p;
    }
  }
  __device__ __forceinline__ void get(int thread, T (&values)[N]) const {
#pragma unroll
    for (int n = 0; n < N / wide; ++n) {
      const Pack p = packs[n][thread];
#pragma unroll
      for (int m = 0; m < wide; ++m) values[n * wide + m] = p.of[m];
    }
  }
};

template <class F>
struct AssemblyMarch {
  using T = typename Made<F>::Real;
  using Shape = AssemblyShape<F>;
  static constexpr int D = Made<F>::dimensions, last = D - 1, corners = 1 << (D - 1);
  static constexpr int variables = F::variables, shares = F::shares;
  static constexpr unsigned all_lanes = 0xffffffffu;
  using Faces = HandedOver<T, 2 * variables, Shape::threads>;
  using Sums = HandedOver<T, 2 * shares, Shape::threads>;
  static constexpr int shared_bytes = D == 2 ? 0 : 2 * int(sizeof(Faces) + sizeof(Sums));

  const F& f;
  const Range& nodes;
  Faces* faces;                   // [2]: sums and differences along x of the nodes of a row
  Sums* sums;                     // [2]: what a row of elements sends to the row of nodes above it
  Cell<Cuda> element;             // that of this column, in plane 0
  int node_place, element_place;  // places of its node and its element in the fields, in plane 0
  int plane;                      // distance of two planes in the fields
  int thread, before, above;      // number of the thread, and of those in the rows before and after
  bool owner;
  T below[variables][corners];  // the lower face of the element
  T pending[shares];            // what the layer below sends to the plane above it
  T kept[2][shares];            // what this row of the newest layer sends to its own row of nodes
  typename F::Column column;    // of this column of elements
  typename F::Given given;      // for the next layer of elements, loaded ahead
  typename F::Own own;          // for the next nodes to be updated

  __device__ __forceinline__ Cell<Cuda> node_at(int m) const { return {node_place + m * plane, 0, 0}; }
  __device__ __forceinline__ Cell<Cuda> element_at(int m) const { return {element_place + m * plane, 0, 0}; }
  __device__ __forceinline__ Cell<Cuda> cell_of_element(int m) const {
    Cell<Cuda> c = element;
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
    if constexpr (D == 2) {
#pragma unroll
      for (int n = 0; n < variables; ++n) {
        face[n][0] = along[n][0];
        face[n][1] = along[n][1];
      }
    } else {
      T next[2 * variables];
      faces[turn].get(above, next);
#pragma unroll
      for (int n = 0; n < variables; ++n) {
        sum_and_difference(along[n][0], next[2 * n], face[n][0], face[n][2]);
        sum_and_difference(along[n][1], next[2 * n + 1], face[n][1], face[n][3]);
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
    T upper[2 * shares];
#pragma unroll
    for (int n = 0; n < shares; ++n) {
      kept[0][n] = sum_along_x<0>(low.of[n]);
      kept[1][n] = sum_along_x<0>(high.of[n]);
      if constexpr (D == 3) {
        upper[2 * n] = sum_along_x<1>(low.of[n]);
        upper[2 * n + 1] = sum_along_x<1>(high.of[n]);
      }
    }
    if constexpr (D == 3) sums[turn].put(thread, upper);
  }
  // Updates the nodes of plane m, below the newest layer of elements.
  __device__ __forceinline__ void update(int m, int turn, bool complete) {
    T total[shares], upper[2 * shares];
    if constexpr (D == 3) sums[turn].get(before, upper);
#pragma unroll
    for (int n = 0; n < shares; ++n) {
      T low = kept[0][n], high = kept[1][n];
      if constexpr (D == 3) {
        low = upper[2 * n] + low;
        high = upper[2 * n + 1] + high;
      }
      total[n] = pending[n] + low;
      pending[n] = high;
    }
    if (complete && owner) f.update(node_at(m), own, total);
  }
  // One step of the march. Turn alternates, and with it the halves of the shared memory.
  template <int Turn>
  __device__ __forceinline__ bool step(int m, int begin, int end, T (&next)[variables]) {
    const bool reads = m <= end;
    T along[variables][2];
    if (reads) {
      take_along_x(next, along);
      if constexpr (D == 3) {
        T all[2 * variables];
#pragma unroll
        for (int n = 0; n < 2 * variables; ++n) all[n] = along[n / 2][n % 2];
        faces[Turn].put(thread, all);
      }
      if (m < end) f.read(node_at(m + 1), next);
    }
    if constexpr (D == 3) __syncthreads();
    if (m > begin) update(m - 2, Turn ^ 1, m > begin + 1);
    if (!reads) return false;
    if (m > begin) own = f.own(node_at(m - 1));
    T above[variables][corners];
    take_rest(along, Turn, above);
    if (m >= begin) layer(m - 1, above, Turn);
#pragma unroll
    for (int n = 0; n < variables; ++n)
#pragma unroll
      for (int c = 0; c < corners; ++c) below[n][c] = above[n][c];
    return true;
  }
  __device__ __forceinline__ void run(int begin, int end) {  // planes of nodes
    T next[variables];
    f.read(node_at(begin - 1), next);
    column = f.column(element);
    given = f.given(element_at(begin - 1));
#pragma unroll 1
    for (int m = begin - 1;; m += 2)
      if (!step<0>(m, begin, end, next) || !step<1>(m + 1, begin, end, next)) break;
  }
  __device__ __forceinline__ void layer(int m, const T (&above)[variables][corners], int turn) {
    const typename F::Given here = given;
    given = f.given(element_at(::min(m + 1, nodes.hi[last] - 1)));
    ElementFace<T, variables, D> low, high;
#pragma unroll
    for (int n = 0; n < variables; ++n)
#pragma unroll
      for (int c = 0; c < corners; ++c) {
        low.of[n][c] = below[n][c];
        high.of[n][c] = above[n][c];
      }
    ElementFace<T, shares, D> to_low, to_high;
    f.element(cell_of_element(m), column, here, low, high, to_low, to_high);
    send(to_low, to_high, turn);
  }
};

template <class M>
inline constexpr bool is_field = false;
template <members::View M>
requires members::Bindable<M>
inline constexpr bool is_field<M> = std::remove_cvref_t<M>::access != Access::line;

template <class F>
void refuse_layouts(const F& f) {
  int sy = 0, sz = 0;
  bool first = true, same = true;
  members::leaves(f, [&](const auto& m) {
    if constexpr (is_field<decltype(m)>) {
      if (first) {
        sy = m.sy;
        sz = m.sz;
      }
      first = false;
      same = same && m.sy == sy && m.sz == sz;
    }
  });
  if (!same) throw std::logic_error(std::string(F::name) + ": the fields of an assembled pass have one layout.");
}

struct Strides {
  int sy = 0, sz = 0;
};
template <class F>
__device__ __forceinline__ Strides strides_of(const F& f) {
  Strides s;
  bool first = true;
  members::leaves(f, [&](const auto& m) {
    if constexpr (is_field<decltype(m)>) {
      if (first) s = {m.sy, m.sz};
      first = false;
    }
  });
  return s;
}
// The kernel with its fields as lines: a place is computed once for all of them, since they have one layout
// (refuse_layouts checks it before every launch).
template <class F>
__device__ __forceinline__ F with_lines(F f) {
  members::leaves(f, [&](auto& m) {
    if constexpr (is_field<decltype(m)>) m.sy = m.sz = 0;
  });
  return f;
}

template <class F, class... P>
__global__ void __launch_bounds__(AssemblyShape<F>::threads, 1)
    run_assembly(const Range r, const int planes, const F unbound, P* __restrict__... at) {
  using March = AssemblyMarch<F>;
  constexpr int D = March::D, last = D - 1;
  extern __shared__ __align__(16) char raw[];
  const auto faces = reinterpret_cast<typename March::Faces*>(raw);
  const F f = with_lines(rebound(unbound, at...));
  const Strides strides = strides_of(unbound);
  const int lane = threadIdx.x, row = threadIdx.y, rows = blockDim.y, inner = D == 2 ? rows : rows - 2;
  const int strip = D == 2 ? int(blockIdx.x) * rows + row : int(blockIdx.x);
  const int i = r.lo[0] + strip * 30 - 1 + lane;
  const int j = D == 2 ? 0 : r.lo[1] + int(blockIdx.y) * inner - 1 + row;
  const auto within = [](int n, int low, int high) { return ::min(::max(n, low), high); };
  const int part = D == 2 ? blockIdx.y : blockIdx.z;
  const int begin = r.lo[last] + part * planes, end = ::min(begin + planes, r.hi[last]);
  const int thread = lane + 32 * row;
  const int node_i = within(i, r.lo[0] - 1, r.hi[0]), node_j = D == 2 ? 0 : within(j, r.lo[1] - 1, r.hi[1]);
  const int element_i = within(i, r.lo[0] - 1, r.hi[0] - 1);
  const int element_j = D == 2 ? 0 : within(j, r.lo[1] - 1, r.hi[1] - 1);
  March m{f,
          r,
          faces,
          reinterpret_cast<typename March::Sums*>(faces + 2),
          {element_i, element_j, 0},
          node_i + node_j * strides.sy,
          element_i + element_j * strides.sy,
          D == 2 ? strides.sy : strides.sz,
          thread,
          row > 0 ? thread - 32 : thread,
          row + 1 < rows ? thread + 32 : thread,
          lane >= 1 && lane <= 30 && i < r.hi[0] && (D == 2 || (row >= 1 && row <= inner && j < r.hi[1]))};
  m.run(begin, end);
}

struct PickAssembly {
  template <class F, class... P>
  static const void* code() {
    return reinterpret_cast<const void*>(&run_assembly<F, P...>);
  }
};

}  // namespace detail

namespace detail {

struct AssemblyPlan {
  Exec<Cuda>::March march{};
  double cost = 0;
};
// Blocks of so many rows: all blocks that the device holds at once take a turn together, and the planes of a march take
// two more and the time to begin and to end. In long marches blocks drift apart, and find less of what their neighbours
// read in the cache (256³ in double precision, H200: 13 % in a march of 256 planes against marches of 64).
template <class F>
AssemblyPlan assembly_plan(Exec<Cuda>& exec, const void* code, const Box& nodes, int rows) {
  using Shape = AssemblyShape<F>;
  constexpr int D = Shape::D, shared = AssemblyMarch<F>::shared_bytes;
  const int resident = exec.resident_blocks(code, 32 * rows, shared, F::name);
  const int strips = blocks(nodes.extent(0), 30), extent = nodes.extent(D - 1);
  const int across = D == 2 ? blocks(strips, rows) : blocks(nodes.extent(1), rows - 2);
  const int columns = D == 2 ? across : strips * across, planes = march_rows(extent, columns, resident, 1);
  const int parts = blocks(extent, planes), turns = blocks(columns * parts, resident);
  const double together = double(rows) * resident / exec.processors();
  AssemblyPlan plan;
  plan.march.grid = {D == 2 ? across : strips, D == 2 ? parts : across, D == 2 ? 1 : parts};
  plan.march.rows = rows;
  plan.march.planes = planes;
  plan.march.shared_bytes = shared;
  plan.cost = turns * (planes + 6.0) * (together + Shape::waiting) * (1 + planes / 2000.0);
  return plan;
}

}  // namespace detail

template <class F>
void launch_assembled(Exec<Cuda>& exec, const Set& set, const F& f) {
  using Shape = detail::AssemblyShape<F>;
  detail::refuse_layouts(f);
  const detail::Launched<F, detail::PickAssembly> call(f);
  const int wish = std::min(wished_assembly_rows(), Shape::most_rows);
  const int most = wish > 0 ? wish : Shape::most_rows, least = Shape::D == 3 && wish == 0 ? most / 2 : most;
  detail::AssemblyPlan best = detail::assembly_plan<F>(exec, call.code, set.box, most);
  for (int rows = most - 1; rows >= least; --rows) {
    const detail::AssemblyPlan other = detail::assembly_plan<F>(exec, call.code, set.box, rows);
    if (other.cost < best.cost) best = other;
  }
  exec.run_march(call, set, best.march);
}

}  // namespace eddy
