// Several sweeps per pass give the bits of single sweeps, in every space.
#include "tests/exec/tiles.hpp"

#include <gtest/gtest.h>

#include "exec/core/devices.hpp"
#include "exec/core/space.hpp"
#include "tests/exec/precisions.hpp"

namespace eddy::tests {

static void expect_equal(const TileResults& r, const std::string& who) {
  EXPECT_GE(r.cases, 200) << who;
  for (const std::string& d : r.differing) ADD_FAILURE() << who << ": " << d;
}

template <class T>
class Tiles : public testing::Test {};
TYPED_TEST_SUITE(Tiles, Precisions);

TYPED_TEST(Tiles, OnTheHost) {
  for (int threads : {1, 3})
    expect_equal(compare_tiles<Host, TypeParam>(threads), std::to_string(threads) + " threads");
}

TYPED_TEST(Tiles, InOpenCl) {
#ifdef EDDY_TEST_OPENCL
  std::string why;
  const auto all = opencl_devices(why);
  if (all.empty()) GTEST_SKIP() << why;
  for (const Device& d : all) {
    if (!(sizeof(TypeParam) == 4 ? d.refusal_single : d.refusal_double).empty()) continue;
    expect_equal(compare_tiles<OpenCl, TypeParam>(d.number), label(d));
  }
#else
  GTEST_SKIP() << "not compiled for OpenCL";
#endif
}

TYPED_TEST(Tiles, InCuda) {
#ifdef EDDY_TEST_CUDA
  std::string why;
  const auto all = cuda_devices(why);
  if (all.empty()) GTEST_SKIP() << why;
  for (const Device& d : all) expect_equal(compare_tiles<Cuda, TypeParam>(d.number), label(d));
#else
  GTEST_SKIP() << "not compiled for CUDA";
#endif
}

}  // namespace eddy::tests
