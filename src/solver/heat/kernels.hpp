// Kernels of the heat equation  ρc ∂T/∂t = ∇·(k ∇T) + q  in finite volumes: C = ρc V, L T = Σ g (T_n − T_c), Q = q V.
#pragma once
#include "linear/kernels.hpp"

namespace eddy::kernels {

template <class S, class T, int D, class C>
struct HeatExplicit {  // Tⁿ⁺¹ = Tⁿ + Δt (L Tⁿ + Qⁿ) / C
  static constexpr const char* name = "heat_explicit";
  typename C::template Bound<S, T, D> a;
  In<S, T> temperature, source;
  Out<S, T> next;
  Param<S, T> dt;
  FN void operator()(Cell<S> c) const {
    next(c) = fma(dt * a.per_storage(c), inflow<D>(a, temperature, source(c), c), temperature(c));
  }
};

// The θ-scheme divided by θ:  C/(θΔt) Tⁿ⁺¹ − L Tⁿ⁺¹ = C/(θΔt) Tⁿ + (1−θ)/θ (L Tⁿ + Qⁿ) + Qⁿ⁺¹
template <class S, class T, int D, class C>
struct HeatRightSide {
  static constexpr const char* name = "heat_right_side";
  typename C::template Bound<S, T, D> a;
  In<S, T> temperature, source, next_source;
  Out<S, T> b;
  Param<S, T> rate, past;  // 1/(θΔt), (1−θ)/θ
  FN void operator()(Cell<S> c) const {
    b(c) = fma(rate * a.storage(c), temperature(c),
               fma(Value<S, T>(past), inflow<D>(a, temperature, source(c), c), next_source(c)));
  }
};

template <class S, class T, int D, class C>
struct HeatStored {  // a term of Σ C (Tⁿ⁺¹ − Tⁿ)
  static constexpr const char* name = "heat_stored";
  static constexpr int pointwise = 2;
  typename C::template Bound<S, T, D> a;
  In<S, T> temperature, previous;
  FN Value<S, T> operator()(Cell<S> c) const {
    return a.of_whole_cell(a.storage(c) * (temperature(c) - previous(c)), c);
  }
};

template <class S, class T, int D, class C>
struct HeatThrough {  // for the cells at one side: a term of the inflow through the faces that `lower` and
                      // `upper` mark with 1
  static constexpr const char* name = "heat_through";
  typename C::template Bound<S, T, D> a;
  In<S, T> temperature;
  Vec<Param<S, T>, D> lower, upper;
  FN Value<S, T> operator()(Cell<S> c) const {
    const Value<S, T> t = temperature(c);
    Value<S, T> sum = T(0);
    for (int n = 0; n < D; ++n)
      sum = fma(lower[n] * a.lower(n, c), temperature(c - Axis(n)) - t,
                fma(upper[n] * a.upper(n, c), temperature(c + Axis(n)) - t, sum));
    return a.of_whole_cell(sum, c);
  }
};

// Holes: a cell gains E (T_b − T) and a flux that does not depend on T, with E summed over its pieces of surface.
template <class S, class T, int D>
struct HeatExchanged {  // Q − E T: the source Q includes E T_b
  static constexpr const char* name = "heat_exchanged";
  In<S, T> exchange, temperature, source;
  Out<S, T> left;
  FN void operator()(Cell<S> c) const {
    left(c) = fma(-Value<S, T>(exchange(c)), Value<S, T>(temperature(c)), Value<S, T>(source(c)));
  }
};
template <class S, class T, int D>
struct HeatThroughHole {  // a term of Σ E (T_b − T)
  static constexpr const char* name = "heat_through_hole";
  static constexpr int pointwise = 3;
  In<S, T> exchange, beyond, temperature;
  FN Value<S, T> operator()(Cell<S> c) const { return exchange(c) * (beyond(c) - temperature(c)); }
};

template <class S, class T, int D, class C>
struct HeatStableStep {  // for the minimum: C / Σ g, the largest stable explicit step of a cell
  static constexpr const char* name = "heat_stable_step";
  typename C::template Bound<S, T, D> a;
  FN Value<S, T> operator()(Cell<S> c) const {
    Value<S, T> sum = a.lower(0, c) + a.upper(0, c);
    for (int n = 1; n < D; ++n) sum = sum + (a.lower(n, c) + a.upper(n, c));
    return a.storage(c) / sum;
  }
};

}  // namespace eddy::kernels
