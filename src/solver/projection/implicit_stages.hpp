// The stages of a step whose friction and conduction are implicit:
//
//   u = u + γ e + ζ e₋ + Δt ν L (α u + β u_new)        e: Δt times what is explicit, e₋: that of the stage before
#pragma once
#include <vector>

#include "solver/projection/options.hpp"

namespace eddy::projection {

struct ImplicitStage {
  double gamma, zeta, alpha, beta, end;  // end: when it ends, in steps
};
// Three stages, convection of third order, friction of second (Spalart, Moser and Rogers 1991, appendix); or one, implicit
// Euler.
const std::vector<ImplicitStage>& implicit_stages(TimeScheme scheme);

// How often the lines are solved again for what they leave of the equation around bodies with their true surface.
inline constexpr int line_corrections = 2;

}  // namespace eddy::projection
