// Kernels that every solver needs.
#pragma once
#include "exec/core/view.hpp"

namespace eddy::kernels {

using enum Axis;

template <class S, class T, int D>
struct Copy {
  static constexpr const char* name = "copy";
  In<S, T> from;
  Out<S, T> to;
  FN void operator()(Cell<S> c) const { to(c) = from(c); }
};

template <class S, class T, int D>
struct AddConstant {
  static constexpr const char* name = "add_constant";
  InOut<S, T> values;
  Param<S, T> constant;
  FN void operator()(Cell<S> c) const { values(c) = values(c) + constant; }
};

template <class S, class T, int D>
struct Identity {  // for reductions: the sum, the largest or the smallest value
  static constexpr const char* name = "value";
  static constexpr int pointwise = 1;
  In<S, T> values;
  FN Value<S, T> operator()(Cell<S> c) const { return values(c); }
};

template <class S, class T, int D>
struct Magnitude {
  static constexpr const char* name = "magnitude";
  static constexpr int pointwise = 1;
  In<S, T> values;
  FN Value<S, T> operator()(Cell<S> c) const { return abs(values(c)); }
};

}  // namespace eddy::kernels
