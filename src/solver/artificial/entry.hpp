// This solver's line in the list of solvers.
#pragma once
#include "solver/simulation.hpp"

namespace eddy {

SolverEntry artificial_entry();

}  // namespace eddy
