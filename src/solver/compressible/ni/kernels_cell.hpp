// What a cell of Ni's scheme sends to its corners, and how long its step may be.
#pragma once
#include "solver/compressible/ni/points.hpp"

namespace eddy::kernels {

// The longest step of a cell, over the CFL number: V / (√Σ(u·S_a)² + a s), s² the largest eigenvalue of Σ S_a S_aᵀ (in
// 3D its trace), and friction.
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
  template <int A>
  FN void add_axis(Cell<S> c, const compressible::NodeState<Num, D>& m, Num (&sums)[3], Num (&products)[3]) const {
    const auto s = compressible::mean_area<A, Num>(metric, c);
    const Num through = compressible::dot(m.velocity, s.of), square = compressible::dot(s.of, s.of);
    sums[0] = A == 0 ? through * through : sums[0] + through * through;
    sums[1] = A == 0 ? square : sums[1] + square;
    products[A] = square;
    if constexpr (D == 2 && A == 1)
      products[2] = compressible::dot(s.of, compressible::mean_area<0, Num>(metric, c).of);
    if constexpr (A + 1 < D) add_axis<A + 1>(c, m, sums, products);
  }
  FN Num rate(Cell<S> c) const {  // 1/Δt at CFL 1
    const auto m = mean(c);
    Num sums[3], products[3];
    add_axis<0>(c, m, sums, products);
    Num widest = sums[1];
    if constexpr (D == 2) {
      const Num apart = products[0] - products[1];
      widest = Num(T(0.5)) * (sums[1] + sqrt(apart * apart + Num(T(4)) * products[2] * products[2]));
    }
    const Num sound = sqrt(gas.gamma * m.pressure / m.u.density), per_volume = metric.per_volume(c);
    const Num temperature = m.pressure / (m.u.density * gas.constant);
    const Num spread = friction.fastest * friction.template viscosity<T>(temperature) / m.u.density;
    const Num waves = (sqrt(sums[0]) + sound * sqrt(widest)) * per_volume;
    return waves + Num(T(2.5)) * spread * sums[1] * per_volume * per_volume;
  }
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
  compressible::StateIn<S, T, D> now;            // at the nodes
  compressible::StateIn<S, T, D> given;          // the source, at the nodes; on a coarse grid the change, at the cell
  compressible::StateOut<S, T, D> whole;         // q
  compressible::AlongViews<Out<S, T>, D> along;  // f_a
  compressible::Metric<S, T, D> metric;
  compressible::CellTables<S, T> cell;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;

