// [signal.NAME] of a case: columns of a run's tables become numbers.
#pragma once
#include <filesystem>
#include <vector>

#include "case/case.hpp"
#include "solver/simulation.hpp"

namespace eddy {

// Before the run: Error(usage) for a column that neither table will have.
void refuse_unknown_columns(const Case& c, const Grid& grid, const Simulation& simulation);
// After it: NAME.frequency and so on, from history.csv and probes.csv.
std::vector<Number> analysed_signals(const Case& c, const std::filesystem::path& folder);

}  // namespace eddy
