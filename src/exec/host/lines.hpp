// Line kernels on the host: threads over bundles of neighbouring lines, SIMD across a bundle. Along x the cells of a
// bundle pass through a small tile in cache, transposed so that the same cell of neighbouring lines lies side by side.
#pragma once
#include "exec/host/cells.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy {

namespace detail {

template <class T, int N, int W>
struct Lanes {  // N values of W lines
  alignas(64) T at[N][W];
  template <class P>
  FN P get(int w) const {
    return members::pack<P>([&](int n) INLINED { return at[n][w]; });
  }
  template <class P>
  FN void put(int w, const P& p) {
    members::unpack(p, [&](int n, T v) INLINED { at[n][w] = v; });
  }
};

template <class F>
struct LineBundle {  // neighbouring lines; those of line w are at first + step · w and second on the other two axes
  using T = typename F::Real;
  using Carry = typename F::Carry;
  static constexpr int axis = F::axis, across = across_first(axis), cells = 64;
  static constexpr int lanes = (axis == 0 ? 128 : 256) / int(sizeof(T));
  static constexpr int carried = members::values<Carry>;
  const F& f;
  const Box& box;
  int first, second, lines;

  template <int Step>
  FN Cell<Host> cell(int along, int w) const {
    return line_cell<Host, axis>(along, first + Step * w, second);
  }

  template <int Step>
  FN void columns() const {
    Lanes<T, carried, lanes> carry;
    const int lo = box.lo[axis], hi = box.hi[axis];
#pragma omp simd
    for (int w = 0; w < lines; ++w) carry.put(w, f.start(cell<Step>(lo, w), cell<Step>(hi - 1, w)));
    for (int s = lo; s < hi; ++s) {
#pragma omp simd
      for (int w = 0; w < lines; ++w) {
        const Cell<Host> c = cell<Step>(s, w);
        Carry mine = carry.template get<Carry>(w);
        f.keep(c, f.forward(f.take(c), mine));
        carry.put(w, mine);
      }
    }
    if constexpr (Closes<F>) turn<Step>(carry);
    if constexpr (TurnsBack<F>) {
      for (int s = hi - 1; s >= lo; --s) {
#pragma omp simd
        for (int w = 0; w < lines; ++w) {
          const Cell<Host> c = cell<Step>(s, w);
          Carry mine = carry.template get<Carry>(w);
          f.give(c, f.backward(f.recall(c), mine));
          carry.put(w, mine);
        }
      }
    }
  }

  template <int Step, class C>
  FN void turn(C& carry) const {
#pragma omp simd
    for (int w = 0; w < lines; ++w) {
      Carry mine = carry.template get<Carry>(w);
      f.turn(cell<Step>(box.lo[axis], w), cell<Step>(box.hi[axis] - 1, w), mine);
      carry.put(w, mine);
    }
  }

  // Takes cells [from, to) of the lines through the tile: in(c) for each cell, next() in order, then out(c).
  template <int Step, class P, class Q, class In, class Next, class Out_>
  FN void piece(int from, int to, bool down, const In& in, const Next& next, const Out_& out) const {
    constexpr int n = std::max(members::values<P>, members::values<Q>);
    alignas(64) T tile[n][cells][lanes];
    for (int w = 0; w < lines; ++w) {
#pragma omp simd
      for (int s = from; s < to; ++s)
        members::unpack(in(cell<Step>(s, w)), [&](int m, T v) INLINED { tile[m][s - from][w] = v; });
    }
    for (int m = 0; m < to - from; ++m) {
      const int s = down ? to - from - 1 - m : m;
#pragma omp simd
      for (int w = 0; w < lines; ++w) {
        const Q q = next(members::pack<P>([&](int v) INLINED { return tile[v][s][w]; }), w);
        members::unpack(q, [&](int v, T value) INLINED { tile[v][s][w] = value; });
      }
    }
    for (int w = 0; w < lines; ++w) {
#pragma omp simd
      for (int s = from; s < to; ++s)
        out(cell<Step>(s, w), members::pack<Q>([&](int v) INLINED { return tile[v][s - from][w]; }));
    }
  }

  template <int Step>
  FN void rows() const {
    using Taken = typename F::Taken;
    using Kept = typename F::Kept;
    Lanes<T, carried, lanes> carry;
    const int lo = box.lo[axis], hi = box.hi[axis];
    for (int w = 0; w < lines; ++w) carry.put(w, f.start(cell<Step>(lo, w), cell<Step>(hi - 1, w)));
    for (int from = lo; from < hi; from += cells)
      piece<Step, Taken, Kept>(
          from, std::min(from + cells, hi), false, [&](Cell<Host> c) INLINED { return f.take(c); },
          [&](const Taken& t, int w) INLINED {
            Carry mine = carry.template get<Carry>(w);
            const Kept k = f.forward(t, mine);
            carry.put(w, mine);
            return k;
          },
          [&](Cell<Host> c, const Kept& k) INLINED { f.keep(c, k); });
    if constexpr (Closes<F>) turn<Step>(carry);
    if constexpr (TurnsBack<F>) {
      using Given = typename F::Given;
      for (int to = hi; to > lo; to -= cells)
        piece<Step, recalled<F>, Given>(
            std::max(to - cells, lo), to, true, [&](Cell<Host> c) INLINED { return f.recall(c); },
            [&](const recalled<F>& k, int w) INLINED {
              Carry mine = carry.template get<Carry>(w);
              const Given g = f.backward(k, mine);
              carry.put(w, mine);
              return g;
            },
            [&](Cell<Host> c, const Given& g) INLINED { f.give(c, g); });
    }
  }

  template <int Step>
  void run() const {
    if constexpr (axis == 0)
      rows<Step>();
    else
      columns<Step>();
  }
};

}  // namespace detail

template <class F>
void launch_lines(Exec<Host>& exec, const Set& set, const F& functor) {
  detail::Stopwatch watch(exec.timers, id_of<F>, set);
  using Bundle = detail::LineBundle<F>;
  constexpr int p = across_first(F::axis), q = across_second(F::axis);
  const Box b = set.box;
  const int step = set.colour < 0 ? 1 : 2, bundles = (b.extent(p) + step * Bundle::lanes - 1) / (step * Bundle::lanes);
#pragma omp parallel num_threads(b.cells() < detail::worth_threads ? 1 : exec.threads())
  {
    const F f = functor;
#pragma omp for collapse(2) schedule(static)
    for (int second = b.lo[q]; second < b.hi[q]; ++second)
      for (int n = 0; n < bundles; ++n) {
        const int shift = set.colour < 0 ? 0 : (b.lo[p] + second + set.colour) & 1;
        const int first = b.lo[p] + shift + step * Bundle::lanes * n;
        const int lines = std::min(Bundle::lanes, (b.hi[p] - first + step - 1) / step);
        if (lines <= 0) continue;
        const Bundle bundle{f, b, first, second, lines};
        if (step == 1)
          bundle.template run<1>();
        else
          bundle.template run<2>();
      }
  }
}

}  // namespace eddy
