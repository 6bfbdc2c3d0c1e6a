// What kernels may call beside + − × ÷: the same bits in every space. (Symbols bring their own, in exec/sym.hpp.)
// min and max: NaN if either is NaN; −0 is below +0.
#pragma once
#include <cmath>
#include <concepts>

#include "exec/space.hpp"

namespace eddy {

template <std::floating_point T>
FN T fma(T a, T b, T c) {
  return ::fma(a, b, c);
}
#ifndef __CUDACC__
template <>
FN float fma<float>(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
#else
template <>
FN float fma<float>(float a, float b, float c) {
  return ::fmaf(a, b, c);
}
#endif
template <std::floating_point T>
FN T reciprocal(T a) {
  return T(1) / a;
}
FN double sqrt(double a) { return ::sqrt(a); }
FN float sqrt(float a) { return ::sqrtf(a); }
FN double abs(double a) { return ::fabs(a); }
FN float abs(float a) { return ::fabsf(a); }
FN bool negative(double a) { return ::copysign(1.0, a) < 0.0; }  // −0 too
FN bool negative(float a) { return ::copysignf(1.0f, a) < 0.0f; }
template <std::floating_point T>
FN T min(T a, T b) {
  const T least = a < b ? a : b < a ? b : negative(a) ? a : b;
  return a != a ? a : b != b ? b : least;
}
template <std::floating_point T>
FN T max(T a, T b) {
  return -eddy::min(-a, -b);
}
template <class To, std::floating_point T>
FN To convert(T a) {
  return static_cast<To>(a);
}
template <class T>
FN T select(bool c, T a, T b) {
  return c ? a : b;
}

}  // namespace eddy
