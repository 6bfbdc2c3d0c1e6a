// The measurements of bench_impl.hpp by device and precision instead of by type.
#include "app/bench/spaces.hpp"

#include <algorithm>
#include <cmath>

#include "exec/core/space.hpp"

namespace eddy::bench {
namespace {

template <class Call>
auto in_space(const Device& d, const Call& call) {
#ifdef EDDY_HAS_CUDA
  if (d.space == SpaceKind::cuda) return call(Cuda{}, d.number);
#endif
  if (d.space == SpaceKind::opencl) return call(OpenCl{}, d.number);
  return call(Host{}, 0);
}

int fitting(int side, int dimensions, double memory) {  // eight fields of doubles take at most half of the memory
  const double most = std::pow(memory / 2 / 64, 1.0 / dimensions);
  return std::max(16, std::min(side, static_cast<int>(most) / 16 * 16));
}

}  // namespace

std::vector<Row> kernels(const Device& d, bool single, const Plan& plan) {
  return in_space(d, [&](auto space, int opening) {
    using S = decltype(space);
    return single ? kernels<S, float>(opening, plan) : kernels<S, double>(opening, plan);
  });
}

std::vector<SmallRow> small_grids(const Device& d, bool single, const std::vector<int>& sides, double budget) {
  return in_space(d, [&](auto space, int opening) {
    using S = decltype(space);
    return single ? small_grids<S, float>(opening, sides, budget) : small_grids<S, double>(opening, sides, budget);
  });
}

std::vector<SweepRow> sweeps(const Device& d, bool single, const std::vector<Size>& sizes, double budget) {
  return in_space(d, [&](auto space, int opening) {
    using S = decltype(space);
    return single ? sweeps<S, float>(opening, sizes, budget) : sweeps<S, double>(opening, sizes, budget);
  });
}

double copy_seconds(const Device& d, const Size& size, double budget) {
  return in_space(
      d, [&](auto space, int opening) { return copy_seconds<decltype(space), double>(opening, size, budget); });
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
