// Friction and conduction by implicit steps. A stage solves for the change δ of its unknowns,
//
//   (1 − β Δt ν L_x)(1 − β Δt ν L_y)(1 − β Δt ν L_z) δ = γ e + ζ e₋ + (α + β) Δt ν (L_x + L_y + L_z) u
//
// with e = Δt · (the explicit terms: convection, pressure, forces), e₋ that of the stage before, and L_b the second
// difference along axis b. The product is solved line by line, axis after axis; it differs from the sum by Δt³ (Douglas
// and Gunn 1964).
//
//      L u(c) = high(c) · (u(c + b) − u(c)) − low(c) · (u(c) − u(c − b))
//
// The unknowns are the velocities at the faces of a cell, or one value at its centre. Beyond a side x₋₁ = given +
// first · x₀ + second · x₁, with `given` stored in the ghost of δ, and `first` and `second` from the condition there.
//
// Bodies: a difference across their surface is that of δ and a wall that does not change (Shares). Where values inside are on
// polynomials (sharp.hpp) that is not the L of the right side, and what δ leaves of the equation is solved for twice more;
// with it goes what the wall of a body that moves does. Within solids that conduct heat L has their conductances.
#pragma once
#include "exec/shapes/line_set.hpp"
#include "linear/line_recurrence.hpp"
#include "solver/projection/kernels_project.hpp"

namespace eddy::projection {}  // namespace eddy::projection

namespace eddy::kernels {
template <class S, class T>
struct ImplicitRows;
template <class S, class T>
struct WalledRows;
}  // namespace eddy::kernels

namespace eddy::projection {

template <class S, class T, int D>
struct SecondDifference;
template <class S, class T, int D, int Fields>
struct WalledDifference;

template <bool Scalar, bool Walled = false>
struct Unknowns {
  static constexpr const char* name = Walled   ? (Scalar ? "cells around bodies" : "faces around bodies")
                                      : Scalar ? "cells"
                                               : "faces";
  static constexpr bool scalar = Scalar;
  static constexpr int fewest_axes = 2;
  template <int D>
  static constexpr int fields = Scalar ? 1 : D;
  template <class S, class T, int D>
  using Difference = std::conditional_t<Walled, WalledDifference<S, T, D, fields<D>>, SecondDifference<S, T, D>>;
  template <class S, class T>
  using Rows = std::conditional_t<Walled, kernels::WalledRows<S, T>, kernels::ImplicitRows<S, T>>;
};

// low and high of L along each axis, for unknowns at faces across the axis, and for all others.
template <class S, class T, int D>
struct SecondDifference {
  static constexpr bool bundle = true;
  Vec<Line<S, T>, D> face_low, face_high, cell_low, cell_high;
  FN Value<S, T> low(bool face, int b, Cell<S> c) const { return face ? face_low[b](c[b]) : cell_low[b](c[b]); }
  FN Value<S, T> high(bool face, int b, Cell<S> c) const { return face ? face_high[b](c[b]) : cell_high[b](c[b]); }
  template <class U>
  FN Value<S, T> add(const U& u, Cell<S> c, int, int b, bool face, Value<S, T> sum) const {
    const Value<S, T> here = u(c);
    return fma(high(face, b, c), u(c + Axis(b)) - here, fma(low(face, b, c), u(c - Axis(b)) - here, sum));
  }
};

// What stands between an unknown and the next one along an axis. 1: nothing; s: solids that conduct s times as much over the
// unknown's own capacity; 0: a wall without a flux, or the unknown is in a body; −s: a wall, to which the difference is s
// times the unknown itself.
template <class S, class T, int D, int Fields>
struct WalledDifference {
  static constexpr bool bundle = true;
  SecondDifference<S, T, D> table;
  Vec<In<S, T>, D * Fields> below, above;
  template <class U>
  FN Value<S, T> add(const U& u, Cell<S> c, int i, int b, bool face, Value<S, T> sum) const {
    using N = Value<S, T>;
    const N here = u(c), under = below[i * D + b](c), over = above[i * D + b](c);
    const N down = select(under < N(T(0)), under * here, under * (u(c - Axis(b)) - here));
    const N up = select(over < N(T(0)), over * here, over * (u(c + Axis(b)) - here));
    return fma(table.high(face, b, c), up, fma(table.low(face, b, c), down, sum));
  }
};
template <class S, class T>
struct StageParts {
  static constexpr bool bundle = true;
  Param<S, T> of_now, of_before, diffusivity;  // γ, ζ, (α + β) ν
};
template <class S, class T>
struct GhostWeights {  // see tangential_ghost
  static constexpr bool bundle = true;
  Param<S, T> of_value, of_first, of_second;
};

// The conditions at the ends of a line. mirror > −1: first = mirror, second = 0; otherwise those of a parabola.
template <class S, class T>
struct LineEnds {
  static constexpr bool bundle = true;
  In<S, T> below, above;  // mirrors
  Param<S, T> first_below, second_below, first_above, second_above;
};

}  // namespace eddy::projection

