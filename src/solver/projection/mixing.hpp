// The length ℓ of the eddy viscosity ℓ² |S|, on the host: C Δ with Δ the cube root of a cell's volume (2D: the square
// root of its area), reduced near walls.
//
//   mixing-length   min(C Δ, 0.41 d)              d: distance to the nearest no-slip wall or body
//   van-driest      C Δ (1 − exp(−y⁺/26))         y⁺ = d u_τ / ν
#pragma once
#include "solver/projection/bodies.hpp"

namespace eddy::projection {

class MixingLength {
 public:
  MixingLength(const Model& model, const Bodies& bodies, const ProjectionOptions& options);

  // ℓ² of a cell, or of a ghost cell next to the domain; −1 in bodies and behind no-slip walls.
  double squared(std::array<int, 3> cell) const;
  double distance(const std::array<int, 3>& cell) const;  // of a cell's centre from walls, m; infinite without walls

 private:
  bool wall(int side, std::array<int, 3> cell) const;  // whether the side has a wall next to this cell
  std::size_t place(const std::array<int, 3>& cell) const;

  const Grid& grid_;
  const Model& model_;
  const Bodies& bodies_;
  const ProjectionOptions& options_;
  std::array<std::vector<double>, 6> walls_;
  std::vector<double> from_bodies_;  // squared; empty: no bodies
};

}  // namespace eddy::projection
