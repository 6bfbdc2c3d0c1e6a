// The analysis finds no fault in the kernels of the compressible solver; for the short suite, without the recorded
// module.
#include "exec/record/analysis.hpp"

#include <gtest/gtest.h>

#include <string>

#include "exec/core/executor.hpp"
#include "solver/compressible/domain.hpp"
#include "solver/compressible/kernels_boundary.hpp"
#include "solver/compressible/kernels_dual.hpp"
#include "solver/compressible/kernels_muscl.hpp"
#include "solver/compressible/kernels_viscous.hpp"
#include "solver/compressible/ni/kernels_cell.hpp"
#include "solver/compressible/ni/kernels_grids.hpp"
#include "solver/compressible/ni/kernels_irregular.hpp"
#include "solver/compressible/ni/kernels_node.hpp"

using namespace eddy;
using namespace eddy::compressible;

namespace {

template <class F>
Analysis analysis_of(int dimensions) {
  const Analysis a = analyse<F>({usual_set(dimensions, false, -1)});
  std::string all;
  for (const std::string& f : a.faults) all += f + "; ";
  EXPECT_EQ(all, "") << F::name << " " << dimensions << "D";
  return a;
}
template <template <class, class, int> class K>
void expect_clean() {
  analysis_of<K<OpenCl, double, 2>>(2);
  analysis_of<K<OpenCl, float, 3>>(3);
}
template <template <class, class, int, class> class K, class V>
int expect_clean_form() {  // returns the number of ghost layers that the kernel reads
  analysis_of<K<OpenCl, float, 3, V>>(3);
  return analysis_of<K<OpenCl, double, 2, V>>(2).ghosts;
}
template <template <class, class, int, class> class K, class C>
void expect_clean_list() {  // for kernels that work on lists
  analysis_of<K<OpenCl, double, 1, On<C, 2>>>(1);
  analysis_of<K<OpenCl, float, 1, On<C, 3>>>(1);
}

}  // namespace

TEST(Kernels, MusclReadsTheLayersThatABlockHas) {
  EXPECT_EQ((expect_clean_form<kernels::MusclStage, MusclForm<Hllc, UniformStep, NoSource>>()), Domain::ghosts);
  EXPECT_EQ((expect_clean_form<kernels::MusclStage, MusclForm<Hllc, LocalStep, NoSource>>()), Domain::ghosts);
  EXPECT_EQ((expect_clean_form<kernels::MusclStage, MusclForm<Roe, UniformStep, SourceFields>>()), Domain::ghosts);
}
TEST(Kernels, NiReadsNoMoreLayersThanABlockHas) {
  EXPECT_LE((expect_clean_form<kernels::NiCell, NiForm<false, false>>()), Domain::ghosts);
  EXPECT_LE((expect_clean_form<kernels::NiCell, NiForm<true, true>>()), Domain::ghosts);
  EXPECT_LE((expect_clean_form<kernels::NiNode, NiForm<false, false>>()), Domain::ghosts);
  EXPECT_LE((expect_clean_form<kernels::NiNode, NiForm<true, true>>()), Domain::ghosts);
}
TEST(Kernels, OfAllCells) {
  expect_clean<kernels::WaveRate>();
  expect_clean<kernels::LocalTimeStep>();
  expect_clean<kernels::SquaredRate>();
  expect_clean<kernels::KineticEnergy>();
  expect_clean<kernels::Content>();
  expect_clean<kernels::ViscousRate>();
}
TEST(Kernels, OfDualTimeAndCoarserGrids) {
  expect_clean<kernels::UniformSteps>();
  expect_clean<kernels::NextStart>();
  expect_clean<kernels::TimeDerivative>();
  expect_clean<kernels::SquaredDifference>();
  expect_clean<kernels::DualSource>();
  expect_clean<kernels::CountMended>();
  expect_clean<kernels::CountMendedOnce>();
  expect_clean<kernels::KineticEnergyOfNodes>();
  expect_clean<kernels::CellContent>();
  expect_clean<kernels::NiStep>();
  expect_clean<kernels::NiLocalStep>();
  expect_clean<kernels::NiCoarseNode>();
  expect_clean<kernels::NiAddCoarse>();
  expect_clean<kernels::NiRestrictState>();
  expect_clean<kernels::NiRestrictChange>();
  expect_clean<kernels::StateDifference>();
}
TEST(Kernels, OfLists) {
  for (int n = 0; n < Conditions::size; ++n)
    Conditions::with(n, [](auto condition) {
      expect_clean_list<kernels::FillBeyond, decltype(condition)>();
      expect_clean_list<kernels::NodeCondition, decltype(condition)>();
    });
  expect_clean_list<kernels::CopyPlaces, FreeSlip>();
  expect_clean_list<kernels::PackPlaces, FreeSlip>();
  expect_clean_list<kernels::UnpackPlaces, FreeSlip>();
  expect_clean_list<kernels::FillCorner, FreeSlip>();
  expect_clean_list<kernels::FillMeeting, FreeSlip>();
  expect_clean_list<kernels::SlotsOfCells, FreeSlip>();
  expect_clean_list<kernels::SumOfSlots, FreeSlip>();
  expect_clean_list<kernels::IrregularNodes, FreeSlip>();
  expect_clean_list<kernels::IrregularChanges, FreeSlip>();
  analysis_of<kernels::SlotsOfEdges<OpenCl, double, 1, EdgeForm<true, 2>>>(1);
  analysis_of<kernels::SlotsOfEdges<OpenCl, float, 1, EdgeForm<false, 3>>>(1);
}
