// Lines of the linear system, solved exactly along one axis with the neighbours across as they are (Thomas 1949):
//
//   −l x₋₁ + d x − u x₊₁ = r     ⟹     x = part + upper · x₊₁,   upper = u / (d − l upper₋₁),
//                                        part = (r + l part₋₁) / (d − l upper₋₁)
//
// What is known below the first cell, a boundary value in a ghost, is a `part` with upper = 0.
// A periodic line is cut at its last cell e, which stays unknown until the end:
//
//   x = part + upper · x₊₁ + loop · x_e          e's own equation, with what is known put in, gives x_e at the top
#pragma once
#include "exec/core/view.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy::kernels {

template <class V>
struct LineRow {  // one equation of a line
  V lower, diagonal, upper, right;
};

// The equation of a cell along axis A. A cell without open faces keeps its value.
template <int A, int D, class Coefficients, class X, class B, class S>
FN LineRow<B> line_row(const Coefficients& a, const X& x, B b, B rate, Cell<S> c) {
  LineRow<B> row{a.lower(A, c), rate * a.storage(c), a.upper(A, c), b};
  row.diagonal = row.diagonal + (row.lower + row.upper);
  for (int n = 0; n < D; ++n)
    if (n != A) {
      const B lower = a.lower(n, c), upper = a.upper(n, c);
      row.right = fma(lower, x(c - Axis(n)), fma(upper, x(c + Axis(n)), row.right));
      row.diagonal = row.diagonal + (lower + upper);
    }
  using Real = typename X::value_type;
  const B sum = row.diagonal;
  row.diagonal = select(sum > Real(0), sum, B(Real(1)));
  row.right = select(sum > Real(0), row.right, B(x(c)));
  return row;
}

template <class S, class T, int D, class V>
struct LineRelax {  // one colour of lines at a time: no line reads what another one writes
  static constexpr const char* name = "line_relax";
  static constexpr bool coloured = true;
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  using Taken = LineRow<Number>;
  struct Kept {
    Number upper, part;
  };
  struct Carry {
    Number upper, part;  // of the cell before; downwards part is the value of the cell after
  };
  struct Given {
    Number x;
  };
  typename V::Variant::template Bound<S, T, D> a;
  In<S, T> b;
  InOut<S, T> x, upper, part;
  Param<S, T> rate, omega;

  FN Carry start(Cell<S> first, Cell<S>) const { return {T(0), x(first - Axis(axis))}; }
  FN Taken take(Cell<S> c) const { return line_row<axis, D>(a, x, Number(b(c)), Number(rate), c); }
  FN Kept forward(const Taken& t, Carry& s) const {
    const Number pivot = reciprocal(fma(-t.lower, s.upper, t.diagonal));
    s = {t.upper * pivot, fma(t.lower, s.part, t.right) * pivot};
    return {s.upper, s.part};
  }
  FN void keep(Cell<S> c, const Kept& k) const {
    upper(c) = k.upper;
    part(c) = k.part;
  }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const { s.part = x(last + Axis(axis)); }
  FN Kept recall(Cell<S> c) const { return {upper(c), part(c)}; }
  FN Given backward(const Kept& k, Carry& s) const {
    s.part = fma(k.upper, s.part, k.part);
    return {s.part};
  }
  FN void give(Cell<S> c, const Given& g) const {
    const Number old = x(c);
    x(c) = fma(Number(omega), g.x - old, old);
  }
};

template <class S, class T, int D, class V>
struct LineRelaxPeriodic {  // launched without the last cell of the axis
  static constexpr const char* name = "line_relax_periodic";
  static constexpr bool coloured = true;
  static constexpr int cut = 1;
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  using Taken = LineRow<Number>;
  struct Kept {
    Number upper, part, loop;
  };
  struct Carry {
    Number upper, part, loop;       // of the cell before; downwards: the value of the cell after, and of the last one
    Number chain, diagonal, right;  // the last cell's equation: − chain x + (d − diagonal) x_e = r + right
  };
  struct Given {
    Number x;
  };
  typename V::Variant::template Bound<S, T, D> a;
  In<S, T> b;
  InOut<S, T> x, upper, part, loop;
  Param<S, T> rate, omega;

  FN Carry start(Cell<S>, Cell<S> last) const {
    return {T(0), T(0), T(1), a.upper(axis, last + Axis(axis)), T(0), T(0)};
  }
  FN Taken take(Cell<S> c) const { return line_row<axis, D>(a, x, Number(b(c)), Number(rate), c); }
  FN Kept forward(const Taken& t, Carry& s) const {
    const Number pivot = reciprocal(fma(-t.lower, s.upper, t.diagonal));
    s.upper = t.upper * pivot;
    s.part = fma(t.lower, s.part, t.right) * pivot;
    s.loop = t.lower * s.loop * pivot;
    s.diagonal = fma(s.chain, s.loop, s.diagonal);
    s.right = fma(s.chain, s.part, s.right);
    s.chain = s.chain * s.upper;
    return {s.upper, s.part, s.loop};
  }
  FN void keep(Cell<S> c, const Kept& k) const {
    upper(c) = k.upper;
    part(c) = k.part;
    loop(c) = k.loop;
  }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const {
    const Cell<S> e = last + Axis(axis);
    const Taken t = take(e);
    const Number diagonal = t.diagonal - s.diagonal - s.chain - t.lower * (s.upper + s.loop);
    const Number value = fma(t.lower, s.part, t.right + s.right) / diagonal;
    const Number old = x(e);
    x(e) = fma(Number(omega), value - old, old);
    s.part = value;
    s.loop = value;
  }
  FN Kept recall(Cell<S> c) const { return {upper(c), part(c), loop(c)}; }
  FN Given backward(const Kept& k, Carry& s) const {
    s.part = fma(k.upper, s.part, fma(k.loop, s.loop, k.part));
    return {s.part};
  }
  FN void give(Cell<S> c, const Given& g) const {
    const Number old = x(c);
    x(c) = fma(Number(omega), g.x - old, old);
  }
};

}  // namespace eddy::kernels
