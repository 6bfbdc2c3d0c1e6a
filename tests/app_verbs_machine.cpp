// `doctor` and `bench`: numbers that vary, so that only their shape is tested.
#include <set>

#include "app_verbs_helper.hpp"

namespace eddy {
namespace {

TEST(Doctor, SeesTheCpu) {
  const json j = json::parse(printed([] { return verb::doctor(as_json); }).text);
  ASSERT_FALSE(j["devices"].empty());
  EXPECT_HAS(j["devices"][0]["device"].get<std::string>(), "cpu (");
  EXPECT_GT(j["devices"][0]["copy_gb_per_s"].get<double>(), 0.05);
  EXPECT_GE(j["threads"].get<int>(), 1);
  EXPECT_GT(j["memory"].get<double>(), 1e8);
  for (const json& d : j["devices"]) EXPECT_EQ(d["trouble"], "") << d;
}

Printed bench(const std::string& device, bool small_grids, int side, const Talk& talk) {
  BenchArguments a;
  a.device = device, a.sizes = {side}, a.small_grids = small_grids;
  return printed([&] { return verb::bench(a, talk); });
}

TEST(Bench, EveryKernelInBothPrecisions) {
  const json j = json::parse(bench("cpu", false, 48, as_json).text);
  std::set<std::string> seen;
  for (const json& k : j["kernels"]) {
    EXPECT_GT(k["seconds"].get<double>(), 0) << k;
    EXPECT_GT(k["fraction_of_copy"].get<double>(), 0) << k;
    seen.insert(k["kernel"].get<std::string>() + " " + k["variant"].get<std::string>() + " " +
                k["precision"].get<std::string>());
  }
  for (const char* kernel :
       {"jacobi separable double", "relax per face single", "heat_explicit per face double", "copy  single"})
    EXPECT_TRUE(seen.count(kernel)) << kernel;
}

TEST(Bench, SmallGrids) {
  const json j = json::parse(bench("cpu", true, 20, as_json).text);
  ASSERT_EQ(j["runs"].size(), 4u);
  for (const json& r : j["runs"]) EXPECT_GT(r["ms"].get<double>(), 0);
  EXPECT_HAS(bench("cpu", true, 20, quiet).text, "20×20");
}

TEST(Bench, Refusals) {
  BenchArguments a;
  a.solver = "haet";
  EXPECT_HAS(message_of([&] { verb::bench(a, quiet); }, Exit::usage), "no solver 'haet'");
  EXPECT_HAS(message_of([] { bench("gpu", false, 8, quiet); }, Exit::usage), "not a device");
}

}  // namespace
}  // namespace eddy
