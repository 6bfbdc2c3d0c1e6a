// The measurements of bench_impl.hpp by device and precision instead of by type.
#pragma once
#include "app/bench/bench.hpp"
#include "exec/core/devices.hpp"

namespace eddy::bench {

std::vector<Row> kernels(const Device& device, bool single, const Plan& plan);
std::vector<SmallRow> small_grids(const Device& device, bool single, const std::vector<int>& sides, double budget);
std::vector<SweepRow> sweeps(const Device& device, bool single, const std::vector<Size>& sizes, double budget);
double copy_seconds(const Device& device, const Size& size, double budget);  // one copy, double precision

std::vector<Size> usual_sizes(const Device& device);        // larger than any cache, and fitting into memory
std::vector<Size> sizes_of(const std::vector<int>& sides);  // squares, and cubes with about as many cells

}  // namespace eddy::bench
