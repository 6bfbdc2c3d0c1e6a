// The transform of a line, on the host: its steps and tables. It diagonalises the second difference with the same
// condition at both ends of a uniform axis of n cells:
//
//   insulated   X_k = Σ x_i cos(π k (i + ½) / n)            λ_k = 4 g sin²(π k / 2n),     k = 0 … n − 1
//   walls       X_k = Σ x_i (−1)ⁱ cos(π k (i + ½) / n)      λ_k = 4 g sin²(π (n − k) / 2n)     (the sines, backwards)
//   ring        X_k = Re, X_{n−k} = −Im of Σ x_i e^{−2πi ik/n}   λ_k = 4 g sin²(π k / n)
//
// Two real lines form one complex line z. The cosines are computed by a complex transform of the line in the order 0 2
// 4 … 5 3 1 (Makhoul 1980). It works in place, radix by radix; mode k ends in slot s = position(k) and stays there,
// since only the table of the λ depends on the order of the modes.
#pragma once
#include <string>
#include <vector>

#include "exec/shapes/transform_plan.hpp"

namespace eddy {

enum class FftEnds { insulated, walls, ring };

struct FftPlan {
  int n = 0;
  std::vector<TransformStep> forward, inverse;
  std::vector<int> place, position;  // slot of cell i; slot of mode k
  std::vector<double> sign, back;    // of cell i, forward and back; `back` includes the factor 1/n
  std::vector<double> twiddle_re, twiddle_im;
  std::vector<double> turn_re, turn_im;  // e^{−iπk/2n}, or 1 on a ring
  std::vector<double> eigenvalue;        // by slot, for g = 1
};

FftPlan fft_plan(int n, FftEnds ends);
bool fft_size(int n);                  // a product of 2, 3, 5 and 7
std::string nearest_fft_sizes(int n);  // "120 or 125"

namespace fft_kind {  // kinds of steps of a transform; the kind of radix r is `of(r)`
inline constexpr int radices[] = {2, 3, 4, 5, 7, 8};
inline constexpr int pairs = 6, count = 7;
constexpr int of(int radix) {
  for (int n = 0; n < pairs; ++n)
    if (radices[n] == radix) return n;
  return -1;
}
}  // namespace fft_kind

}  // namespace eddy
