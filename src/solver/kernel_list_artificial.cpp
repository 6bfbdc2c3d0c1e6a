// The part of the kernel list that belongs to artificial compressibility.
#include "solver/artificial/kernels.hpp"
#include "solver/kernel_list.hpp"

namespace eddy {

template <class F>
static void add_march(KernelList& l) {
  using namespace kernels;
  using Edges = artificial::Form<true, F>;
  using Inner = artificial::Form<false, F>;
  constexpr int ghosts = artificial::reach;
  l.add<ArtificialEuler, Edges>(ghosts), l.add<ArtificialEuler, Inner>(ghosts);
  l.tiled<ArtificialEuler, Edges>(), l.tiled<ArtificialEuler, Inner>();
  l.add<ArtificialStage, Edges>(ghosts), l.add<ArtificialStage, Inner>(ghosts);
  l.add<ArtificialResidual, Edges>(ghosts);
  l.add<ArtificialDrift, Edges>(ghosts);
}

template <int A, bool Upper>
static void add_side(KernelList& l) {
  l.add<kernels::WallPressure, OnSide<A, Upper>>(artificial::reach);
  l.add<kernels::OutflowVelocity, OnSide<A, Upper>>(artificial::reach);
}

void add_artificial(KernelList& l) {
  add_march<artificial::UniformForce>(l);
  add_march<artificial::VaryingForce>(l);
  add_side<0, false>(l), add_side<0, true>(l);
  add_side<1, false>(l), add_side<1, true>(l);
  add_side<2, false>(l), add_side<2, true>(l);
}

}  // namespace eddy
