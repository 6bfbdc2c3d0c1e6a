#include "solver/galerkin/mixing_length.hpp"

#include <algorithm>
#include <cmath>

#include "solver/places.hpp"

namespace eddy::galerkin {

double mixing_length_squared(const Domain& domain, std::int64_t element) {
  const GalerkinOptions& o = domain.options();
  const TurbulenceOptions& t = o.turbulence;
  constexpr double karman = 0.41, damping = 26;
  const bool dynamic = t.model == Model::dynamic;  // its length is Δ
  const double constant = dynamic ? 1 : t.constant.value_or(t.model == Model::wale ? 0.325 : 0.1);
  double length = constant * std::pow(domain.size(element).volume, 1.0 / domain.dimensions());
  if (t.model == Model::smagorinsky && t.wall != WallLength::none) {
    const double d = domain.wall_distance(element);
    if (t.wall == WallLength::mixing_length)
      length = std::min(karman * d, length);
    else
      length *= 1 - std::exp(-d * *t.friction_velocity / (o.fluid.kinematic() * damping));
  }
  return length * length;
}

std::vector<double> mixing_lengths_squared(const Domain& domain) {
  if (domain.options().turbulence.model == Model::none) return {};
  std::vector<double> all(static_cast<std::size_t>(domain.elements()));
  each_in_threads(domain.elements(),
                  [&](std::int64_t e) { all[static_cast<std::size_t>(e)] = mixing_length_squared(domain, e); });
  return all;
}

}  // namespace eddy::galerkin
