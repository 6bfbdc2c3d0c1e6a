// Kernels of the conjugate gradients. Products use the equation integrated over each cell, whose matrix is symmetric.
#pragma once
#include "linear/kernels.hpp"

namespace eddy::kernels {

template <int D, class Coefficients, class P, class V, class S>
FN auto applied(const Coefficients& a, const P& p, V rate, Cell<S> c) {  // A p, with p = 0 beyond the boundary
  return -inflow<D>(a, p, -(rate * a.storage(c)) * V(p(c)), c);
}

template <class S, class T, int D, class C>
struct InnerProduct {  // a term of Σ u v
  static constexpr const char* name = "inner_product";
  static constexpr int pointwise = 2;
  typename C::template Bound<S, T, D> a;
  In<S, T> u, v;
  FN Value<S, T> operator()(Cell<S> c) const { return a.of_whole_cell(u(c) * v(c), c); }
};

template <class S, class T, int D, class C>
struct InnerProductApplied {  // a term of Σ u A p
  static constexpr const char* name = "inner_product_applied";
  typename C::template Bound<S, T, D> a;
  In<S, T> u, p;
  Param<S, T> rate;
  FN Value<S, T> operator()(Cell<S> c) const {
    return a.of_whole_cell(u(c) * applied<D>(a, p, Value<S, T>(rate), c), c);
  }
};
template <class S, class T, int D, class C>
struct Energy {  // a term of Σ p A p
  static constexpr const char* name = "energy";
  typename C::template Bound<S, T, D> a;
  In<S, T> p;
  Param<S, T> rate;
  FN Value<S, T> operator()(Cell<S> c) const {
    return a.of_whole_cell(p(c) * applied<D>(a, p, Value<S, T>(rate), c), c);
  }
};

template <class S, class T, int D, class C>
struct Advance {  // x ← x + α p and r ← r − α A p
  static constexpr const char* name = "advance";
  typename C::template Bound<S, T, D> a;
  In<S, T> p;
  InOut<S, T> x, r;
  Param<S, T> alpha, rate;
  FN void operator()(Cell<S> c) const {
    x(c) = fma(Value<S, T>(alpha), p(c), Value<S, T>(x(c)));
    r(c) = fma(-Value<S, T>(alpha), applied<D>(a, p, Value<S, T>(rate), c), Value<S, T>(r(c)));
  }
};

template <class S, class T, int D>
struct Direction {  // p ← z + β p
  static constexpr const char* name = "direction";
  In<S, T> z;
  InOut<S, T> p;
  Param<S, T> beta;
  FN void operator()(Cell<S> c) const { p(c) = fma(Value<S, T>(beta), Value<S, T>(p(c)), Value<S, T>(z(c))); }
};

template <class S, class T, int D, class C>
struct OverDiagonal {  // z ← r / diagonal
  static constexpr const char* name = "over_diagonal";
  typename C::template Bound<S, T, D> a;
  In<S, T> r;
  Out<S, T> z;
  Param<S, T> rate;
  FN void operator()(Cell<S> c) const {
    const Value<S, T> here = r(c);
    z(c) = here * weights<T, D>(a, Value<S, T>(rate), c).inverse;
  }
};

}  // namespace eddy::kernels
