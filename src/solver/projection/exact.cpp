#include "solver/projection/exact.hpp"

#include <limits>

#include "field/field.hpp"
#include "solver/places.hpp"

namespace eddy::projection {

template <class Counts>
static std::vector<double> values_at(const Exact& exact, const Bodies& bodies, Location location, const Box& points,
                                     const Counts& counts) {
  const Grid& grid = bodies.model().grid();
  if (!bodies.any()) return evaluate_at(grid, location, points, exact.formula, exact.key, exact.time);
  std::vector<double> all;
  each(points, [&](const Place& p) {
    Coordinates x{};
    for (int a = 0; a < grid.dimensions; ++a) x[a] = at_ends(location, a) ? grid.nodes[a][p[a]] : grid.centre(a, p[a]);
    all.push_back(counts(p) ? evaluate(exact.formula, exact.key, x, exact.time)
                            : std::numeric_limits<double>::quiet_NaN());
  });
  return all;
}

std::vector<double> exact_at_faces(const Exact& exact, const Bodies& bodies, int component) {
  const Location faces = static_cast<Location>(static_cast<int>(Location::face_x) + component);
  return values_at(exact, bodies, faces, face_box(bodies.model().cells(), component),
                   [&](const Place& f) { return bodies.computed(component, f); });
}
std::vector<double> exact_in_cells(const Exact& exact, const Bodies& bodies, bool in_conductors) {
  return values_at(exact, bodies, Location::cell, bodies.model().cells(), [&](const Place& c) {
    return bodies.computed(-1, c) || (in_conductors && bodies.conducts(bodies.of(c)));
  });
}
std::vector<double> exact_at_nodes(const Exact& exact, const Bodies& bodies, const Box& nodes) {
  return values_at(exact, bodies, Location::node, nodes, [&](const Place& n) { return !bodies.encloses(n); });
}

}  // namespace eddy::projection
