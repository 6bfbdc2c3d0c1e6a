// Signals in summary.json, [expect], `report` and `converge`: their numbers, or the reasons why there are none.
#include "tests/app/swing.hpp"

namespace eddy {
namespace {

TEST(RunSignals, GiveNumbersToExpectAndReport) {
  const Scratch scratch;
  const std::string expect =
      "[expect]\n\"swing.frequency\" = { value = 2.5, tolerance = 1e-4 }\n"
      "swing.strouhal = { between = [0.6249, 0.6251] }\nswing.mean = { between = [1.6, 1.9] }\n"
      "swing.mean_error = { below = 0.5 }\n";
  const Path path = write_case_file(scratch, "swing", swinging + expect), out = scratch / "run";
  const Printed p = run(path, out);
  EXPECT_EQ(p.code, Exit::done);
  EXPECT_HAS(p.text, "swing.frequency: 2.");
  EXPECT_EQ(p.text.find("FAIL"), std::string::npos) << p.text;
  const Printed report = printed([&] { return verb::report(out, quiet); });
  EXPECT_EQ(report.code, Exit::done) << report.text;
  EXPECT_HAS(report.text, "Strouhal");
  EXPECT_HAS(report.text, "swing (temperature(0.125 0.25))");
  EXPECT_HAS(report.text, " ± ");
  const json summary = json::parse(read_file(out / "summary.json"));
  EXPECT_NEAR(summary["results"]["swing.frequency"].get<double>(), 2.5, 1e-4);
  EXPECT_EQ(summary["units"]["swing.amplitude"], "K");
}

TEST(RunSignals, OfHistoryTooAndRefusals) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "swing", swinging);
  ASSERT_EQ(run(path, scratch / "run", {"signal.swing.column=heat_left"}).code, Exit::done);
  const json summary = json::parse(read_file(scratch / "run/summary.json"));
  EXPECT_NEAR(summary["results"]["swing.frequency"].get<double>(), 2.5, 1e-4);
  RunArguments a;
  a.from.path = path;
  a.from.set = {"signal.swing.column=heat_lefd"};
  a.out = scratch / "none";
  const std::string text = message_of([&] { verb::run(a, quiet); }, Exit::usage);
  EXPECT_HAS(text, "signal.swing: neither history.csv nor probes.csv has a column 'heat_lefd'");
  EXPECT_HAS(text, "Did you mean 'heat_left'?");
  EXPECT_FALSE(std::filesystem::exists(scratch / "none"));
  EXPECT_HAS(refusal(swinging, {"signal.swing.length="}), "needs both length and velocity");
  EXPECT_HAS(refusal(swinging, {"signal.swing.column="}), "key 'column' is missing in [signal.swing]");
}

// 2.5 periods per second: a short run gives the numbers that it can, and no wrong ones.
TEST(RunSignals, OfShortRunsHaveNoFrequency) {
  const Scratch scratch;
  const std::string expect = "[expect]\n\"swing.frequency\" = { value = 2.5, tolerance = 10 }\n";
  const Path path = write_case_file(scratch, "swing", swinging + expect);
  struct Short {
    std::string end, why;
    bool mean;
  };
  for (const Short& s : {Short{"1", "the signal is empty", false}, Short{"2.05", "there are", true},
                         Short{"2.4", "1 periods long, and two are needed", true}}) {
    const Path out = scratch / ("run" + s.end);
    const Printed p = run(path, out, {"statistics=", "run.steps=", "run.end_time=" + s.end});
    EXPECT_EQ(p.code, Exit::done);
    EXPECT_HAS(p.text, "swing.frequency: –");
    EXPECT_HAS(p.text, "FAIL: not known: ");
    const json summary = json::parse(read_file(out / "summary.json"));
    EXPECT_EQ(summary["results"].contains("swing.mean"), s.mean);
    for (const char* name : {"swing.frequency", "swing.amplitude", "swing.strouhal"}) {
      EXPECT_FALSE(summary["results"].contains(name)) << name;
      EXPECT_HAS(summary["unknown"][name].get<std::string>(), s.why);
    }
    EXPECT_HAS(read_file(out / "log.txt"), "swing.strouhal");
    EXPECT_HAS(read_file(out / "log.txt"), s.why);
    EXPECT_EQ(printed([&] { return verb::report(out, quiet); }).code, Exit::failed);
  }
  EXPECT_HAS(read_file(scratch / "run1/log.txt"),
             "note: signal swing will be empty: it begins at 2 s, and the run ends");
  const Printed check = printed([&] { return verb::check({path, {"statistics=", "run.end_time=1"}, false}, quiet); });
  EXPECT_HAS(check.text, "signal swing will be empty");
}

TEST(RunSignals, AreKnownToConvergeToo) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "swing", swinging);
  const ConvergeArguments a{{path, {"statistics="}, false}, 2, false};
  const json j = json::parse(printed([&] { return verb::converge(a, as_json); }).text);
  std::map<std::string, json> numbers;
  for (const json& n : j["numbers"]) numbers[n["name"]] = n["values"];
  ASSERT_TRUE(numbers.contains("swing.frequency") && numbers.contains("swing.periods"));
  EXPECT_NEAR(numbers["swing.frequency"][1].get<double>(), 2.5, 1e-4);
  ASSERT_EQ(run(path, scratch / "run", {"statistics="}).code, Exit::done);
  const json results = json::parse(read_file(scratch / "run/summary.json"))["results"];
  for (const char* name : {"swing.frequency", "swing.mean", "swing.mean_error"})
    EXPECT_EQ(numbers[name][0], results[name]) << name;
}

}  // namespace
}  // namespace eddy
