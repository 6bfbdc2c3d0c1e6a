// `converge` and `parity`: families of runs.
#include "app/verbs/converge.hpp"
#include "app/verbs/parity.hpp"
#include "mesh/grid.hpp"
#include "solver/simulation.hpp"
#include "tests/app/verbs/helper.hpp"

namespace eddy {
namespace {

// `converge`.

Printed converge(const Path& path, int levels, bool time, const Talk& talk, const std::vector<std::string>& set = {}) {
  return printed([&] { return verb::converge({{path, set, false}, levels, time}, talk); });
}

TEST(Converge, SecondOrderInSpace) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "plate",
                                    std::string(plate) +
                                        "[expect]\norder = { between = [1.95, 2.2] }\n"
                                        "temperature_max = { between = [0, 2] }\n");
  const Printed p = converge(path, 4, false, as_json);
  EXPECT_EQ(p.code, Exit::done);
  const json j = json::parse(p.text);
  EXPECT_EQ(j["levels"][3]["cells"], json({64, 64}));
  EXPECT_EQ(j["numbers"][0]["name"], "temperature.error_l2");
  EXPECT_NEAR(j["numbers"][0]["orders"][3].get<double>(), 2, 0.05);
  EXPECT_NEAR(j["numbers"][2]["extrapolated"].get<double>(), 1, 1e-3);  // the maximum of the exact solution
  EXPECT_HAS(converge(path, 2, false, quiet).text, "16×16");
}

TEST(Converge, FailsOutsideTheExpectedOrder) {
  const Scratch scratch;
  const Path path =
      write_case_file(scratch, "plate", std::string(plate) + "[expect]\norder = { between = [2.9, 3.1] }\n");
  const Printed p = converge(path, 2, false, quiet);
  EXPECT_EQ(p.code, Exit::failed);
  EXPECT_HAS(p.text, "FAIL");
}

TEST(Converge, OrdersInTime) {
  const Scratch scratch;
  std::string text = plate;
  text.replace(text.find("steady = 1e-12"), 14, "end_time = 0.05\nsteps = 4\n[linear]\ntolerance = 1e-12");
  text.replace(text.find("source ="), text.find("[boundary]") - text.find("source ="), "source = \"t*x\"\n");
  const Path path = write_case_file(scratch, "slab", text);
  const auto order = [&](const char* theta) {
    return json::parse(converge(path, 5, true, as_json, {theta}).text)["numbers"][0]["orders"][4].get<double>();
  };
  EXPECT_NEAR(order("run.theta=1"), 1, 0.1);
  EXPECT_NEAR(order("run.theta=0.5"), 2, 0.1);
}

// Without an expected number or exact solution all results are shown, and nothing passes.
TEST(Converge, ShowsAllResultsWhereNothingIsExpected) {
  const Scratch scratch;
  std::string text = plate;
  text.erase(text.find("[exact]"), text.find("[output]") - text.find("[exact]"));
  text += "probe = [{ at = [0.5, 0.5], fields = [\"temperature\"] }]\n";
  const Path path = write_case_file(scratch, "plate", text);
  const json j = json::parse(converge(path, 4, false, as_json).text);
  EXPECT_TRUE(j["pass"].is_null());
  std::map<std::string, json> numbers;
  for (const json& n : j["numbers"]) numbers[n["name"]] = n;
  for (const char* name : {"temperature_max", "heat_left", "heat_imbalance", "temperature(0.5 0.5)"})
    EXPECT_TRUE(numbers.contains(name)) << name;
  EXPECT_NEAR(numbers["temperature(0.5 0.5)"]["extrapolated"].get<double>(), 1, 1e-3);
  EXPECT_NEAR(numbers["temperature_max"]["orders"][3].get<double>(), 2, 0.1);
  const Printed p = converge(path, 3, false, quiet);
  EXPECT_EQ(p.code, Exit::done);
  EXPECT_HAS(p.text, "temperature_max");
  EXPECT_EQ(p.text.find("PASS"), std::string::npos);
  EXPECT_EQ(p.text.find("-0 "), std::string::npos) << p.text;
}

// An expected order without a number to judge it by fails, whatever results there are.
TEST(Converge, OrderOfNothingFails) {
  const Scratch scratch;
  std::string text = plate;
  text.erase(text.find("[exact]"), text.find("[output]") - text.find("[exact]"));
  const Path path = write_case_file(scratch, "plate", text + "[expect]\norder = { between = [1, 3] }\n");
  const Printed p = converge(path, 3, false, quiet);
  EXPECT_EQ(p.code, Exit::failed);
  EXPECT_HAS(p.text, "order of nothing: FAIL");
}

TEST(Converge, SaysWhatMaySpoilTheOrder) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "plate", plate);
  const json j = json::parse(converge(path, 2, false, as_json, {"run.steady=1e-4", "run.precision=\"single\""}).text);
  EXPECT_EQ(j["notes"].size(), 2u);
}

TEST(Converge, Refusals) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "plate", plate);
  EXPECT_HAS(message_of([&] { converge(path, 1, false, quiet); }, Exit::usage), "--levels");
  EXPECT_HAS(message_of([&] { converge(path, 2, true, quiet); }, Exit::usage), "transient");
  EXPECT_HAS(message_of([&] { converge(path, 2, false, quiet, {"linear.max_iterations=2"}); }, Exit::diverged),
             "not converged");
}

