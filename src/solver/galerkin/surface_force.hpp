// The force of the fluid on faces by an integral over them: what of it is pressure and what friction. The reaction at the
// nodes (wall_forces.hpp) is the better number; the difference tells how well the mesh resolves the flow at the wall.
//
//   F = Σ A (p n − ρ ν_e (L + Lᵀ) n)       n into the body, p the mean of the face's nodes, L of the element before it
#pragma once
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct SurfaceForce {
  Point pressure{}, friction{};
};
struct NodalState {  // at all nodes, and per element
  std::array<std::vector<double>, 3> velocity;
  std::vector<double> pressure;  // over density
  std::vector<double> eddy;      // viscosity; empty: no model
};
// Of faces by their places in Domain::faces().
SurfaceForce surface_force(const Domain& domain, const std::vector<int>& faces, const NodalState& state);

}  // namespace eddy::galerkin
