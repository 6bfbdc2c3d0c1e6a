// Kernels between a system and a multigrid cycle, whose precision R may differ: the defect is passed to the cycle, the
// correction is taken from it.
#pragma once
#include "linear/coefficients.hpp"
#include "linear/kernels.hpp"

namespace eddy::kernels {

template <class Kind, class R>
struct Into {
  using Coefficients = Kind;
  using Real = R;
  static constexpr bool single = sizeof(R) == 4;
  static constexpr const char* name = std::is_same_v<Kind, Separable>
                                          ? (single ? "separable, single" : "separable, double")
                                          : (single ? "per face, single" : "per face, double");
};
template <class S, class T, int D, class V>
struct Defect {  // r = b − A x
  static constexpr const char* name = "defect";
  typename V::Coefficients::template Bound<S, T, D> a;
  In<S, T> x, b;
  Out<S, typename V::Real> r;
  Param<S, T> rate;
  FN void operator()(Cell<S> c) const {
    r(c) = convert<typename V::Real>(
        inflow<D>(a, x, fma(-(Value<S, T>(rate) * a.storage(c)), Value<S, T>(x(c)), Value<S, T>(b(c))), c));
  }
};
template <class S, class T, int D, class V>
struct Improve {  // next = x + e and r = b − A next
  static constexpr const char* name = "improve";
  typename V::Coefficients::template Bound<S, T, D> a;
  In<S, T> x, b;
  In<S, typename V::Real> e;
  Out<S, T> next;
  Out<S, typename V::Real> r;
  Param<S, T> rate;
  FN void operator()(Cell<S> c) const {
    const auto corrected = [&](Cell<S> n) { return x(n) + convert<T>(e(n)); };
    const Value<S, T> here = corrected(c);
    next(c) = here;
    r(c) = convert<typename V::Real>(
        inflow<D>(a, corrected, fma(-(Value<S, T>(rate) * a.storage(c)), here, Value<S, T>(b(c))), c));
  }
};
template <class S, class T, int D, class V>
struct DefectSize {  // a term of Σ r² or Σ |r|, r integrated over the cell
  static constexpr const char* name = "defect_size";
  static constexpr int pointwise = 1;
  typename V::Coefficients::template Bound<S, T, D> a;
  In<S, typename V::Real> r;
  Param<S, T> squared;  // 1, or 0
  FN Value<S, T> operator()(Cell<S> c) const {
    const Value<S, T> size = abs(a.of_whole_cell(convert<T>(r(c)), c));
    return size * select(Value<S, T>(squared) > T(0), size, Value<S, T>(T(1)));
  }
};
template <class S, class T, int D, class R>
struct Rounded {  // rounds to the precision of the cycle
  static constexpr const char* name = "rounded";
  In<S, T> from;
  Out<S, R> to;
  FN void operator()(Cell<S> c) const { to(c) = convert<R>(from(c)); }
};

template <class S, class T, int D, class R>
struct TakeCorrection {  // copies the cycle's correction, in the precision of the system
  static constexpr const char* name = "take_correction";
  Out<S, T> x;
  In<S, R> correction;
  FN void operator()(Cell<S> c) const { x(c) = convert<T>(correction(c)); }
};
template <class S, class T, int D, class R>
struct AddCorrection {
  static constexpr const char* name = "add_correction";
  InOut<S, T> x;
  In<S, R> correction;
  FN void operator()(Cell<S> c) const { x(c) = x(c) + convert<T>(correction(c)); }
};

}  // namespace eddy::kernels
