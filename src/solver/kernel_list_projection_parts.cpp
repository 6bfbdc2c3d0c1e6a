// What belongs to a part of the projection solver: forces, eddies smaller than the grid, averages.
#include "solver/kernel_list.hpp"
#include "solver/projection/averages.hpp"
#include "solver/projection/kernels_forces.hpp"

namespace eddy {

using namespace projection;

template <int A>
static void add_axis(KernelList& l) {
  using namespace kernels;
  constexpr int ghosts = velocity_ghosts;
  l.add<PressureForce, AlongAxis<A>>(ghosts);
  l.add<EddyForce, AlongAxis<A>>(ghosts);
  l.add<BoxEddy, AlongAxis<A>>(ghosts);
  l.add<BoxForce, AlongAxis<A>>(ghosts);
  l.add<BoxBuoyancy, AlongAxis<A>>(ghosts);
  const auto with = [&]<class C>() {
    l.add<ViscousForce, ConvectionAlong<C, A>>(ghosts);
    l.add<BoxMomentum, ConvectionAlong<C, A>>(ghosts);
  };
  with.template operator()<Upwind3>(), with.template operator()<Koren>(), with.template operator()<DonorCell>();
}

template <class M>
static void add_eddies(KernelList& l) {
  using namespace kernels;
  l.add<EddyViscosity, M>(1);
  l.add<EddyDissipation, M>(1);
  l.add<EddyStress, M>(1);
  l.add<EddyHeat, M>(1);
}

void add_projection_parts(KernelList& l) {
  add_axis<0>(l), add_axis<1>(l), add_axis<2>(l);
  add_eddies<Uniform>(l), add_eddies<Stretched>(l), add_eddies<Bodied>(l);
  l.add<kernels::AddForce>(0);
  l.add<kernels::VelocityAtCells>(1);
  l.add<kernels::ProjectionPressureAtEnd>(0);
  l.add<kernels::ProjectionPressureLevel, Uniform>(0);
  l.add<kernels::ProjectionPressureLevel, Stretched>(0);
}

}  // namespace eddy
