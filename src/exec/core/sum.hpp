// Sums that do not depend on the order of their terms. Every term is cut into three integers on a grid of bins of 30
// bits that is fixed once and for all; integers are added exactly. Which bins are kept depends only on the largest
// term: terms are rounded to a multiple of a unit at least 2⁵⁹ times smaller than it, once each (the idea is that of
// Demmel and Nguyen, 2015).
//
//   |v| < 2²⁹ u₀,  t = v + 1.5·2⁵² u₀ holds round(v / u₀) in its low bits,  the remainder goes on to u₁ = u₀ / 2³⁰
//
// Groups of four rows along the last axis, counted from row 0 of the grid, are added in order to one such term (in 1D
// each cell is a term). One rank must have all four rows of a group: a grid may be cut only between groups.
//
// A term that is not finite, or above 2⁹⁸⁶, makes the sum NaN; a term below 2⁻¹⁰²³ counts as zero. A sum may have 2³²
// terms.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "exec/core/space.hpp"

namespace eddy {

enum class ReductionKind { sum, max, min };
template <ReductionKind K>
struct ReductionTag {
  static constexpr ReductionKind kind = K;
};
struct Reduction {  // tags, so that a kernel is compiled only for the reductions that it is used in
  static constexpr ReductionTag<ReductionKind::sum> sum{};
  static constexpr ReductionTag<ReductionKind::max> max{};
  static constexpr ReductionTag<ReductionKind::min> min{};
};

FN constexpr int group_rows(int dimensions) { return dimensions == 1 ? 1 : 4; }
FN constexpr int group_begin(int row, int dimensions) { return row & -group_rows(dimensions); }

FN std::int64_t to_bits(double v) {
#ifdef __CUDA_ARCH__
  return __double_as_longlong(v);
#else
  return std::bit_cast<std::int64_t>(v);
#endif
}
FN double from_bits(std::int64_t b) {
#ifdef __CUDA_ARCH__
  return __longlong_as_double(b);
#else
  return std::bit_cast<double>(b);
#endif
}
FN double from_high_bits(int b) {
#ifdef __CUDA_ARCH__
  return __hiloint2double(b, 0);
#else
  return from_bits(std::int64_t(b) << 32);
#endif
}
using std::int64_t, std::uint64_t;

#include "exec/core/sum_steps.hpp"

struct Sum {
  static constexpr bool adds = true;  // the rows of a group are added to one term
  SumBins bins = empty_sum();

  FN void add(double v) { add_to_sum(&bins, v); }
  template <int N>
  FN void add_rows(const double (&v)[N], bool negate) {
    double s = v[0];
    for (int n = 1; n < N; ++n) s += v[n];
    add(negate ? -s : s);
  }
  FN void merge(const Sum& s) { merge_sums(&bins, s.bins); }
  double value() const {
    if (bins.top == sum_broken) return std::numeric_limits<double>::quiet_NaN();
    __int128 whole = bins.p0;
    whole = (((whole << sum_width) + bins.p1) << sum_width) + bins.p2;
    const bool negative = whole < 0;
    unsigned __int128 w = negative ? -static_cast<unsigned __int128>(whole) : static_cast<unsigned __int128>(whole);
    int shift = 0;
    while (w >> 62) {  // keep 62 bits, and in the last one whether any below were set: it rounds once, correctly
      w = (w >> 1) | (w & 1);
      ++shift;
    }
    const double v =
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(w)), shift + sum_width * (bins.top - 2) - 1023);
    return negative ? -v : v;
  }
};

// Maximum and minimum by integer keys in the order of the numbers: −0 is below +0, and NaN above all numbers.
struct Extreme {
  static constexpr bool adds = false;
  std::int64_t key = std::numeric_limits<std::int64_t>::min();  // the largest so far

  FN void add(double v) { raise_key(ordered_key(v)); }
  template <int N>
  FN void add_rows(const double (&v)[N], bool negate) {
    for (int n = 0; n < N; ++n) add(negate ? -v[n] : v[n]);
  }
  FN void merge(const Extreme& e) { raise_key(e.key); }
  double value() const {
    if (key == std::numeric_limits<std::int64_t>::max()) return std::numeric_limits<double>::quiet_NaN();
    return from_bits(key ^ ((key >> 63) & 0x7fffffffffffffff));
  }

 private:
  FN void raise_key(std::int64_t k) { key = k > key ? k : key; }
};

// The accumulator of a reduction. A minimum is the negative of the maximum of the negative values.
template <ReductionKind R>
using Accumulated = std::conditional_t<R == ReductionKind::sum, Sum, Extreme>;
template <ReductionKind R>
double value_of(const Accumulated<R>& all) {
  const double v = all.value();
  return R == ReductionKind::min ? -v : v;
}

// An accumulator as four integers, which ranks send to each other.
using Numbers = std::array<std::int64_t, 4>;
inline Numbers to_numbers(const Sum& s) { return {s.bins.top, s.bins.p0, s.bins.p1, s.bins.p2}; }
inline Numbers to_numbers(const Extreme& e) { return {e.key, 0, 0, 0}; }
inline void from_numbers(const std::int64_t* n, Sum& s) { s.bins = {static_cast<int>(n[0]), n[1], n[2], n[3]}; }
inline void from_numbers(const std::int64_t* n, Extreme& e) { e.key = n[0]; }
template <class A>
void merge_numbers(std::int64_t* into, const std::int64_t* other) {
  A a, b;
  from_numbers(into, a);
  from_numbers(other, b);
  a.merge(b);
  const Numbers n = to_numbers(a);
  std::copy(n.begin(), n.end(), into);
}

}  // namespace eddy
