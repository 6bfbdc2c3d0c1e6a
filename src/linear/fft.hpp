// fft: the direct solver. All axes but one are transformed, and the lines that are left are solved exactly: that takes
// fewer transforms than one along every axis, and leaves one axis free to be stretched, of any size, with any ends.
// What it solves for is a correction of x from the residual; once is enough, and once more brings what rounding took.
#pragma once
#include <array>

#include "linear/fft_plan.hpp"
#include "linear/solver.hpp"

namespace eddy {

// What can be seen of an axis from its conductances over widths.
struct FftAxis {
  std::vector<double> low, high;
  bool periodic = false;
  std::string why_not;  // it cannot be transformed; empty: it can
  FftEnds ends = FftEnds::insulated;
  double g = 0;  // conductance over width, the same everywhere
};
constexpr double fft_rounding(bool single) { return single ? 1e-5 : 1e-10; }  // of tables that are equal
FftAxis fft_axis(int axis, std::vector<double> low, std::vector<double> high, bool periodic, double rounding);
int line_axis(const std::vector<FftAxis>& axes);  // the one that is not transformed; refuses where there are several

// Coefficients per face: says what varies.
struct FftFaces {
  std::array<int, 3> cells;
  std::vector<std::vector<double>> conductance;  // per axis, i fastest
  std::vector<double> capacity;
};
[[noreturn]] void refuse_varying(const FftFaces& faces);

}  // namespace eddy
