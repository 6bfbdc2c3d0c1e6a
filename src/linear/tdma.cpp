#include "linear/tdma.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {

// If the error's waves are equally long along all axes, the radius of line Jacobi is (1 − s) ρ / (1 − s ρ); the optimal
// factor then follows as for points (Young 1954).
double line_omega(double radius, double share) {
  const double lines = (1 - share) * radius / (1 - share * radius);
  return 2 / (1 + std::sqrt(std::max(0.0, 1 - lines * lines)));
}

int strongest_axis(const std::array<double, 3>& coupling, const Box& cells, int dimensions,
                   const std::array<bool, 3>& periodic) {
  int best = -1, odd = 0;
  auto odd_ring = [&](int a) { return periodic[a] && cells.extent(a) % 2; };
  for (int a = 0; a < dimensions; ++a) odd += odd_ring(a);
  for (int a = 0; a < dimensions; ++a)
    if (odd - odd_ring(a) == 0)
      if (best < 0 || (cells.extent(a) > 1 && (cells.extent(best) == 1 || coupling[a] > coupling[best]))) best = a;
  return best;
}

}  // namespace eddy
