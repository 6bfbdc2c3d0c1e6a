// `eddy bench projection`: steps of the lid-driven cavity.
#pragma once
#include "app/verbs.hpp"
#include "exec/devices.hpp"

namespace eddy {

void bench_projection(const BenchArguments& arguments, const Device& device, const Talk& talk);

}  // namespace eddy
