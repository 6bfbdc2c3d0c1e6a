// The steps of sum.hpp, written once for C++, CUDA and OpenCL: C that all three compile. sum.hpp includes it into the
// namespace eddy; exec/opencl/source.cpp puts its text before the kernels. Each of the two defines FN, to_bits,
// from_high_bits and the 64-bit integers beforehand. This file may include nothing.
#pragma once

enum {
  sum_width = 30,     // width of a bin, in powers of two
  sum_lowest = 2,     // bin of the smallest terms; two more bins lie below it
  sum_infinite = 67,  // a term of this bin or a higher one is not finite
  sum_broken = 68     // the bin of a sum with such a term
};

typedef struct {
  int top;  // the bin of p0; p1 and p2 belong to the two bins below it
  int64_t p0, p1, p2;
} SumBins;
// The integers of one term, or of many terms added modulo 2⁶⁴. They contain the bits of their anchors, which add_pieces
// subtracts for all terms at once.
typedef struct {
  uint64_t p0, p1, p2;
} SumPieces;
typedef struct {
  double m0, m1, m2;
} SumAnchors;

FN SumBins empty_sum(void) {
  SumBins s = {sum_lowest, 0, 0, 0};
  return s;
}

FN int exponent_bits(double v) { return (int)(to_bits(v) >> 52) & 0x7ff; }
// A bin takes terms from half of its unit up to half of the unit of the next bin. In a bin above its own, a term is
// rounded to zero: it counts the same whether larger terms come before or after it.
FN int first_exponent(int bin) { return sum_width * bin - 1; }
FN double sum_anchor(int bin) { return from_high_bits(((52 + sum_width * bin) << 20) | (1 << 19)); }
FN SumAnchors sum_anchors(int top) {
  SumAnchors m = {sum_anchor(top), sum_anchor(top - 1), sum_anchor(top - 2)};
  return m;
}

// Raises the bins until terms of this bin fit; what falls below the three bins is dropped.
FN void raise_sum(SumBins* s, int bin) {
  if (bin >= sum_infinite) bin = sum_broken;
  while (s->top < bin) {
    s->p2 = s->p1;
    s->p1 = s->p0;
    s->p0 = 0;
    ++s->top;
  }
}
FN void fit_sum(SumBins* s, int exponent) {
  if (exponent >= first_exponent(s->top + 1)) raise_sum(s, (exponent + 1) / sum_width);
}

FN SumPieces cut_term(double v, SumAnchors m) {
  const double t0 = v + m.m0;
  const double r1 = v - (t0 - m.m0);
  const double t1 = r1 + m.m1;
  const double t2 = r1 - (t1 - m.m1) + m.m2;
  SumPieces p = {(uint64_t)to_bits(t0), (uint64_t)to_bits(t1), (uint64_t)to_bits(t2)};
  return p;
}
FN void add_pieces(SumBins* s, SumPieces p, SumAnchors m, uint64_t terms) {
  s->p0 += (int64_t)(p.p0 - terms * (uint64_t)to_bits(m.m0));
  s->p1 += (int64_t)(p.p1 - terms * (uint64_t)to_bits(m.m1));
  s->p2 += (int64_t)(p.p2 - terms * (uint64_t)to_bits(m.m2));
}
FN void add_to_sum(SumBins* s, double v) {
  fit_sum(s, exponent_bits(v));
  if (s->top == sum_broken) return;
  const SumAnchors m = sum_anchors(s->top);
  add_pieces(s, cut_term(v, m), m, 1);
}
FN void merge_sums(SumBins* s, SumBins other) {
  raise_sum(s, other.top);
  raise_sum(&other, s->top);
  s->p0 += other.p0;
  s->p1 += other.p1;
  s->p2 += other.p2;
}

// An integer key in the order of the numbers, with −0 below +0; NaN has the largest key.
FN int64_t ordered_key(double v) {
  const int64_t b = to_bits(v), largest = 0x7fffffffffffffff;
  return v != v ? largest : b ^ ((b >> 63) & largest);
}
