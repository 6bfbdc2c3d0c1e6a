// The state at the start, and what it and the conditions are refused for: `check` asks the same as `run`.
#pragma once
#include "solver/compressible/flow.hpp"

namespace eddy::compressible {

std::vector<BlockValues> initial_state(const CompressibleOptions& options, const Domain& domain);
// Refuses states that are not positive.
Scales scales_of(const CompressibleOptions& options, const Domain& domain, const std::vector<BlockValues>& initial);
// Refuses what conditions give at the start, where it makes no sense.
void refuse_conditions(const CompressibleOptions& options, const Domain& domain,
                       const std::vector<BlockValues>& initial);

double mach_of(const Stream& stream, const CompressibleOptions& options);
std::vector<std::string> warnings(const Case& c, const CompressibleOptions& options);

}  // namespace eddy::compressible
