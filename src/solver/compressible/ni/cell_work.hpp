// The work of a cell of Ni's scheme: from the states at its corners it computes its change, the parts that it sends
// along each axis, and its stable time step.
#pragma once
#include "solver/compressible/ni/points.hpp"

namespace eddy::compressible {

template <class S, class T, int D, class V>
struct CellWork {
  using Num = Value<S, T>;
  using Flow = Conserved<Num, D>;
  using Node = NodeState<Num, D>;
  static constexpr int corners = 1 << D;
  const Metric<S, T, D>& metric;
  const Gas<S, T>& gas;
  const Friction<S, T>& friction;

  struct Nodes {
    Node of[corners];
  };
  using Openings = CellOpenings<Num, D>;
  struct Faces {
    Num low[D][D], high[D][D];  // S of the faces across each axis
  };
  template <int A>
  FN void put_faces(Cell<S> c, Faces& f) const {
    const auto low = face_area<A, Num>(metric, c), high = face_area<A, Num>(metric, c + Axis(A));
    UNROLL
    for (int k = 0; k < D; ++k) {
      f.low[A][k] = low.of[k];
      f.high[A][k] = high.of[k];
    }
    if constexpr (A + 1 < D) put_faces<A + 1>(c, f);
  }
  template <int A>
  FN static void add_side(int m, const Faces& f, const Openings& o, Num (&area)[D], Num (&open)[D]) {
    const bool upper = ((m >> A) & 1) != 0;
    UNROLL
    for (int k = 0; k < D; ++k) {
      const Num one = upper ? -f.high[A][k] : f.low[A][k], passed = one * o.side[2 * A + int(upper)];
      area[k] = A == 0 ? one : area[k] + one;
      open[k] = A == 0 ? passed : open[k] + passed;
    }
    if constexpr (A + 1 < D) add_side<A + 1>(m, f, o, area, open);
  }
  // −Σ F·S, the inflow through the faces. Each corner contributes its flux through its parts of the faces around it.
  FN Flow inflow(Cell<S> c, const Nodes& n, const Openings& o) const {
    Faces f;
    put_faces<0>(c, f);
    Flow sum{};
    UNROLL
    for (int m = 0; m < corners; ++m) {
      Num area[D], open[D];
      add_side<0>(m, f, o, area, open);
      const Flow one = node_flux<T>(n.of[m], area, open);
      sum = m == 0 ? one : plus(sum, one);
    }
    return scaled(sum, Num(T(2.0 / corners)));
  }
  FN Node mean(const Nodes& n) const {
    Flow sum = n.of[0].u;
    UNROLL
    for (int m = 1; m < corners; ++m) sum = plus(sum, n.of[m].u);
    return node_state<T>(scaled(sum, Num(T(1.0 / corners))), gas);
  }
  // Differences of velocity and temperature times S: up to a factor, gradients times volume in the middle of the cell.
  struct Slopes {
    Num of[D + 1][D];
  };
  template <int A>
  FN void add_slopes(Cell<S> c, const Nodes& n, Slopes& g) const {
    const auto s = mean_area<A, Num>(metric, c);
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
    f.energy = friction.conduction * dot(g.of[D], s);
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
  // The part that a cell sends along A: added at its upper nodes, subtracted at its lower ones.
  template <int A>
  FN Flow along(Cell<S> c, const Node& m, const Flow& change, const Rise<Num, D>& rise, const Slopes& g, Num dt,
                Num there) const {
    const auto s = mean_area<A, Num>(metric, c);
    Flow f = scaled(flux_of_change(m, change, rise, s.of), there * dt * Num(T(1.0 / corners)));
    if constexpr (V::friction) {
      const Num temperature = m.pressure / (m.u.density * gas.constant);
      const Num scale = friction.template viscosity<T>(temperature) * metric.per_volume(c) * Num(T(2.0 / corners));
      const Flow v = stress(g, m, scale, s.of);
      f = minus(f, scaled(v, there * Num(T(2.0 / corners))));
    }
    return f;
  }
  // The part that a cell sends to each of its nodes: of the inflow through its faces, or of a given change.
  FN Flow to_all(const Flow& brought, Num there) const { return scaled(brought, there * Num(T(1.0 / corners))); }
  FN Flow to_all(Cell<S> c, const Flow& change, Num there) const {
    return scaled(change, there * Num(T(1.0 / corners)) / metric.per_volume(c));
  }
};

// 1/Δt of a cell at CFL 1, plus friction: (√Σ(u·S_a)² + a s) / V, s² the largest eigenvalue of Σ S_a S_aᵀ (3D: its
// trace).
template <class S, class T, int D, bool WithFriction = true>
struct StepRate {
  using Num = Value<S, T>;
  const Metric<S, T, D>& metric;
  const Gas<S, T>& gas;
  const Friction<S, T>& friction;

  template <int A>
  FN void add_axis(Cell<S> c, const NodeState<Num, D>& m, Num (&sums)[3], Num (&products)[3]) const {
    const auto s = mean_area<A, Num>(metric, c);
    const Num through = dot(m.velocity, s.of), square = dot(s.of, s.of);
    sums[0] = A == 0 ? through * through : sums[0] + through * through;
    sums[1] = A == 0 ? square : sums[1] + square;
    products[A] = square;
    if constexpr (D == 2 && A == 1) products[2] = dot(s.of, mean_area<0, Num>(metric, c).of);
    if constexpr (A + 1 < D) add_axis<A + 1>(c, m, sums, products);
  }
  FN Num at(Cell<S> c, const NodeState<Num, D>& m) const {  // m: the mean state of the cell's corners
    Num sums[3], products[3];
    add_axis<0>(c, m, sums, products);
    Num widest = sums[1];
    if constexpr (D == 2) {
      const Num apart = products[0] - products[1];
      widest = Num(T(0.5)) * (sums[1] + sqrt(apart * apart + Num(T(4)) * products[2] * products[2]));
    }
    const Num square = gas.gamma * m.pressure * ordinary_reciprocal(m.u.density);  // a²
    const Num per_volume = metric.per_volume(c), waves = (sqrt(sums[0]) + sqrt(square * widest)) * per_volume;
    if constexpr (!WithFriction) return waves;
    const Num temperature = m.pressure / (m.u.density * gas.constant);
    const Num spread = friction.fastest * friction.template viscosity<T>(temperature) / m.u.density;
    return waves + Num(T(2.5)) * spread * sums[1] * per_volume * per_volume;
  }
};

}  // namespace eddy::compressible
