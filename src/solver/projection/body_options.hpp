// The keys of bodies, and what contradicts them.
#pragma once
#include "solver/projection/options.hpp"

namespace eddy::projection {

void describe_body(Keys& keys, Body& body);
void check_bodies(const ProjectionOptions& options, int dimensions, Problems& problems);

}  // namespace eddy::projection
