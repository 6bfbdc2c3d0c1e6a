// A simulation on many ranks. Rank 0 leads and the others follow: every request to the simulation on rank 0 is first
// sent to all ranks, and each rank then calls its own part.
//
//   rank 0     watchers, loop, files ──▶ SharedSimulation ──▶ its part
//   others                     follow() ◀─── the request ──▶ their parts
#pragma once
#include <functional>
#include <memory>

#include "solver/simulation.hpp"

namespace eddy {

// Writes the cells that a rank owns; on each rank `part` samples the cells that this rank asks for.
using WriteShare = std::function<void(const Watched& part, const Box& own, const ShareOrder& order)>;

// `lead` is for rank 0, `follow` for all others; `follow` calls `between` before each request. When rank 0 destroys its
// simulation, `follow` returns on the other ranks.
std::unique_ptr<Simulation> lead(std::unique_ptr<Simulation> part, WriteShare write);
void follow(Simulation& part, const WriteShare& write, const std::function<void()>& between);

}  // namespace eddy
