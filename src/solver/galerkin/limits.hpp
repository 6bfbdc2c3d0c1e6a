// The time step, which is the same throughout a run.
//
//   Δt = min over elements of { cfl h/(c + |v|),  0.8 · 2 / (8 ν_e/h² + 4 C_λ c/h) }      |v| = 1.8 fluid.velocity
#pragma once
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct Limits {
  double acoustic = 0;               // s, at a CFL number of 1
  double viscous = 0;                // s, with its safety margin
  double shortest = 0, longest = 0;  // m, sides of elements

  double step(double cfl) const { return std::min(cfl * acoustic, viscous); }
};
Limits limits_of(const Domain& domain);

double usual_cfl(SchemeKind kind);
double largest_cfl(const SchemeOptions& scheme);  // the largest for which runs with noise stay bounded

// The step of the run: run.dt, or the stable step, shortened so that a whole number of steps reaches the end.
double step_of(const RunOptions& run, const Limits& limits);
void refuse_unstable(const Case& c, const Limits& limits, Problems& problems);

// (1 − e) h²/(6 Δt), the viscosity that selective lumping adds, for the shortest and for the longest side.
struct NumericalViscosity {
  double least = 0, most = 0;
};
NumericalViscosity numerical_viscosity(const SchemeOptions& scheme, const Limits& limits, double dt);

}  // namespace eddy::galerkin
