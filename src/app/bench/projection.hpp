// `eddy bench projection`: steps of the lid-driven cavity.
#pragma once
#include "app/verbs/verbs.hpp"
#include "exec/core/devices.hpp"

namespace eddy {

void bench_projection(const BenchArguments& arguments, const Device& device, const Talk& talk);

}  // namespace eddy
