// Running averages of one cell. T is the precision of the averages, V that of the fields.
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

template <class S, class T, int D, class V>
struct AverageVelocity {
  static constexpr const char* name = "average_velocity";
  static constexpr int pairs = D * (D + 1) / 2;  // uu uv uw vv vw ww
  Vec<InOut<S, T>, D> mean;
  Vec<InOut<S, T>, pairs> stress;
  Vec<In<S, V>, D> values;
  Param<S, T> ratio, rest;
  FN void operator()(Cell<S> c) const {
    Value<S, T> d[D];
    UNROLL for (int a = 0; a < D; ++a) {
      const Value<S, T> m = mean[a](c);
      d[a] = convert<T>(Value<S, V>(values[a](c))) - m;
      mean[a](c) = fma(Value<S, T>(ratio), d[a], m);
    }
    int n = 0;
    UNROLL for (int a = 0; a < D; ++a) {
      UNROLL for (int b = a; b < D; ++b, ++n) {
        const Value<S, T> s = stress[n](c);
        stress[n](c) = fma(Value<S, T>(ratio), fma(rest * d[a], d[b], -s), s);
      }
    }
  }
};

}  // namespace eddy::kernels
