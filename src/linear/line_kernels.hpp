// Lines of the linear system, solved exactly along one axis with the neighbours across it held fixed (equations:
// line_recurrence.hpp). The boundary value below the first cell, in its ghost, is a `part` with upper = 0.
#pragma once
#include "exec/core/view.hpp"
#include "exec/shapes/line_set.hpp"
#include "linear/line_recurrence.hpp"

namespace eddy::kernels {

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
struct LineRelax {  // one colour of lines at a time: no line reads what another line writes
  static constexpr const char* name = "line_relax";
  static constexpr bool coloured = true;
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  using Taken = LineRow<Number>;
  using Kept = LinePart<Number>;
  using Carry = LinePart<Number>;  // of the cell before; on the way back, part is the value of the cell after
  using Given = LineValue<Number>;
  typename V::Variant::template Bound<S, T, D> a;
  In<S, T> b;
  InOut<S, T> x;
  LineParts<S, T> parts;
  Param<S, T> rate, omega;

  FN Carry start(Cell<S> first, Cell<S>) const { return {T(0), x(first - Axis(axis))}; }
  FN Taken take(Cell<S> c) const { return line_row<axis, D>(a, x, Number(b(c)), Number(rate), c); }
  FN Kept forward(const Taken& t, Carry& s) const {
    const Number pivot = reciprocal(fma(-t.lower, s.upper, t.diagonal));
    s = {t.upper * pivot, fma(t.lower, s.part, t.right) * pivot};
    return s;
  }
  FN void keep(Cell<S> c, const Kept& k) const { parts.keep(c, k); }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const { s.part = x(last + Axis(axis)); }
  FN Kept recall(Cell<S> c) const { return parts.recall(c); }
  FN Given backward(const Kept& k, Carry& s) const { return line_backward(k, s.part); }
  FN void give(Cell<S> c, const Given& g) const {
    const Number old = x(c);
    x(c) = fma(Number(omega), g.x - old, old);
  }
};

template <class S, class T, int D, class V>
struct LineRelaxPeriodic {  // launched without the last cell of the axis, which closing the ring solves
  static constexpr const char* name = "line_relax_periodic";
  static constexpr bool coloured = true;
  static constexpr int cut = 1;
  static constexpr int axis = V::axis;
  using Real = T;
  using Number = Value<S, T>;
  using Taken = LineRow<Number>;
  using Kept = RingPart<Number>;
  using Carry = RingCarry<Number>;
  using Given = LineValue<Number>;
  typename V::Variant::template Bound<S, T, D> a;
  In<S, T> b;
  InOut<S, T> x;
  RingParts<S, T> parts;
  Param<S, T> rate, omega;

  FN Carry start(Cell<S>, Cell<S> last) const { return ring_start<T>(Number(a.upper(axis, last + Axis(axis)))); }
  FN Taken take(Cell<S> c) const { return line_row<axis, D>(a, x, Number(b(c)), Number(rate), c); }
  FN Kept forward(const Taken& t, Carry& s) const { return ring_forward(t, s); }
  FN void keep(Cell<S> c, const Kept& k) const { parts.keep(c, k); }
  FN void turn(Cell<S>, Cell<S> last, Carry& s) const {
    const Cell<S> e = last + Axis(axis);
    give(e, close_ring(take(e), s));
  }
  FN Kept recall(Cell<S> c) const { return parts.recall(c); }
  FN Given backward(const Kept& k, Carry& s) const { return ring_backward(k, s); }
  FN void give(Cell<S> c, const Given& g) const {
    const Number old = x(c);
    x(c) = fma(Number(omega), g.x - old, old);
  }
};

}  // namespace eddy::kernels
