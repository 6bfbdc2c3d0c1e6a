#include "solver/galerkin/vorticity.hpp"

namespace eddy::galerkin {

std::vector<double> vorticity(const Domain& domain, const std::array<std::vector<double>, 3>& velocity) {
  const int d = domain.dimensions(), components = d == 2 ? 1 : 3;
  std::vector<double> all(static_cast<std::size_t>(domain.nodes() * components), 0.0);
  for (std::int64_t e = 0; e < domain.elements(); ++e) {
    if (domain.cut_out(e)) continue;
    const ElementShape s = domain.shape(e);
    std::array<Point, 3> gradient{};  // ∂v_i/∂x_j
    for (int i = 0; i < d; ++i)
      for (int n = 0; n < s.corners; ++n)
        for (int j = 0; j < d; ++j)
          gradient[i][j] += velocity[i][static_cast<std::size_t>(s.nodes[n])] * s.slopes[n][j];
    for (int c = 0; c < components; ++c) {
      const int i = d == 2 ? 0 : (c + 1) % 3, j = d == 2 ? 1 : (c + 2) % 3;
      const double turn = gradient[j][i] - gradient[i][j];
      for (int n = 0; n < s.corners; ++n)
        all[static_cast<std::size_t>(s.nodes[n] * components + c)] += turn * s.volume / s.corners;
    }
  }
  for (std::int64_t n = 0; n < domain.nodes(); ++n)
    for (int c = 0; c < components && domain.volume(n) > 0; ++c)
      all[static_cast<std::size_t>(n * components + c)] /= domain.volume(n);
  return all;
}

}  // namespace eddy::galerkin
