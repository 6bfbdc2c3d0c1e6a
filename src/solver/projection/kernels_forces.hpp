// The momentum of one component that a body takes up, reduced over the faces around it, times an arm that is 1 or a
// distance.
#pragma once
#include "solver/projection/kernels_eddy.hpp"

namespace eddy::projection {

template <int A>
struct AlongAxis {
  static constexpr int axis = A, fewest_axes = 2;
  static constexpr const char* name = axis_name<A>;
};
template <class C, int A>
struct ConvectionAlong {
  static constexpr int axis = A, fewest_axes = 2;
  static constexpr std::array<std::string_view, 2> words{axis_name<A>, C::name};
  using Convection = C;
};

// The arm at a face: constant + Σ slope_a x_a.
template <class S, class T, int D>
struct Arm {
  static constexpr bool bundle = true;
  Vec<Line<S, T>, D> at_faces, at_cells;  // coordinates
  Vec<Param<S, T>, D> slope;
  Param<S, T> constant;
  FN Value<S, T> of(int component, Cell<S> c) const {
    Value<S, T> sum = constant;
    UNROLL
    for (int a = 0; a < D; ++a)
      sum = fma(Value<S, T>(slope[a]), Value<S, T>(a == component ? at_faces[a](c[a]) : at_cells[a](c[a])), sum);
    return sum;
  }
};

template <int B>
using Towards = std::integral_constant<int, B>;

template <int A, int D, class T, class V, class M, class S>
FN V volume(const M& m, Cell<S> c) {  // around u_a(c)
  V v = T(1);
  UNROLL
  for (int n = 0; n < D; ++n) v = v / (n == A ? m.per_distance(n, c) : m.per_width(n, c));
  return v;
}

// The ends of a volume that count: those that it shares with a volume of a body (IntoBody), or those that lie on the
// box around the body (ThroughBox).
template <int A, class S, class T, int D>
struct IntoBody {
  const Bodied::Bound<S, T, D>& metric;
  Value<S, T> body;
  FN auto own(Cell<S> at) const {
    const Value<S, T> flag = metric.flag[A](at);
    return flag == -body || flag == -body - Value<S, T>(T(inside_flag));
  }
  FN auto lower(int b, Cell<S> c) const { return own(c - Axis(b)); }
  FN auto upper(int b, Cell<S> c) const { return own(c + Axis(b)); }
};
template <class S, int D>
struct ThroughBox {
  const Vec<Param<S, int>, D>&first, &last;
  FN auto lower(int b, Cell<S> c) const { return c[b] == first[b]; }
  FN auto upper(int b, Cell<S> c) const { return c[b] == last[b]; }
};

// Σ_b area · flux through the ends that count, positive outwards; flux_at(b, c) is the flux at the lower end along b.
template <int A, int D, class T, class V, class M, class Ends, class S, class Flux>
FN V leaving(const M& m, const Ends& ends, Cell<S> c, const Flux& flux_at) {
  V sum = T(0);
  const auto along = [&]<int B>(Towards<B> axis) INLINED {
    V area = T(1);
    UNROLL
    for (int n = 0; n < D; ++n)
      if (n != B) area = area / (n == A ? m.per_distance(n, c) : m.per_width(n, c));
    const V low = flux_at(axis, c), high = flux_at(axis, c + Axis(B));
    sum = fma(area, select(ends.upper(B, c), high, V(T(0))) - select(ends.lower(B, c), low, V(T(0))), sum);
  };
  along(Towards<0>()), along(Towards<1>());
  if constexpr (D == 3) along(Towards<2>());
  return sum;
}

}  // namespace eddy::projection

namespace eddy::kernels {

// The pressure on the faces of a body's surface, whose flag is −body.
template <class S, class T, int D, class V>
struct PressureForce {
  static constexpr const char* name = "pressure_force";
  static constexpr bool rare = true;
  projection::Bodied::Bound<S, T, D> metric;
  In<S, T> p, solid;  // solid: 1 in cells of bodies
  projection::Arm<S, T, D> arm;
  Param<S, T> body;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    constexpr Axis a = Axis(A);
    N area = T(1);
    UNROLL
    for (int b = 0; b < D; ++b)
      if (b != A) area = area / metric.per_width(b, c);
    const N force = select(solid(c) > N(T(0)), N(p(c - a)), -N(p(c)));
    return select(metric.flag[A](c) == -N(body), force * area * arm.of(A, c), N(T(0)));
  }
};

// The momentum that flows from computed volumes into those of the body: by friction, and to a small part by convection.
template <class S, class T, int D, class V>
struct ViscousForce {
  static constexpr const char* name = "viscous_force";
  static constexpr bool rare = true;
  projection::Bodied::Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  projection::Numbers<S, T> numbers;
  projection::Arm<S, T, D> arm;
  Param<S, T> body;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    const projection::IntoBody<A, S, T, D> ends{metric, N(body)};
    const N sum =
        projection::leaving<A, D, T, N>(metric, ends, c, [&]<int B>(projection::Towards<B>, Cell<S> at) INLINED {
          return projection::flux<typename V::Convection, A, B, T, N>(metric, u, numbers, at);
        });
    return select(metric.open(A, c), sum * arm.of(A, c), N(T(0)));
  }
};

