// Kernels of the artificial-compressibility equations at a node, with p divided by the density:
//
//   ∂p/∂t   = −β² ∇·u − Σ C λ_j Δx_j³ ∂⁴p/∂x_j⁴            β² = max(|u|², floor),  λ_j = ½ (|u_j| + √(u_j² + 4β²))
//   ∂u_i/∂t = −u·∇u_i − ∂p/∂x_i + ν ∇²u_i + f_i
//
// in central differences of second order. Differences are not divided by the spacing: the coefficients contain it.
#pragma once
#include "exec/shapes/tile_view.hpp"
#include "field/kernels.hpp"
#include "field/on_side.hpp"
#include "solver/artificial/boundary.hpp"

namespace eddy::artificial {

// The coefficients of a run.
template <class S, class T, int D>
struct Rates {
  static constexpr bool bundle = true;
  Vec<Param<S, T>, D> half;       // 1 / (2 Δx)
  Vec<Param<S, T>, D> diffusion;  // ν / Δx²
  Vec<Param<S, T>, D> damping;    // C / (2 Δx)
  Param<S, T> floor;              // the least β²
  Param<S, T> viscous;            // added to Σ λ_j/Δx_j in the rate of the local step
  Param<S, T> least;              // the least value of that rate
  Param<S, T> per_viscosity;      // 1/ν, or 0 if Λ²/ν does not limit the step
  Param<S, T> cfl;                // the local step times its rate
};

// The first and the last computed node, both inclusive, and what is given at each end.
template <class S, class T, int D>
struct NodeBounds {
  static constexpr bool bundle = true;
  Vec<Param<S, int>, D> first, last;  // computed nodes
  Vec<Param<S, int>, D> low, high;    // Given
};

struct UniformForce {
  static constexpr const char* edges = "edges, uniform force";
  static constexpr const char* inner = "inner, uniform force";
  template <class S, class T, int D>
  using Bound = Vec<Param<S, T>, D>;
  template <class V, class M, class S>
  FN static V of(const M& force, Cell<S>) {
    return force;
  }
};
struct VaryingForce {
  static constexpr const char* edges = "edges, varying force";
  static constexpr const char* inner = "inner, varying force";
  template <class S, class T, int D>
  using Bound = Vec<In<S, T>, D>;
  template <class V, class M, class S>
  FN static V of(const M& force, Cell<S> c) {
    return force(c);
  }
};
// Edges: for every node. Inner: only for nodes at least two away from the ends, without any test for ends.
template <bool Edges, class F>
struct Form {
  static constexpr const char* name = Edges ? F::edges : F::inner;
  static constexpr bool edges = Edges;
  static constexpr int fewest_axes = 2;
  using Force = F;
};
// edge_nodes: nodes at each end with stencils that depend on it; reach: the farthest node that a stencil reads;
// inner_reach: the same for nodes away from the ends.
inline constexpr int edge_nodes = 2, reach = 3, inner_reach = 2;

template <class V>
FN V larger(V a, V b) {  // NaN is not handled: the residual shows it
  return select(a < b, b, a);
}

template <class V, int D>
struct Velocity {
  V of[D];
  FN V operator[](int i) const { return of[i]; }
};

template <class V, int D, class U, class S>
FN Velocity<V, D> velocity_at(const Vec<U, D>& u, Cell<S> c) {
  Velocity<V, D> here;
  UNROLL
  for (int i = 0; i < D; ++i) here.of[i] = u[i](c);
  return here;
}

template <class V, int D>
struct Waves {
  V beta_squared, speed[D], rate;  // β², 2 λ_j, and the local step's CFL number over the step
};

// Λ² = β² + |u| Λ ≤ β² + Σ |u_j| λ_j, with equality for flow along an axis: this bound needs no further square root.
template <int D, class S, class T, class V>
FN Waves<V, D> waves(const Rates<S, T, D>& r, const Velocity<V, D>& u) {
  Waves<V, D> w;
  V square = u[0] * u[0], carried = T(0);
  UNROLL
  for (int a = 1; a < D; ++a) square = fma(u[a], u[a], square);
  w.beta_squared = larger(square, V(r.floor));
  const V four = T(4) * w.beta_squared;
  w.rate = r.viscous;
  UNROLL
  for (int a = 0; a < D; ++a) {
    w.speed[a] = abs(u[a]) + ordinary_sqrt(fma(u[a], u[a], four));
    w.rate = fma(w.speed[a], V(r.half[a]), w.rate);
    carried = fma(abs(u[a]), w.speed[a], carried);
  }
  const V greatest = fma(T(0.5), carried, w.beta_squared);  // Λ²
  w.rate = larger(larger(w.rate, V(r.least)), greatest * r.per_viscosity);
  return w;
}

// Differences and sums of a node's neighbours along one axis.
template <class V, int D>
struct Differences {
  V pressure, fourth, difference[D], sum[D];  // p₊ − p₋, δ⁴p, u₊ − u₋, u₊ + u₋
};

template <class T, class V>
FN V fourth_difference(V centre, V near, V far) {  // near, far: sums of the two nearest and of the two next neighbours
  return fma(V(T(6)), centre, fma(V(T(-4)), near, far));
}

// Differences at node c along axis a, away from the ends.
template <class V, int D, class P, class U, class S>
FN Differences<V, D> along_inner(const P& p, const Vec<U, D>& u, Cell<S> c, int a) {
  using T = typename P::value_type;
  const V below = p(c - Axis(a)), above = p(c + Axis(a));
  Differences<V, D> n;
  n.pressure = above - below;
  n.fourth = fourth_difference<T>(V(p(c)), above + below, p(c + 2 * Axis(a)) + p(c - 2 * Axis(a)));
  UNROLL
  for (int i = 0; i < D; ++i) {
    const V lower = u[i](c - Axis(a)), upper = u[i](c + Axis(a));
    n.difference[i] = upper - lower;
    n.sum[i] = upper + lower;
  }
  return n;
}

template <class T, class V>
FN V pressure_at_wall(V first, V second, V third) {  // p(0) = 3 p(1) − 3 p(2) + p(3)
  return fma(V(T(3)), first - second, third);
}
template <class T, class V>
FN V velocity_at_outflow(V first, V second) {  // u(0) = 2 u(1) − u(2)
  return fma(V(T(2)), first, -second);
}

// The values beyond node c towards one end of axis a. `in` is the sign of the inward direction, `from` the distance of
// c from the last computed node at that end.
template <class V, int D>
struct Beyond {
  V one, two, fourth, velocity[D];  // p one and two steps out; δ⁴p of the next node inwards; u one step out
};
template <class V, int D, class P, class U, class S, class I, class K>
FN Beyond<V, D> beyond(const P& p, const Vec<U, D>& u, Cell<S> c, int a, int in, I from, K given) {
  using T = typename P::value_type;
  const auto is = [&](Given g) { return given == static_cast<int>(g); };
  const auto first = from == 0, second = from == 1;
  const auto wall = is(Given::velocity), open = is(Given::pressure), mirror = is(Given::mirror);
  const V here = p(c), in1 = p(c + in * Axis(a)), in2 = p(c + 2 * in * Axis(a)), in3 = p(c + 3 * in * Axis(a)),
          out1 = p(c - in * Axis(a));
  Beyond<V, D> b;
  b.one = select(first && wall, pressure_at_wall<T>(here, in1, in2), select(first && mirror, in1, out1));
  b.two = select(second && wall, pressure_at_wall<T>(out1, here, in1),
                 select(second && mirror, here, select(first && mirror, in2, V(p(c - 2 * in * Axis(a))))));
  b.fourth = fourth_difference<T>(in1, in2 + here, in3 + b.one);
  UNROLL
  for (int i = 0; i < D; ++i) {
    const V inside = u[i](c + in * Axis(a));
    b.velocity[i] = select(first && open, velocity_at_outflow<T>(V(u[i](c)), inside),
                           select(first && mirror, i == a ? -inside : inside, V(u[i](c - in * Axis(a)))));
  }
  return b;
}

// The same next to the ends. A five-node stencil that does not fit is replaced by that of the next node.
template <class V, int D, class P, class U, class S, class E>
FN Differences<V, D> along_edges(const P& p, const Vec<U, D>& u, const E& ends, Cell<S> c, int a) {
  using T = typename P::value_type;
  const auto from_low = c[a] - ends.first[a], from_high = ends.last[a] - c[a];
  const Beyond<V, D> low = beyond<V>(p, u, c, a, 1, from_low, ends.low[a]);
  const Beyond<V, D> high = beyond<V>(p, u, c, a, -1, from_high, ends.high[a]);
  const auto cut = [](auto from, auto given) {
    return from == 0 && (given == static_cast<int>(Given::velocity) || given == static_cast<int>(Given::pressure));
  };
  Differences<V, D> n;
  n.pressure = high.one - low.one;
  n.fourth = select(cut(from_low, ends.low[a]), low.fourth,
                    select(cut(from_high, ends.high[a]), high.fourth,
                           fourth_difference<T>(V(p(c)), high.one + low.one, high.two + low.two)));
  UNROLL
  for (int i = 0; i < D; ++i) {
    n.difference[i] = high.velocity[i] - low.velocity[i];
    n.sum[i] = high.velocity[i] + low.velocity[i];
  }
  return n;
}

template <class V, int D>
struct Change {
  V pressure, velocity[D];  // −∂p/∂t and −∂u/∂t
};

template <class Form, class V, int D, class P, class U, class S, class T, class F>
FN Change<V, D> change(const P& p, const Vec<U, D>& u, const Rates<S, T, D>& r, const NodeBounds<S, T, D>& ends,
                       const F& force, const Waves<V, D>& w, Cell<S> c) {
  Change<V, D> r_;
  V divergence = T(0), damping = T(0);
  const Velocity<V, D> here = velocity_at<V>(u, c);
  UNROLL
  for (int i = 0; i < D; ++i) r_.velocity[i] = -Form::Force::template of<V>(force[i], c);
  UNROLL
  for (int a = 0; a < D; ++a) {
    Differences<V, D> n;
    if constexpr (Form::edges)
      n = along_edges<V>(p, u, ends, c, a);
    else
      n = along_inner<V>(p, u, c, a);
    const V half = r.half[a], carry = here[a] * half, less = -V(r.diffusion[a]);
    divergence = fma(half, n.difference[a], divergence);
    damping = fma(w.speed[a] * r.damping[a], n.fourth, damping);
    UNROLL
    for (int i = 0; i < D; ++i)
      r_.velocity[i] = fma(carry, n.difference[i], fma(less, fma(V(T(-2)), here[i], n.sum[i]), r_.velocity[i]));
    r_.velocity[a] = fma(half, n.pressure, r_.velocity[a]);
  }
  r_.pressure = fma(w.beta_squared, divergence, damping);
  return r_;
}

}  // namespace eddy::artificial

