// The equation of the temperature in one cell, ∂T/∂t = −∇·(u T) + α∇²T + q, and buoyancy.
#pragma once
#include "solver/projection/kernels.hpp"

namespace eddy::projection {

template <class S, class T, int D>
struct Conduction {  // in fluid and solids: conductivity over distance per face; 1 over the heat capacity per cell
  static constexpr bool bundle = true;
  Vec<In<S, T>, D> conductance;
  In<S, T> per_capacity;
};

}  // namespace eddy::projection

namespace eddy::kernels {

template <class S, class T, int D, class V>
struct TemperatureStage {  // the stage that ProjectionStage does for the velocity
  static constexpr const char* name = "temperature_stage";
  typename V::Metric::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  In<S, T> start, temperature, source;
  Out<S, T> next;
  Line<S, T> step;
  Param<S, T> diffusivity, gamma, share;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    using C = typename V::Convection;
    N rate = source(c);
    const auto through = [&](int b, Cell<S> at) INLINED {
      projection::Row4<N> r{temperature(at - 2 * Axis(b)), temperature(at - Axis(b)), temperature(at),
                            temperature(at + Axis(b))};
      if constexpr (projection::HasBodies<decltype(metric)>) {  // values inside a body are mirror images
        r.far_below = select(metric.open(b, at - Axis(b)), r.far_below, r.below);
        r.far_above = select(metric.open(b, at + Axis(b)), r.far_above, r.above);
      }
      const N slope = (r.above - r.below) * metric.per_distance(b, at);
      const N all = fma(-N(diffusivity), slope, C::template carried<false, T>(metric, N(u[b](at)), r, N(gamma), b, at));
      if constexpr (projection::HasBodies<decltype(metric)>)
        return select(metric.open(b, at), all, N(T(0)));  // bodies are insulated
      else
        return all;
    };
    UNROLL
    for (int b = 0; b < D; ++b) rate = fma(through(b, c) - through(b, c + Axis(b)), N(metric.per_width(b, c)), rate);
    const N first = start(c);
    next(c) = fma(N(share), fma(N(step(Index<S>(0))), rate, temperature(c) - first), first);
  }
};

// A stage where solids conduct heat: c ∂T/∂t = −∇·(u T) + T ∇·u − ∇·q + s, with a conductance per face for the heat
// flux q, and with u the flow through the open part of each face.
template <class S, class T, int D, class V>
struct ConjugateStage {
  static constexpr const char* name = "conjugate_stage";
  typename V::Metric::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  projection::Conduction<S, T, D> heat;
  In<S, T> start, temperature, source;
  Out<S, T> next;
  Line<S, T> step;
  Param<S, T> gamma, share;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    using C = typename V::Convection;
    const N here = temperature(c);
    N rate = source(c);
    const auto through = [&](int b, Cell<S> at) INLINED {
      const projection::Row4<N> r{temperature(at - 2 * Axis(b)), temperature(at - Axis(b)), temperature(at),
                                  temperature(at + Axis(b))};
      const N flow = u[b](at);
      const N carried = C::template carried<false, T>(metric, flow, r, N(gamma), b, at) - flow * here;
      return fma(-N(heat.conductance[b](at)), r.above - r.below, carried);
    };
    UNROLL
    for (int b = 0; b < D; ++b) rate = fma(through(b, c) - through(b, c + Axis(b)), N(metric.per_width(b, c)), rate);
    const N first = start(c);
    next(c) = fma(N(share), fma(N(step(Index<S>(0))), rate * heat.per_capacity(c), here - first), first);
  }
};

// u_a = u_a + share Δt factor (T − T₀): buoyancy along one axis, factor = −β g_a.
template <class S, class T, int D, class V>
struct Buoyancy {
  static constexpr const char* name = "buoyancy";
  typename V::Metric::template Bound<S, T, D> metric;
  In<S, T> temperature;
  InOut<S, T> u;
  Line<S, T> step;
  Param<S, T> factor, reference, share;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N below = temperature(c - Axis(V::axis)), above = temperature(c);
    const N there = fma(N(metric.lower(V::axis < D ? V::axis : 0, c)), below - above, above);
    N lifted = factor * (there - reference);
    if constexpr (projection::HasBodies<decltype(metric)>)
      lifted = select(metric.open(V::axis < D ? V::axis : 0, c), lifted, N(T(0)));
    u(c) = fma(share * step(Index<S>(0)), lifted, N(u(c)));
  }
};

template <class S, class T, int D, class V>
struct TemperatureSide {  // ghosts by the GhostRule of a face; mirror −1: by the parabola, as for a tangential velocity
  static constexpr const char* name = "temperature_side";
  InOut<S, T> temperature;
  In<S, T> value, mirror;
  Param<S, T> of_value, of_first, of_second;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int out = V::upper ? 1 : -1;
    constexpr Axis a = Axis(V::axis);
    const N given = value(c), one = temperature(c), two = temperature(c - out * a);
    const N part = mirror(c);
    const auto film = part > N(T(-1));
    const N parabola = fma(N(of_value), given, fma(N(of_first), one, of_second * two));
    temperature(c + out * a) = select(film, fma(part, one, given), parabola);
    temperature(c + 2 * out * a) = select(film, fma(part, two, given), fma(N(T(2)), given, -two));
  }
};

template <class S, class T, int D, class V>
struct HeatThroughSide {  // reduced: Σ area (T ghost − T) / h, the heat that enters over the diffusivity
  static constexpr const char* name = "heat_through_side";
  In<S, T> temperature, area;
  Param<S, T> inverse;  // 1 / h
  FN Value<S, T> operator()(Cell<S> c) const {
    constexpr Axis a = Axis(V::axis);
    const Cell<S> ghost = V::upper ? c + a : c - a;
    return (temperature(ghost) - temperature(c)) * inverse * area(c);
  }
};

}  // namespace eddy::kernels
