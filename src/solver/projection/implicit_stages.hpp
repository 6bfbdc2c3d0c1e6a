// The stages of a step whose friction and conduction are implicit:
//
//   u = u + γ e + ζ e₋ + Δt ν L (α u + β u_new)        e: Δt times the explicit terms, e₋: that of the stage before
#pragma once
#include <vector>

#include "solver/projection/options.hpp"

namespace eddy::projection {

struct ImplicitStage {
  double gamma, zeta, alpha, beta, end;  // end: the time at its end, as part of the step
};
// Three stages with convection of third order and friction of second (Spalart, Moser and Rogers 1991, appendix); or one
// stage, implicit Euler.
const std::vector<ImplicitStage>& implicit_stages(TimeScheme scheme);

// How often the lines are solved again for their defect in the equation around sharp bodies.
inline constexpr int line_corrections = 2;

}  // namespace eddy::projection
