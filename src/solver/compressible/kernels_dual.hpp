// Small kernels on states: dual time stepping, and sums that judge a run.
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

// Begins a step of dual time: shifts the two stored states by one step, and takes as first guess of the new state the
// linear extrapolation of both (ahead = 1) or the last state (0).
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
    const Num density = now.first(c), size = abs(density), last = start.first(c), next = size + ahead * (size - last);
    before.first(c) = last;
    start.first(c) = size;
    now.first(c) = select(density < Num(T(0)), -next, next);  // a mark is kept
    UNROLL
    for (int a = 0; a < D; ++a) move(now.middle[a], start.middle[a], before.middle[a], c);
    move(now.last, start.last, before.last, c);
  }
};

// The time derivative a U + b Uⁿ + c Uⁿ⁻¹ of a conserved state.
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
    rate.first(c) = of_now * abs(now.first(c)) + of_start * start.first(c) + of_before * before.first(c);
    UNROLL
    for (int a = 0; a < D; ++a) rate.middle[a](c) = one(now.middle[a], start.middle[a], before.middle[a], c);
    rate.last(c) = one(now.last, start.last, before.last, c);
  }
};

// The time derivative as a source of cells with primitive states: Q − (a U + b Uⁿ + c Uⁿ⁻¹).
template <class S, class T, int D>
struct DualSource {
  static constexpr const char* name = "dual_source";
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  compressible::StateIn<S, T, D> now, start, before;
  compressible::StateInOut<S, T, D> source;
  compressible::Gas<S, T> gas;
  Param<S, T> of_now, of_start, of_before;
  Param<S, int> further;  // 1: `source` holds Q; 0: Q is zero

  FN Flow conserved(const compressible::StateIn<S, T, D>& state, Cell<S> c) const {
    return compressible::conserved_of<T>(compressible::unmarked(state.template at<Num>(c)), gas);
  }
  FN Num one(Num old, Num u, Num v, Num w) const {
    return select(further == 1, old, Num(T(0))) - (of_now * u + of_start * v + of_before * w);
  }
  FN void operator()(Cell<S> c) const {
    const Flow u = conserved(now, c), v = conserved(start, c), w = conserved(before, c);
    Flow q = source.template conserved_at<Num>(c);
    q.density = one(q.density, u.density, v.density, w.density);
    UNROLL
    for (int a = 0; a < D; ++a) q.momentum[a] = one(q.momentum[a], u.momentum[a], v.momentum[a], w.momentum[a]);
    q.energy = one(q.energy, u.energy, v.energy, w.energy);
    source.put(c, q);
  }
};

template <class S, class T, int D>
struct SquaredDifference {
  static constexpr const char* name = "squared_difference";
  static constexpr bool rare = true;
  using Num = Value<S, T>;
  In<S, T> before, after, once;  // once: 1; 0 where another block's copy counts
  Param<S, int> marked;          // 1: signs are marks
  FN Num operator()(Cell<S> c) const {
    const Num a = before(c), b = after(c), d = select(marked == 1, abs(b) - abs(a), b - a);
    return once(c) * (d * d);
  }
};
// Counts how often the state of a cell was mended, by `what`: 0: before the last step; 1: in the last step (0 or 1); 2:
// 1 if it has ever happened.
template <class S, class T, int D>
struct CountMended {
  static constexpr const char* name = "count_mended";
  static constexpr bool rare = true;
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  In<S, T> density, counts;
  Param<S, int> what;
  FN Num operator()(Cell<S> c) const {
    const Num zero(T(0)), one(T(1)), before = counts(c), marked = select(density(c) < zero, one, zero);
    const Num ever = select(zero < before + marked, one, zero);
    return select(what == 0, before, select(what == 1, marked, ever));
  }
};
template <class S, class T, int D>
struct CountMendedOnce {  // CountMended where several blocks may share a point
  static constexpr const char* name = "count_mended_once";
  static constexpr bool rare = true;
  static constexpr int fewest_axes = 2;
  In<S, T> density, counts, once;  // once: 1; 0 where another block's copy counts
  Param<S, int> what;
  FN Value<S, T> operator()(Cell<S> c) const { return once(c) * CountMended<S, T, D>{density, counts, what}(c); }
};
template <class S, class T, int D>
struct CellContent {  // the integral of a nodal variable over a cell: the mean of its corners times its volume
  static constexpr const char* name = "cell_content";
  static constexpr bool rare = true;
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  In<S, T> value, per_volume;
  Param<S, int> marked;  // 1: the sign of the value is a mark

  template <int C>
  FN Num sum(Cell<S> c) const {
    Cell<S> at = c;
    if constexpr (C & 1) at = at + Axis::x;
    if constexpr (C & 2) at = at + Axis::y;
    if constexpr (C & 4) at = at + Axis::z;
    const Num size = abs(value(at)), one = select(marked == 1, size, Num(value(at)));
    if constexpr (C + 1 < (1 << D)) return one + sum<C + 1>(c);
    return one;
  }
  FN Num operator()(Cell<S> c) const { return sum<0>(c) * Num(T(1.0 / (1 << D))) / per_volume(c); }
};
// ½ ρ u² V of a cell from its density and velocity.
template <class S, class T, int D>
struct KineticEnergy {
  static constexpr const char* name = "kinetic_energy";
  static constexpr bool rare = true;
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now;
  In<S, T> per_volume;
  FN Num operator()(Cell<S> c) const {
    const auto w = compressible::unmarked(now.template at<Num>(c));
    return Num(T(0.5)) * w.density * compressible::dot(w.velocity, w.velocity) / per_volume(c);
  }
};
// ½ ρ u² V of a cell as the mean of its corners, from density and momentum there.
template <class S, class T, int D>
struct KineticEnergyOfNodes {
  static constexpr const char* name = "kinetic_energy_of_nodes";
  static constexpr bool rare = true;
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now;
  In<S, T> per_volume;

  template <int C>
  FN Num sum(Cell<S> c) const {
    Cell<S> at = c;
    if constexpr (C & 1) at = at + Axis::x;
    if constexpr (C & 2) at = at + Axis::y;
    if constexpr (C & 4) at = at + Axis::z;
    const auto u = compressible::unmarked(now.template conserved_at<Num>(at));
    const Num one = compressible::dot(u.momentum, u.momentum) / u.density;
    if constexpr (C + 1 < (1 << D)) return one + sum<C + 1>(c);
    return one;
  }
  FN Num operator()(Cell<S> c) const { return sum<0>(c) * Num(T(0.5 / (1 << D))) / per_volume(c); }
};

}  // namespace eddy::kernels
