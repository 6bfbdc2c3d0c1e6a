// A step of Ni's scheme in the plane in one pass over memory (exec/shapes/cell_vertex.hpp): it gives the same bits as
// NiLocalStep, NiCell and NiNode, but stores no fields between them.
#pragma once
#include "exec/shapes/cell_vertex.hpp"
#include "solver/compressible/ni/cell_work.hpp"
#include "solver/compressible/ni/dissipation.hpp"

namespace eddy::compressible {

template <bool WithFriction, bool LocalSteps>
struct PassForm {
  static constexpr bool friction = WithFriction, local = LocalSteps;
  static constexpr const char* words[2] = {friction ? "friction" : "ideal", local ? "local step" : "uniform step"};
  static constexpr int fewest_axes = 2, most_axes = 2;
};

}  // namespace eddy::compressible

namespace eddy::kernels {

template <class S, class T, int D, class V>
struct NiPass {
  static constexpr const char* name = "ni_pass";
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  using Node = compressible::NodeState<Num, D>;
  using Work = compressible::CellWork<S, T, D, V>;
  compressible::StateIn<S, T, D> now;
  compressible::StateOut<S, T, D> next;
  In<S, T> node_volume;  // the inverse of the volume around the node
  compressible::Metric<S, T, D> metric;
  In<S, int> kind;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;
  compressible::Dissipation<S, T> by;
  InOut<S, T> counts;  // number of steps in which the state was mended
  Param<S, T> step;    // Δt, or with local steps the CFL number

  static constexpr int values = D + 2, known = values + D + 1, extents = 1 + D * D + (V::friction ? 1 : 0);
  FN void read(Cell<S> n, Num (&u)[values]) const { put(now.template conserved_at<Num>(n), u); }
  FN void point(const Num (&u)[values], Num (&p)[known]) const {
    const Node n = compressible::node_state<T>(compressible::unmarked(flow(u)), gas);
    put(n.u, p);
    UNROLL
    for (int a = 0; a < D; ++a) p[values + a] = n.velocity[a];
    p[values + D] = n.pressure;
  }
  FN Num there(Cell<S> c) const { return compressible::exists<Num, T>(kind(c)); }
  FN void geometry(Cell<S> c, Num (&g)[extents]) const {
    g[0] = compressible::exists<Num, T>(kind(c));
    put_area<0>(c, g);
    if constexpr (V::friction) g[1 + D * D] = g[0] / metric.per_volume(c);
  }
  FN Num bend(Num a, Num b, Num c) const { return compressible::LineDissipation<S, T, D, V>::bend(a, b, c); }
  FN Num least(Num a, Num b) const { return compressible::smaller(a, b); }

  static constexpr int passages = 1 + 2 * D;
  FN void openings(Cell<S> c, Num (&o)[passages]) const {
    const auto all = compressible::openings<T, Num, D>(kind(c));
    o[0] = all.there;
    UNROLL
    for (int n = 0; n < 2 * D; ++n) o[n + 1] = all.side[n];
  }
  FN void cell(Cell<S> c, const Num (&open)[passages], const Num (&p00)[known], const Num (&p10)[known],
               const Num (&p01)[known], const Num (&p11)[known], Num (&shares)[4][values], Num& longest) const {
    const Work work{metric, gas, friction};
    const typename Work::Nodes n{{node(p00), node(p10), node(p01), node(p11)}};
    const Node m = work.mean(n);
    typename Work::Openings o;
    o.there = open[0];
    UNROLL
    for (int k = 0; k < 2 * D; ++k) o.side[k] = open[k + 1];
    const Num there = o.there;
    Num dt = step;
    if constexpr (V::local) dt = step / compressible::StepRate<S, T, D, V::friction>{metric, gas, friction}.at(c, m);
    const Flow brought = work.inflow(c, n, o), change = compressible::scaled(brought, Num(metric.per_volume(c)));
    const auto rise = compressible::rise_of<T>(m, change, gas);
    typename Work::Slopes g;
    if constexpr (V::friction) work.template add_slopes<0>(c, n, g);
    const Flow all = work.to_all(brought, there);
    const Flow x = work.template along<0>(c, m, change, rise, g, dt, there);
    const Flow y = work.template along<1>(c, m, change, rise, g, dt, there);
    const Flow left = compressible::minus(all, x), right = compressible::plus(all, x);
    put(compressible::minus(left, y), shares[0]);
    put(compressible::minus(right, y), shares[1]);
    put(compressible::plus(left, y), shares[2]);
    put(compressible::plus(right, y), shares[3]);
    longest = select(there == Num(T(0)), Num(T(1e30)), dt);
  }
  using Line = compressible::LineDissipation<S, T, D, V>;
  FN void jump(const Num (&a)[known], const Num (&b)[known], Num (&to)[values]) const {
    put(Line{by, gas, friction}.jump(node(a), node(b)), to);
  }
  template <int A>
  FN void edge(const Num (&b)[known], const Num (&c)[known], const Num (&jump_before)[values],
               const Num (&jump)[values], const Num (&jump_after)[values], Num bend_b, Num bend_c,
               const Num (&g)[extents], const Num (&beside)[extents], Num before, Num after, Num (&to)[values]) const {
    compressible::DualFace<Num, D> e;
    add_cell<A>(e, g, true);
    add_cell<A>(e, beside, false);
    e.before = before;
    e.after = after;
    put(Line{by, gas, friction}.through(node(b), node(c), flow(jump_before), flow(jump), flow(jump_after), bend_b,
                                        bend_c, e),
        to);
  }
  FN void update(Cell<S> n, const Num (&p)[known], const Num (&sum)[values], const Num (&flows)[values], Num dt) const {
    const Flow change = compressible::scaled(compressible::plus(flow(sum), flow(flows)), dt * node_volume(n));
    compressible::count_mark(now.first(n) < Num(T(0)), counts, n);
    next.put(n, compressible::changed<T>(node(p), change, gas));
  }

 private:
  template <int N>
  FN static void put(const Flow& f, Num (&v)[N]) {
    v[0] = f.density;
    UNROLL
    for (int a = 0; a < D; ++a) v[a + 1] = f.momentum[a];
    v[D + 1] = f.energy;
  }
  template <int N>
  FN static Flow flow(const Num (&v)[N]) {
    Flow f;
    f.density = v[0];
    UNROLL
    for (int a = 0; a < D; ++a) f.momentum[a] = v[a + 1];
    f.energy = v[D + 1];
    return f;
  }
  FN static Node node(const Num (&p)[known]) {
    Node n;
    n.u = flow(p);
    UNROLL
    for (int a = 0; a < D; ++a) n.velocity[a] = p[values + a];
    n.pressure = p[values + D];
    return n;
  }
  template <int A>
  FN void put_area(Cell<S> c, Num (&g)[extents]) const {
    const auto s = compressible::mean_area<A, Num>(metric, c);
    UNROLL
    for (int k = 0; k < D; ++k) g[1 + A * D + k] = s.of[k];
    if constexpr (A + 1 < D) put_area<A + 1>(c, g);
  }
  template <int A>
  FN static void add_cell(compressible::DualFace<Num, D>& e, const Num (&g)[extents], bool first) {
    Num area[D];
    UNROLL
    for (int k = 0; k < D; ++k) area[k] = g[1 + A * D + k];
    compressible::add_cell<T>(e, g[0], area, first);
    if constexpr (V::friction) compressible::add_volume<T>(e, g[1 + D * D], first);
  }
};

}  // namespace eddy::kernels