namespace eddy::kernels {

template <class S, class T, int D, class V>
struct ImplicitRightSide {  // closed faces do not change: those where `closed` equals the cell's index
  static constexpr const char* name = "implicit_right_side";
  static constexpr int count = V::template fields<D>;
  typename V::template Difference<S, T, D> difference;
  Vec<In<S, T>, count> u, next;
  Vec<InOut<S, T>, count> before, change;
  Line<S, T> step;
  projection::StageParts<S, T> parts;
  Vec<Param<S, int>, D> closed;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    UNROLL
    for (int i = 0; i < count; ++i) {
      const N here = u[i](c), last = before[i](c), known = change[i](c);
      N spread = T(0);
      UNROLL
      for (int b = 0; b < D; ++b) spread = difference.add(u[i], c, i, b, !V::scalar && i == b, spread);
      const N now = next[i](c) - here;
      const N length = step(Index<S>(0));
      const N all = fma(N(parts.of_now), now, fma(N(parts.of_before), last, length * parts.diffusivity * spread));
      change[i](c) = select(c[i] == closed[i], known, all);
      before[i](c) = select(c[i] == closed[i], last, now);
    }
  }
};

template <class S, class T, int D, class V>
struct ImplicitAdd {
  static constexpr const char* name = "implicit_add";
  static constexpr int count = V::template fields<D>;
  Vec<In<S, T>, count> u, change;
  Vec<Out<S, T>, count> next;
  FN void operator()(Cell<S> c) const {
    UNROLL
    for (int i = 0; i < count; ++i) next[i](c) = u[i](c) + change[i](c);
  }
};

// The defect of δ in its equation, known − (1 − β Δt ν L) δ with δ = next − u everywhere; it replaces the change.
template <class S, class T, int D, class V>
struct ImplicitDefect {
  static constexpr const char* name = "implicit_defect";
  static constexpr int count = V::template fields<D>;
  typename V::template Difference<S, T, D> difference;
  Vec<In<S, T>, count> u, next, known;
  Vec<Out<S, T>, count> change;
  Line<S, T> step;
  Param<S, T> diffusivity;  // β ν
  Vec<Param<S, int>, D> closed;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    UNROLL
    for (int i = 0; i < count; ++i) {
      const auto moved = [&](Cell<S> at) INLINED { return N(next[i](at)) - u[i](at); };
      N spread = T(0);
      UNROLL
      for (int b = 0; b < D; ++b) spread = difference.add(moved, c, i, b, !V::scalar && i == b, spread);
      const N left = known[i](c) - moved(c) + step(Index<S>(0)) * diffusivity * spread;
      change[i](c) = select(c[i] == closed[i], N(T(0)), left);
    }
  }
};
template <class S, class T, int D, class V>
struct ImplicitAddMore {
  static constexpr const char* name = "implicit_add_more";
  static constexpr int count = V::template fields<D>;
  Vec<In<S, T>, count> change;
  Vec<InOut<S, T>, count> next;
  FN void operator()(Cell<S> c) const {
    UNROLL
    for (int i = 0; i < count; ++i) next[i](c) = next[i](c) + change[i](c);
  }
};
template <class S, class T, int D, class V>
struct ImplicitBeyond {  // sets the change in ghosts beyond a side to 0
  static constexpr const char* name = "implicit_beyond";
  Out<S, T> change;
  FN void operator()(Cell<S> c) const { change(c + (V::upper ? 1 : -1) * Axis(V::axis)) = T(0); }
};