namespace eddy::kernels {

template <class S, class T, int D, class V>
struct ArtificialEuler {  // one step, whose length each node chooses for itself
  static constexpr const char* name = "artificial_euler";
  static constexpr int reach = artificial::reach, inner_reach = artificial::inner_reach;
  static constexpr int edge = V::edges ? artificial::edge_nodes : 0;
  using Inner = ArtificialEuler<S, T, D, artificial::Form<false, typename V::Force>>;
  Previous<S, T> p;
  Vec<Previous<S, T>, D> u;
  Out<S, T> next_p;
  Vec<Out<S, T>, D> next_u;
  artificial::Rates<S, T, D> rates;
  artificial::NodeBounds<S, T, D> ends;
  typename V::Force::template Bound<S, T, D> force;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const auto here = artificial::velocity_at<N>(u, c);
    const auto w = artificial::waves(rates, here);
    const auto r = artificial::change<V, N>(p, u, rates, ends, force, w, c);
    const N less = -(rates.cfl * ordinary_reciprocal(w.rate));
    next_p(c) = fma(less, r.pressure, N(p(c)));
    UNROLL
    for (int i = 0; i < D; ++i) next_u[i](c) = fma(less, r.velocity[i], here[i]);
  }
};

template <class S, class T, int D, class V>
struct ArtificialStage {  // qᵏ = q⁰ − share Δt R(qᵏ⁻¹), with Δt, β and λ of q⁰
  static constexpr const char* name = "artificial_stage";
  static constexpr int edge = V::edges ? artificial::edge_nodes : 0;
  using Inner = ArtificialStage<S, T, D, artificial::Form<false, typename V::Force>>;
  Param<S, T> share;
  In<S, T> base_p;
  Vec<In<S, T>, D> base_u;
  In<S, T> p;
  Vec<In<S, T>, D> u;
  Out<S, T> next_p;
  Vec<Out<S, T>, D> next_u;
  artificial::Rates<S, T, D> rates;
  artificial::NodeBounds<S, T, D> ends;
  typename V::Force::template Bound<S, T, D> force;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const auto start = artificial::velocity_at<N>(base_u, c);
    const auto w = artificial::waves(rates, start);
    const auto r = artificial::change<V, N>(p, u, rates, ends, force, w, c);
    const N less = -(share * rates.cfl * ordinary_reciprocal(w.rate));
    next_p(c) = fma(less, r.pressure, N(base_p(c)));
    UNROLL
    for (int i = 0; i < D; ++i) next_u[i](c) = fma(less, r.velocity[i], start[i]);
  }
};

