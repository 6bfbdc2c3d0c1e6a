// `mpirun -n 2 eddy bench ranks`: the cost of messages.
#pragma once
#include "app/verbs/verbs.hpp"
#include "exec/core/devices.hpp"

namespace eddy {

void bench_ranks(const BenchArguments& a, const Device& device, const Talk& talk);  // called on all ranks

}  // namespace eddy
