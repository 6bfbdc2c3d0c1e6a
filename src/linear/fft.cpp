#include "linear/fft.hpp"

#include <algorithm>
#include <cmath>

#include "base/axis.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy {

static bool near(double a, double b, double rounding) {
  return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

static std::string side_of(int axis, int end) { return std::string("'") + side_names[2 * axis + end] + "'"; }

FftAxis fft_axis(int axis, std::vector<double> low, std::vector<double> high, bool periodic, double rounding) {
  FftAxis a{std::move(low), std::move(high), periodic, "", FftEnds::ring, 0};
  const int n = static_cast<int>(a.low.size());
  const std::string name(1, "xyz"[axis]);
  if (!fft_size(n)) {
    a.why_not = name + " has " + std::to_string(n) + " cells, which is not a product of 2, 3, 5 and 7 (" +
                nearest_fft_sizes(n) + " are)";
    return a;
  }
  const int first = periodic ? 0 : 1;
  a.g = n > 1 ? a.low[1] : periodic ? a.low[0] : std::max(a.low[0], a.high[0]) / 2;
  for (int i = first; i < n; ++i)
    if (!near(a.low[i], a.g, rounding) || !near(a.high[(i + n - 1) % n], a.g, rounding)) {
      a.why_not = name + " is stretched";
      return a;
    }
  if (periodic) return a;
  const double ends[2] = {a.low[0], a.high[n - 1]};
  for (int end : {0, 1})
    if (ends[end] != 0 && !near(ends[end], 2 * a.g, rounding)) {
      a.why_not = "side " + side_of(axis, end) + " has a mixed condition (convection)";
      return a;
    }
  if ((ends[0] == 0) != (ends[1] == 0)) {
    a.why_not = name + " has a fixed value at one end only, " + side_of(axis, ends[0] == 0);
    return a;
  }
  a.ends = ends[0] == 0 ? FftEnds::insulated : FftEnds::walls;
  return a;
}

int line_axis(const std::vector<FftAxis>& axes) {
  int left = -1;
  std::string why;
  for (int a = 0; a < static_cast<int>(axes.size()); ++a)
    if (!axes[a].why_not.empty()) {
      why += (why.empty() ? "" : "; ") + axes[a].why_not;
      if (left >= 0) left = 3;
      if (left < 0) left = a;
    }
  if (left == 3)
    throw Error(Exit::usage, "linear.solver = \"fft\" transforms all axes but one, and cannot here: " + why +
                                 ". Change all but one of these, or take linear.solver = \"tdma\".");
  if (left >= 0) return left;
  for (int a = static_cast<int>(axes.size()) - 1; a >= 0; --a)
    if (!axes[a].periodic) return a;
  return static_cast<int>(axes.size()) - 1;
}

void refuse_varying(const FftFaces& f) {
  const auto [least, most] = std::minmax_element(f.capacity.begin(), f.capacity.end());
  std::string why = "heat capacity times volume goes from " + number_text(*least) + " to " + number_text(*most);
  for (int a = 0; a < static_cast<int>(f.conductance.size()); ++a) {
    double low = INFINITY, high = -INFINITY;
    std::array<int, 3> n = f.cells;
    ++n[a];
    std::size_t m = 0;
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i, ++m) {
          const int face = a == 0 ? i : a == 1 ? j : k;
          if (face == 0 || face == n[a] - 1) continue;
          low = std::min(low, f.conductance[a][m]);
          high = std::max(high, f.conductance[a][m]);
        }
    if (high > low)
      why += std::string(", the conductance of faces along ") + "xyz"[a] + " from " + number_text(low) + " to " +
             number_text(high);
  }
  throw Error(Exit::usage,
              "linear.solver = \"fft\" needs the same material in every cell and one condition on each side: " + why +
                  ". Take linear.solver = \"tdma\".");
}

}  // namespace eddy