// For a sharp body: the momentum that computed volumes exchange with it by pressure, friction and convection. Fluxes
// are those of the step, with the values at faces inside the body.
template <class S, class T, int D, class V>
struct MomentumExchange {
  static constexpr const char* name = "momentum_exchange";
  static constexpr bool rare = true;
  projection::Bodied::Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  In<S, T> p;
  projection::Numbers<S, T> numbers;
  Param<S, T> body;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    constexpr Axis a = Axis(A);
    const projection::IntoBody<A, S, T, D> ends{metric, N(body)};
    const N carried =
        projection::leaving<A, D, T, N>(metric, ends, c, [&]<int B>(projection::Towards<B>, Cell<S> at) INLINED {
          return projection::flux<typename V::Convection, A, B, T, N>(metric.grid, u, numbers, at);
        });
    N area = T(1);
    UNROLL
    for (int b = 0; b < D; ++b)
      if (b != A) area = area / metric.per_width(b, c);
    const N below = select(metric.open(A, c - a), N(p(c - a)), N(T(0)));
    const N above = select(metric.open(A, c + a), N(p(c)), N(T(0)));
    return select(metric.open(A, c), carried, select(ends.own(c), (below - above) * area, N(T(0))));
  }
};

// The momentum that flows into the body by the stress of eddies smaller than the grid.
template <class S, class T, int D, class V>
struct EddyForce {
  static constexpr const char* name = "eddy_force";
  static constexpr bool rare = true;
  projection::Bodied::Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  In<S, T> eddy;
  projection::Arm<S, T, D> arm;
  Param<S, T> body;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    const projection::IntoBody<A, S, T, D> ends{metric, N(body)};
    const N sum =
        projection::leaving<A, D, T, N>(metric, ends, c, [&]<int B>(projection::Towards<B>, Cell<S> at) INLINED {
          return -projection::eddy_flux<A, B, T, N>(metric, u, eddy, at);
        });
    return select(metric.open(A, c), sum * arm.of(A, c), N(T(0)));
  }
};

// The force on a body by the momentum balance of a box around it: what enters the box, less what the fluid keeps.
template <class S, class T, int D, class V>
struct BoxMomentum {
  static constexpr const char* name = "box_momentum";
  static constexpr bool rare = true;
  projection::Bodied::Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  In<S, T> before, p, solid;  // before: u_a one step before
  projection::Numbers<S, T> numbers;
  Vec<Param<S, int>, D> first, last;  // volumes within the box
  Param<S, T> per_step;               // 1 / Δt
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    const projection::ThroughBox<S, D> ends{first, last};
    const N out =
        projection::leaving<A, D, T, N>(metric, ends, c, [&]<int B>(projection::Towards<B>, Cell<S> at) INLINED {
          const N carried = projection::flux<typename V::Convection, A, B, T, N>(metric, u, numbers, at);
          if constexpr (A == B)
            return carried + select(solid(at - Axis(A)) > N(T(0)), N(T(0)), N(p(at - Axis(A))));
          else
            return carried;
        });
    const N kept = (u[A](c) - before(c)) * per_step * projection::volume<A, D, T, N>(metric, c);
    return select(metric.open(A, c), -(out + kept), N(T(0)));
  }
};
template <class S, class T, int D, class V>
struct BoxEddy {  // the momentum that enters by the stress of eddies smaller than the grid
  static constexpr const char* name = "box_eddy";
  static constexpr bool rare = true;
  projection::Bodied::Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  In<S, T> eddy;
  Vec<Param<S, int>, D> first, last;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    const projection::ThroughBox<S, D> ends{first, last};
    const N in =
        projection::leaving<A, D, T, N>(metric, ends, c, [&]<int B>(projection::Towards<B>, Cell<S> at) INLINED {
          return projection::eddy_flux<A, B, T, N>(metric, u, eddy, at);
        });
    return select(metric.open(A, c), in, N(T(0)));
  }
};
template <class S, class T, int D, class V>
struct BoxForce {  // a force per mass on the volumes in the box
  static constexpr const char* name = "box_force";
  static constexpr bool rare = true;
  projection::Bodied::Bound<S, T, D> metric;
  In<S, T> force;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    return select(metric.open(A, c), force(c) * projection::volume<A, D, T, N>(metric, c), N(T(0)));
  }
};
template <class S, class T, int D, class V>
struct BoxBuoyancy {  // the buoyancy of the volumes in the box: factor (T − T₀)
  static constexpr const char* name = "box_buoyancy";
  static constexpr bool rare = true;
  projection::Bodied::Bound<S, T, D> metric;
  In<S, T> temperature;
  Param<S, T> factor, reference;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    const N below = temperature(c - Axis(A)), above = temperature(c);
    const N there = fma(N(metric.lower(A, c)), below - above, above);
    const N lifted = factor * (there - reference) * projection::volume<A, D, T, N>(metric, c);
    return select(metric.open(A, c), lifted, N(T(0)));
  }
};

}  // namespace eddy::kernels
