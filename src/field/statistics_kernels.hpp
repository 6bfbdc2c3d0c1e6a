// Kernels of running averages. T is the precision of the averages, V that of the fields.
//   ratio = w / W,  rest = 1 − ratio:   w the weight of this step, W of all so far, this one included
//   m ← m + ratio (x − m)                         mean
//   C ← C + ratio (rest (x − m)(y − n) − C)       mean of the products of the fluctuations; m, n: the means before
#pragma once
#include "field/kernels.hpp"

namespace eddy::kernels {

template <class S, class T, int D, class V>
struct AverageScalar {
  static constexpr const char* name = "average_scalar";
  InOut<S, T> mean, variance;
  In<S, V> values;
  Param<S, T> ratio, rest;
  FN void operator()(Cell<S> c) const {
    const Value<S, T> m = mean(c), v = variance(c), d = convert<T>(Value<S, V>(values(c))) - m;
    mean(c) = fma(Value<S, T>(ratio), d, m);
    variance(c) = fma(Value<S, T>(ratio), fma(rest * d, d, -v), v);
  }
};

// V is the precision of the fields, or a type that has it as Number, together with a number of components that differs
// from the number of axes.
template <class V, int D>
struct AveragedForm {
  using Number = V;
  static constexpr int components = D;
};
template <class V, int D>
requires requires { V::components; }
struct AveragedForm<V, D> {
  using Number = typename V::Number;
  static constexpr int components = V::components;
};

// With one component there is no pair: its square is also stored as the shear product.
template <class S, class T, int Axes, class V>
struct AverageVelocity {
  static constexpr const char* name = "average_velocity";
  using Number = typename AveragedForm<V, Axes>::Number;
  static constexpr int D = AveragedForm<V, Axes>::components;
  static constexpr int pairs = D == 3 ? 3 : 1;  // uv uw vw
  Vec<InOut<S, T>, D> mean, normal;
  Vec<InOut<S, T>, pairs> shear;
  Vec<In<S, Number>, D> values;
  Param<S, T> ratio, rest;
  FN Value<S, T> moved(Value<S, T> product, Value<S, T> a, Value<S, T> b) const {
    return fma(Value<S, T>(ratio), fma(rest * a, b, -product), product);
  }
  FN Value<S, T> advanced(int a, Cell<S> c) const {  // returns the deviation from the old mean
    const Value<S, T> m = mean[a](c), d = convert<T>(Value<S, Number>(values[a](c))) - m;
    mean[a](c) = fma(Value<S, T>(ratio), d, m);
    normal[a](c) = moved(normal[a](c), d, d);
    return d;
  }
  FN void operator()(Cell<S> c) const {
    if constexpr (D == 1) {  // written separately: g++ 12 crashes on an array of one symbol
      const Value<S, T> d = advanced(0, c);
      shear[0](c) = moved(shear[0](c), d, d);
    } else {
      Value<S, T> d[D];
      UNROLL for (int a = 0; a < D; ++a) d[a] = advanced(a, c);
      UNROLL for (int n = 0; n < pairs; ++n) shear[n](c) = moved(shear[n](c), d[n / 2], d[(n + 3) / 2]);  // 01 02 12
    }
  }
};

}  // namespace eddy::kernels
