// The bench of the artificial-compressibility solver.
#pragma once
#include "app/verbs/verbs.hpp"
#include "exec/core/devices.hpp"

namespace eddy {

void bench_artificial(const BenchArguments& a, const Device& device, const Talk& talk);

}  // namespace eddy
