// The momentum equation at the lower faces of one cell, with p over the density:
//
//   ∂u_a/∂t = −Σ_b ∂/∂x_b (u_b u_a − ν ∂u_a/∂x_b) − ∂p/∂x_a + f_a
//
// in finite volumes around the faces. u_a(c) is on the lower face of cell c along axis a.
//
//        ┌─────────┬─────────┐
//        │         │         │        the volume around u_a(c) is half of cell c − a and half of cell c;
//        │   p  ═══u═══  p   │        its ends along a are the centres of these cells,
//        │  c − a  │    c    │        its ends along b are edges, where u_b comes from both
//        └────v────┴────v────┘
#pragma once
#include "field/kernels.hpp"
#include "field/on_side.hpp"
#include "solver/projection/metric.hpp"
#include "solver/projection/options.hpp"

namespace eddy::projection {

template <class V>
struct Row4 {  // four values in a row, around the place that is asked for
  V far_below, below, above, far_above;
};

struct DonorCell {  // (1 − γ) central + γ upwind
  static constexpr const char* name = "donor-cell";
  template <bool Centre, class T, class V, class M, class S>
  FN static V carried(const M& m, V speed, const Row4<V>& r, V gamma, int b, Cell<S> c) {
    const V lower = Centre ? V(T(0.5)) : V(m.lower(b, c));
    const V central = fma(lower, r.below - r.above, r.above);
    return fma(speed, central, gamma * abs(speed) * (T(0.5) * (r.below - r.above)));
  }
};
struct Upwind3 {  // a parabola through two values upstream and one downstream
  static constexpr const char* name = "upwind3";
  template <bool Centre, class T, class V, class M, class S>
  FN static V carried(const M& m, V speed, const Row4<V>& r, V, int b, Cell<S> c) {
    const V up =
        fma(V(m.template forward<Centre>(b, c, 0)), r.far_below,
            fma(V(m.template forward<Centre>(b, c, 1)), r.below, m.template forward<Centre>(b, c, 2) * r.above));
    const V down =
        fma(V(m.template backward<Centre>(b, c, 0)), r.below,
            fma(V(m.template backward<Centre>(b, c, 1)), r.above, m.template backward<Centre>(b, c, 2) * r.far_above));
    return speed * select(speed > V(T(0)), up, down);
  }
};

// Upwind3 with a limit: the carried value differs from the first value upstream by no more than the value downstream
// does, nor than the second value upstream does in the opposite direction; at an extremum it is the first value
// upstream. On uniform grids this is Koren's limiter (1993).
struct Koren {
  static constexpr const char* name = "koren";
  template <class T, class V>
  FN static V nearest(V a, V b, V c) {  // the value nearest to 0 if all have one sign; otherwise 0
    const V low = select(b < a, b, a), high = select(b < a, a, b);
    const V least = select(c < low, c, low), most = select(c < high, high, c);
    return select(least > V(T(0)), least, select(most < V(T(0)), most, V(T(0))));
  }
  template <bool Centre, class T, class V, class M, class S>
  FN static V carried(const M& m, V speed, const Row4<V>& r, V, int b, Cell<S> c) {
    const V up = nearest<T>(V(fma(V(m.template forward<Centre>(b, c, 0)), r.far_below - r.below,
                                  m.template forward<Centre>(b, c, 2) * (r.above - r.below))),
                            r.above - r.below, r.below - r.far_below);
    const V down = nearest<T>(V(fma(V(m.template backward<Centre>(b, c, 2)), r.far_above - r.above,
                                    m.template backward<Centre>(b, c, 0) * (r.below - r.above))),
                              r.below - r.above, r.above - r.far_above);
    return speed * select(speed > V(T(0)), r.below + up, r.above + down);
  }
};

// Central differences of fourth order, also for the slopes of friction. For uniform grids only: the tables of other
// metrics do not hold the weights.
struct Central4 {
  static constexpr const char* name = "central4";
  template <class T, class V>
  FN static V middle(const Row4<V>& r) {
    return fma(V(T(0.5625)), r.below + r.above, T(-0.0625) * (r.far_below + r.far_above));
  }
  template <class T, class V>
  FN static V slope(const Row4<V>& r) {
    return fma(V(T(1.125)), r.above - r.below, T(-1.0 / 24) * (r.far_above - r.far_below));
  }
  template <bool Centre, class T, class V, class M, class S>
  FN static V carried(const M&, V speed, const Row4<V>& r, V, int, Cell<S>) {
    return speed * middle<T>(r);
  }
};
template <class C>
constexpr bool is_fourth = std::is_same_v<C, Central4>;

template <class C, class M>
struct Scheme {
  static constexpr std::array<std::string_view, 2> words{C::name, M::name};
  static constexpr int fewest_axes = 2;
  using Convection = C;
  using Metric = M;
};

using ConvectionChoice =
    Choice<Upwind3, Koren, DonorCell>;  // in the order of the enum; central4 is for uniform grids without bodies

using Schemes =
    Choice<Scheme<Upwind3, Uniform>, Scheme<Koren, Uniform>, Scheme<DonorCell, Uniform>, Scheme<Upwind3, Stretched>,
           Scheme<Koren, Stretched>, Scheme<DonorCell, Stretched>, Scheme<Upwind3, Bodied>, Scheme<Koren, Bodied>,
           Scheme<DonorCell, Bodied>, Scheme<Central4, Uniform>>;
// Schemes of the temperature where solids conduct heat: with bodies the metric always has tables.
using ConjugateSchemes = Choice<Scheme<Upwind3, Stretched>, Scheme<Koren, Stretched>, Scheme<DonorCell, Stretched>>;
template <class Metric>
Schemes scheme_of(const Metric& metric, eddy::Convection convection) {
  const int kind = metric.kind().picked;
  if (convection != eddy::Convection::central4) return {3 * kind + static_cast<int>(convection)};
  if (kind > 0) throw Error(Exit::fault, "central4 on a grid that is not uniform: the case should have been refused.");
  return {9};
}

template <class S, class T>
struct Numbers {  // constants of the fluid and the scheme
  static constexpr bool bundle = true;
  Param<S, T> viscosity, gamma;
};

template <class M>
concept HasBodies = requires(const M& m) {
  m.flag;
};

// Replaces a value inside a body by the mirror image of the value on the other side of the wall.
template <class V, int A, int B, class M, class S>
FN Row4<V> mirrored(const M& m, Row4<V> r, Cell<S> c) {
  constexpr Axis b = Axis(B);
  const V below = select(m.inside(A, c - b), -r.above, r.below), above = select(m.inside(A, c), -r.below, r.above);
  return {select(m.inside(A, c - 2 * b), -below, r.far_below), below, above,
          select(m.inside(A, c + b), -above, r.far_above)};
}

// The flux u_b u_a − ν ∂u_a/∂x_b at the lower end along b of the volume around u_a(c).
template <class C, int A, int B, class T, class V, class M, class U, class N, class S>
FN V flux(const M& m, const U& u, const N& n, Cell<S> c) {
  constexpr Axis a = Axis(A), b = Axis(B);
  Row4<V> r{u[A](c - 2 * b), u[A](c - b), u[A](c), u[A](c + b)};
  if constexpr (HasBodies<M> && A != B) r = mirrored<V, A, B>(m, r, c);
  if constexpr (is_fourth<C>) {
    const V speed = A == B ? C::template middle<T>(r)
                           : C::template middle<T>(Row4<V>{u[B](c - 2 * a), u[B](c - a), u[B](c), u[B](c + a)});
    return fma(-V(n.viscosity), C::template slope<T>(r) * m.per_width(B, c),
               C::template carried<true, T>(m, speed, r, speed, B, c));
  } else if constexpr (A == B) {
    const Cell<S> cell = c - a;
    const V speed = T(0.5) * (r.below + r.above);
    const V slope = (r.above - r.below) * m.per_width(A, cell);
    return fma(-V(n.viscosity), slope, C::template carried<true, T>(m, speed, r, V(n.gamma), B, cell));
  } else {
    const V here = u[B](c), before = u[B](c - a);
    const V speed = fma(V(m.lower(A, c)), here - before, before);
    const V slope = (r.above - r.below) * m.per_distance(B, c);
    return fma(-V(n.viscosity), slope, C::template carried<false, T>(m, speed, r, V(n.gamma), B, c));
  }
}

// ∂u_a/∂t without the pressure.
template <class C, int A, int D, class T, class V, class M, class U, class N, class S>
FN V change(const M& m, const U& u, const N& n, Cell<S> c) {
  V sum = T(0);
  const auto along = [&]<int B>(std::integral_constant<int, B>) INLINED {
    constexpr Axis b = Axis(B);
    const V width = A == B ? m.per_distance(A, c) : m.per_width(B, c);
    const V in = flux<C, A, B, T, V>(m, u, n, c), out = flux<C, A, B, T, V>(m, u, n, c + b);
    sum = fma(in - out, width, sum);
  };
  along(std::integral_constant<int, 0>());
  along(std::integral_constant<int, 1>());
  if constexpr (D == 3) along(std::integral_constant<int, 2>());
  return sum;
}

template <int A>
using AxisNumber = std::integral_constant<int, A>;
template <int A>
inline constexpr const char* axis_name = A == 0   ? "x"
                                         : A == 1 ? "y"
                                                  : "z";
using AxisChoice = Choice<AxisNumber<0>, AxisNumber<1>, AxisNumber<2>>;

template <int A, bool Scalar = false>
struct OnAxis {  // the variant of a kernel on a layer across an axis, of a velocity or of one field
  static constexpr int axis = A, fewest_axes = 2;
  static constexpr bool layer = true;
  static constexpr std::array<std::string_view, 2> words{axis_name<A>, Scalar ? "scalar" : ""};
  template <int D>
  static constexpr int fields = Scalar ? 1 : D;
};

// Numbers that change from step to step, in device memory, so that a replayed series of launches reads new values.
enum StepNumber : int { step_length, force_x, step_numbers = 4 };
inline constexpr int velocity_ghosts = 2;

}  // namespace eddy::projection

