#include "solver/projection/wall_shear.hpp"

#include "solver/places.hpp"

namespace eddy::projection {

namespace {

struct Shear {
  const Model& model;
  const Bodies& bodies;
  const std::vector<std::vector<double>>& u;
  std::vector<std::vector<double>> walls{};               // by side
  std::vector<std::vector<std::vector<double>>> given{};  // velocity of walls, by side and component

  double centre(int axis, const Place& c) const {  // a component at the centre, the mean of both faces
    const Box b = model.faces(axis);
    return 0.5 * (u[axis][place_in(b, c)] + u[axis][place_in(b, moved(c, axis, 1))]);
  }
  // ∂u_t/∂n at the wall on one side of cell c; 0 without a wall.
  double slope(const Place& c, int side, int t) const {
    const int axis = side / 2, in = side % 2 ? -1 : 1, n = model.cells().hi[axis];
    const Place beyond = moved(c, axis, -in), next = moved(c, axis, in);
    const double h = model.width(axis, c[axis]), one = centre(t, c);
    const bool inside = model.periodic(axis) || (beyond[axis] >= 0 && beyond[axis] < n);
    if (inside) return bodies.any() && bodies.of(beyond) ? one / (0.5 * h) : 0;
    const Box b = model.side_box(side);
    if (walls[side][place_in(b, c)] == 0) return 0;
    const double wall = 0.5 * (given[side][t][place_in(b, c)] + given[side][t][place_in(b, moved(c, t, 1))]);
    const double d1 = 0.5 * h, d2 = h + 0.5 * model.width(axis, next[axis]);
    const double two = centre(t, next);
    return (one - wall) * d2 / (d1 * (d2 - d1)) - (two - wall) * d1 / (d2 * (d2 - d1));
  }
};

}  // namespace

std::vector<double> wall_shear(const Grid& grid, const Model& model, const Bodies& bodies,
                               const ProjectionOptions& options, const std::vector<std::vector<double>>& u, double t) {
  const int d = grid.dimensions;
  Shear shear{model, bodies, u};
  for (int side = 0; side < 2 * d; ++side) {
    shear.walls.push_back(model.walls(side));
    shear.given.emplace_back();
    for (int i = 0; i < d && !model.periodic(side / 2); ++i)
      shear.given.back().push_back(model.side_values(side, i, t));
  }
  const double viscosity = options.fluid.density * options.fluid.kinematic();
  std::vector<double> all;
  each(model.cells(), [&](const Place& c) {
    for (int component = 0; component < d; ++component) {
      double sum = 0;
      for (int side = 0; side < 2 * d && !(bodies.any() && bodies.of(c)); ++side)
        if (side / 2 != component) sum += viscosity * shear.slope(c, side, component);
      all.push_back(sum);
    }
  });
  return all;
}

}  // namespace eddy::projection
