#include "solver/wall_distance.hpp"

#include <algorithm>
#include <limits>

#include "solver/places.hpp"

namespace eddy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The least of (value of another cell)² + (gap between this centre and that cell)² along a line. The search goes outwards
// until the gap alone exceeds the least sum so far.
double least_along(const Grid& grid, int axis, double period, const std::vector<double>& line, int i) {
  const auto& x = grid.nodes[axis];
  const int n = grid.cells(axis);
  double best = line[i];
  const double here = grid.centre(axis, i);
  for (const int way : {-1, 1})
    for (int m = 1; m < n; ++m) {
      const int j = i + way * m, at = j < 0 ? j + n : j >= n ? j - n : j;
      if (j != at && period == infinity) break;
      const double turn = j < 0 ? -period : j >= n ? period : 0;
      const double gap = way < 0 ? here - (x[at + 1] + turn) : x[at] + turn - here;
      if (gap * gap >= best) break;
      best = std::min(best, line[at] + gap * gap);
    }
  return best;
}

void spread(const Grid& grid, int axis, bool periodic, std::vector<double>& squared) {
  const int n = grid.cells(axis);
  const double period = periodic ? grid.upper(axis) - grid.lower(axis) : infinity;
  const Box cells{{0, 0, 0}, grid.cells()};
  each_in_threads(cells.layer(axis, false), [&](Place c) {
    std::vector<double> line(static_cast<std::size_t>(n));
    for (c[axis] = 0; c[axis] < n; ++c[axis]) line[c[axis]] = squared[place_in(cells, c)];
    if (std::all_of(line.begin(), line.end(), [](double d) { return d == infinity; })) return;
    for (c[axis] = 0; c[axis] < n; ++c[axis])
      squared[place_in(cells, c)] = least_along(grid, axis, period, line, c[axis]);
  });
}

}  // namespace

std::vector<double> squared_distances(const Grid& grid, const std::array<bool, 3>& periodic, const CellTest& solid) {
  const Box cells{{0, 0, 0}, grid.cells()};
  std::vector<double> squared(static_cast<std::size_t>(grid.cell_count()));
  each_in_threads(cells, [&](const Place& c) { squared[place_in(cells, c)] = solid(c) ? 0 : infinity; });
  for (int a = 0; a < grid.dimensions; ++a) spread(grid, a, periodic[a], squared);
  return squared;
}

}  // namespace eddy
