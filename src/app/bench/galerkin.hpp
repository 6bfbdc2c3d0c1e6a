// `eddy bench galerkin`: steps in a box, and on the same box as a mesh of hexahedra.
#pragma once
#include "app/verbs/verbs.hpp"
#include "exec/core/devices.hpp"

namespace eddy {

void bench_galerkin(const BenchArguments& arguments, const Device& device, const Talk& talk);

}  // namespace eddy
