// Eddies smaller than the grid (Smagorinsky 1963): a viscosity ν_t = ℓ² |S| in the cells, |S|² = 2 S_ij S_ij with
// S = ½ (∇u + ∇uᵀ), and the terms ∇·(2 ν_t S) and ∇·(ν_t/Pr_t ∇T) that it adds to the stages.
//
//      ┌─────────╋         ν_t and ∂u_a/∂x_a are in the cells, ∂u_a/∂x_b + ∂u_b/∂x_a on the edges ╋;
//      │   ν_t   │         an edge has the mean ν_t of the four cells around it, and none at a wall:
//      ╋─────────╋         there one of the four has the mark −1.
#pragma once
#include "solver/projection/kernels.hpp"

namespace eddy::projection {

// Calls call(integral constants a, b) for all pairs a < b of axes.
template <int D, class Call>
FN void each_pair(const Call& call) {
  using std::integral_constant;
  call(integral_constant<int, 0>(), integral_constant<int, 1>());
  if constexpr (D == 3) {
    call(integral_constant<int, 0>(), integral_constant<int, 2>());
    call(integral_constant<int, 1>(), integral_constant<int, 2>());
  }
}

// ∂u_a/∂x_b on the edge at the lower ends of cell c along a and b; a face inside a body mirrors the face outside.
template <int A, int B, class V, class M, class U, class S>
FN V slope_on_edge(const M& m, const U& u, Cell<S> c) {
  constexpr Axis b = Axis(B);
  const V low = u[A](c - b), high = u[A](c);
  if constexpr (HasBodies<M>) {
    const V below = select(m.inside(A, c - b), -high, low), above = select(m.inside(A, c), -low, high);
    return (above - below) * m.per_distance(B, c);
  } else {
    return (high - low) * m.per_distance(B, c);
  }
}
template <int A, int B, class V, class M, class U, class S>
FN V shear_on_edge(const M& m, const U& u, Cell<S> c) {  // 2 S_ab
  return slope_on_edge<A, B, V>(m, u, c) + slope_on_edge<B, A, V>(m, u, c);
}

template <int D, class T, class V, class M, class U, class S>
FN V strain_squared(const M& m, const U& u, Cell<S> c) {  // 2 S_ij S_ij of a cell; squares on its edges are averaged
  V sum = T(0);
  UNROLL
  for (int a = 0; a < D; ++a) {
    const V slope = (u[a](c + Axis(a)) - u[a](c)) * m.per_width(a, c);
    sum = fma(V(T(2)) * slope, slope, sum);
  }
  each_pair<D>([&]<int A, int B>(std::integral_constant<int, A>, std::integral_constant<int, B>) INLINED {
    constexpr Axis a = Axis(A), b = Axis(B);
    const auto square = [&](Cell<S> at) INLINED {
      const V shear = shear_on_edge<A, B, V>(m, u, at);
      return shear * shear;
    };
    sum = fma(V(T(0.25)), (square(c) + square(c + a)) + (square(c + b) + square((c + a) + b)), sum);
  });
  return sum;
}

template <class T, class V, class N, class M, class S>
FN V eddy_on_edge(const M& m, const N& eddy, int a, int b, Cell<S> c) {  // ν_t; 0 at walls
  const auto between = [&](Cell<S> at, V& least) INLINED {
    const V below = eddy(at - Axis(a)), above = eddy(at);
    least = select(below < least, below, least), least = select(above < least, above, least);
    return fma(V(m.lower(a, c)), below - above, above);
  };
  V least = T(0);
  const V upper = between(c, least), lower = between(c - Axis(b), least);
  return select(least < V(T(0)), V(T(0)), fma(V(m.lower(b, c)), lower - upper, upper));
}
template <class T, class V, class N, class M, class S>
FN V eddy_on_face(const M& m, const N& eddy, int a, Cell<S> c) {
  const V below = eddy(c - Axis(a)), above = eddy(c);
  return select(below < V(T(0)) || above < V(T(0)), V(T(0)), fma(V(m.lower(a, c)), below - above, above));
}

// The stress 2 ν_t S_ab at the lower end along b of the volume around u_a(c); the flux of momentum has the other sign.
template <int A, int B, class T, class V, class M, class U, class N, class S>
FN V eddy_flux(const M& m, const U& u, const N& eddy, Cell<S> c) {
  constexpr Axis a = Axis(A);
  if constexpr (A == B) {
    const V there = eddy(c - a);
    return V(T(2)) * select(there < V(T(0)), V(T(0)), there) * ((u[A](c) - u[A](c - a)) * m.per_width(A, c - a));
  } else {
    return eddy_on_edge<T, V>(m, eddy, A, B, c) * shear_on_edge<A, B, V>(m, u, c);
  }
}

}  // namespace eddy::projection

