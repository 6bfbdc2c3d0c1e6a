// The initial state, and the checks of this state and of the boundary values, which `check` and `run` share.
#pragma once
#include "solver/compressible/flow.hpp"

namespace eddy::compressible {

std::vector<BlockValues> initial_state(const CompressibleOptions& options, const Domain& domain);
// Reference values of the initial state; refuses density or pressure that is not positive.
Scales scales_of(const CompressibleOptions& options, const Domain& domain, const std::vector<BlockValues>& initial);
// Refuses values of boundary conditions at time 0 that make no sense.
void refuse_conditions(const CompressibleOptions& options, const Domain& domain,
                       const std::vector<BlockValues>& initial);

double mach_of(const Stream& stream, const CompressibleOptions& options);
std::vector<std::string> warnings(const Case& c, const CompressibleOptions& options);

}  // namespace eddy::compressible
