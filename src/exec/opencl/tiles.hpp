// Several sweeps per pass in OpenCL: the text comes from the recording of one sweep (exec/opencl/tiles_source.hpp).
#pragma once
#include "exec/opencl/exec.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy::tile {

// The numbers of the members through which the iterated field is read and written, among the bindable members.
template <class F>
std::pair<int, int> member_numbers() {
  std::pair<int, int> numbers{-1, -1};
  int n = 0;
  F f{};
  members::leaves(f, [&](const auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (members::Bindable<M>) {
      if constexpr (is_read<M> || is_both<M>) numbers.first = n;
      if constexpr (is_written<M>) numbers.second = n;
      ++n;
    }
  });
  return numbers;
}

template <bool Coloured, class F>
int most_sweeps(const Exec<OpenCl>& exec, const Set&) {
  if (!exec.tiles) return 0;
  return limited<F>(Made<F>::dimensions == 2 && !Coloured ? 4 : 2);
}

template <bool Coloured, class F>
constexpr int sweeps_step(const Exec<OpenCl>&) {
  return 1;
}

template <bool Coloured, class F>
void launch_tiles(Exec<OpenCl>& exec, const Set& set, const Box& result, int sweeps, const F& f, const F& after) {
  F other = after;
  const auto [read, written] = member_numbers<F>();
  const TilePass tiles{read,     written, Coloured ? 2 * sweeps : sweeps,
                       Coloured, result,  *iterated_views<OpenCl, typename Made<F>::Real>(other).read};
  exec.run_tiles(id_of<F>, detail::listed_sweeps<F>(), set, detail::arguments_of(f), tiles);
}

template <class F>
int most_block_sweeps(const Exec<OpenCl>&, const Set&) {
  return 1;
}
template <class F>
void launch_blocks(Exec<OpenCl>&, const Set&, const F&) {  // never called, but the kernel is analysed as on CUDA
  detail::listed_sweeps<F>();
}

}  // namespace eddy::tile