// Sets δ of the faces on a side by their condition, and `given` in the ghosts of the other components.
template <class S, class T, int D, class V>
struct ImplicitSide {
  static constexpr const char* name = "implicit_side";
  Vec<In<S, T>, D> u, value, mirror;
  InOut<S, T> next, before;  // fields of the component along the axis
  Vec<Out<S, T>, D> change;
  projection::GhostWeights<S, T> weights;
  projection::StageParts<S, T> parts;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int out = V::upper ? 1 : -1;
    constexpr Axis a = Axis(V::axis);
    UNROLL
    for (int i = 0; i < D; ++i) {
      const N given = value[i](c), keep = mirror[i](c);
      if (i == V::axis) {
        const Cell<S> face = V::upper ? c + a : c + 0 * a;
        const N here = u[i](face), now = next(face) - here;  // computed where `mirror` is 1
        const N more = select(keep > N(T(0)), fma(N(parts.of_now), now, parts.of_before * before(face)), given - here);
        before(face) = now;
        change[i](face) = more;
        next(face) = here + more;
      } else {
        const N beyond = projection::tangential_ghost<T>(weights, given, keep, N(u[i](c)), N(u[i](c - out * a)));
        change[i](c + out * a) = beyond - u[i](c + out * a);
      }
    }
  }
};

template <class S, class T, int D, class V>
struct ImplicitTemperatureSide {
  static constexpr const char* name = "implicit_temperature_side";
  In<S, T> temperature, value, mirror;
  Out<S, T> change;
  projection::GhostWeights<S, T> weights;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    constexpr int out = V::upper ? 1 : -1;
    constexpr Axis a = Axis(V::axis);
    const N given = value(c), part = mirror(c), one = temperature(c), two = temperature(c - out * a);
    const N parabola = fma(N(weights.of_value), given, fma(N(weights.of_first), one, weights.of_second * two));
    change(c + out * a) = select(part > N(T(-1)), fma(part, one, given), parabola) - temperature(c + out * a);
  }
};

// p = p + ½ ν b and ψ = ψ + Δt ½ ν b, with b = −∇²ψ: the pressure takes up the friction of its own correction (Brown,
// Cortez and Minion 2001, eq. 3). ψ/Δt remains the change of p.
template <class S, class T, int D>
struct ImplicitPressure {
  static constexpr const char* name = "implicit_pressure";
  In<S, T> b;
  InOut<S, T> p, psi;
  Line<S, T> step;
  Param<S, T> half_viscosity;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const N more = half_viscosity * b(c);
    p(c) = p(c) + more;
    psi(c) = fma(N(step(Index<S>(0))), more, N(psi(c)));
  }
};

// The equation of a cell in the line system (1 − β Δt ν L) x = right along one axis.
template <class S, class T>
struct ImplicitRows {
  static constexpr bool bundle = true;
  using Number = Value<S, T>;
  Line<S, T> low, high, step;
  Param<S, T> diffusivity;  // β ν
  template <int A>
  FN Number upper(Cell<S> c) const {
    return step(Index<S>(0)) * diffusivity * high(c[A]);
  }
  template <int A>
  FN LineRow<Number> row(Cell<S> c, Number right) const {
    const Number lower = step(Index<S>(0)) * diffusivity * low(c[A]), above = upper<A>(c);
    return {lower, T(1) + (lower + above), above, right};
  }
};

