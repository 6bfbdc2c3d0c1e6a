// Derived fields, computed from the state on the host.
#pragma once
#include <string>
#include <vector>

#include "solver/compressible/flow.hpp"

namespace eddy::compressible {

std::string variable_name(int number, int dimensions);  // density, velocity.x and so on, pressure
std::vector<std::string> derived_fields();
std::string derived_unit(const std::string& field, int dimensions);
int derived_components(const std::string& field, int dimensions);
// The value of a field that depends only on the state at its point.
double derived_at_point(const std::string& field, const HostState& state, const CompressibleOptions& options,
                        int dimensions);
bool needs_gradients(const std::string& field);  // derive() then takes the state with one layer of ghost cells
void derive(const std::string& field, const Domain& domain, const CompressibleOptions& options, int block,
            const std::vector<BlockValues>& state, std::vector<BlockValues>& parts);

}  // namespace eddy::compressible