// The residuals of the equations that the factors `of_…` mark with 1. If the pressure is determined only up to a
// constant, it drifts equally at all nodes without any effect on the velocity: this drift is subtracted.
template <class S, class T, int D, class V>
struct ArtificialResidual {  // a term of Σ r² and max r²
  static constexpr const char* name = "artificial_residual";
  static constexpr int edge = V::edges ? artificial::edge_nodes : 0;
  using Inner = ArtificialResidual<S, T, D, artificial::Form<false, typename V::Force>>;
  In<S, T> p;
  Vec<In<S, T>, D> u;
  Param<S, T> drift, of_pressure;
  Vec<Param<S, T>, D> of_velocity;
  artificial::Rates<S, T, D> rates;
  artificial::NodeBounds<S, T, D> ends;
  typename V::Force::template Bound<S, T, D> force;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const auto here = artificial::velocity_at<N>(u, c);
    const auto w = artificial::waves(rates, here);
    const auto r = artificial::change<V, N>(p, u, rates, ends, force, w, c);
    const N level = fma(-N(drift), w.rate, r.pressure);
    N sum = level * level * of_pressure;
    UNROLL
    for (int i = 0; i < D; ++i) sum = fma(r.velocity[i] * r.velocity[i], N(of_velocity[i]), sum);
    return sum;
  }
};

