// Kernels that only the tests launch.
#pragma once
#include "exec/core/view.hpp"

namespace eddy::tests {

template <class S, class T, int D>
struct EveryOperation {
  static constexpr const char* name = "every_operation";
  In<S, T> a, b;
  Out<S, T> sum, quotient, root, fused, least, most, chosen;
  Param<S, T> p;
  FN void operator()(Cell<S> c) const {
    const Value<S, T> u = a(c), v = b(c);
    sum(c) = u + v * p - u / T(3);
    quotient(c) = u / v;
    root(c) = sqrt(abs(u)) - sqrt(v);
    fused(c) = fma(u, v, -(u * v));
    least(c) = min(u, v);
    most(c) = max(u, v);
    chosen(c) = select((u < v && !(u == T(0))) || v >= T(1), u * T(0.1), select(u != v, -v, T(0)));
  }
};

template <class S, class T, int D>
struct OrdinaryRoots {
  static constexpr const char* name = "ordinary_roots";
  In<S, T> a;
  Out<S, T> root, inverse, root_wrong, inverse_wrong;
  FN void operator()(Cell<S> c) const {
    const Value<S, T> v = a(c), one = T(1), none = T(0);
    root(c) = ordinary_sqrt(v);
    inverse(c) = ordinary_reciprocal(v);
    root_wrong(c) = select(ordinary_sqrt(v) != sqrt(v), one, none);
    inverse_wrong(c) = select(ordinary_reciprocal(v) != one / v, one, none);
  }
};

template <class S, class T, int One>
struct Gather {  // reads through an index field, as in unstructured meshes
  static constexpr const char* name = "gather";
  static constexpr int most_axes = 1;
  In<S, T> values;
  In<S, int> from;
  Out<S, T> to;
  FN void operator()(Cell<S> c) const { to(c) = values(from(c)) * T(2); }
};

template <class S, class T, int D>
struct InPlace {  // keeps an old value, writes, and reads again
  static constexpr const char* name = "in_place";
  static constexpr bool coloured = true;
  InOut<S, T> f;
  Out<S, T> before;
  Param<S, int> n;
  FN void operator()(Cell<S> c) const {
    auto old = f(c);
    f(c) = old * T(3) + T(1);
    before(c) = f(c) - old;
  }
};

}  // namespace eddy::tests
