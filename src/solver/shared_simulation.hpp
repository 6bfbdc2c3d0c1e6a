// A simulation on many ranks: rank 0 leads, whoever asks it for something; the others follow. What rank 0 asks of its
// own part it first says to all, and each does the same with its own.
//
//   rank 0     watchers, loop, files ──▶ SharedSimulation ──▶ its part
//   others                     follow() ◀─── what was asked ──▶ their parts
#pragma once
#include <memory>

#include "solver/simulation.hpp"

namespace eddy {

// On rank 0; `follow` on all others. Both end when this one goes.
std::unique_ptr<Simulation> lead(std::unique_ptr<Simulation> part);
void follow(Simulation& part);

}  // namespace eddy
