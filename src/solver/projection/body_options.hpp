// The keys of bodies, and their checks.
#pragma once
#include "solver/projection/options.hpp"

namespace eddy::projection {

void describe_body(Keys& keys, Body& body);
void check_bodies(const ProjectionOptions& options, int dimensions, Problems& problems);

}  // namespace eddy::projection
