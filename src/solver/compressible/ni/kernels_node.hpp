// The update of a node in Ni's scheme: it gathers the parts that its cells send, and adds the dissipation.
#pragma once
#include "solver/compressible/ni/dissipation.hpp"

namespace eddy::compressible {

template <class S, class T>
struct NodeTables {
  static constexpr bool bundle = true;
  In<S, T> per_volume;  // 1 over the volume around the node
  InOut<S, T> counts;   // number of steps in which its state was mended
};

}  // namespace eddy::compressible

namespace eddy::kernels {

// Sums the parts that the cells around a node send to it.
template <class S, class T, int D>
struct Gathered {
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  const compressible::StateIn<S, T, D>& whole;
  const compressible::AlongViews<In<S, T>, D>& along;

  template <int C>
  FN static Cell<S> cell(Cell<S> n) {  // the cell that has the node as its corner C
    if constexpr (C & 1) n = n - Axis::x;
    if constexpr (C & 2) n = n - Axis::y;
    if constexpr (C & 4) n = n - Axis::z;
    return n;
  }
  template <int C, int A>
  FN Flow with_axis(Cell<S> c, const Flow& sum) const {
    const Flow f = along.template of<A>().template conserved_at<Num>(c);
    const Flow more = (C >> A) & 1 ? compressible::plus(sum, f) : compressible::minus(sum, f);
    if constexpr (A + 1 < D) return with_axis<C, A + 1>(c, more);
    return more;
  }
  template <int C>
  FN Flow sum(Cell<S> n) const {
    const Flow one = with_axis<C, 0>(cell<C>(n), whole.template conserved_at<Num>(cell<C>(n)));
    if constexpr (C + 1 < (1 << D)) return compressible::plus(one, sum<C + 1>(n));
    return one;
  }
};

// The new state of a node, from the parts that its cells send and the dissipation along the index lines.
//
//      n−2 ─e₋₂─ n−1 ─e₋₁─ n ─e₀─ n+1 ─e₁─ n+2          an edge exists if a cell beside it exists
template <class S, class T, int D, class V>
struct NiNode {
  static constexpr const char* name = "ni_node";
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  using Node = compressible::NodeState<Num, D>;
  compressible::StateIn<S, T, D> now;
  compressible::StateOut<S, T, D> next;
  compressible::StateIn<S, T, D> whole;
  compressible::AlongViews<In<S, T>, D> along;
  compressible::NodeTables<S, T> node;
  compressible::Metric<S, T, D> metric;
  compressible::CellTables<S, T> cell;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;
  compressible::Dissipation<S, T> by;

  using Edge = compressible::DualFace<Num, D>;
  template <int A, int M>
  FN void add_beside(Cell<S> first, Edge& e) const {  // area, volume and number of cells beside an edge
    Cell<S> c = first;
    constexpr int one = (A + 1) % D, other = (A + 2) % D;
    if constexpr (M & 1) c = c - Axis(one);
    if constexpr (M & 2) c = c - Axis(other);
    const Num there = compressible::exists<Num, T>(cell.kind(c));
    compressible::add_cell<T>(e, there, compressible::mean_area<A, Num>(metric, c).of, M == 0);
    if constexpr (V::friction) compressible::add_volume<T>(e, there / metric.per_volume(c), M == 0);
    if constexpr (M + 1 < (1 << (D - 1))) add_beside<A, M + 1>(first, e);
  }
  template <int A, int M>
  FN Num count_beside(Cell<S> first) const {
    Cell<S> c = first;
    if constexpr (M & 1) c = c - Axis((A + 1) % D);
    if constexpr (M & 2) c = c - Axis((A + 2) % D);
    const Num there = compressible::exists<Num, T>(cell.kind(c));
    if constexpr (M + 1 < (1 << (D - 1))) return there + count_beside<A, M + 1>(first);
    return there;
  }
  template <int A>
  FN Flow dissipation(Cell<S> n) const {
    constexpr Axis a = Axis(A);
    const auto at = [&](Cell<S> c) INLINED { return compressible::node_at<T, Num, D>(now, c, gas); };
    const Node n0 = at(n - 2 * a), n1 = at(n - a), n2 = at(n), n3 = at(n + a), n4 = at(n + 2 * a);
    Edge low, high;
    add_beside<A, 0>(n - a, low);
    add_beside<A, 0>(n, high);
    low.before = count_beside<A, 0>(n - 2 * a);
    low.after = high.here;
    high.before = low.here;
    high.after = count_beside<A, 0>(n + a);
    const compressible::LineDissipation<S, T, D, V> line{by, gas, friction};
    const Flow in = line.through(n0, n1, n2, n3, low), out = line.through(n1, n2, n3, n4, high);
    const Flow f = compressible::minus(out, in);
    if constexpr (A + 1 < D) return compressible::plus(f, dissipation<A + 1>(n));
    return f;
  }
  template <int C>
  FN Num least_step(Cell<S> n) const {
    const Cell<S> c = Gathered<S, T, D>::template cell<C>(n);
    const Num one = select(cell.kind(c) == 0, Num(T(1e30)), Num(cell.step(c)));
    if constexpr (C + 1 < (1 << D)) return compressible::smaller(one, least_step<C + 1>(n));
    return one;
  }
  FN void operator()(Cell<S> n) const {
    const Num per_volume = node.per_volume(n), dt = least_step<0>(n);
    const Flow sum = Gathered<S, T, D>{whole, along}.template sum<0>(n);
    Flow change = compressible::scaled(compressible::plus(sum, dissipation<0>(n)), dt * per_volume);
    if constexpr (V::source) change = compressible::scaled(change, Num(T(1)) / (Num(T(1)) + by.implicit * dt));
    const Flow u = now.template conserved_at<Num>(n);
    compressible::count_mark(u.density < Num(T(0)), node.counts, n);
    next.put(n, compressible::changed<T>(compressible::unmarked(u), change, gas));
  }
};
}  // namespace eddy::kernels