namespace eddy::kernels {

// One stage, all components: u* = u⁰ + share · (u + Δt (∂u/∂t − ∇p) − u⁰).
template <class S, class T, int D, class V>
struct ProjectionStage {
  static constexpr const char* name = "projection_stage";
  typename V::Metric::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> start, u;
  In<S, T> p;
  Vec<Out<S, T>, D> next;
  Line<S, T> step;
  projection::Numbers<S, T> numbers;
  Param<S, T> share;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N dt = step(Index<S>(0)), here = p(c);
    const auto component = [&]<int A>(std::integral_constant<int, A>) INLINED {
      constexpr Axis a = Axis(A);
      const N force = step(Index<S>(projection::force_x + A));
      const N slope = (here - p(c - a)) * metric.per_distance(A, c);
      const N rate = projection::change<typename V::Convection, A, D, T, N>(metric, u, numbers, c) + (force - slope);
      const N first = start[A](c);
      const N there = fma(N(share), fma(dt, rate, u[A](c) - first), first);
      if constexpr (projection::HasBodies<decltype(metric)>)
        next[A](c) = select(metric.open(A, c), there, N(T(0)));
      else
        next[A](c) = there;
    };
    component(std::integral_constant<int, 0>());
    component(std::integral_constant<int, 1>());
    if constexpr (D == 3) component(std::integral_constant<int, 2>());
  }
};

}  // namespace eddy::kernels
