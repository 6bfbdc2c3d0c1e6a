// Friction and conduction of one cell: Q = (0, ∇·τ, ∇·(τu + k∇T)).
//
//   gradient at a face from differences along the index lines:  ∇q = Σ_b δ_b q S_b / V,  δ_a across the face, other δ
//   averaged over both sides of it; τ = μ (∇u + ∇uᵀ − ⅔ ∇·u)
//
// The heat flux through a wall follows from the difference across it alone, and so vanishes where both sides have the
// same temperature. A slip wall exerts a normal stress only, and takes no energy; minus signs of density and pressure
// mark the ghost cells behind it.
#pragma once
#include "solver/compressible/fields.hpp"
#include "solver/compressible/friction.hpp"

namespace eddy::kernels {

template <class S, class T, int D>
struct ViscousRate {
  static constexpr const char* name = "viscous_rate";
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  compressible::StateIn<S, T, D> now;
  compressible::StateOut<S, T, D> rate;
  compressible::Metric<S, T, D> metric;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;

  // Quantity N of a cell: a component of the velocity, or the temperature (N = D).
  template <int N>
  FN Num quantity(Cell<S> c) const {
    if constexpr (N < D)
      return now.middle[N](c);
    else
      return abs(now.last(c)) / (abs(now.first(c)) * gas.constant);  // signs are marks
  }
  template <int N, int A, int B>
  FN Num difference(Cell<S> c) const {  // difference of quantity N along B, at the lower face across A
    constexpr Axis a = Axis(A), b = Axis(B);
    if constexpr (A == B) return quantity<N>(c) - quantity<N>(c - a);
    const Num here = quantity<N>(c + b) - quantity<N>(c - b);
    const Num below = quantity<N>(c - a + b) - quantity<N>(c - a - b);
    return Num(T(0.25)) * (here + below);
  }
  template <int A, int B>
  FN compressible::AreaVector<Num, D> area(Cell<S> c) const {  // S_b across B, at the lower face across A
    if constexpr (A == B) return compressible::face_area<A, Num>(metric, c);
    const auto here = compressible::mean_area<B, Num>(metric, c);
    const auto below = compressible::mean_area<B, Num>(metric, c - Axis(A));
    compressible::AreaVector<Num, D> s;
    UNROLL
    for (int n = 0; n < D; ++n) s.of[n] = Num(T(0.5)) * (here.of[n] + below.of[n]);
    return s;
  }
  struct Gradients {
    Num of[D + 1][D];
  };
  template <int A, int B>
  FN void add_differences(Cell<S> c, Gradients& g) const {
    const auto s = area<A, B>(c);
    add_quantity<0, A, B>(c, s, g);
    if constexpr (B + 1 < D) add_differences<A, B + 1>(c, g);
  }
  template <int N, int A, int B>
  FN void add_quantity(Cell<S> c, const compressible::AreaVector<Num, D>& s, Gradients& g) const {
    const Num d = difference<N, A, B>(c);
    UNROLL
    for (int n = 0; n < D; ++n) g.of[N][n] = B == 0 ? d * s.of[n] : g.of[N][n] + d * s.of[n];
    if constexpr (N < D) add_quantity<N + 1, A, B>(c, s, g);
  }
  FN auto is_wall(Cell<S> c) const { return now.last(c) < Num(T(0)); }
  FN auto slips(Cell<S> c) const { return is_wall(c) && now.first(c) < Num(T(0)); }
  // The flux (τ·S, (τu + k∇T)·S) through the lower face across A.
  template <int A>
  FN Flow flux(Cell<S> c) const {
    constexpr Axis a = Axis(A);
    Gradients g;
    add_differences<A, 0>(c, g);
    const auto s = compressible::face_area<A, Num>(metric, c);
    const Num here = metric.per_volume(c), below = metric.per_volume(c - a);
    const Num per_volume = Num(T(2)) * here * below / (here + below), half(T(0.5));
    const Num temperature = half * (quantity<D>(c) + quantity<D>(c - a));
    const Num scale = friction.template viscosity<T>(temperature) * per_volume;
    Num divergence = g.of[0][0];
    UNROLL
    for (int n = 1; n < D; ++n) divergence = divergence + g.of[n][n];
    const auto wall = is_wall(c) || is_wall(c - a), slip = slips(c) || slips(c - a);
    const Num area2 = compressible::dot(s.of, s.of), across = quantity<D>(c) - quantity<D>(c - a);
    Num stress[D], work = friction.conduction * select(wall, across * area2, compressible::dot(g.of[D], s.of));
    UNROLL
    for (int n = 0; n < D; ++n) {
      stress[n] = Num(T(-2.0 / 3)) * divergence * s.of[n];
      UNROLL
      for (int m = 0; m < D; ++m) stress[n] = stress[n] + (g.of[n][m] + g.of[m][n]) * s.of[m];
      work = work + half * (now.middle[n](c) + now.middle[n](c - a)) * stress[n];
    }
    const Num push = compressible::dot(stress, s.of) / area2;
    Flow f;
    f.density = T(0);
    UNROLL
    for (int n = 0; n < D; ++n) f.momentum[n] = scale * select(slip, push * s.of[n], stress[n]);
    f.energy = select(slip, Num(T(0)), scale * work);
    return f;
  }
  template <int A>
  FN void add_outflow(Cell<S> c, Flow& sum) const {
    const Flow low = flux<A>(c), high = flux<A>(c + Axis(A));
    UNROLL
    for (int n = 0; n < D; ++n)
      sum.momentum[n] =
          A == 0 ? high.momentum[n] - low.momentum[n] : sum.momentum[n] + (high.momentum[n] - low.momentum[n]);
    sum.energy = A == 0 ? high.energy - low.energy : sum.energy + (high.energy - low.energy);
    if constexpr (A + 1 < D) add_outflow<A + 1>(c, sum);
  }
  FN void operator()(Cell<S> c) const {
    Flow sum;
    add_outflow<0>(c, sum);
    const Num per_volume = metric.per_volume(c);
    sum.density = T(0);
    UNROLL
    for (int n = 0; n < D; ++n) sum.momentum[n] = sum.momentum[n] * per_volume;
    sum.energy = sum.energy * per_volume;
    rate.put(c, sum);
  }
};

}  // namespace eddy::kernels
