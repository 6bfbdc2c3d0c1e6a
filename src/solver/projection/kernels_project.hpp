// Kernels around the pressure: divergence, correction, ghosts of sides, and measures of a velocity field.
#pragma once
#include "linear/coefficients.hpp"
#include "solver/projection/kernels.hpp"

namespace eddy::projection {

template <class T, int D, class V, class M, class U, class S>
FN V divergence(const M& m, const U& u, Cell<S> c) {
  V sum = (u[0](c + Axis::x) - u[0](c)) * m.per_width(0, c);
  UNROLL
  for (int a = 1; a < D; ++a) sum = fma(u[a](c + Axis(a)) - u[a](c), m.per_width(a, c), sum);
  return sum;
}

// The first ghost of a tangential component at a side, from the given value there and two cells; `weights` is a kernel
// that has them.
template <class T, class W, class N>
FN N tangential_ghost(const W& weights, N given, N keep, N one, N two) {
  const N parabola = fma(N(weights.of_value), given, fma(N(weights.of_first), one, weights.of_second * two));
  return select(keep > N(T(0)), one, parabola);
}

template <int A, class M>
struct AtNodes {  // the variant of a kernel for a component and a metric
  static constexpr int axis = A, fewest_axes = 2;
  static constexpr std::array<std::string_view, 2> words{axis_name<A>, M::name};
  using Metric = M;
};

}  // namespace eddy::projection

namespace eddy::kernels {

// The right-hand side of −∇²ψ = −∇·u*, and the first guess ψ = 0. With bodies the equation is times the cell volume.
template <class S, class T, int D, class M>
struct ProjectionRightSide {
  static constexpr const char* name = "projection_right_side";
  typename M::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  Out<S, T> b, psi;
  FN void operator()(Cell<S> c) const {
    Value<S, T> less = -projection::divergence<T, D, Value<S, T>>(metric, u, c);
    if constexpr (projection::HasBodies<decltype(metric)>) {
      UNROLL
      for (int a = 0; a < D; ++a) less = less / metric.per_width(a, c);
    }
    b(c) = less;
    psi(c) = T(0);
  }
};

// u = u* − ∇ψ, p = p + ψ/Δt. Closed faces do not change: those where `closed` equals the cell's index along their axis.
template <class S, class T, int D, class M>
struct ProjectionCorrect {
  static constexpr const char* name = "projection_correct";
  typename M::template Bound<S, T, D> metric;
  In<S, T> psi;
  Vec<InOut<S, T>, D> u;
  InOut<S, T> p;
  Line<S, T> step;
  Vec<Param<S, int>, D> closed;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N here = psi(c), dt = step(Index<S>(0));
    UNROLL
    for (int a = 0; a < D; ++a) {
      N slope = (here - psi(c - Axis(a))) * metric.per_distance(a, c);
      if constexpr (projection::HasBodies<decltype(metric)>) slope = select(metric.open(a, c), slope, N(T(0)));
      u[a](c) = u[a](c) - select(c[a] == closed[a], N(T(0)), slope);
    }
    p(c) = p(c) + here / dt;
  }
};

template <class S, class T, int D, class M>
struct ProjectionDivergence {  // reduced: the largest |∇·u|
  static constexpr const char* name = "projection_divergence";
  typename M::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  FN Value<S, T> operator()(Cell<S> c) const { return abs(projection::divergence<T, D, Value<S, T>>(metric, u, c)); }
};

template <class S, class T, int D, class M>
struct ProjectionRate {  // reduced: the largest Σ |u_a| / h_a
  static constexpr const char* name = "projection_rate";
  typename M::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    N sum = T(0);
    UNROLL
    for (int a = 0; a < D; ++a) {
      const N low = abs(u[a](c)), high = abs(u[a](c + Axis(a)));
      sum = fma(select(low < high, high, low), N(metric.per_width(a, c)), sum);
    }
    return sum;
  }
};

template <class S, class T, int D, class M>
struct ProjectionChange {  // reduced: the largest |u_a − u_a before|
  static constexpr const char* name = "projection_change";
  Vec<In<S, T>, D> u, before;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    N most = T(0);
    UNROLL
    for (int a = 0; a < D; ++a) {
      const N d = abs(u[a](c) - before[a](c));
      most = select(d <= most, most, d);
    }
    return most;
  }
};

