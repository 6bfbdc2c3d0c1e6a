#pragma once
#include "app/verbs.hpp"
#include "exec/devices.hpp"

namespace eddy {

void bench_artificial(const BenchArguments& a, const Device& device, const Talk& talk);

}  // namespace eddy
