// The parts that a cell of Ni's scheme sends to its corners, and its stable time step.
#pragma once
#include "solver/compressible/ni/cell_work.hpp"

namespace eddy::kernels {

// The inverse of the longest stable step of a cell at CFL 1.
template <class S, class T, int D>
struct NiStep {
  static constexpr const char* name = "ni_step";
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now;
  compressible::Metric<S, T, D> metric;
  In<S, int> kind;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;

  template <int C>
  FN void add_corner(Cell<S> c, compressible::Conserved<Num, D>& sum) const {
    Cell<S> at = c;
    if constexpr (C & 1) at = at + Axis::x;
    if constexpr (C & 2) at = at + Axis::y;
    if constexpr (C & 4) at = at + Axis::z;
    const auto u = compressible::unmarked(now.template conserved_at<Num>(at));
    sum = C == 0 ? u : compressible::plus(sum, u);
    if constexpr (C + 1 < (1 << D)) add_corner<C + 1>(c, sum);
  }
  FN compressible::NodeState<Num, D> mean(Cell<S> c) const {
    compressible::Conserved<Num, D> sum;
    add_corner<0>(c, sum);
    return compressible::node_state<T>(compressible::scaled(sum, Num(T(1.0 / (1 << D)))), gas);
  }
  FN Num rate(Cell<S> c) const { return compressible::StepRate<S, T, D>{metric, gas, friction}.at(c, mean(c)); }
  FN Num operator()(Cell<S> c) const { return select(kind(c) == 0, Num(T(0)), rate(c)); }
};
template <class S, class T, int D>
struct NiLocalStep {
  static constexpr const char* name = "ni_local_step";
  static constexpr int fewest_axes = 2;
  compressible::StateIn<S, T, D> now;
  compressible::Metric<S, T, D> metric;
  In<S, int> kind;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;
  Out<S, T> step;
  Param<S, T> cfl;
  FN void operator()(Cell<S> c) const { step(c) = cfl / NiStep<S, T, D>{now, metric, kind, gas, friction}.rate(c); }
};

template <class S, class T, int D, class V>
struct NiCell {
  static constexpr const char* name = "ni_cell";
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  using Node = compressible::NodeState<Num, D>;
  static constexpr int corners = 1 << D;
  compressible::StateIn<S, T, D> now;            // the state at nodes
  compressible::StateIn<S, T, D> given;          // at nodes: the source; on a coarse grid the change, at cells
  compressible::StateOut<S, T, D> whole;         // q
  compressible::AlongViews<Out<S, T>, D> along;  // f_a
  compressible::Metric<S, T, D> metric;
  compressible::CellTables<S, T> cell;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;

  using Work = compressible::CellWork<S, T, D, V>;
  using Nodes = typename Work::Nodes;
  using Slopes = typename Work::Slopes;
  using Openings = typename Work::Openings;
  template <int C>
  FN static Cell<S> corner(Cell<S> c) {
    if constexpr (C & 1) c = c + Axis::x;
    if constexpr (C & 2) c = c + Axis::y;
    if constexpr (C & 4) c = c + Axis::z;
    return c;
  }
  template <int C>
  FN void load(Cell<S> c, Nodes& n) const {
    n.of[C] = compressible::node_at<T, Num, D>(now, corner<C>(c), gas);
    if constexpr (C + 1 < corners) load<C + 1>(c, n);
  }
  template <int C>
  FN void add_source(Cell<S> c, Flow& sum) const {
    sum = compressible::plus(sum, given.template conserved_at<Num>(corner<C>(c)));
    if constexpr (C + 1 < corners) add_source<C + 1>(c, sum);
  }
  template <int A>
  FN void put_along(Cell<S> c, const Work& work, const Node& m, const Flow& change,
                    const compressible::Rise<Num, D>& rise, const Slopes& g, Num there) const {
    along.template of<A>().put(c, work.template along<A>(c, m, change, rise, g, cell.step(c), there));
    if constexpr (A + 1 < D) put_along<A + 1>(c, work, m, change, rise, g, there);
  }
  // The rate of change of a cell; on a coarse grid the change itself. `to_all` is the share of each corner.
  FN Flow change_of(Cell<S> c, const Work& work, const Nodes& n, const Openings& o, Flow& to_all) const {
    Flow change;
    if constexpr (V::coarse) {
      change = given.template conserved_at<Num>(c);
    } else {
      const Flow brought = work.inflow(c, n, o);
      to_all = work.to_all(brought, o.there);
      change = compressible::scaled(brought, Num(metric.per_volume(c)));
    }
    if constexpr (V::source) {
      Flow source = given.template conserved_at<Num>(c);
      add_source<1>(c, source);
      change = compressible::minus(change, compressible::scaled(source, Num(T(1.0 / corners))));
    }
    if constexpr (V::coarse || V::source) to_all = work.to_all(c, change, o.there);
    return change;
  }
  FN void operator()(Cell<S> c) const {
    const Work work{metric, gas, friction};
    Nodes n;
    load<0>(c, n);
    const Node m = work.mean(n);
    const Openings o = compressible::openings<T, Num, D>(cell.kind(c));
    Flow to_all;
    const Flow change = change_of(c, work, n, o, to_all);
    Slopes g;
    if constexpr (V::friction) work.template add_slopes<0>(c, n, g);
    whole.put(c, to_all);
    put_along<0>(c, work, m, change, compressible::rise_of<T>(m, change, gas), g, o.there);
  }
};
}  // namespace eddy::kernels