template <class S, class T>
struct WalledRows {
  static constexpr bool bundle = true;
  using Number = Value<S, T>;
  ImplicitRows<S, T> plain;
  In<S, T> below, above;  // as in WalledDifference
  template <int A>
  FN Number upper(Cell<S> c) const {
    return plain.template upper<A>(c) * positive(above(c));
  }
  template <int A>
  FN LineRow<Number> row(Cell<S> c, Number right) const {
    const LineRow<Number> all = plain.template row<A>(c, right);
    const Number under = below(c), over = above(c);
    return {all.lower * positive(under), T(1) + (all.lower * abs(under) + all.upper * abs(over)),
            all.upper * positive(over), right};
  }

  FN static Number positive(Number share) { return select(share > Number(T(0)), share, Number(T(0))); }
};

template <class S, class T, int D, class V>
struct ImplicitLine {  // solves the lines in place
  static constexpr const char* name = "implicit_line";
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  using Taken = LineRow<Number>;
  using Kept = LinePart<Number>;
  struct Carry {  // x of the cell before = part + upper · x + second · x₊₁; last_…: of the cell before that
    Number upper, part, second, last_upper, last_part;
  };
  using Given = LineValue<Number>;
  typename V::Variant::template Rows<S, T> rows;
  InOut<S, T> x;
  LineParts<S, T> parts;
  projection::LineEnds<S, T> ends;

  FN Carry start(Cell<S> first, Cell<S>) const {
    const Number mirror = ends.below(first);
    const auto linear = mirror > Number(T(-1));
    return {select(linear, mirror, Number(ends.first_below)), x(first - Axis(axis)),
            select(linear, Number(T(0)), Number(ends.second_below)), T(0), T(0)};
  }
  FN Taken take(Cell<S> c) const { return rows.template row<axis>(c, x(c)); }
  FN Kept forward(const Taken& t, Carry& s) const {
    const Number pivot = reciprocal(fma(-t.lower, s.upper, t.diagonal));
    const Number next = fma(t.lower, s.second, t.upper) * pivot, known = fma(t.lower, s.part, t.right) * pivot;
    s = {next, known, T(0), s.upper, s.part};
    return {next, known};
  }
  FN void keep(Cell<S> c, const Kept& k) const { parts.keep(c, k); }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const {
    const Number mirror = ends.above(last);
    const auto linear = mirror > Number(T(-1));
    const Number second = select(linear, Number(T(0)), Number(ends.second_above));
    const Number first = fma(second, s.last_upper, select(linear, mirror, Number(ends.first_above)));
    const Number known = fma(second, s.last_part, Number(x(last + Axis(axis))));
    s.part = fma(first, s.part, known) / fma(-first, s.upper, Number(T(1)));
  }
  FN Kept recall(Cell<S> c) const { return parts.recall(c); }
  FN Given backward(const Kept& k, Carry& s) const { return line_backward(k, s.part); }
  FN void give(Cell<S> c, const Given& g) const { x(c) = g.x; }
};

template <class S, class T, int D, class V>
// ImplicitLine on a periodic axis; launched without its last cell, whose value is found when the sweep turns.
struct ImplicitRing {
  static constexpr const char* name = "implicit_ring";
  static constexpr int cut = 1;
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  using Taken = LineRow<Number>;
  using Kept = RingPart<Number>;
  using Carry = RingCarry<Number>;
  using Given = LineValue<Number>;
  typename V::Variant::template Rows<S, T> rows;
  InOut<S, T> x;
  RingParts<S, T> parts;

  FN Carry start(Cell<S>, Cell<S> last) const { return ring_start<T>(rows.template upper<axis>(last + Axis(axis))); }
  FN Taken take(Cell<S> c) const { return rows.template row<axis>(c, x(c)); }
  FN Kept forward(const Taken& t, Carry& s) const { return ring_forward(t, s); }
  FN void keep(Cell<S> c, const Kept& k) const { parts.keep(c, k); }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const {
    const Cell<S> e = last + Axis(axis);
    give(e, close_ring(take(e), s));
  }
  FN Kept recall(Cell<S> c) const { return parts.recall(c); }
  FN Given backward(const Kept& k, Carry& s) const { return ring_backward(k, s); }
  FN void give(Cell<S> c, const Given& g) const { x(c) = g.x; }
};

}  // namespace eddy::kernels