  struct Nodes {
    Node of[corners];
  };
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
  // −Σ F·S: what the faces across A and further axes bring in.
  template <int A>
  FN Flow inflow(Cell<S> c, const Nodes& n) const {
    constexpr int bit = 1 << A;
    const auto low = compressible::face_area<A, Num>(metric, c),
               high = compressible::face_area<A, Num>(metric, c + Axis(A));
    const auto kind = cell.kind(c);
    const Num low_open = compressible::open_side<2 * A, Num, T>(kind);
    const Num high_open = compressible::open_side<2 * A + 1, Num, T>(kind);
    Flow sum{};
    bool first = true;
    UNROLL
    for (int m = 0; m < corners; ++m) {
      const bool upper = (m & bit) != 0;
      const Flow f = upper ? compressible::scaled(compressible::node_flux<T>(n.of[m], high.of, high_open), Num(T(-1)))
                           : compressible::node_flux<T>(n.of[m], low.of, low_open);
      sum = first ? f : compressible::plus(sum, f);
      first = false;
    }
    sum = compressible::scaled(sum, Num(T(2.0 / corners)));
    if constexpr (A + 1 < D) sum = compressible::plus(sum, inflow<A + 1>(c, n));
    return sum;
  }
  FN Node mean(const Nodes& n) const {
    Flow sum = n.of[0].u;
    UNROLL
    for (int m = 1; m < corners; ++m) sum = compressible::plus(sum, n.of[m].u);
    return compressible::node_state<T>(compressible::scaled(sum, Num(T(1.0 / corners))), gas);
  }
  template <int C>
  FN void add_source(Cell<S> c, Flow& sum) const {
    sum = compressible::plus(sum, given.template conserved_at<Num>(corner<C>(c)));
    if constexpr (C + 1 < corners) add_source<C + 1>(c, sum);
  }
  // Friction and conduction through S, at the middle of the cell.
  struct Slopes {
    Num of[D + 1][D];
  };
  template <int A>
  FN void add_slopes(Cell<S> c, const Nodes& n, Slopes& g) const {
    const auto s = compressible::mean_area<A, Num>(metric, c);
    UNROLL
    for (int q = 0; q <= D; ++q) {
      Num d = T(0);
      UNROLL
      for (int m = 0; m < corners; ++m) {
        const Node& w = n.of[m];
        const Num v = q < D ? w.velocity[q < D ? q : 0] : w.pressure / (w.u.density * gas.constant);
        d = (m >> A) & 1 ? d + v : d - v;
      }
      UNROLL
      for (int k = 0; k < D; ++k) g.of[q][k] = A == 0 ? d * s.of[k] : g.of[q][k] + d * s.of[k];
    }
    if constexpr (A + 1 < D) add_slopes<A + 1>(c, n, g);
  }
  FN Flow stress(const Slopes& g, const Node& m, Num scale, const Num (&s)[D]) const {
    Num divergence = g.of[0][0];
    UNROLL
    for (int k = 1; k < D; ++k) divergence = divergence + g.of[k][k];
    Flow f;
    f.density = T(0);
    f.energy = friction.conduction * compressible::dot(g.of[D], s);
    UNROLL
    for (int k = 0; k < D; ++k) {
      Num t = Num(T(-2.0 / 3)) * divergence * s[k];
      UNROLL
      for (int l = 0; l < D; ++l) t = t + (g.of[k][l] + g.of[l][k]) * s[l];
      f.momentum[k] = scale * t;
      f.energy = f.energy + m.velocity[k] * t;
    }
    f.energy = scale * f.energy;
    return f;
  }
  template <int A>
  FN void put_along(Cell<S> c, const Node& m, const Flow& change, const Slopes& g, Num dt, Num there) const {
    const auto s = compressible::mean_area<A, Num>(metric, c);
    Flow f =
        compressible::scaled(compressible::flux_of_change<T>(m, change, s.of, gas), there * dt * Num(T(1.0 / corners)));
    if constexpr (V::friction) {
      const Num temperature = m.pressure / (m.u.density * gas.constant);
      const Num scale = friction.template viscosity<T>(temperature) * metric.per_volume(c) * Num(T(2.0 / corners));
      const Flow v = stress(g, m, scale, s.of);
      f = compressible::minus(f, compressible::scaled(v, there * Num(T(2.0 / corners))));
    }
    along.template of<A>().put(c, f);
    if constexpr (A + 1 < D) put_along<A + 1>(c, m, change, g, dt, there);
  }
  // Per time; of a coarse grid the change itself.
  FN Flow change_of(Cell<S> c, const Nodes& n) const {
    if constexpr (V::coarse) return given.template conserved_at<Num>(c);
    Flow change = compressible::scaled(inflow<0>(c, n), Num(metric.per_volume(c)));
    if constexpr (V::source) {
      Flow source = given.template conserved_at<Num>(c);
      add_source<1>(c, source);
      change = compressible::minus(change, compressible::scaled(source, Num(T(1.0 / corners))));
    }
    return change;
  }
  FN void operator()(Cell<S> c) const {
    Nodes n;
    load<0>(c, n);
    const Node m = mean(n);
    const Num there = compressible::exists<Num, T>(cell.kind(c)), dt = cell.step(c);
    const Flow change = change_of(c, n);
    Slopes g;
    if constexpr (V::friction) add_slopes<0>(c, n, g);
    whole.put(c, compressible::scaled(change, there * Num(T(1.0 / corners)) / metric.per_volume(c)));
    put_along<0>(c, m, change, g, dt, there);
  }
};
}  // namespace eddy::kernels
