// What a body takes of the momentum: reduced over the faces around it, of one component, times an arm that is 1 or a
// distance.
#pragma once
#include "solver/projection/kernels.hpp"

namespace eddy::projection {

template <class C, int A>
struct Pull {
  static constexpr int axis = A, fewest_axes = 2;
  static constexpr const char* name = A == 0   ? (std::is_same_v<C, Upwind3> ? "x, upwind3" : "x, donor-cell")
                                      : A == 1 ? (std::is_same_v<C, Upwind3> ? "y, upwind3" : "y, donor-cell")
                                               : (std::is_same_v<C, Upwind3> ? "z, upwind3" : "z, donor-cell");
  using Convection = C;
};

// constant + Σ slope_a x_a at the face
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

}  // namespace eddy::projection

namespace eddy::kernels {

// Pressure on faces of a body's surface: those whose flag is −body. The fluid is where the flag of the next face along
// the axis is not that of the inside.
template <class S, class T, int D, class V>
struct PressureForce {
  static constexpr const char* name = "pressure_force";
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
      if (b != A) area = area / metric.width(b, c);
    const N force = select(solid(c) > N(T(0)), N(p(c - a)), -N(p(c)));
    return select(metric.flag[A](c) == -N(body), force * area * arm.of(A, c), N(T(0)));
  }
};

// Friction: what flows from computed volumes into those of the body, convection (which is next to nothing) included.
template <class S, class T, int D, class V>
struct ViscousForce {
  static constexpr const char* name = "viscous_force";
  projection::Bodied::Bound<S, T, D> metric;
  Vec<In<S, T>, D> u;
  projection::Numbers<S, T> numbers;
  projection::Arm<S, T, D> arm;
  Param<S, T> body;
  FN Value<S, T> operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int A = V::axis < D ? V::axis : 0;
    N sum = T(0);
    const auto own = [&](Cell<S> at) INLINED {
      const N flag = metric.flag[A](at);
      return flag == -N(body) || flag == -N(body) - N(T(projection::inside_flag));
    };
    const auto along = [&]<int B>(std::integral_constant<int, B>) INLINED {
      constexpr Axis b = Axis(B);
      N area = T(1);
      UNROLL
      for (int n = 0; n < D; ++n)
        if (n != B) area = area / (n == A ? metric.distance(n, c) : metric.width(n, c));
      using C = typename V::Convection;
      const N low = projection::flux<C, A, B, T, N>(metric, u, numbers, c);
      const N high = projection::flux<C, A, B, T, N>(metric, u, numbers, c + b);
      sum = fma(area, select(own(c + b), high, N(T(0))) - select(own(c - b), low, N(T(0))), sum);
    };
    along(std::integral_constant<int, 0>());
    along(std::integral_constant<int, 1>());
    if constexpr (D == 3) along(std::integral_constant<int, 2>());
    return select(metric.open(A, c), sum * arm.of(A, c), N(T(0)));
  }
};

}  // namespace eddy::kernels
