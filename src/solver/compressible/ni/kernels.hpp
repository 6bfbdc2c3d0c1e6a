// Ni's scheme (1982): the change of a cell by the flux through its faces is sent to its corners, more to those that the
// flow carries it to. Values are at the nodes: density, momentum, energy.
//
//   ΔU = −(Δt/V) Σ F·S              fluxes at a face: the mean of its corners; walls without flow: the pressure alone
//   Δf_a = (Δt/V) (∂F/∂U ΔU)·S_a    S_a: the mean of both faces across axis a
//   corner:  (ΔU ± Δf_x ± Δf_y …)/2ᴰ, + at the upper end of an axis;     node:  U += Σ V δ / V_n
//
// The cell kernel leaves q = V ΔU/2ᴰ and f_a = V Δf_a/2ᴰ, less friction; the node kernel gathers them.
#pragma once
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/fields.hpp"
#include "solver/compressible/friction.hpp"

namespace eddy::compressible {

// A state for each axis.
template <class View, int D>
struct AlongViews {
  static constexpr bool bundle = true;
  StateViews<View, D> x, y;
  template <int A>
  FN const StateViews<View, D>& of() const {
    return A == 0 ? x : y;
  }
};
template <class View>
struct AlongViews<View, 3> {
  static constexpr bool bundle = true;
  StateViews<View, 3> x, y, z;
  template <int A>
  FN const StateViews<View, 3>& of() const {
    return A == 0 ? x : A == 1 ? y : z;
  }
};

template <class V, int D>
struct NodeState {  // with what every flux needs
  Conserved<V, D> u;
  V velocity[D], pressure;
};
template <class T, class V, int D, class G>
FN NodeState<V, D> node_state(const Conserved<V, D>& u, const G& gas) {
  NodeState<V, D> n;
  n.u = u;
  const Primitive<V, D> w = primitive_of<T>(u, gas);
  UNROLL
  for (int a = 0; a < D; ++a) n.velocity[a] = w.velocity[a];
  n.pressure = w.pressure;
  return n;
}

template <class V, int D>
FN Conserved<V, D> scaled(Conserved<V, D> u, V by) {
  u.density = u.density * by;
  UNROLL
  for (int a = 0; a < D; ++a) u.momentum[a] = u.momentum[a] * by;
  u.energy = u.energy * by;
  return u;
}
template <class V, int D>
FN Conserved<V, D> plus(Conserved<V, D> u, const Conserved<V, D>& v) {
  u.density = u.density + v.density;
  UNROLL
  for (int a = 0; a < D; ++a) u.momentum[a] = u.momentum[a] + v.momentum[a];
  u.energy = u.energy + v.energy;
  return u;
}
template <class V, int D>
FN Conserved<V, D> minus(Conserved<V, D> u, const Conserved<V, D>& v) {
  u.density = u.density - v.density;
  UNROLL
  for (int a = 0; a < D; ++a) u.momentum[a] = u.momentum[a] - v.momentum[a];
  u.energy = u.energy - v.energy;
  return u;
}

// F·S at a node; `open` is 0 at a wall that nothing passes.
template <class T, class V, int D>
FN Conserved<V, D> node_flux(const NodeState<V, D>& n, const V (&area)[D], V open) {
  const V through = open * dot(n.velocity, area);
  Conserved<V, D> f;
  f.density = n.u.density * through;
  UNROLL
  for (int a = 0; a < D; ++a) f.momentum[a] = n.u.momentum[a] * through + n.pressure * area[a];
  f.energy = (n.u.energy + n.pressure) * through;
  return f;
}

// (∂F/∂U δ)·S at the state of the mean.
template <class T, class V, int D, class G>
FN Conserved<V, D> flux_of_change(const NodeState<V, D>& m, const Conserved<V, D>& d, const V (&area)[D],
                                  const G& gas) {
  const V half(T(0.5)), per_density = V(T(1)) / m.u.density;
  V change[D];  // of the velocity
  UNROLL
  for (int a = 0; a < D; ++a) change[a] = (d.momentum[a] - m.velocity[a] * d.density) * per_density;
  const V square = dot(m.velocity, m.velocity);
  const V pressure = gas.less_one * ((d.energy - dot(m.velocity, d.momentum)) + half * square * d.density);
  const V through = dot(m.velocity, area), more = dot(change, area);
  Conserved<V, D> f;
  f.density = dot(d.momentum, area);
  UNROLL
  for (int a = 0; a < D; ++a) f.momentum[a] = d.momentum[a] * through + m.u.momentum[a] * more + pressure * area[a];
  f.energy = (d.energy + pressure) * through + (m.u.energy + m.pressure) * more;
  return f;
}

// What a cell is (a table of integers): 0 where there is none, else 1 + Σ 2ˢ over its sides s that are walls without flow.
template <class V, class T, class I>
FN V exists(I kind) {
  return select(kind == 0, V(T(0)), V(T(1)));
}
template <int Side, class V, class T, class I>
FN V open_side(I kind) {
  const auto bits = kind - 1;
  const auto shifted = bits / (1 << Side);
  return select(shifted == (shifted / 2) * 2, V(T(1)), V(T(0)));
}

template <class S, class T>
struct CellTables {
  static constexpr bool bundle = true;
  In<S, int> kind;
  In<S, T> step;  // Δt
};

template <class S, class T>
struct Dissipation {
  static constexpr bool bundle = true;
  Param<S, T> second, fourth;  // k₂, k₄
  Param<S, T> enthalpy;        // 1: dissipates ρH in place of E
  Param<S, T> implicit;        // 3/(2Δt) of a step of dual time
};

// What a condition makes of the state that a node has after a step: a wall turns the flow along it and takes the
// pressure that this costs; others have the state that they put beyond a face.
template <class C, class T, class V, int D, class G>
FN Primitive<V, D> at_node(Primitive<V, D> w, const V (&normal)[D], const Primitive<V, D>& given, const G& gas) {
  if constexpr (C::extrapolates || !C::from_two || std::is_same_v<C, Symmetry>) {
    if constexpr (!C::from_two) return C::template beyond<T>(w, normal, given, gas);
    const V sound = sound_of<T>(w, gas), through = dot(w.velocity, normal);
    const V more = w.density * sound * through;
    w.pressure = w.pressure + more;
    w.density = w.density + more / (sound * sound);
    add_normal(w.velocity, -through, normal);
    return w;
  } else {
    UNROLL
    for (int a = 0; a < D; ++a) w.velocity[a] = given.velocity[a];
    if constexpr (std::is_same_v<C, Isothermal>) w.density = w.pressure / (gas.constant * given.density);
    return w;
  }
}

// On the grid of the flow: with friction, with a source. On a coarser grid the change of a cell is given: that of the
// finer grid's node in its middle.
template <bool WithFriction, bool WithSource, bool OnCoarse = false>
struct NiForm {
  static constexpr bool friction = WithFriction, source = WithSource, coarse = OnCoarse;
  static constexpr const char* words[] = {coarse ? "coarse" : "fine", friction ? "friction" : "ideal",
                                          source ? "source" : "no source"};
  static constexpr int fewest_axes = 2;
};

}  // namespace eddy::compressible

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
    const auto u = now.template conserved_at<Num>(at);
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
    n.of[C] = compressible::node_state<T>(now.template conserved_at<Num>(corner<C>(c)), gas);
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
      f = compressible::minus(f, compressible::scaled(v, there * dt * Num(T(2.0 / corners))));
    }
    along.template of<A>().put(c, f);
    if constexpr (A + 1 < D) put_along<A + 1>(c, m, change, g, dt, there);
  }
  FN Flow change_of(Cell<S> c, const Nodes& n, Num dt) const {
    if constexpr (V::coarse) return given.template conserved_at<Num>(c);
    Flow change = compressible::scaled(inflow<0>(c, n), dt * metric.per_volume(c));
    if constexpr (V::source) {
      Flow source = given.template conserved_at<Num>(c);
      add_source<1>(c, source);
      change = compressible::minus(change, compressible::scaled(source, dt * Num(T(1.0 / corners))));
    }
    return change;
  }
  FN void operator()(Cell<S> c) const {
    Nodes n;
    load<0>(c, n);
    const Node m = mean(n);
    const Num there = compressible::exists<Num, T>(cell.kind(c)), dt = cell.step(c);
    const Flow change = change_of(c, n, dt);
    Slopes g;
    if constexpr (V::friction) add_slopes<0>(c, n, g);
    whole.put(c, compressible::scaled(change, there * Num(T(1.0 / corners)) / metric.per_volume(c)));
    put_along<0>(c, m, change, g, dt, there);
  }
};