template <class S, class T, int D, class C>
struct ProjectionPressureSize {  // reduced: Σ (V ∇²p)²
  static constexpr const char* name = "projection_pressure_size";
  typename C::template Bound<S, T, D> a;
  In<S, T> p;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N here = p(c);
    N sum = T(0);
    UNROLL
    for (int n = 0; n < D; ++n)
      sum = fma(a.lower(n, c), p(c - Axis(n)) - here, fma(a.upper(n, c), p(c + Axis(n)) - here, sum));
    sum = a.of_whole_cell(sum, c);
    return sum * sum;
  }
};

template <class S, class T, int D, class M>
struct ProjectionEnergy {  // reduced: Σ V ½|u|², u² of a cell the mean of both faces'
  static constexpr const char* name = "projection_energy";
  typename M::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    N sum = T(0), volume = T(1);
    UNROLL
    for (int a = 0; a < D; ++a) {
      const N low = u[a](c), high = u[a](c + Axis(a));
      sum = sum + fma(low, low, high * high);
      volume = volume * metric.per_width(a, c);
    }
    return T(0.25) * sum / volume;
  }
};

// Reduced: V ½ ω² of a cell, the enstrophy. ω² is the mean of its edges (2D: nodes), so that walls count on all sides.
template <class S, class T, int D, class M>
struct ProjectionEnstrophy {
  static constexpr const char* name = "projection_enstrophy";
  static constexpr bool rare = true;
  typename M::template Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    N sum = T(0), per_volume = T(1);
    UNROLL
    for (int a = 0; a < D; ++a) per_volume = per_volume * metric.per_width(a, c);
    UNROLL
    for (int a = 0; a + 1 < D; ++a) UNROLL
    for (int b = a + 1; b < D; ++b) UNROLL
    for (int n = 0; n < 4; ++n) {
      const Cell<S> e = c + (n % 2) * Axis(a) + (n / 2) * Axis(b);
      const N curl = fma(u[b](e) - u[b](e - Axis(a)), N(metric.per_distance(a, e)),
                         -((u[a](e) - u[a](e - Axis(b))) * metric.per_distance(b, e)));
      sum = fma(curl, curl, sum);
    }
    return sum * (T(0.125) / per_volume);
  }
};

template <class S, class T, int D, class V>
struct ProjectionSide {  // faces and ghosts of a side, see boundary.hpp
  static constexpr const char* name = "projection_side";
  Vec<InOut<S, T>, D> u;
  Vec<In<S, T>, D> value, mirror;
  Param<S, T> of_value, of_first, of_second;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int out = V::upper ? 1 : -1;
    UNROLL
    for (int i = 0; i < D; ++i) {
      const N given = value[i](c), keep = mirror[i](c);
      if (i == V::axis) {
        const Cell<S> face = V::upper ? c + Axis(V::axis) : c + 0 * Axis(V::axis);
        const N there = fma(keep, u[i](face) - given, given);
        u[i](face) = there;
        u[i](face + out * Axis(V::axis)) = fma(N(T(2)), there, -N(u[i](face - out * Axis(V::axis))));
      } else {
        const N one = u[i](c), two = u[i](c - out * Axis(V::axis));
        u[i](c + out * Axis(V::axis)) = projection::tangential_ghost<T>(*this, given, keep, one, two);
        u[i](c + 2 * out * Axis(V::axis)) = fma(keep, two - given, given);
      }
    }
  }
};

// Advances the faces of an outflow by a stage of ∂u/∂t = −U ∂u/∂n. `where` is 1 on them, 0 on other faces of the side.
template <class S, class T, int D, class V>
struct ProjectionOutflow {
  static constexpr const char* name = "projection_outflow";
  In<S, T> start, u, where;
  InOut<S, T> next;
  Line<S, T> step;
  Param<S, T> share, speed;  // U / distance
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr Axis a = Axis(V::axis);
    const Cell<S> face = V::upper ? c + a : c + 0 * a, inside = V::upper ? face - a : face + a;
    const N first = start(face), here = u(face);
    const N rate = -(speed * (here - u(inside)));
    const N there = fma(N(share), fma(N(step(Index<S>(0))), rate, here - first), first);
    next(face) = fma(N(where(c)), there - next(face), N(next(face)));
  }
};
template <class S, class T, int D, class V>
struct ProjectionOutflowShare {  // adds to outflow faces what is missing in the balance of volume
  static constexpr const char* name = "projection_outflow_share";
  InOut<S, T> u;
  In<S, T> where;
  Param<S, T> more;
  FN void operator()(Cell<S> c) const {
    constexpr Axis a = Axis(V::axis);
    const Cell<S> face = V::upper ? c + a : c + 0 * a;
    u(face) = fma(Value<S, T>(where(c)), Value<S, T>(more), Value<S, T>(u(face)));
  }
};
template <class S, class T, int D, class V>
struct ProjectionThrough {  // reduced: Σ area · u through the faces where `area` is not 0
  static constexpr const char* name = "projection_through";
  In<S, T> u, area;
  FN Value<S, T> operator()(Cell<S> c) const {
    constexpr Axis a = Axis(V::axis);
    const Cell<S> face = V::upper ? c + a : c + 0 * a;
    return u(face) * area(c);
  }
};

