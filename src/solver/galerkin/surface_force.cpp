#include "solver/galerkin/surface_force.hpp"

namespace eddy::galerkin {

SurfaceForce surface_force(const Domain& domain, const std::vector<int>& faces, const NodalState& state) {
  const int d = domain.dimensions(), corners = 2 * (d - 1);
  const FluidOptions& fluid = domain.options().fluid;
  SurfaceForce force;
  for (int n : faces) {
    const WallFace& f = domain.faces()[static_cast<std::size_t>(n)];
    const ElementShape s = domain.shape(f.element);
    double p = 0;
    for (int m = 0; m < corners; ++m) p += state.pressure[static_cast<std::size_t>(f.nodes[m])] / corners;
    std::array<Point, 3> slope{};  // ∂v_i/∂x_j
    for (int i = 0; i < d; ++i)
      for (int m = 0; m < s.corners; ++m)
        for (int j = 0; j < d; ++j)
          slope[i][j] += state.velocity[i][static_cast<std::size_t>(s.nodes[m])] * s.slopes[m][j];
    const double nu = fluid.kinematic() + (state.eddy.empty() ? 0 : state.eddy[static_cast<std::size_t>(f.element)]);
    for (int i = 0; i < d; ++i) {
      force.pressure[i] += fluid.density * p * f.area[i];
      for (int j = 0; j < d; ++j) force.friction[i] -= fluid.density * nu * (slope[i][j] + slope[j][i]) * f.area[j];
    }
  }
  return force;
}

}  // namespace eddy::galerkin