// Sums what the cells around a node send to it.
template <class S, class T, int D>
struct Gathered {
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  const compressible::StateIn<S, T, D>& whole;
  const compressible::AlongViews<In<S, T>, D>& along;

  template <int C>
  FN static Cell<S> cell(Cell<S> n) {  // of which the node is corner C
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

// The change of a node of a coarse grid.
template <class S, class T, int D>
struct NiCoarseNode {
  static constexpr const char* name = "ni_coarse_node";
  static constexpr int fewest_axes = 2;
  compressible::StateIn<S, T, D> whole;
  compressible::AlongViews<In<S, T>, D> along;
  In<S, T> per_volume;  // of the node
  compressible::StateOut<S, T, D> change;
  FN void operator()(Cell<S> n) const {
    const auto sum = Gathered<S, T, D>{whole, along}.template sum<0>(n);
    change.put(n, compressible::scaled(sum, Value<S, T>(per_volume(n))));
  }
};

// The new state of a node: what its cells send, and dissipation by second and fourth differences along the index lines
// (Jameson, Schmidt and Turkel): where the pressure bends, the second; elsewhere the fourth.
//
//      n−2 ─e₋₂─ n−1 ─e₋₁─ n ─e₀─ n+1 ─e₁─ n+2          an edge is there if a cell beside it is
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
  In<S, T> node_volume;  // 1 over it
  compressible::Metric<S, T, D> metric;
  compressible::CellTables<S, T> cell;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;
  compressible::Dissipation<S, T> by;

  // The cells beside edge number K along A: their area across it, and whether there is any.
  struct Edge {
    Num area[D], count;
  };
  template <int A, int M>
  FN void add_beside(Cell<S> first, Edge& e) const {
    Cell<S> c = first;
    constexpr int one = (A + 1) % D, other = (A + 2) % D;
    if constexpr (M & 1) c = c - Axis(one);
    if constexpr (M & 2) c = c - Axis(other);
    const Num there = compressible::exists<Num, T>(cell.kind(c));
    const auto s = compressible::mean_area<A, Num>(metric, c);
    UNROLL
    for (int k = 0; k < D; ++k) {
      const Num share = there * s.of[k] * Num(T(1.0 / (1 << (D - 1))));
      e.area[k] = M == 0 ? share : e.area[k] + share;
    }
    e.count = M == 0 ? there : e.count + there;
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
  FN static Num bend(const Node& a, const Node& b, const Node& c) {
    const Num ends = a.pressure + c.pressure, twice = b.pressure + b.pressure;
    return abs(ends - twice) / (ends + twice);
  }
  FN Flow carried(const Node& n) const {  // with the enthalpy in place of the energy in steady flow
    Flow u = n.u;
    u.energy = u.energy + by.enthalpy * n.pressure;
    return u;
  }
  // Through the dual face between b and c; a and d are the nodes beyond them.
  FN Flow through(const Node& a, const Node& b, const Node& c, const Node& d, const Edge& e, Num before, Num after,
                  Num bends, Num per_volume) const {
    const Num half(T(0.5)), zero(T(0));
    Num mean[D];
    UNROLL
    for (int k = 0; k < D; ++k) mean[k] = half * (b.velocity[k] + c.velocity[k]);
    const Num density = half * (b.u.density + c.u.density), pressure = half * (b.pressure + c.pressure);
    const Num size = sqrt(compressible::dot(e.area, e.area)), normal = abs(compressible::dot(mean, e.area));
    const Num waves = normal + sqrt(gas.gamma * pressure / density) * size;
    const Num second = compressible::smaller(half, by.second * bends);
    Num fourth = compressible::larger(zero, by.fourth - second);
    if constexpr (V::friction) {  // r / (r + 10), r the Reynolds number of the cell along the line
      const Num temperature = pressure / (density * gas.constant);
      const Num r = density * normal / (friction.template viscosity<T>(temperature) * size * size * per_volume);
      fourth = fourth * r / (r + Num(T(10)));
    }
    const auto inner = zero < before * after;
    fourth = select(inner, fourth, zero);
    const Flow ub = carried(b), uc = carried(c);
    const Flow here = compressible::minus(uc, ub);
    const Flow third = compressible::minus(
        compressible::plus(compressible::minus(carried(d), uc), compressible::minus(ub, carried(a))),
        compressible::scaled(here, Num(T(2))));
    return compressible::scaled(
        compressible::minus(compressible::scaled(here, second), compressible::scaled(third, fourth)), waves);
  }
  template <int A>
  FN Flow dissipation(Cell<S> n) const {
    constexpr Axis a = Axis(A);
    const auto node = [&](Cell<S> c)
                          INLINED { return compressible::node_state<T>(now.template conserved_at<Num>(c), gas); };
    const Node n0 = node(n - 2 * a), n1 = node(n - a), n2 = node(n), n3 = node(n + a), n4 = node(n + 2 * a);
    Edge low, high;
    add_beside<A, 0>(n - a, low);
    add_beside<A, 0>(n, high);
    const Num per_volume = node_volume(n);
    const Num below = count_beside<A, 0>(n - 2 * a), above = count_beside<A, 0>(n + a), zero(T(0));
    // the bend of the pressure at a node that has both edges
    const Num b1 = select(zero < below * low.count, bend(n0, n1, n2), zero);
    const Num b2 = select(zero < low.count * high.count, bend(n1, n2, n3), zero);
    const Num b3 = select(zero < high.count * above, bend(n2, n3, n4), zero);
    const Flow in = through(n0, n1, n2, n3, low, below, high.count, compressible::larger(b1, b2), per_volume);
    const Flow out = through(n1, n2, n3, n4, high, low.count, above, compressible::larger(b2, b3), per_volume);
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
    const Num per_volume = node_volume(n), dt = least_step<0>(n);
    Flow change = compressible::scaled(Gathered<S, T, D>{whole, along}.template sum<0>(n), per_volume);
    change = compressible::plus(change, compressible::scaled(dissipation<0>(n), dt * per_volume));
    if constexpr (V::source) change = compressible::scaled(change, Num(T(1)) / (Num(T(1)) + by.implicit * dt));
    next.put(n, compressible::plus(now.template conserved_at<Num>(n), change));
  }
};

// The change of a coarse grid, interpolated linearly and added. `ratio`: nodes of the fine grid per node of the coarse.
template <class S, class T, int D>
struct NiAddCoarse {
  static constexpr const char* name = "ni_add_coarse";
  static constexpr int fewest_axes = 2;
  static constexpr bool gathers = true;
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  compressible::StateInOut<S, T, D> now;
  compressible::StateIn<S, T, D> change;
  Vec<Param<S, int>, D> first;  // node of the block
  Param<S, int> ratio;
  Param<S, T> per_ratio;

  template <int A>
  FN Flow between(Cell<S> n, Cell<S> coarse) const {
    if constexpr (A == D) {
      return change.template conserved_at<Num>(coarse);
    } else {
      const auto along = n[A] - first[A];
      const auto at = along / ratio;
      const Num share = to_real<T>(along - at * ratio) * per_ratio;
      (A == 0 ? coarse.i : A == 1 ? coarse.j : coarse.k) = at + first[A] / ratio;
      const Flow low = between<A + 1>(n, coarse), high = between<A + 1>(n, coarse + Axis(A));
      return compressible::plus(low, compressible::scaled(compressible::minus(high, low), share));
    }
  }
  FN void operator()(Cell<S> n) const {
    Cell<S> coarse = n;
    now.put(n, compressible::plus(now.template conserved_at<Num>(n), between<0>(n, coarse)));
  }
};

// From one grid to the next coarser one: the state at its nodes, and the change at the middles of its cells.
template <class S, class T, int D>
struct NiRestrict {
  static constexpr const char* name = "ni_restrict";
  static constexpr int fewest_axes = 2;
  static constexpr bool gathers = true;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> fine;
  compressible::StateOut<S, T, D> coarse;
  Param<S, int> shift;  // 0: nodes; 1: middles of cells
  FN void operator()(Cell<S> c) const {
    Cell<S> at = c;
    at.i = 2 * c[0] + shift;
    at.j = 2 * c[1] + shift;
    if constexpr (D == 3) at.k = 2 * c[2] + shift;
    coarse.put(c, fine.template conserved_at<Num>(at));
  }
};
template <class S, class T, int D>
struct StateDifference {
  static constexpr const char* name = "state_difference";
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> before, after;
  compressible::StateOut<S, T, D> change;
  FN void operator()(Cell<S> c) const {
    change.put(c, compressible::minus(after.template conserved_at<Num>(c), before.template conserved_at<Num>(c)));
  }
};

// The state of a boundary node after a step, as its condition wants it.
template <class S, class T, int One, class V>
struct NodeCondition {
  static constexpr const char* name = "node_condition";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  compressible::StateInOut<S, T, D> state;
  In<S, int> place;
  Vec<In<S, T>, D> normal;
  compressible::StateIn<S, T, D> given;
  compressible::Gas<S, T> gas;
  FN void operator()(Cell<S> c) const {
    const auto at = place(c);
    Num n[D];
    UNROLL
    for (int a = 0; a < D; ++a) n[a] = normal[a](c);
    const auto w = compressible::primitive_of<T>(state.template conserved_at<Num>(at), gas);
    const auto wanted = compressible::at_node<typename V::Condition, T>(w, n, given.template at<Num>(c), gas);
    state.put(at, compressible::conserved_of<T>(compressible::mended(wanted, gas), gas));
  }
};

}  // namespace eddy::kernels
