// Assembled passes, which compute each element once, give the bits of the plain kernel in every space.
#include "tests/exec/assembly.hpp"

#include <gtest/gtest.h>

#include "exec/core/devices.hpp"
#include "exec/core/space.hpp"
#include "tests/exec/precisions.hpp"

namespace eddy::tests {

static std::size_t differing(const std::vector<double>& a, const std::vector<double>& b) {
  std::size_t n = a.size() != b.size();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) n += !(a[i] == b[i]);
  return n;
}
static void expect_equal(const std::vector<Assembled>& all, const std::vector<Assembled>& host,
                         const std::string& who) {
  ASSERT_EQ(all.size(), host.size());
  for (std::size_t n = 0; n < all.size(); ++n) {
    EXPECT_GT(all[n].values.size(), 0u);
    EXPECT_EQ(differing(all[n].values, all[n].plain), 0u) << who << ": " << all[n].what;
    EXPECT_EQ(differing(all[n].values, host[n].values), 0u) << who << " and the host: " << all[n].what;
  }
}

template <class T>
class Assembly : public testing::Test {};
TYPED_TEST_SUITE(Assembly, Precisions);

TYPED_TEST(Assembly, OnTheHost) {
  const auto one = assembled_passes<Host, TypeParam>(1);
  expect_equal(one, one, "1 thread");
  expect_equal(assembled_passes<Host, TypeParam>(3), one, "3 threads");
}
TYPED_TEST(Assembly, InOpenCl) {
#ifdef EDDY_TEST_OPENCL
  std::string why;
  const auto all = opencl_devices(why);
  if (all.empty()) GTEST_SKIP() << why;
  const auto host = assembled_passes<Host, TypeParam>(1);
  for (const Device& d : all)
    if (usable(d, sizeof(TypeParam) == 4)) expect_equal(assembled_passes<OpenCl, TypeParam>(d.number), host, label(d));
#else
  GTEST_SKIP() << "not compiled for OpenCL";
#endif
}
TYPED_TEST(Assembly, InCuda) {
#ifdef EDDY_TEST_CUDA
  std::string why;
  const auto all = cuda_devices(why);
  if (all.empty()) GTEST_SKIP() << why;
  const auto host = assembled_passes<Host, TypeParam>(1);
  for (const Device& d : all) expect_equal(assembled_passes<Cuda, TypeParam>(d.number), host, label(d));
#else
  GTEST_SKIP() << "not compiled for CUDA";
#endif
}

}  // namespace eddy::tests
