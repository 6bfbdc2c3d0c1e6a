#include "solver/places.hpp"

#include <span>

namespace eddy {

std::vector<double> evaluate_at(const Grid& grid, Location location, const Box& points, const Formula& formula,
                                const std::string& key, double t) {
  std::array<std::vector<double>, 3> x;
  for (int a = 0; a < 3; ++a)
    for (int i = points.lo[a]; i < points.hi[a]; ++i)
      x[a].push_back(a >= grid.dimensions ? 0.0 : at_ends(location, a) ? grid.nodes[a][i] : grid.centre(a, i));
  return evaluate(formula, key, std::array<std::span<const double>, 3>{x[0], x[1], x[2]}, t);
}

}  // namespace eddy
