// The functions that kernels may call beside + − × ÷. They give the same bits in every space. (Those of symbols are in
// exec/record/sym.hpp.) min and max are NaN if either argument is NaN; −0 is below +0.
#pragma once
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>

#include "exec/core/space.hpp"

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
// For ordinary numbers, from 2⁻¹⁰⁰ to 2¹⁰⁰, these equal sqrt and reciprocal bit for bit. CUDA's own functions branch
// for all other numbers, which keeps the compiler from overlapping other work with them; these do not branch, and their
// results for other numbers differ between spaces. The steps are those of CUDA's own fast path.
FN float ordinary_sqrt(float a) {
#ifdef __CUDA_ARCH__
  float near;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(near) : "f"(a));
  const float root = a * near;
  return ::fmaf(::fmaf(-root, root, a), 0.5f * near, root);
#else
  return ::sqrtf(a);
#endif
}
FN double ordinary_sqrt(double a) {
#ifdef __CUDA_ARCH__
  double near;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(near) : "d"(a));
  near = __hiloint2double(__double2hiint(near), __double2hiint(a) + int(0xfcb00000));
  const double off = ::fma(a, -(near * near), 1.0);
  const double nearer = ::fma(::fma(off, 0.375, 0.5), near * off, near), root = a * nearer;
  return ::fma(::fma(-root, root, a), 0.5 * nearer, root);
#else
  return ::sqrt(a);
#endif
}
FN float ordinary_reciprocal(float a) {
#ifdef __CUDA_ARCH__
  float near;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(near) : "f"(a));
  return ::fmaf(near, ::fmaf(-a, near, 1.0f), near);
#else
  return reciprocal(a);
#endif
}
FN double ordinary_reciprocal(double a) {
#ifdef __CUDA_ARCH__
  double near;  // with zeros in its lower half, one result in ten thousand is wrong in the last bit
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(near) : "d"(a));
  near = __hiloint2double(__double2hiint(near), __double2hiint(a) + 0x300402);
  const double off = ::fma(-a, near, 1.0), nearer = ::fma(near, ::fma(off, off, off), near);
  return ::fma(nearer, ::fma(-a, nearer, 1.0), nearer);
#else
  return reciprocal(a);
#endif
}
FN double abs(double a) { return ::fabs(a); }
FN float abs(float a) { return ::fabsf(a); }
FN bool negative(double a) { return ::copysign(1.0, a) < 0.0; }  // true for −0
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
// For ordinary numbers: exponent(a) is ⌊log₂|a|⌋, and scale(a, n) is a · 2ⁿ.
FN int exponent(double a) {
#ifdef __CUDA_ARCH__
  return int((__double_as_longlong(a) >> 52) & 0x7ff) - 1023;
#else
  return static_cast<int>((std::bit_cast<std::int64_t>(a) >> 52) & 0x7ff) - 1023;
#endif
}
FN int exponent(float a) {
#ifdef __CUDA_ARCH__
  return ((__float_as_int(a) >> 23) & 0xff) - 127;
#else
  return ((std::bit_cast<std::int32_t>(a) >> 23) & 0xff) - 127;
#endif
}
FN double scale(double a, int n) {
#ifdef __CUDA_ARCH__
  return __longlong_as_double(__double_as_longlong(a) + (static_cast<long long>(n) << 52));
#else
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(a) + (static_cast<std::int64_t>(n) << 52));
#endif
}
FN float scale(float a, int n) {
#ifdef __CUDA_ARCH__
  return __int_as_float(__float_as_int(a) + (n << 23));
#else
  return std::bit_cast<float>(std::bit_cast<std::int32_t>(a) + (n << 23));
#endif
}
FN int to_int(double a) { return static_cast<int>(a); }  // rounds towards zero
FN int to_int(float a) { return static_cast<int>(a); }
template <class T>
FN T to_real(int n) {
  return static_cast<T>(n);
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
