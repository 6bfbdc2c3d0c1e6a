// Small kernels on states: steps of dual time, and what runs are judged by.
#pragma once
#include "solver/compressible/fields.hpp"

namespace eddy::kernels {

template <class S, class T, int D>
struct UniformSteps {
  static constexpr const char* name = "uniform_steps";
  Out<S, T> step;
  Param<S, T> dt;
  FN void operator()(Cell<S> c) const { step(c) = dt; }
};

// A new step of dual time: what was the last state is now the one before, and the first guess of the new one goes on
// along the line through both (ahead = 1), or stays (0).
template <class S, class T, int D>
struct NextStart {
  static constexpr const char* name = "next_start";
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateInOut<S, T, D> now, start, before;
  Param<S, T> ahead;

  template <class View>
  FN void move(const View& current, const View& last, const View& older, Cell<S> c) const {
    const Num u = current(c), v = last(c);
    older(c) = v;
    last(c) = u;
    current(c) = u + ahead * (u - v);
  }
  FN void operator()(Cell<S> c) const {
    move(now.first, start.first, before.first, c);
    UNROLL
    for (int a = 0; a < D; ++a) move(now.middle[a], start.middle[a], before.middle[a], c);
    move(now.last, start.last, before.last, c);
  }
};

// a U + b Uⁿ + c Uⁿ⁻¹
template <class S, class T, int D>
struct TimeDerivative {
  static constexpr const char* name = "time_derivative";
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now, start, before;
  compressible::StateOut<S, T, D> rate;
  Param<S, T> of_now, of_start, of_before;

  template <class View>
  FN Num one(const View& u, const View& v, const View& w, Cell<S> c) const {
    return of_now * u(c) + of_start * v(c) + of_before * w(c);
  }
  FN void operator()(Cell<S> c) const {
    rate.first(c) = one(now.first, start.first, before.first, c);
    UNROLL
    for (int a = 0; a < D; ++a) rate.middle[a](c) = one(now.middle[a], start.middle[a], before.middle[a], c);
    rate.last(c) = one(now.last, start.last, before.last, c);
  }
};

template <class S, class T, int D>
struct SquaredDifference {
  static constexpr const char* name = "squared_difference";
  static constexpr bool rare = true;
  In<S, T> before, after;
  FN Value<S, T> operator()(Cell<S> c) const {
    const Value<S, T> d = after(c) - before(c);
    return d * d;
  }
};
template <class S, class T, int D>
struct MendedNodes {  // 1 where a state is at the least density or pressure
  static constexpr const char* name = "mended_nodes";
  static constexpr bool rare = true;
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now;
  compressible::Gas<S, T> gas;
  FN Num operator()(Cell<S> c) const {
    const auto w = compressible::primitive_of<T>(now.template conserved_at<Num>(c), gas);
    const Num little(T(1.0001));
    const auto least = w.density <= little * gas.least_density || w.pressure <= little * gas.least_pressure;
    return select(least, Num(T(1)), Num(T(0)));
  }
};
template <class S, class T, int D>
struct CellContent {  // of a variable at the nodes: the mean of the corners times the volume
  static constexpr const char* name = "cell_content";
  static constexpr bool rare = true;
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  In<S, T> value, per_volume;

  template <int C>
  FN Num sum(Cell<S> c) const {
    Cell<S> at = c;
    if constexpr (C & 1) at = at + Axis::x;
    if constexpr (C & 2) at = at + Axis::y;
    if constexpr (C & 4) at = at + Axis::z;
    if constexpr (C + 1 < (1 << D)) return value(at) + sum<C + 1>(c);
    return value(at);
  }
  FN Num operator()(Cell<S> c) const { return sum<0>(c) * Num(T(1.0 / (1 << D))) / per_volume(c); }
};

}  // namespace eddy::kernels
