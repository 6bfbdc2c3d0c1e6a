// `eddy bench compressible`: steps of both schemes, and their kernels.
#pragma once
#include "app/verbs/verbs.hpp"
#include "exec/core/devices.hpp"

namespace eddy {

void bench_compressible(const BenchArguments& arguments, const Device& device, const Talk& talk);

}  // namespace eddy
