// exp, log, pow, sin and cos of ordinary numbers, for kernels. They use only + − × ÷ and the exponent of a number, and
// so give the same bits in every space. (tests/exec/functions.cpp: the largest error of exp and log is below 1 ulp;
// pow(a, b) loses |b ln a| ulp.) V is T, or a symbol for a T.
#pragma once
#include "exec/core/math.hpp"
#include "exec/record/sym.hpp"

namespace eddy {

namespace detail {
// The N-th and all further terms of a power series in x, by Horner's rule.
template <class T, int N, int Last, class V>
FN V exp_series(V x) {  // Σ N! xⁱ⁻ᴺ / i!
  if constexpr (N == Last)
    return V(T(1));
  else
    return V(T(1)) + x * exp_series<T, N + 1, Last>(x) * V(T(1.0 / (N + 1)));
}
template <class T, int N, int Last, class V>
FN V log_series(V x) {  // Σ 2 xⁱ⁻ᴺ / (2i + 1)
  if constexpr (N == Last)
    return V(T(2.0 / (2 * N + 1)));
  else
    return V(T(2.0 / (2 * N + 1))) + x * log_series<T, N + 1, Last>(x);
}
// ln 2 as a sum of two parts: a small integer times the first one is exact.
template <class T>
inline constexpr double ln2_high = sizeof(T) == 8 ? 0x1.62e42feep-1 : 0x1.62ep-1;
template <class T>
inline constexpr double ln2_low = sizeof(T) == 8 ? 0x1.a39ef35793c76p-33 : 0x1.0bfbe8e7bcd5ep-15;
}  // namespace detail

// With x = n ln 2 + r, |r| ≤ ½ ln 2: eˣ = 2ⁿ eʳ. First x is clamped to ± `end`, near which eˣ leaves the range of T.
template <class T, class V>
FN V exp_of(V x) {
  constexpr double end = sizeof(T) == 8 ? 708 : 87;
  x = select(x < V(T(-end)), V(T(-end)), select(V(T(end)) < x, V(T(end)), x));
  const auto n = to_int(x * V(T(1.4426950408889634)) + select(x < V(T(0)), V(T(-0.5)), V(T(0.5))));
  const V k = to_real<T>(n);
  const V high = x - k * V(T(detail::ln2_high<T>));
  const V low = k * V(T(detail::ln2_low<T>));
  const V r = high - low;
  const V rest = (high - r) - low;  // the rounding error of r
  constexpr int last = sizeof(T) == 8 ? 13 : 7;
  const V tail = r * r * (V(T(0.5)) * detail::exp_series<T, 2, last>(r));
  return scale(V(T(1)) + (r + (tail + rest)), n);
}

// With x = 2ⁿ (1 + f), √½ ≤ 1 + f < √2, and s = f / (2 + f): ln(1 + f) = f − f²/2 + s (f²/2 + Σ 2 s²ⁱ/(2i + 1)).
template <class T, class V>
FN V log_of(V x) {
  auto n = exponent(x);
  V m = scale(x, -n);
  const auto high = V(T(1.4142135623730951)) < m;
  m = select(high, V(T(0.5)) * m, m);
  n = select(high, n + 1, n);
  const V f = m - V(T(1));
  const V s = f / (V(T(2)) + f);
  const V square = s * s;
  const V half = V(T(0.5)) * f * f;
  constexpr int last = sizeof(T) == 8 ? 11 : 5;
  const V series = square * detail::log_series<T, 1, last>(square);
  const V k = to_real<T>(n);
  return k * V(T(detail::ln2_high<T>)) - ((half - (s * (half + series) + k * V(T(detail::ln2_low<T>)))) - f);
}

namespace detail {
// π/2 as a sum of three parts: a small integer times each of the first two is exact.
template <class T>
inline constexpr double half_pi[3] = {sizeof(T) == 8 ? 0x1.921fb544p+0 : 0x1.92p+0,
                                      sizeof(T) == 8 ? 0x1.0b4611a6p-34 : 0x1.fb4p-12,
                                      sizeof(T) == 8 ? 0x1.3198a2e037073p-69 : 0x1.4442d2p-24};
// Σ (−x)ⁱ / ((First + 1) (First + 2) … (First + 2i)), by Horner's rule.
template <class T, int First, int Last, class V>
FN V alternating_series(V x) {
  if constexpr (First >= Last)
    return V(T(1));
  else
    return V(T(1)) - x * alternating_series<T, First + 2, Last>(x) * V(T(1.0 / ((First + 1.0) * (First + 2.0))));
}
}  // namespace detail

// With x = n π/2 + r, |r| ≤ π/4: sin x and cos x are ± sin r or ± cos r, depending on n mod 4. For |x| below 10⁵
// (10³ in single precision).
template <class T, class V>
FN void sin_cos_of(V x, V& sine, V& cosine) {
  const auto n = to_int(x * V(T(0.63661977236758138)) + select(x < V(T(0)), V(T(-0.5)), V(T(0.5))));
  const V k = to_real<T>(n);
  const V r =
      ((x - k * V(T(detail::half_pi<T>[0]))) - k * V(T(detail::half_pi<T>[1]))) - k * V(T(detail::half_pi<T>[2]));
  const V square = r * r;
  constexpr int last = sizeof(T) == 8 ? 17 : 9;
  const V s = r * detail::alternating_series<T, 1, last>(square), c = detail::alternating_series<T, 0, last>(square);
  const auto quarter = n - n / 4 * 4;  // −3 … 3
  const auto odd = quarter == 1 || quarter == 3 || quarter == -1 || quarter == -3;
  const V first = select(odd, c, s), second = select(odd, s, c);
  const auto lower = quarter == 2 || quarter == 3 || quarter == -1 || quarter == -2;
  const auto left = quarter == 1 || quarter == 2 || quarter == -2 || quarter == -3;
  sine = select(lower, -first, first);
  cosine = select(left, -second, second);
}

template <class T, class V>
FN V pow_of(V base, V power) {  // of a positive base
  return exp_of<T>(power * log_of<T>(base));
}

}  // namespace eddy
