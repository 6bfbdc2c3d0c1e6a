// The pressure and friction parts of the force on faces, by an integral over them. The reaction at the nodes
// (wall_forces.hpp) is more accurate; the difference tells how well the mesh resolves the flow at the wall.
//
//   F = Σ A (p n − ρ ν_e (L + Lᵀ) n)       n into the body, p the mean of the face's nodes, L of its element
#pragma once
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct SurfaceForce {
  Point pressure{}, friction{};
};
struct NodalState {  // at all nodes
  std::array<std::vector<double>, 3> velocity;
  std::vector<double> pressure;  // over density
  std::vector<double> eddy;      // eddy viscosity per element; empty: no model
};
// `faces`: places in Domain::faces().
SurfaceForce surface_force(const Domain& domain, const std::vector<int>& faces, const NodalState& state);

}  // namespace eddy::galerkin
