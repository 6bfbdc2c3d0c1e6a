// The steps of sum.hpp, written once for C++, CUDA and OpenCL: C that all three compile. sum.hpp includes it into the
// namespace eddy; exec/opencl/source.cpp puts its text before the kernels. Each side brings FN, to_bits, from_bits,
// from_high_bits and the integers of 64 bits. Nothing may be included here.
#pragma once

enum {
  sum_width = 30,     // exponents of a bin
  sum_lowest = 2,     // bin of the smallest terms: two more lie below it
  sum_infinite = 67,  // from this bin on a term is not finite …
  sum_broken = 68     // … and this is then the bin of the sum
};

typedef struct {
  int top;  // the bin of p0; p1 and p2 are of the two below it
  int64_t p0, p1, p2;
} SumBins;
// Of one term or of many, added up modulo 2⁶⁴: their integers, each with the bits of its anchor, which come off at once.
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
// A bin takes terms from half of its unit on, and below half of the next one's: rounded to a bin above its own, a term is
// nothing, so that it counts the same whether larger ones come before or after it.
FN int first_exponent(int bin) { return sum_width * bin - 1; }
FN double sum_anchor(int bin) { return from_high_bits(((52 + sum_width * bin) << 20) | (1 << 19)); }
FN SumAnchors sum_anchors(int top) {
  SumAnchors m = {sum_anchor(top), sum_anchor(top - 1), sum_anchor(top - 2)};
  return m;
}

// Makes room for terms of this bin; what falls below the three bins is dropped.
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

// Integers in the order of the numbers, −0 below +0; that of a NaN is the largest.
FN int64_t ordered_key(double v) {
  const int64_t b = to_bits(v), largest = 0x7fffffffffffffff;
  return v != v ? largest : b ^ ((b >> 63) & largest);
}
