// Kernels of the linear system   A x = b,   (A x)_c = rate · storage · x_c − Σ g (x_n − x_c)   over the faces to
// neighbours n. C gives the type of the coefficients (linear/coefficients.hpp).
#pragma once
#include "exec/shapes/tile_view.hpp"
#include "field/kernels.hpp"

namespace eddy::kernels {

// start + Σ g (x_n − x_c): the inflow into the cell.
template <int D, class Coefficients, class X, class V, class S>
FN V inflow(const Coefficients& a, const X& x, V start, Cell<S> c) {
  const V here = x(c);
  for (int n = 0; n < D; ++n)
    start = fma(a.lower(n, c), x(c - Axis(n)) - here, fma(a.upper(n, c), x(c + Axis(n)) - here, start));
  return start;
}

// The coefficients of a cell's equation: the same in every sweep.
template <class V, int D>
struct Weights {
  V lower[D], upper[D], inverse;  // inverse: 1 / (rate · storage + Σ g), or 0 without open faces
};
template <class T, int D, class Coefficients, class V, class S>
FN Weights<V, D> weights(const Coefficients& a, V rate, Cell<S> c) {
  Weights<V, D> w;
  V below = rate * a.storage(c);
  for (int n = 0; n < D; ++n) {
    w.lower[n] = a.lower(n, c);
    w.upper[n] = a.upper(n, c);
    below = below + (w.lower[n] + w.upper[n]);
  }
  w.inverse = select(below > T(0), reciprocal(below), V(T(0)));
  return w;
}

// The value x_c that solves the cell's equation for given neighbours: (b + Σ g x_n) / (rate · storage + Σ g). On a GPU
// a product is cheaper than a division. A cell without open faces keeps its value.
template <int D, class V, class X, class S>
FN V balanced(const Weights<V, D>& w, V above, const X& x, Cell<S> c) {
  for (int n = D - 1; n >= 0; --n) above = fma(w.lower[n], x(c - Axis(n)), fma(w.upper[n], x(c + Axis(n)), above));
  return select(w.inverse > typename X::value_type(0), above * w.inverse, V(x(c)));
}
// The form for the lexicographic sweep, which has to wait for the cell before: relaxed = base + share · x_before. It is
// equal up to rounding, and leaves one operation to do when x_before arrives. The other sweeps do not use it: on a GPU
// it would take a third more registers.
template <class V>
struct Waiting {
  V base, share;
};
template <int D, class V, class X, class S>
FN Waiting<V> waiting(const Weights<V, D>& w, V above, const X& x, V omega, Cell<S> c) {
  const V old = x(c);
  for (int n = D - 1; n > 0; --n) above = fma(w.lower[n], x(c - Axis(n)), fma(w.upper[n], x(c + Axis(n)), above));
  above = fma(w.upper[0], x(c + Axis::x), above);
  const V others = select(w.inverse > typename X::value_type(0), above * w.inverse, old);
  return {fma(omega, others - old, old), omega * w.lower[0] * w.inverse};
}

template <class S, class T, int D, class C>
struct Jacobi {
  static constexpr const char* name = "jacobi";
  static constexpr bool tabled = C::tabled;
  using Given = Weights<Value<S, T>, D>;
  using Own = Value<S, T>;
  typename C::template Bound<S, T, D> a;
  Previous<S, T> x;
  In<S, T> b;
  Out<S, T> next;
  Param<S, T> rate, omega;
  FN Given given(Cell<S> c) const { return weights<T, D>(a, Value<S, T>(rate), c); }
  FN Own own(Cell<S> c) const { return b(c); }
  FN void sweep(const Given& w, Own right, Cell<S> c) const {
    const Value<S, T> old = x(c);
    next(c) = fma(Value<S, T>(omega), balanced<D>(w, right, x, c) - old, old);
  }
  FN void operator()(Cell<S> c) const { sweep(given(c), own(c), c); }
};

template <class S, class T, int D, class C>
struct Relax {  // in place: on one colour at a time (sor), or in lexicographic order (gauss-seidel)
  static constexpr const char* name = "relax";
  static constexpr bool coloured = true;
  static constexpr bool tabled = C::tabled;
  using Given = Weights<Value<S, T>, D>;
  using Own = Value<S, T>;
  typename C::template Bound<S, T, D> a;
  In<S, T> b;
  InOut<S, T> x;
  Param<S, T> rate, omega;
  FN Given given(Cell<S> c) const { return weights<T, D>(a, Value<S, T>(rate), c); }
  FN Own own(Cell<S> c) const { return b(c); }
  FN void sweep(const Given& w, Own right, Cell<S> c) const {
    const Value<S, T> old = x(c);
    x(c) = fma(Value<S, T>(omega), balanced<D>(w, right, x, c) - old, old);
  }
  using Ahead = Waiting<Value<S, T>>;
  FN Ahead ahead(Cell<S> c) const { return waiting<D>(given(c), own(c), x, Value<S, T>(omega), c); }
  FN Value<S, T> follow(const Ahead& w, Value<S, T> before) const { return fma(w.share, before, w.base); }
  FN void operator()(Cell<S> c) const { sweep(given(c), own(c), c); }
};

// b − A x, integrated over the whole cell.
template <int D, class Coefficients, class X, class B, class S>
FN auto residual_of(const Coefficients& a, const X& x, B b, B rate, Cell<S> c) {
  return a.of_whole_cell(inflow<D>(a, x, fma(-(rate * a.storage(c)), B(x(c)), b), c), c);
}

template <class S, class T, int D, class C>
struct Residual {  // a term of Σ r; the next two kernels give those of Σ |r| and Σ r²
  static constexpr const char* name = "residual";
  typename C::template Bound<S, T, D> a;
  In<S, T> x, b;
  Param<S, T> rate;
  FN Value<S, T> operator()(Cell<S> c) const { return residual_of<D>(a, x, b(c), Value<S, T>(rate), c); }
};
template <class S, class T, int D, class C>
struct ResidualMagnitude {
  static constexpr const char* name = "residual_magnitude";
  typename C::template Bound<S, T, D> a;
  In<S, T> x, b;
  Param<S, T> rate;
  FN Value<S, T> operator()(Cell<S> c) const { return abs(residual_of<D>(a, x, b(c), Value<S, T>(rate), c)); }
};
template <class S, class T, int D, class C>
struct ResidualSquared {
  static constexpr const char* name = "residual_squared";
  typename C::template Bound<S, T, D> a;
  In<S, T> x, b;
  Param<S, T> rate;
  FN Value<S, T> operator()(Cell<S> c) const {
    const Value<S, T> r = residual_of<D>(a, x, b(c), Value<S, T>(rate), c);
    return r * r;
  }
};

template <class S, class T, int D, class C>
struct ResidualRounding {  // a term of Σ s², where s is the sum of the magnitudes of the residual's terms
                           // and ε s its rounding
  static constexpr const char* name = "residual_rounding";
  typename C::template Bound<S, T, D> a;
  In<S, T> x, b;
  Param<S, T> rate;
  FN Value<S, T> operator()(Cell<S> c) const {
    const Value<S, T> here = abs(x(c));
    Value<S, T> sum = abs(b(c)) + rate * a.storage(c) * here;
    for (int n = 0; n < D; ++n)
      sum = sum + (a.lower(n, c) * (abs(x(c - Axis(n))) + here) + a.upper(n, c) * (abs(x(c + Axis(n))) + here));
    sum = a.of_whole_cell(sum, c);
    return sum * sum;
  }
};

template <class S, class T, int D, class C>
struct RightSide {  // a term of Σ b; the next kernel gives those of Σ |b|
  static constexpr const char* name = "right_side";
  static constexpr int pointwise = 1;
  typename C::template Bound<S, T, D> a;
  In<S, T> b;
  FN Value<S, T> operator()(Cell<S> c) const { return a.of_whole_cell(b(c), c); }
};
template <class S, class T, int D, class C>
struct RightSideMagnitude {
  static constexpr const char* name = "right_side_magnitude";
  static constexpr int pointwise = 1;
  typename C::template Bound<S, T, D> a;
  In<S, T> b;
  FN Value<S, T> operator()(Cell<S> c) const { return abs(a.of_whole_cell(b(c), c)); }
};

}  // namespace eddy::kernels
