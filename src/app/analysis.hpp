// [signal.NAME] of a case: columns of a run's tables become numbers.
#pragma once
#include <filesystem>
#include <vector>

#include "case/case.hpp"
#include "solver/simulation.hpp"

namespace eddy {

// Before the run: columns that neither table will have; without a simulation by a trial on a coarse mesh.
void check_columns(const Case& c, const Grid& grid, const Simulation& simulation, Problems& problems);
void check_columns(const Case& c, Problems& problems);
// After it: NAME.frequency and so on, from history.csv and probes.csv.
std::vector<Number> analysed_signals(const Case& c, const std::filesystem::path& folder);

}  // namespace eddy
