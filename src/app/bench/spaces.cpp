// Calls the measurements of the bench modules by device and precision.
#include "app/bench/spaces.hpp"

#include <algorithm>
#include <cmath>

#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"

namespace eddy::bench {
namespace {

const HeatBench& bench_of(const Device& d, bool single) {
  const char* const name = single ? "eddy_bench_float" : "eddy_bench_double";
  load_module("bench", "recorded");  // the recorded forms tell the bytes of kernels
  return *module_function<const HeatBench*()>("bench", place_name(d.space, single), name)();
}

// The largest side up to `side` for which eight fields of doubles take at most half of the memory.
int fitting(int side, int dimensions, double memory) {
  const double most = std::pow(memory / 2 / 64, 1.0 / dimensions);
  return std::max(16, std::min(side, static_cast<int>(most) / 16 * 16));
}

}  // namespace

std::vector<Row> kernels(const Device& d, bool single, const Plan& plan) {
  return bench_of(d, single).kernels(d.number, plan);
}
std::vector<SmallRow> small_grids(const Device& d, bool single, const std::vector<int>& sides, double budget) {
  return bench_of(d, single).small_grids(d.number, sides, budget);
}
std::vector<SweepRow> sweeps(const Device& d, bool single, const std::vector<Size>& sizes, double budget) {
  return bench_of(d, single).sweeps(d.number, sizes, budget);
}

double copy_seconds(const Device& d, const Size& size, double budget) {
  using Copy = double(int, const Size&, double);
  return module_function<Copy>("copy", place_name(d.space, false), "eddy_copy_double")(d.number, size, budget);
}

std::vector<Size> usual_sizes(const Device& d) {
  const double memory = static_cast<double>(d.memory);
  const int square = fitting(d.gpu || d.space == SpaceKind::cuda ? 8192 : 4096, 2, memory);
  const int cube = fitting(d.gpu || d.space == SpaceKind::cuda ? 512 : 256, 3, memory);
  return {{2, {square, square, 1}}, {3, {cube, cube, cube}}};
}

std::vector<Size> sizes_of(const std::vector<int>& sides) {
  std::vector<Size> all;
  for (int n : sides) {
    const int cube = std::max(4, static_cast<int>(std::cbrt(static_cast<double>(n) * n)) / 4 * 4);
    all.push_back({2, {n, n, 1}}), all.push_back({3, {cube, cube, cube}});
  }
  return all;
}

}  // namespace eddy::bench

namespace eddy {

Exit verb::bench(const BenchArguments& a, const Talk& talk) {
  return module_function<Exit(const BenchArguments&, const Talk&)>("bench", "verb", "eddy_bench_verb")(a, talk);
}

}  // namespace eddy