namespace eddy::kernels {

template <class S, class T, int D, class M>
struct EddyViscosity {
  static constexpr const char* name = "eddy_viscosity";
  typename M::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  In<S, T> length;  // ℓ²; −1 in bodies and behind walls, which ν_t takes over
  Out<S, T> eddy;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N l = length(c);
    const N there = l * sqrt(projection::strain_squared<D, T, N>(metric, u, c));
    eddy(c) = select(l < N(T(0)), l, there);
  }
};

template <class S, class T, int D, class M>
struct EddyDissipation {  // reduced: Σ V ν_t |S|²
  static constexpr const char* name = "eddy_dissipation";
  static constexpr bool rare = true;
  typename M::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  In<S, T> eddy;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N here = eddy(c);
    N volume = T(1);
    UNROLL
    for (int a = 0; a < D; ++a) volume = volume * metric.per_width(a, c);
    return select(here < N(T(0)), N(T(0)), here * projection::strain_squared<D, T, N>(metric, u, c) / volume);
  }
};

// u_a = u_a + share Δt Σ_b ∂/∂x_b (2 ν_t S_ab), all components.
template <class S, class T, int D, class M>
struct EddyStress {
  static constexpr const char* name = "eddy_stress";
  typename M::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  In<S, T> eddy;
  Vec<InOut<S, T>, D> next;
  Line<S, T> step;
  Param<S, T> share;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N length = share * step(Index<S>(0));
    const auto component = [&]<int A>(std::integral_constant<int, A>) INLINED {
      N sum = T(0);
      const auto along = [&]<int B>(std::integral_constant<int, B>) INLINED {
        const N in = projection::eddy_flux<A, B, T, N>(metric, u, eddy, c);
        const N out = projection::eddy_flux<A, B, T, N>(metric, u, eddy, c + Axis(B));
        sum = fma(out - in, N(A == B ? metric.per_distance(A, c) : metric.per_width(B, c)), sum);
      };
      along(std::integral_constant<int, 0>()), along(std::integral_constant<int, 1>());
      if constexpr (D == 3) along(std::integral_constant<int, 2>());
      if constexpr (projection::HasBodies<decltype(metric)>) sum = select(metric.open(A, c), sum, N(T(0)));
      next[A](c) = fma(length, sum, N(next[A](c)));
    };
    component(std::integral_constant<int, 0>()), component(std::integral_constant<int, 1>());
    if constexpr (D == 3) component(std::integral_constant<int, 2>());
  }
};

// T = T + share Δt ∇·(ν_t ∇T) / Pr_t
template <class S, class T, int D, class M>
struct EddyHeat {
  static constexpr const char* name = "eddy_heat";
  typename M::template Bound<S, T, D> metric;
  In<S, T> temperature, eddy;
  InOut<S, T> next;
  Line<S, T> step;
  Param<S, T> share;  // over Pr_t
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    N sum = T(0);
    const auto through = [&](int b, Cell<S> at) INLINED {
      const N slope = (temperature(at) - temperature(at - Axis(b))) * metric.per_distance(b, at);
      return projection::eddy_on_face<T, N>(metric, eddy, b, at) * slope;
    };
    UNROLL
    for (int b = 0; b < D; ++b) sum = fma(through(b, c + Axis(b)) - through(b, c), N(metric.per_width(b, c)), sum);
    next(c) = fma(share * step(Index<S>(0)), sum, N(next(c)));
  }
};

// u_a = u_a + share Δt f_a for a force that varies in space; f is 0 on closed faces.
template <class S, class T, int D>
struct AddForce {
  static constexpr const char* name = "add_force";
  Vec<In<S, T>, D> force;
  Vec<InOut<S, T>, D> next;
  Line<S, T> step;
  Param<S, T> share;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N length = share * step(Index<S>(0));
    UNROLL
    for (int a = 0; a < D; ++a) next[a](c) = fma(length, N(force[a](c)), N(next[a](c)));
  }
};

}  // namespace eddy::kernels
