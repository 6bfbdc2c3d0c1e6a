#include "solver/kernel_list.hpp"

#include "linear/coefficients.hpp"
#include "solver/heat/kernels.hpp"

namespace eddy {

template <class C>
static void add_linear(KernelList& l) {
  using namespace kernels;
  l.add<Jacobi, C>(1);
  l.add<Relax, C>(1, 0);         // sor: one colour at a time
  l.add<Relax, C>(1, -1, true);  // gauss-seidel: in order
  for (const char* name : {"jacobi", "relax"}) l.tiled(name);
  l.add<Residual, C>(1);
  l.add<ResidualMagnitude, C>(1);
  l.add<ResidualSquared, C>(1);
  l.add<ResidualRounding, C>(1);
  l.add<RightSide, C>(1);
  l.add<RightSideMagnitude, C>(1);
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

const KernelList& kernel_list() {
  static const KernelList list = [] {
    KernelList l;
    l.add<kernels::Copy>(0);
    l.add<kernels::AddConstant>(0);
    l.add<kernels::Identity>(0);
    l.add<kernels::Magnitude>(0);
    l.variant = "separable";
    add_linear<Separable>(l);
    add_heat<Separable>(l);
    l.variant = "per face";
    add_linear<PerFace>(l);
    add_heat<PerFace>(l);
    return l;
  }();
  return list;
}

}  // namespace eddy