// Every second node of the finer grid is a node of the coarser one.
TEST(Converge, StretchedGridsAreRefinedConsistently) {
  for (const char* stretch : {"{ kind = \"geometric\", factor = 5 }", "{ kind = \"tanh\", factor = 2 }",
                              "{ kind = \"coordinates\", coordinates = [0, 0.1, 0.15, 0.3, 0.5, 0.6, 0.8, 0.9, 1] }"}) {
    std::string text = plate;
    text.insert(text.find("[material]"), std::string("stretch.x = ") + stretch + "\n");
    const Case c = read_case_text(text, "case.toml", {}, solver_keys_list());
    const Grid coarse = make_grid(c.mesh), fine = make_grid(refined_grid(c, 2).mesh);
    ASSERT_EQ(fine.cells(0), 32);
    for (int i = 0; i <= 8; ++i) EXPECT_NEAR(fine.nodes[0][4 * i], coarse.nodes[0][i], 1e-13) << stretch;
  }
}

TEST(Converge, Extrapolates) {
  EXPECT_NEAR(order_of_values(1 + 0.16, 1 + 0.04, 1 + 0.01), 2, 1e-12);
  EXPECT_NEAR(order_of_all_errors({0.16, 0.04, 0.01, 0.0025}), 2, 1e-12);
  EXPECT_NEAR(order_of_all_values({1 + 0.16, 1 + 0.04, 1 + 0.01, 1 + 0.0025}), 2, 1e-3);
  EXPECT_NEAR(order_of_all_values({5.56803, 5.57579, 5.57885, 5.57922}), 1.601, 2e-3);  // the last three: 3.05
  EXPECT_TRUE(std::isnan(order_of_all_values({3, 2, 1, 0})));
  EXPECT_TRUE(std::isnan(order_of_all_values({4, 2, 1})));
  EXPECT_NEAR(extrapolated(1 + 0.16, 1 + 0.04, 1 + 0.01), 1, 1e-12);
  EXPECT_TRUE(std::isnan(extrapolated(1, 2, 1)));  // values that oscillate have no limit
  EXPECT_EQ(extrapolated(3, 3, 3), 3);
}

// `parity`.

Outcome outcome(std::vector<double> values, double number) {
  Outcome o;
  o.fields.push_back({"temperature", "K", Location::cell, {2, 2, 1}, 1, Precision::double_, std::move(values)});
  o.results.push_back({"temperature_max", "K", number});
  return o;
}

TEST(Parity, SeesTheLastBit) {
  const Outcome a = outcome({1, 2, 3, 4}, 4);
  EXPECT_FALSE(difference(a, a).any());
  const Difference d = difference(a, outcome({1, 2, 3, std::nextafter(4.0, 5.0)}, 4));
  EXPECT_EQ(d.cells, 1);
  EXPECT_HAS(d.first, "temperature in cell (1, 1, 0)");
  EXPECT_HAS(d.first, "0x1.0000000000001p+2");
}

TEST(Parity, SignsOfZeroDifferAndNaNsDoNot) {
  EXPECT_EQ(difference(outcome({0, 0, 0, 0}, 0), outcome({0, -0.0, 0, 0}, 0)).cells, 1);
  EXPECT_FALSE(difference(outcome({NAN, 0, 0, 0}, NAN), outcome({-NAN, 0, 0, 0}, NAN)).any());
}

TEST(Parity, SeesNumbersStepsAndSizes) {
  const Outcome a = outcome({1, 2, 3, 4}, 4);
  EXPECT_EQ(difference(a, outcome({1, 2, 3, 4}, 5)).numbers, 1);
  Outcome later = a;
  later.last.step = 7;
  EXPECT_HAS(difference(a, later).first, "steps");
  EXPECT_TRUE(difference(a, outcome({1, 2}, 4)).any());
  Outcome none = a;
  none.fields.clear();
  EXPECT_TRUE(difference(a, none).any());
}

TEST(Parity, AllDevicesHereAgree) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "plate", plate);
  const Printed p = printed([&] {
    return verb::parity({{path, {"run.steady=1e-4", "mesh.cells=[33, 18]"}, false}, {}}, as_json);
  });
  const json j = json::parse(p.text);
  EXPECT_EQ(p.code, Exit::done) << p.text;
  EXPECT_GE(j["runs"].size(), 4u);
  for (const json& run : j["runs"]) EXPECT_TRUE(run["equal"] || !run["ran"]) << run;
}

TEST(Parity, OnePrecisionWhereOneIsAskedFor) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "plate", plate);
  const Printed p = printed([&] {
    return verb::parity({{path, {"run.steady=1e-3", "run.precision=single"}, false}, {}}, as_json);
  });
  EXPECT_EQ(p.code, Exit::done) << p.text;
  for (const json& run : json::parse(p.text)["runs"]) EXPECT_EQ(run["precision"], "single");
}

TEST(Parity, ADeviceThatCannotIsSaid) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "plate", plate);
  const Printed p = printed([&] {
    return verb::parity({{path, {"linear.solver=\"gauss-seidel\"", "run.steady=1e-4"}, false}, {}}, as_json);
  });
  EXPECT_EQ(p.code, Exit::done) << p.text;
  for (const json& run : json::parse(p.text)["runs"])
    if (!run["ran"]) {
      EXPECT_HAS(run["first"].get<std::string>(), "CPU only");
    }
}

}  // namespace
}  // namespace eddy