// Reduced: Σ area ∂u/∂n of the component whose `along` is 1, n into the fluid. The ghosts are computed anew, because
// those in corners belong to the side that was filled last.
template <class S, class T, int D, class V>
struct ProjectionFriction {
  static constexpr const char* name = "projection_friction";
  Vec<In<S, T>, D> u, value, mirror;
  In<S, T> area;
  Vec<Param<S, T>, D> along;
  Param<S, T> of_value, of_first, of_second;
  Param<S, T> inverse;  // 1 / h
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int in = V::upper ? -1 : 1;
    N sum = T(0);
    UNROLL
    for (int a = 0; a < D; ++a) {
      if (a == V::axis) continue;
      const auto beyond = [&](Cell<S> at) INLINED {
        return projection::tangential_ghost<T>(*this, N(value[a](at)), N(mirror[a](at)), N(u[a](at)),
                                               N(u[a](at + in * Axis(V::axis))));
      };
      const N here = u[a](c) + u[a](c + Axis(a)), there = beyond(c) + beyond(c + Axis(a));
      sum = fma(N(along[a]), T(0.5) * (here - there), sum);
    }
    return sum * inverse * area(c);
  }
};

// Ghosts of periodic axes. The values at both ends are copied into a strip: `low` is a view of the field, `high` a view
// whose cell 0 is the first beyond the upper end.
//
//       strip   −2    −1    0     1         cells of the strip, and the cells of the field that they hold:
//               n−2   n−1   0     1
template <class S, class T, int D, class V>
struct WrapSave {
  static constexpr const char* name = "wrap_save";
  Vec<In<S, T>, V::template fields<D>> low, high;
  Vec<Out<S, T>, V::template fields<D>> strip;
  FN void operator()(Cell<S> c) const {
    constexpr Axis a = Axis(V::axis);
    UNROLL
    for (int i = 0; i < V::template fields<D>; ++i) {
      strip[i](c - 2 * a) = high[i](c - 2 * a);
      strip[i](c - a) = high[i](c - a);
      strip[i](c) = low[i](c);
      strip[i](c + a) = low[i](c + a);
    }
  }
};
template <class S, class T, int D, class V>
struct WrapLow {
  static constexpr const char* name = "wrap_low";
  Vec<In<S, T>, V::template fields<D>> strip;
  Vec<Out<S, T>, V::template fields<D>> low;
  FN void operator()(Cell<S> c) const {
    constexpr Axis a = Axis(V::axis);
    UNROLL
    for (int i = 0; i < V::template fields<D>; ++i) {
      low[i](c - 2 * a) = strip[i](c - 2 * a);
      low[i](c - a) = strip[i](c - a);
    }
  }
};
template <class S, class T, int D, class V>
struct WrapHigh {
  static constexpr const char* name = "wrap_high";
  Vec<In<S, T>, V::template fields<D>> strip;
  Vec<Out<S, T>, V::template fields<D>> high;
  FN void operator()(Cell<S> c) const {
    constexpr Axis a = Axis(V::axis);
    UNROLL
    for (int i = 0; i < V::template fields<D>; ++i) {
      high[i](c) = strip[i](c);
      high[i](c + a) = strip[i](c + a);
    }
  }
};

// A component at the nodes, for output: interpolated linearly along the other axes.
template <class S, class T, int D, class V>
struct VelocityAtNodes {
  static constexpr const char* name = "velocity_at_nodes";
  static constexpr bool rare = true;
  typename V::Metric::template Bound<S, T, D> metric;
  In<S, T> u;
  Out<S, T> nodes;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int first = V::axis == 0 ? 1 : 0, second = D == 3 ? (V::axis == 2 ? 1 : 2) : -1;
    const auto between = [&](Cell<S> at) {
      const N below = u(at - Axis(first)), above = u(at);
      return fma(N(metric.lower(first, c)), below - above, above);
    };
    N value = between(c);
    if constexpr (D == 3) value = fma(N(metric.lower(second, c)), between(c - Axis(second)) - value, value);
    nodes(c) = value;
  }
};

}  // namespace eddy::kernels
