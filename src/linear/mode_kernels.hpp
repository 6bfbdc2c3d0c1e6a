// The equations that remain when all axes but one are transformed: one line per mode. Their factors change only with
// the rate, and are stored:   factor = 1 / (d − l upper₋₁),   upper = u factor   (linear/line_kernels.hpp).
#pragma once
#include "exec/core/view.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy::kernels {

struct Modes {  // the variant of kernels that work on modes
  static constexpr const char* name = "modes";
  static constexpr int fewest_axes = 2;
};

template <class S, class T, int D>
struct ModeTables {
  static constexpr bool bundle = true;
  Line<S, T> low, high;           // along the axis that is not transformed
  Vec<Line<S, T>, D> eigenvalue;  // along the transformed axes
  Param<S, T> storage;            // rate · capacity

  template <int A>
  FN Value<S, T> diagonal(Cell<S> c) const {
    Value<S, T> d = storage + (low(c[A]) + high(c[A]));
    for (int n = 0; n < D; ++n)
      if (n != A) d = d + eigenvalue[n](c[n]);
    return d;
  }
};

template <class V>
struct ModeRow {
  V lower, diagonal, upper;
};
template <class V>
struct ModePart {
  V value;
};

template <class S, class T, int D, class V>
struct ModeFactor {
  static constexpr const char* name = "mode_factor";
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  using Taken = ModeRow<Number>;
  using Kept = ModePart<Number>;
  using Carry = ModePart<Number>;  // the value of `upper` in the cell before
  Out<S, T> factor;
  ModeTables<S, T, D> t;
  FN Carry start(Cell<S>, Cell<S>) const { return {T(0)}; }
  FN Taken take(Cell<S> c) const { return {t.low(c[axis]), t.template diagonal<axis>(c), t.high(c[axis])}; }
  FN Kept forward(const Taken& row, Carry& s) const {
    const Number pivot = reciprocal(fma(-row.lower, s.value, row.diagonal));
    s.value = row.upper * pivot;
    return {pivot};
  }
  FN void keep(Cell<S> c, const Kept& k) const { factor(c) = k.value; }
};

template <class S, class T, int D, class V>
struct ModeSolve {  // in place, with zeros beyond the ends
  static constexpr const char* name = "mode_solve";
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  struct Taken {
    Number lower, factor, right;
  };
  using Kept = ModePart<Number>;
  struct Recalled {
    Number upper, part;
  };
  using Carry = ModePart<Number>;
  using Given = ModePart<Number>;
  In<S, T> factor;
  InOut<S, T> modes;
  Line<S, T> low, high;
  FN Carry start(Cell<S>, Cell<S>) const { return {T(0)}; }
  FN Taken take(Cell<S> c) const { return {low(c[axis]), factor(c), modes(c)}; }
  FN Kept forward(const Taken& k, Carry& s) const {
    s.value = fma(k.lower, s.value, k.right) * k.factor;
    return {s.value};
  }
  FN void keep(Cell<S> c, const Kept& k) const { modes(c) = k.value; }
  FN void turn(Cell<S>, Cell<S>, Carry& s) const { s.value = T(0); }
  FN Recalled recall(Cell<S> c) const { return {high(c[axis]) * factor(c), modes(c)}; }
  FN Given backward(const Recalled& k, Carry& s) const {
    s.value = fma(k.upper, s.value, k.part);
    return {s.value};
  }
  FN void give(Cell<S> c, const Given& g) const { modes(c) = g.value; }
};

template <class S, class T, int D, class V>
struct ModeFactorRing {  // launched without the last cell, whose factor is computed when the ring is closed
  static constexpr const char* name = "mode_factor_ring";
  static constexpr int cut = 1;
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  using Taken = ModeRow<Number>;
  struct Kept {
    Number factor, loop;
  };
  struct Carry {
    Number upper, loop, chain, diagonal;
  };
  Out<S, T> factor, loop;
  ModeTables<S, T, D> t;
  FN Carry start(Cell<S>, Cell<S> last) const { return {T(0), T(1), t.high((last + Axis(axis))[axis]), T(0)}; }
  FN Taken take(Cell<S> c) const { return {t.low(c[axis]), t.template diagonal<axis>(c), t.high(c[axis])}; }
  FN Kept forward(const Taken& row, Carry& s) const {
    const Number pivot = reciprocal(fma(-row.lower, s.upper, row.diagonal));
    s.upper = row.upper * pivot;
    s.loop = row.lower * s.loop * pivot;
    s.diagonal = fma(s.chain, s.loop, s.diagonal);
    s.chain = s.chain * s.upper;
    return {pivot, s.loop};
  }
  FN void keep(Cell<S> c, const Kept& k) const {
    factor(c) = k.factor;
    loop(c) = k.loop;
  }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const {
    const Cell<S> e = last + Axis(axis);
    const Taken row = take(e);
    factor(e) = reciprocal(row.diagonal - s.diagonal - s.chain - row.lower * (s.upper + s.loop));
  }
};

template <class S, class T, int D, class V>
struct ModeSolveRing {  // launched without the last cell, which closing the ring solves
  static constexpr const char* name = "mode_solve_ring";
  static constexpr int cut = 1;
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  struct Taken {
    Number lower, upper, factor, right;
  };
  using Kept = ModePart<Number>;
  struct Recalled {
    Number upper, part, loop;
  };
  struct Carry {
    Number part, last;    // value of the cell before; on the way back: of the cell after, and of the last
    Number chain, right;  // of the last cell's equation
  };
  using Given = ModePart<Number>;
  In<S, T> factor, loop;
  InOut<S, T> modes;
  Line<S, T> low, high;
  FN Carry start(Cell<S>, Cell<S> last) const { return {T(0), T(0), high((last + Axis(axis))[axis]), T(0)}; }
  FN Taken take(Cell<S> c) const { return {low(c[axis]), high(c[axis]), factor(c), modes(c)}; }
  FN Kept forward(const Taken& k, Carry& s) const {
    s.part = fma(k.lower, s.part, k.right) * k.factor;
    s.right = fma(s.chain, s.part, s.right);
    s.chain = s.chain * (k.upper * k.factor);
    return {s.part};
  }
  FN void keep(Cell<S> c, const Kept& k) const { modes(c) = k.value; }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const {
    const Cell<S> e = last + Axis(axis);
    s.part = fma(Number(low(e[axis])), s.part, Number(modes(e)) + s.right) * factor(e);
    s.last = s.part;
    modes(e) = s.part;
  }
  FN Recalled recall(Cell<S> c) const { return {high(c[axis]) * factor(c), modes(c), loop(c)}; }
  FN Given backward(const Recalled& k, Carry& s) const {
    s.part = fma(k.upper, s.part, fma(k.loop, s.last, k.part));
    return {s.part};
  }
  FN void give(Cell<S> c, const Given& g) const { modes(c) = g.value; }
};

template <class S, class T, int D>
struct SetValue {
  static constexpr const char* name = "set_value";
  Out<S, T> to;
  Param<S, T> value;
  FN void operator()(Cell<S> c) const { to(c) = value; }
};

}  // namespace eddy::kernels
