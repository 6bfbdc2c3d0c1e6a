#include "solver/galerkin/mixing_length.hpp"

#include <algorithm>
#include <cmath>

namespace eddy::galerkin {

std::vector<double> mixing_lengths_squared(const Domain& domain) {
  const GalerkinOptions& o = domain.options();
  const TurbulenceOptions& t = o.turbulence;
  if (t.model == Model::none) return {};
  constexpr double karman = 0.41, damping = 26;
  const bool dynamic = t.model == Model::dynamic;  // Δ itself
  const double constant = dynamic ? 1 : t.constant.value_or(t.model == Model::wale ? 0.325 : 0.1);
  const bool at_walls = t.model == Model::smagorinsky && t.wall != WallLength::none;
  std::vector<double> all(static_cast<std::size_t>(domain.grid().cell_count()));
  for (std::size_t e = 0; e < all.size(); ++e) {
    const auto element = static_cast<std::int64_t>(e);
    double length = constant * std::pow(domain.shape(element).volume, 1.0 / domain.dimensions());
    if (at_walls) {
      const double d = domain.wall_distance(element);
      if (t.wall == WallLength::mixing_length)
        length = std::min(karman * d, length);
      else
        length *= 1 - std::exp(-d * *t.friction_velocity / (o.fluid.kinematic() * damping));
    }
    all[e] = length * length;
  }
  return all;
}

}  // namespace eddy::galerkin
