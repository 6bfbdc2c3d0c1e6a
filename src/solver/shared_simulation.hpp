// A simulation on many ranks: rank 0 leads, whoever asks it for something; the others follow. What rank 0 asks of its
// own part it first says to all, and each does the same with its own.
//
//   rank 0     watchers, loop, files ──▶ SharedSimulation ──▶ its part
//   others                     follow() ◀─── what was asked ──▶ their parts
#pragma once
#include <functional>
#include <memory>

#include "solver/simulation.hpp"

namespace eddy {

// Writes what a rank owns; its part of the simulation gives each rank the cells that it asks for.
using WriteShare = std::function<void(const Watched& part, const Box& own, const ShareOrder& order)>;

// On rank 0; `follow` on all others, with something to do between one request and the next. Both end when this one
// goes.
std::unique_ptr<Simulation> lead(std::unique_ptr<Simulation> part, WriteShare write);
void follow(Simulation& part, const WriteShare& write, const std::function<void()>& between);

}  // namespace eddy
