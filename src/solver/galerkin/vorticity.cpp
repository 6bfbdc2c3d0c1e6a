#include "solver/galerkin/vorticity.hpp"

#include "solver/places.hpp"

namespace eddy::galerkin {
namespace {

// ∇ × v in an element, times the share of its volume that each node gets; 2D: the component across the plane comes first.
Point turn_of(const Domain& domain, const ElementShape& s, const std::array<std::vector<double>, 3>& velocity) {
  const int d = domain.dimensions();
  std::array<Point, 3> gradient{};  // ∂v_i/∂x_j
  for (int i = 0; i < d; ++i)
    for (int n = 0; n < s.corners; ++n)
      for (int j = 0; j < d; ++j) gradient[i][j] += velocity[i][static_cast<std::size_t>(s.nodes[n])] * s.slopes[n][j];
  Point all{};
  for (int c = 0; c < (d == 2 ? 1 : 3); ++c) {
    const int i = d == 2 ? 0 : (c + 1) % 3, j = d == 2 ? 1 : (c + 2) % 3;
    all[c] = (gradient[j][i] - gradient[i][j]) * s.volume / s.corners;
  }
  return all;
}

}  // namespace

std::vector<double> vorticity(const Domain& domain, const std::array<std::vector<double>, 3>& velocity) {
  const int components = domain.dimensions() == 2 ? 1 : 3, corners = 1 << domain.dimensions();
  std::vector<Point> turns(static_cast<std::size_t>(domain.elements()));
  each_in_threads(domain.elements(), [&](std::int64_t e) {
    if (!domain.cut_out(e)) turns[static_cast<std::size_t>(e)] = turn_of(domain, domain.shape(e), velocity);
  });
  std::vector<double> all(static_cast<std::size_t>(domain.nodes() * components), 0.0);
  for (std::int64_t e = 0; e < domain.elements(); ++e) {
    if (domain.cut_out(e)) continue;
    const std::array<int, 8> nodes = domain.nodes_of(e);
    for (int n = 0; n < corners; ++n)
      for (int c = 0; c < components; ++c)
        all[static_cast<std::size_t>(nodes[n] * components + c)] += turns[static_cast<std::size_t>(e)][c];
  }
  each_in_threads(domain.nodes(), [&](std::int64_t n) {
    for (int c = 0; c < components && domain.volume(n) > 0; ++c)
      all[static_cast<std::size_t>(n * components + c)] /= domain.volume(n);
  });
  return all;
}

}  // namespace eddy::galerkin
