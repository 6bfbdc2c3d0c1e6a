// The one time loop.
#pragma once
#include <memory>
#include <vector>

#include "solver/simulation.hpp"

namespace eddy {

enum class Ending { done, stopped };  // stopped: somebody asked for it; resume to continue

Ending run_loop(Simulation& simulation, Moment& now, const RunOptions& options,
                const std::vector<std::unique_ptr<Watcher>>& watchers, const KeepOn& keep_on);

}  // namespace eddy
