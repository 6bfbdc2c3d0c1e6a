// fft: the direct solver. All axes but one are transformed, and the remaining lines are solved exactly: this takes
// fewer transforms than one along every axis, and the remaining axis may be stretched, of any size and with any
// conditions at its ends. The unknown is the correction of x from its residual; one solution is enough, and a second
// one removes its rounding errors.
#pragma once
#include <array>

#include "linear/fft_plan.hpp"
#include "linear/solver.hpp"

namespace eddy {

// The properties of an axis that follow from its tables of conductance over width.
struct FftAxis {
  std::vector<double> low, high;
  bool periodic = false;
  std::string why_not;  // why the axis cannot be transformed; empty: it can
  FftEnds ends = FftEnds::insulated;
  double g = 0;  // conductance over width, the same everywhere
};
constexpr double fft_rounding(bool single) { return single ? 1e-5 : 1e-10; }  // tolerance at which tables are equal
FftAxis fft_axis(int axis, std::vector<double> low, std::vector<double> high, bool periodic, double rounding);
int line_axis(const std::vector<FftAxis>& axes);  // the axis that is not transformed; refuses if there are several

// A system with coefficients per face, for the message that says which coefficients vary.
struct FftFaces {
  std::array<int, 3> cells;
  std::vector<std::vector<double>> conductance;  // per axis, i fastest
  std::vector<double> capacity;
};
[[noreturn]] void refuse_varying(const FftFaces& faces);

}  // namespace eddy
