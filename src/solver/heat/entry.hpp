// The heat solver's line in the list of solvers.
#pragma once
#include "solver/simulation.hpp"

namespace eddy {

SolverEntry heat_entry();

}  // namespace eddy
