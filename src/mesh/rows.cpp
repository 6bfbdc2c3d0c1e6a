#include "mesh/rows.hpp"

#include <algorithm>

namespace eddy {

bool inside_lines(const std::vector<RowLine>& lines, double x, double y) {
  bool in = false;
  for (const RowLine& l : lines)
    if (l.meets(y) && l.crossing(y) <= x) in = !in;
  return in;
}

std::vector<std::uint8_t> points_inside(const std::vector<RowLine>& lines, std::span<const double> x,
                                        std::span<const double> y) {
  struct Crossing {
    std::size_t row;
    double x;
    bool operator<(const Crossing& o) const { return std::pair(row, x) < std::pair(o.row, o.x); }
  };
  std::vector<Crossing> crossings;
  const auto first = [](std::span<const double> all, double v) {  // place of the first value not below v
    return std::size_t(std::lower_bound(all.begin(), all.end(), v) - all.begin());
  };
  for (const RowLine& l : lines)
    for (std::size_t j = first(y, l.y0), end = first(y, l.y1); j < end; ++j) crossings.push_back({j, l.crossing(y[j])});
  std::sort(crossings.begin(), crossings.end());
  std::vector<std::uint8_t> inside(x.size() * y.size(), 0);
  for (std::size_t c = 0; c + 1 < crossings.size(); c += 2)
    std::fill(inside.begin() + std::ptrdiff_t(crossings[c].row * x.size() + first(x, crossings[c].x)),
              inside.begin() + std::ptrdiff_t(crossings[c].row * x.size() + first(x, crossings[c + 1].x)), 1);
  return inside;
}

}  // namespace eddy
