#include "solver/kernel_list.hpp"

#include <limits>

#include "exec/core/move.hpp"
#include "field/statistics_kernels.hpp"
#include "linear/coefficients.hpp"
#include "linear/kernels_cg.hpp"
#include "linear/kernels_multigrid.hpp"
#include "solver/heat/kernels.hpp"

namespace eddy {

template <class C>
static void add_linear(KernelList& l) {
  using namespace kernels;
  l.add<Jacobi, C>(1);
  l.add<Relax, C>(1, 0);         // sor: one colour at a time
  l.add<Relax, C>(1, -1, true);  // gauss-seidel: in order
  l.tiled<Jacobi, C>();
  l.tiled<Relax, C>();
  l.add<Residual, C>(1);
  l.add<ResidualMagnitude, C>(1);
  l.add<ResidualSquared, C>(1);
  l.add<ResidualRounding, C>(1);
  l.add<RightSide, C>(1);
  l.add<RightSideMagnitude, C>(1);
  l.add<InnerProduct, C>(1);
  l.add<InnerProductApplied, C>(1);
  l.add<Energy, C>(1);
  l.add<Advance, C>(1);
  l.add<OverDiagonal, C>(1);
  l.add<Defect, Into<C, double>>(1);
  l.add<Defect, Into<C, float>>(1);
  l.add<Improve, Into<C, double>>(1);
  l.add<Improve, Into<C, float>>(1);
  l.add<DefectSize, Into<C, double>>(1);
  l.add<DefectSize, Into<C, float>>(1);
}

template <class C>
static void add_level(KernelList& l) {
  using namespace kernels;
  l.add<SweepFromZero, C>(1);
  l.add<Smooth, C>(1, 0);
  l.tiled<Smooth, C>();
  l.add<Correct, C>(1);
}

static void add_cycles(KernelList& l) {
  using namespace kernels;
  l.add<Direction>(0);
  l.add<Rounded, double>(0);
  l.add<Rounded, float>(0);
  l.add<SolveCoarsest>(1);
}

template <class C>
static void add_heat(KernelList& l) {
  using namespace kernels;
  l.add<HeatExplicit, C>(1);
  l.add<HeatRightSide, C>(1);
  l.add<HeatStored, C>(1);
  l.add<HeatThrough, C>(1);
  l.add<HeatStableStep, C>(1);
}

template <class V>
static void add_statistics(KernelList& l) {
  l.add<kernels::AverageScalar, V>(0);
  l.add<kernels::AverageVelocity, V>(0);
}

const KernelList& kernel_list() {
  static const KernelList list = [] {
    KernelList l;
    l.add<kernels::Copy>(0);
    l.add<kernels::Move>(0);
    l.add<kernels::AddConstant>(0);
    l.add<kernels::Identity>(0);
    l.add<kernels::Magnitude>(0);
    add_statistics<double>(l), add_statistics<float>(l);
    add_cycles(l);
    l.add<kernels::RestrictResidual>(1);
    l.add<kernels::Restrict>(1);
    l.add<kernels::InterpolateAlong, kernels::Along<0>>(1);
    l.add<kernels::InterpolateAlong, kernels::Along<1>>(1);
    l.add<kernels::InterpolateAlong, kernels::Along<2>>(1);
    l.add<kernels::MoveWall>(1);
    l.add<kernels::TakeCorrection, double>(0);
    l.add<kernels::TakeCorrection, float>(0);
    l.add<kernels::AddCorrection, double>(0);
    l.add<kernels::AddCorrection, float>(0);
    add_level<LevelSeparable>(l);
    add_linear<Separable>(l);
    add_heat<Separable>(l);
    add_tdma_separable(l);
    add_fft(l);
    l.add<kernels::LevelResidual>(1);
    l.add<kernels::InverseDiagonal>(1);
    l.add<kernels::RestrictAlong, kernels::Along<0>>(1);
    l.add<kernels::RestrictAlong, kernels::Along<1>>(1);
    l.add<kernels::RestrictAlong, kernels::Along<2>>(1);
    add_level<LevelFaces>(l);
    add_linear<PerFace>(l);
    add_heat<PerFace>(l);
    add_tdma_per_face(l);
    add_artificial(l);
    add_projection(l);
    add_projection_parts(l);
    return l;
  }();
  return list;
}

double bytes_per_cell(const KernelId& kernel) {
  const Analysis* const listed = kernel_list().find(kernel);
  return listed ? listed->bytes : std::numeric_limits<double>::quiet_NaN();
}

double bytes_of(const Timers& timers) {
  double sum = 0;
  for (const auto& [kernel, timing] : timers) sum += bytes_per_cell(kernel) * double(timing.cells);
  return sum;
}

}  // namespace eddy
