// This solver's line in the list of solvers.
#pragma once
#include "solver/simulation.hpp"

namespace eddy {

SolverEntry projection_entry();

}  // namespace eddy
