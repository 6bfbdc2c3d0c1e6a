// assemble() on the host: each element is computed once. A thread marches through the layers of elements along the last
// axis; what a layer sends to the nodes above it is kept in a plane of sums until the next layer is computed.
//
//   layer e     row of elements j ─▶ shares of 2^D corners, one array each    (SIMD along x)
//                                    added along x, to the row before along y, to the plane below along z
#pragma once
#include <vector>

#include "exec/host/cells.hpp"
#include "exec/shapes/element_face.hpp"

namespace eddy {

namespace detail {

template <class F>
class HostAssembly {
 public:
  using T = typename Made<F>::Real;
  static constexpr int D = Made<F>::dimensions, last = D - 1, shares = F::shares;
  static constexpr int rows_sent = D == 3 ? 2 : 1;  // rows of nodes that a row of elements sends to, on each face

  HostAssembly(const F& f, const Box& nodes)
      : f_(f),
        nodes_(nodes),
        width_((nodes.extent(0) + 1 + 15) / 16 * 16),
        share_(std::size_t(2) * rows_sent * 2 * shares * width_),
        before_(std::size_t(2) * shares * width_),
        below_(std::size_t(D == 3 ? nodes.extent(1) : 1) * shares * width_) {}

  void march(int begin, int end) {  // from node `begin` to `end` along the last axis
    for (int layer = begin - 1; layer < end; ++layer) {
      if constexpr (D == 2) {
        elements(layer, 0);
        nodes(layer, 0, layer >= begin);
      } else {
        for (int j = nodes_.lo[1] - 1; j < nodes_.hi[1]; ++j) {
          elements(j, layer);
          if (j >= nodes_.lo[1]) nodes(j, layer, layer >= begin);
          keep_row();
        }
      }
    }
  }

 private:
  // The array along x of what a row of elements sends to the nodes of its lower or upper face, in the lower or upper
  // row, at the lower or upper end.
  T* share(int upper, int row, int end, int v) {
    return share_.data() + (((std::size_t(upper) * rows_sent + row) * 2 + end) * shares + v) * width_;
  }
  T* before(int upper, int v) { return before_.data() + (std::size_t(upper) * shares + v) * width_; }
  T* below(int j, int v) { return below_.data() + (std::size_t(D == 3 ? j - nodes_.lo[1] : 0) * shares + v) * width_; }

  void elements(int j, int k) {
    const F f = f_;
    const int n = nodes_.extent(0) + 1, i0 = nodes_.lo[0] - 1;
    T* const all = share_.data();
    const std::size_t width = width_;
#pragma omp simd
    for (int m = 0; m < n; ++m) one_element(f, Cell<Host>{i0 + m, j, k}, all + m, width);
  }
  FN static void one_element(const F& f, Cell<Host> e, T* all, std::size_t width) {
    constexpr int ends = shares, rows = 2 * shares, faces = rows_sent * 2 * shares;
    ElementFace<T, F::variables, D> low, high;
    read_face(f, e, low);
    read_face(f, e + 1 * Axis(last), high);
    ElementFace<T, shares, D> to_low, to_high;
    f.element(e, f.column(e), f.given(e), low, high, to_low, to_high);
    UNROLL
    for (int v = 0; v < shares; ++v) {
      T* const at = all + v * width;
      at[0] = corner_of<T, D>(to_low.of[v], 0);
      at[ends * width] = corner_of<T, D>(to_low.of[v], 1);
      at[faces * width] = corner_of<T, D>(to_high.of[v], 0);
      at[(faces + ends) * width] = corner_of<T, D>(to_high.of[v], 1);
      if constexpr (D == 3) {
        at[rows * width] = corner_of<T, D>(to_low.of[v], 2);
        at[(rows + ends) * width] = corner_of<T, D>(to_low.of[v], 3);
        at[(faces + rows) * width] = corner_of<T, D>(to_high.of[v], 2);
        at[(faces + rows + ends) * width] = corner_of<T, D>(to_high.of[v], 3);
      }
    }
  }
  // The sum along x at the node between elements m and m + 1: what m sends to its upper end and m + 1 to its lower end.
  static void add_along_x(const T* upper_end, const T* lower_end, T* sum, int n) {
#pragma omp simd
    for (int m = 0; m < n; ++m) sum[m] = upper_end[m] + lower_end[m + 1];
  }
  void nodes(int j, int k, bool complete) {
    const int n = nodes_.extent(0), i0 = nodes_.lo[0];
    alignas(64) T lower[shares][chunk], upper[shares][chunk];
    for (int first = 0; first < n; first += chunk) {
      const int count = std::min(chunk, n - first);
      for (int v = 0; v < shares; ++v) {
        add_along_x(share(0, 0, 1, v) + first, share(0, 0, 0, v) + first, lower[v], count);
        add_along_x(share(1, 0, 1, v) + first, share(1, 0, 0, v) + first, upper[v], count);
        if constexpr (D == 3) {
          add_before(before(0, v) + first, lower[v], count);
          add_before(before(1, v) + first, upper[v], count);
        }
        if (complete) add_before(below(j, v) + first, lower[v], count);
        std::copy(upper[v], upper[v] + count, below(j, v) + first);
      }
      if (complete) update(i0 + first, j, k, count, lower);
    }
  }
  static void add_before(const T* first, T* sum, int n) {
#pragma omp simd
    for (int m = 0; m < n; ++m) sum[m] = first[m] + sum[m];
  }
  void keep_row() {  // keeps what this row sends to its upper row of nodes, summed along x
    if constexpr (D == 3)
      for (int upper = 0; upper < 2; ++upper)
        for (int v = 0; v < shares; ++v)
          add_along_x(share(upper, 1, 1, v), share(upper, 1, 0, v), before(upper, v), nodes_.extent(0));
  }
  static constexpr int chunk = 512;
  void update(int i, int j, int k, int n, const T (&sum)[shares][chunk]) {
    const F f = f_;
#pragma omp simd
    for (int m = 0; m < n; ++m) one_node(f, Cell<Host>{i + m, j, k}, sum, m);
  }
  FN static void one_node(const F& f, Cell<Host> node, const T (&sum)[shares][chunk], int m) {
    T s[shares];
    UNROLL
    for (int v = 0; v < shares; ++v) s[v] = sum[v][m];
    f.update(node, f.own(node), s);
  }

  F f_;
  Box nodes_;
  std::size_t width_;
  std::vector<T> share_, before_, below_;
};

}  // namespace detail

template <class F>
void launch_assembled(Exec<Host>& exec, const Set& set, const F& f) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  constexpr int last = detail::Made<F>::dimensions - 1;
  const int n = set.box.extent(last);
  const int threads = set.box.cells() < 1024 ? 1 : std::min(exec.threads(), std::max(1, n / 4));
  const auto start = [&](int t) { return set.box.lo[last] + int(std::int64_t(n) * t / threads); };
#pragma omp parallel num_threads(threads)
  {
    const int t = omp_get_thread_num();
    detail::HostAssembly<F>(f, set.box).march(start(t), start(t + 1));
  }
}

}  // namespace eddy
