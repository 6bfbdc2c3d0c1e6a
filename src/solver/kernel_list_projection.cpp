// The part of the kernel list that belongs to the projection solver.
#include "solver/kernel_list.hpp"
#include "solver/projection/thermal.hpp"

namespace eddy {

using namespace projection;

template <class M>
static void add_stages(KernelList& l) {
  using namespace kernels;
  constexpr int ghosts = velocity_ghosts;
  l.add<ProjectionStage, Scheme<Upwind3, M>>(ghosts);
  l.add<ProjectionStage, Scheme<Koren, M>>(ghosts);
  l.add<ProjectionStage, Scheme<DonorCell, M>>(ghosts);
  l.add<TemperatureStage, Scheme<Upwind3, M>>(ghosts);
  l.add<TemperatureStage, Scheme<Koren, M>>(ghosts);
  l.add<TemperatureStage, Scheme<DonorCell, M>>(ghosts);
  if constexpr (std::is_same_v<M, Uniform>)
    l.add<ProjectionStage, Scheme<Central4, M>>(ghosts), l.add<TemperatureStage, Scheme<Central4, M>>(ghosts);
  l.add<ProjectionRightSide, M>(ghosts);
  l.add<ProjectionCorrect, M>(1);
}

template <class M>
static void add_metric(KernelList& l) {
  using namespace kernels;
  constexpr int ghosts = velocity_ghosts;
  add_stages<M>(l);
  l.add<Buoyancy, BuoyancyAlong<0, M>>(ghosts), l.add<Buoyancy, BuoyancyAlong<1, M>>(ghosts),
      l.add<Buoyancy, BuoyancyAlong<2, M>>(ghosts);
  l.add<ProjectionDivergence, M>(ghosts);
  l.add<ProjectionRate, M>(ghosts);
  l.add<ProjectionChange, M>(0);
  l.add<ProjectionEnergy, M>(ghosts);
  l.add<ProjectionEnstrophy, M>(ghosts);
  l.add<VelocityAtNodes, AtNodes<0, M>>(ghosts);
  l.add<VelocityAtNodes, AtNodes<1, M>>(ghosts);
  l.add<VelocityAtNodes, AtNodes<2, M>>(ghosts);
}

template <int A, bool Upper>
static void add_side(KernelList& l) {
  using namespace kernels;
  using V = OnSide<A, Upper>;
  constexpr int ghosts = velocity_ghosts;
  l.add<ProjectionSide, V>(ghosts);
  l.add<ProjectionOutflow, V>(ghosts);
  l.add<ProjectionOutflowShare, V>(ghosts);
  l.add<ProjectionThrough, V>(ghosts);
  l.add<TemperatureSide, V>(ghosts);
  l.add<HeatThroughSide, V>(ghosts);
  l.add<ProjectionFriction, V>(ghosts);
}

template <int A>
static void add_axis(KernelList& l) {
  using namespace kernels;
  add_side<A, false>(l), add_side<A, true>(l);
  l.add<WrapSave, OnAxis<A>>(velocity_ghosts);
  l.add<WrapLow, OnAxis<A>>(velocity_ghosts);
  l.add<WrapHigh, OnAxis<A>>(velocity_ghosts);
  l.add<WrapSave, OnAxis<A, true>>(velocity_ghosts);
  l.add<WrapLow, OnAxis<A, true>>(velocity_ghosts);
  l.add<WrapHigh, OnAxis<A, true>>(velocity_ghosts);
}

void add_projection(KernelList& l) {
  add_metric<Uniform>(l);
  add_metric<Stretched>(l);
  add_stages<Bodied>(l);
  l.add<kernels::Buoyancy, BuoyancyAlong<0, Bodied>>(velocity_ghosts);
  l.add<kernels::Buoyancy, BuoyancyAlong<1, Bodied>>(velocity_ghosts);
  l.add<kernels::Buoyancy, BuoyancyAlong<2, Bodied>>(velocity_ghosts);
  add_axis<0>(l), add_axis<1>(l), add_axis<2>(l);
  l.add<kernels::ProjectionPressureSize, Separable>(1);
  l.add<kernels::ProjectionPressureSize, PerFace>(1);
}

}  // namespace eddy
