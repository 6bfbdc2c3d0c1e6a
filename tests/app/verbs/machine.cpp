// `doctor` and `bench`: their numbers vary, so only the form of their output is tested.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "base/modules.hpp"
#include "base/text.hpp"
#include "exec/record/kernels.hpp"
#include "tests/app/verbs/helper.hpp"
#include "tests/exec/precisions.hpp"

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

#ifdef EDDY_TESTS_ALL  // only the long suite builds the modules of bench
Printed bench(const std::string& device, bool small_grids, int side, const Talk& talk) {
  BenchArguments a;
  a.device = device;
  a.sizes = {side};
  a.small_grids = small_grids;
  return printed([&] { return verb::bench(a, talk); });
}

TEST(Bench, TheMarch) {
  BenchArguments a;
  a.solver = "artificial";
  a.device = "cpu";
  a.sizes = {33};
  const json j = json::parse(printed([&] { return verb::bench(a, as_json); }).text);
  ASSERT_EQ(j["sizes"].size(), 4u) << "two precisions, one and several steps per pass";
  for (const json& m : j["sizes"]) {
    EXPECT_GT(m["nodes_per_s"].get<double>(), 0) << m;
    EXPECT_NEAR(m["gflops_of_paper"].get<double>(), 130e-9 * m["nodes_per_s"].get<double>(), 1e-6) << m;
    EXPECT_GT(m["fraction_of_copy"].get<double>(), 0) << m;
  }
  a.tune = true;
  EXPECT_HAS(message_of([&] { verb::bench(a, quiet); }, Exit::usage), "on a GPU");
  a.solver = "heat";
  EXPECT_HAS(message_of([&] { verb::bench(a, quiet); }, Exit::usage), "go with bench artificial");
}

TEST(Bench, EveryKernelOfTheList) {
  // Not measured: the first reads only tables along the axes, which stay in cache, so there is no bandwidth to compare; the
  // others are for history.csv and samples.
  const std::set<std::string> left_out{"heat_stable_step, separable", "heat_exchanged, ", "heat_through_hole, ",
                                       "pick, "};
  // The kernels of multigrid, cg, tdma and fft are measured in whole solutions by bench poisson.
  const std::set<std::string> of_cycles{"direction",
                                        "improve",
                                        "defect_size",
                                        "rounded",
                                        "solve_coarsest",
                                        "restrict_residual",
                                        "level_residual",
                                        "restrict_along",
                                        "inverse_diagonal",
                                        "sweep_from_zero",
                                        "smooth",
                                        "correct",
                                        "restrict",
                                        "interpolate_along",
                                        "move_wall",
                                        "take_correction",
                                        "add_correction",
                                        "inner_product",
                                        "inner_product_applied",
                                        "energy",
                                        "advance",
                                        "over_diagonal",
                                        "line_relax",
                                        "line_relax_periodic",
                                        "mode_factor",
                                        "mode_factor_ring",
                                        "mode_solve",
                                        "mode_solve_ring",
                                        "set_value",
                                        "move",
                                        "fft_residual",
                                        "fft_forward",
                                        "fft_back",
                                        "fft_correct",
                                        "defect"};
  const auto key = [](const KernelId& k) {
    return fmt::format("{}, {}, {}D, {}", k.name, k.variant, k.dimensions, k.precision());
  };
  std::set<std::string> measured, listed;
  tests::load_heat_records();
  for (const ListedKernel& k : kernel_list().all())
    if (k.id.dimensions > 1 && !of_cycles.count(k.id.name) && !std::string(k.id.name).starts_with("average_") &&
        !left_out.count(fmt::format("{}, {}", k.id.name, k.id.variant)))
      listed.insert(key(k.id));
  const json j = json::parse(bench("cpu", false, 48, as_json).text);
  for (const json& k : j["kernels"]) {
    EXPECT_GT(k["seconds"].get<double>(), 0) << k;
    EXPECT_GT(k["fraction_of_copy"].get<double>(), 0) << k;
    measured.insert(fmt::format("{}, {}, {}D, {}", k["kernel"].get<std::string>(), k["variant"].get<std::string>(),
                                k["dimensions"].get<int>(), k["precision"].get<std::string>()));
  }
  std::vector<std::string> apart;
  std::set_symmetric_difference(measured.begin(), measured.end(), listed.begin(), listed.end(),
                                std::back_inserter(apart));
  EXPECT_TRUE(apart.empty()) << "measured or listed, but not both: " << join(apart);
}

TEST(Bench, SmallGrids) {
  const json j = json::parse(bench("cpu", true, 20, as_json).text);
  ASSERT_EQ(j["runs"].size(), 4u);
  for (const json& r : j["runs"]) EXPECT_GT(r["ms"].get<double>(), 0);
  EXPECT_HAS(bench("cpu", true, 20, quiet).text, "20×20");
}

TEST(Bench, Sweeps) {
  BenchArguments a;
  a.device = "cpu";
  a.sizes = {32};
  a.sweeps = true;
  const json j = json::parse(printed([&] { return verb::bench(a, as_json); }).text);
  ASSERT_EQ(j["sweeps"].size(), 16u);  // two methods, one or several at once, 2D and 3D, both precisions
  for (const json& r : j["sweeps"]) EXPECT_GT(r["fraction_of_copy"].get<double>(), 0) << r;
}

TEST(Bench, Refusals) {
  BenchArguments a;
  a.solver = "haet";
  EXPECT_HAS(message_of([&] { verb::bench(a, quiet); }, Exit::usage), "no solver 'haet'");
  EXPECT_HAS(message_of([] { bench("gpu", false, 8, quiet); }, Exit::usage), "is no device");
  a.solver = "poisson";
  a.device = "cpu";
  a.peer = "hyper";
  EXPECT_HAS(message_of([&] { verb::bench(a, quiet); }, Exit::usage), "no peer 'hyper' of bench poisson");
}
#endif

}  // namespace
}  // namespace eddy