template <class S, class T, int D, class V>
struct ArtificialDrift {  // for one node: its Δp of a step divided by the CFL number
  static constexpr const char* name = "artificial_drift";
  In<S, T> p;
  Vec<In<S, T>, D> u;
  artificial::Rates<S, T, D> rates;
  artificial::NodeBounds<S, T, D> ends;
  typename V::Force::template Bound<S, T, D> force;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const auto here = artificial::velocity_at<N>(u, c);
    const auto w = artificial::waves(rates, here);
    return artificial::change<V, N>(p, u, rates, ends, force, w, c).pressure * ordinary_reciprocal(w.rate);
  }
};

// Values at the nodes of a side, extrapolated from the computed nodes.
template <class S, class T, int D, class V>
struct WallPressure {
  static constexpr const char* name = "wall_pressure";
  InOut<S, T> p;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr Axis a = Axis(V::axis);
    constexpr int in = V::upper ? -1 : 1;
    p(c) = artificial::pressure_at_wall<T>(N(p(c + in * a)), N(p(c + 2 * in * a)), N(p(c + 3 * in * a)));
  }
};
template <class S, class T, int D, class V>
struct OutflowVelocity {
  static constexpr const char* name = "outflow_velocity";
  InOut<S, T> u;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr Axis a = Axis(V::axis);
    constexpr int in = V::upper ? -1 : 1;
    u(c) = artificial::velocity_at_outflow<T>(N(u(c + in * a)), N(u(c + 2 * in * a)));
  }
};

}  // namespace eddy::kernels
