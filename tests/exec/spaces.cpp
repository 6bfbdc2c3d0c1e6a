// Every space gives the bits of the host.
#include "tests/exec/spaces.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <bit>
#include <cmath>
#include <set>

#include "base/modules.hpp"
#include "exec/core/devices.hpp"
#include "exec/core/space.hpp"
#include "exec/record/kernels.hpp"
#include "tests/exec/precisions.hpp"

namespace eddy::tests {

static bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

static void expect_same(const Results& a, const Results& b, const std::string& who) {
  ASSERT_EQ(a.size(), b.size()) << who;
  for (const auto& [name, values] : a) {
    ASSERT_TRUE(b.count(name)) << who << ": " << name;
    const auto& other = b.at(name);
    ASSERT_EQ(values.size(), other.size()) << who << ": " << name;
    std::size_t differing = 0, first = 0;
    for (std::size_t n = 0; n < values.size(); ++n)
      if (!same(values[n], other[n]) && differing++ == 0) first = n;
    EXPECT_EQ(differing, 0u) << who << ": " << name << ", first at " << first << ": " << std::hexfloat << values[first]
                             << " and " << other[first];
  }
}

template <class T>
class Spaces : public testing::Test {};
TYPED_TEST_SUITE(Spaces, Precisions);

template <class T>
static const Results& of_one_thread() {  // the results that all others must equal
  static const Results results = exercise<Host, T>(1);
  return results;
}

#ifdef EDDY_TESTS_ALL
static const std::vector<int> thread_counts{2, 7};
#else
static const std::vector<int> thread_counts{3};
#endif
TYPED_TEST(Spaces, ThreadsDoNotMatter) {
  for (int threads : thread_counts)
    expect_same(of_one_thread<TypeParam>(), exercise<Host, TypeParam>(threads), std::to_string(threads) + " threads");
}

TYPED_TEST(Spaces, SweepsAreTheSameInOneSeriesOrInMany) {
  const Results& host = of_one_thread<TypeParam>();
  Results together, singly;
  for (const auto& [name, values] : host) {
    if (name.rfind("solver ", 0) == 0) together[name] = values;
    if (name.rfind("singly solver ", 0) == 0) singly[name.substr(7)] = values;
  }
  EXPECT_EQ(together.size(), 18u);
  expect_same(together, singly, "five times one sweep");
}

TYPED_TEST(Spaces, OpenClEqualsHost) {
#ifdef EDDY_TEST_OPENCL
  std::string why;
  const auto all = opencl_devices(why);
  if (all.empty()) GTEST_SKIP() << why;
  const Results& host = of_one_thread<TypeParam>();
  for (const Device& d : all) {
    if (!(sizeof(TypeParam) == 4 ? d.refusal_single : d.refusal_double).empty()) continue;
    expect_same(host, exercise<OpenCl, TypeParam>(d.number), label(d));
  }
#else
  GTEST_SKIP() << "not compiled for OpenCL";
#endif
}

TYPED_TEST(Spaces, CudaEqualsHost) {
#ifdef EDDY_TEST_CUDA
  std::string why;
  const auto all = cuda_devices(why);
  if (all.empty()) GTEST_SKIP() << why;
  const Results& host = of_one_thread<TypeParam>();
  for (const Device& d : all) {
    expect_same(host, exercise<Cuda, TypeParam>(d.number), label(d));
  }
#else
  GTEST_SKIP() << "not compiled for CUDA";
#endif
}

TYPED_TEST(Spaces, EveryListedKernelIsExercisedAndEveryLaunchedOneIsListed) {
#ifdef EDDY_TEST_OPENCL  // the kernels of this test are listed by their recorded form
  const Results& host = of_one_thread<TypeParam>();
  std::set<std::string> listed;
  load_heat_records();
  for (const auto& k : kernel_list().all())
    if (k.id.value_bytes == sizeof(TypeParam) && !only_on_devices(k.id)) listed.insert(launched(k.id));
  for (const std::string& name : listed) EXPECT_TRUE(host.count(name)) << name << ": in the list, but not in this test";
  for (const auto& [name, values] : host)
    EXPECT_TRUE(!name.starts_with("launched ") || listed.count(name)) << name << ", but not in the list";
#else
  GTEST_SKIP() << "not compiled for OpenCL";
#endif
}

}  // namespace eddy::tests
