// The bench of the linear solvers, and of other programs that solve the same problem.
#pragma once
#include "app/verbs/verbs.hpp"
#include "exec/core/devices.hpp"

namespace eddy {

void bench_poisson(const BenchArguments& a, const Device& device, const Talk& talk);

}  // namespace eddy
