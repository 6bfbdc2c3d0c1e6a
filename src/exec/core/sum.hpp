// Sums that do not depend on the order of their terms. Every term is cut into three integers on a grid of bins of 30
// bits that is fixed once and for all; integers are added exactly. Which bins are kept depends only on the largest
// term: terms are rounded to a multiple of a unit at least 2⁶⁰ times smaller than it, once each (the idea is that of
// Demmel and Nguyen, 2015).
//
//   |v| < 2³⁰ u₀,  t = v + 1.5·2⁵² u₀ holds round(v / u₀) in its low bits,  the remainder goes on to u₁ = u₀ / 2³⁰
//
// Four rows along the last axis, counted from row 0 of the grid, are added in order before they become one such term
// (on a line, each cell is a term): who adds them must have all four, so that a grid may be cut between groups only.
//
// A term that is not finite, or above 2⁹⁸⁶, makes the sum NaN; what is below 2⁻¹⁰²³ counts as zero. Good for 2³² terms.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "exec/core/space.hpp"

namespace eddy {

enum class ReductionKind { sum, max, min };
template <ReductionKind K>
struct ReductionTag {
  static constexpr ReductionKind kind = K;
};
struct Reduction {  // tags, so that a kernel is compiled only for the reductions it is used in
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
  std::int64_t b;
  std::memcpy(&b, &v, sizeof b);
  return b;
#endif
}
FN double from_bits(std::int64_t b) {
#ifdef __CUDA_ARCH__
  return __longlong_as_double(b);
#else
  double v;
  std::memcpy(&v, &b, sizeof v);
  return v;
#endif
}

struct Sum {
  static constexpr bool adds = true;  // rows of a group become one term
  static constexpr int width = 30;    // exponents of a bin
  static constexpr int lowest = 2;    // bin of the smallest terms: two more lie below it
  static constexpr int infinite = 67,
                       broken = 68;  // from the first on a term is not finite; the sum is then the second
  int top = lowest;
  std::int64_t part[3] = {0, 0, 0};

  FN static int bin(std::int64_t magnitude_bits) { return int(magnitude_bits >> 52) / width; }
  FN static double anchor(int b) {
#ifdef __CUDA_ARCH__
    return __hiloint2double(((52 + width * b) << 20) | (1 << 19), 0);
#else
    return from_bits((std::int64_t(52 + width * b) << 52) | (std::int64_t(1) << 51));
#endif
  }

  FN void raise(int b) {  // makes room for bin b; what falls below the three bins is dropped
    if (b >= infinite) b = broken;
    while (top < b) {
      part[2] = part[1];
      part[1] = part[0];
      part[0] = 0;
      ++top;
    }
  }
  FN void add(double v) {
    const int e = int(to_bits(v) >> 52) & 0x7ff;
    if (e >= width * (top + 1)) raise(e / width);
    if (top == broken) return;
    const Anchors m(top);
    const Pieces p = cut(v, m);
    add_pieces(p, m, 1);
  }
  // Of one term or of many, added up modulo 2⁶⁴: their integers, each with the bits of its anchor, which come off at once.
  struct Pieces {
    std::uint64_t p0 = 0, p1 = 0, p2 = 0;
  };
  struct Anchors {
    double m0, m1, m2;
    FN explicit Anchors(int top) : m0(anchor(top)), m1(anchor(top - 1)), m2(anchor(top - 2)) {}
  };
  FN static Pieces cut(double v, const Anchors& m) {
    const double t0 = v + m.m0;
    const double r1 = v - (t0 - m.m0);
    const double t1 = r1 + m.m1;
    const double t2 = r1 - (t1 - m.m1) + m.m2;
    return {std::uint64_t(to_bits(t0)), std::uint64_t(to_bits(t1)), std::uint64_t(to_bits(t2))};
  }
  FN void add_pieces(const Pieces& p, const Anchors& m, std::uint64_t terms) {
    part[0] += std::int64_t(p.p0 - terms * std::uint64_t(to_bits(m.m0)));
    part[1] += std::int64_t(p.p1 - terms * std::uint64_t(to_bits(m.m1)));
    part[2] += std::int64_t(p.p2 - terms * std::uint64_t(to_bits(m.m2)));
  }
  template <int N>
  FN void add_rows(const double (&v)[N], bool negate) {
    double s = v[0];
    for (int n = 1; n < N; ++n) s += v[n];
    add(negate ? -s : s);
  }
  FN void merge(Sum s) {
    raise(s.top);
    s.raise(top);
    for (int n = 0; n < 3; ++n) part[n] += s.part[n];
  }
  double value() const {
    if (top == broken) return std::numeric_limits<double>::quiet_NaN();
    __int128 whole = part[0];
    whole = (((whole << width) + part[1]) << width) + part[2];
    const bool negative = whole < 0;
    unsigned __int128 w = negative ? -static_cast<unsigned __int128>(whole) : static_cast<unsigned __int128>(whole);
    int shift = 0;
    while (w >> 62) {  // keep 62 bits and whether anything was below: rounds once, correctly
      w = (w >> 1) | (w & 1);
      ++shift;
    }
    const double v = std::ldexp(static_cast<double>(static_cast<std::int64_t>(w)), shift + width * (top - 2) - 1023);
    return negative ? -v : v;
  }
};

// Maximum and minimum through integers in the order of the numbers: −0 below +0, and a NaN wins.
struct Extreme {
  static constexpr bool adds = false;
  std::int64_t key = std::numeric_limits<std::int64_t>::min();  // the largest so far

  FN static std::int64_t ordered(double v) {
    const std::int64_t b = to_bits(v);
    return v != v ? std::numeric_limits<std::int64_t>::max() : b ^ ((b >> 63) & 0x7fffffffffffffff);
  }
  FN void add(double v) {
    const std::int64_t k = ordered(v);
    key = k > key ? k : key;
  }
  template <int N>
  FN void add_rows(const double (&v)[N], bool negate) {
    for (int n = 0; n < N; ++n) add(negate ? -v[n] : v[n]);
  }
  FN void merge(const Extreme& e) { key = e.key > key ? e.key : key; }
  double value() const {
    if (key == std::numeric_limits<std::int64_t>::max()) return std::numeric_limits<double>::quiet_NaN();
    return from_bits(key ^ ((key >> 63) & 0x7fffffffffffffff));
  }
};

// What a reduction adds up in: the smallest is the largest of the negative.
template <ReductionKind R>
using Accumulated = std::conditional_t<R == ReductionKind::sum, Sum, Extreme>;
template <ReductionKind R>
double value_of(const Accumulated<R>& all) {
  const double v = all.value();
  return R == ReductionKind::min ? -v : v;
}

// As four numbers, which travel between ranks.
using Numbers = std::array<std::int64_t, 4>;
inline Numbers to_numbers(const Sum& s) { return {s.top, s.part[0], s.part[1], s.part[2]}; }
inline Numbers to_numbers(const Extreme& e) { return {e.key, 0, 0, 0}; }
inline void from_numbers(const std::int64_t* n, Sum& s) { s = {static_cast<int>(n[0]), {n[1], n[2], n[3]}}; }
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
