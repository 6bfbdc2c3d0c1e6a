// `report`: passes, failures, and everything that may be missing.
#include "app/verbs/report.hpp"

#include "tests/app/verbs/helper.hpp"

namespace eddy {
namespace {

class Report : public testing::Test {
 protected:
  Report() { make_folder(scratch / "run/lines"); }
  void run(const std::string& expect, const json& summary) {
    write_file(scratch / "run/case.used.toml", std::string(plate) + expect);
    write_file(scratch / "run/summary.json", summary.dump());
  }
  void line(const std::string& name, const std::string& text) { write_file(scratch / "run" / name, text); }
  Printed report(const Talk& talk = quiet) {
    return printed([&] { return verb::report(scratch / "run", talk); });
  }
  Scratch scratch;
  const json good{{"finished", true}, {"converged", true}, {"results", {{"temperature_max", 0.98}}}};
  const std::string between = "[expect]\ntemperature_max = { between = [0.97, 0.99], source = \"a book\" }\n";
};

TEST_F(Report, PassesInsideTheInterval) {
  run(between, good);
  const Printed p = report();
  EXPECT_EQ(p.code, Exit::done);
  EXPECT_HAS(p.text, "PASS");
  EXPECT_HAS(p.text, "a book");
  EXPECT_HAS(p.text, "0.97 … 0.99");
}

TEST_F(Report, FailsOutside) {
  for (double value : {0.9699, 0.9901}) {
    run(between, {{"results", {{"temperature_max", value}}}});
    EXPECT_EQ(report().code, Exit::failed);
    EXPECT_HAS(report().text, value < 0.98 ? "below by" : "above by");
  }
}

TEST_F(Report, FailsWithoutTheNumber) {
  run("[expect]\nflux = { between = [1, 2] }\n", good);
  EXPECT_EQ(report().code, Exit::failed);
  EXPECT_HAS(report().text, "no number of this name");
}

TEST_F(Report, FailsWithNaN) {
  run(between, {{"results", {{"temperature_max", nullptr}}}});
  EXPECT_EQ(report().code, Exit::failed);
  EXPECT_HAS(report().text, "not a number");
}

TEST_F(Report, FailsWhenTheRunDidNotConvergeOrEnd) {
  json bad = good;
  bad["converged"] = false;
  bad["trouble"] = "not converged: 3 sweeps";
  run(between, bad);
  EXPECT_EQ(report().code, Exit::failed);
  EXPECT_HAS(report().text, "not converged: 3 sweeps");
  bad = good;
  bad["finished"] = false;
  run(between, bad);
  EXPECT_EQ(report().code, Exit::failed);
  EXPECT_HAS(report().text, "stopped before its end");
}

TEST_F(Report, IgnoresOrders) {
  run(between + "order = { between = [1.9, 2.1] }\norder_time = { between = [1.9, 2.1] }\n", good);
  EXPECT_EQ(report().code, Exit::done);
  EXPECT_EQ(report().text.find("order"), std::string::npos);
}

TEST_F(Report, JsonHoldsTheSame) {
  run(between, good);
  const json j = json::parse(report(as_json).text);
  EXPECT_TRUE(j["pass"]);
  EXPECT_EQ(j["rows"][0]["number"], "temperature_max");
}

TEST_F(Report, ComparesALineWithATable) {
  const std::string compare = "[compare]\nmiddle = { file = \"book.csv\", tolerance = 0.01 }\n";
  line("lines/middle.csv", "distance[m],x[m],y[m],temperature[K]\n0.25,0.25,0.5,1\n0.75,0.75,0.5,3\n");
  run(compare, good);
  line("book.csv", "# a book\nx[m],temperature[K]\n0,0.01\n0.5,2\n1,4\n");
  EXPECT_EQ(report().code, Exit::done) << report().text;  // the deviation is 0.01 of a range of 3.99
  line("book.csv", "x[m],temperature[K]\n0.3,1.2\n0.5,2.1\n1,4\n");
  EXPECT_EQ(report().code, Exit::failed);
  EXPECT_HAS(report().text, "temperature at x = 0.5");
}

// A surface runs along a wing and back, so each x is on the upper and on the lower side.
TEST_F(Report, ComparesASurfaceWithATable) {
  run("[compare]\nmiddle = { file = \"book.csv\", tolerance = 0.01 }\n", good);
  make_folder(scratch / "run/surfaces");
  line("surfaces/middle.csv",
       "x[m],y[m],s[m],cp\n1,0,0,1\n0.5,-0.1,0.5,-1\n0,0,1,1\n0.5,0.1,1.5,-3\n0.99,0.01,1.98,0.96\n");
  line("book.csv", "x,y,cp\n0.25,-0.05,0\n0.75,0.04,-0.98\n0,0,1\n1.005,0,1\n");
  EXPECT_EQ(report().code, Exit::done) << report().text;
  EXPECT_HAS(report().text, "surface middle");
  line("book.csv", "x,y,cp\n0.25,-0.05,0\n0.75,-0.05,-1\n1,0,1\n");
  EXPECT_HAS(report().text, "cp at x = 0.75");
  line("book.csv", "s,cp\n0.25,0\n1.25,-1\n");
  EXPECT_EQ(report().code, Exit::done) << report().text;
  line("book.csv", "x,cp\n0.25,0\n0.75,-1\n");
  EXPECT_HAS(report().text, "passes x = 0.25 more than once");
  line("book.csv", "x,y,cf\n0.25,0,0\n");
  EXPECT_HAS(report().text, "the surface has no column 'cf'");
  line("book.csv", "x,y,cp\n1.5,0,0\n");
  EXPECT_HAS(report().text, "beyond the surface");
}

TEST_F(Report, FailsWhenALineCannotBeCompared) {
  run("[compare]\nmiddle = { file = \"book.csv\", tolerance = 0.01 }\n", good);
  EXPECT_HAS(report().text, "middle.csv");
  line("lines/middle.csv", "distance[m],x[m],y[m],temperature[K]\n0.25,0.25,0.5,1\n0.75,0.75,0.5,3\n");
  EXPECT_HAS(report().text, "book.csv");
  line("book.csv", "r[m],temperature[K]\n0,1\n");
  EXPECT_HAS(report().text, "no coordinate in common");
  line("book.csv", "x[m],pressure[Pa]\n0.5,1\n");
  EXPECT_HAS(report().text, "no column 'pressure'");
  line("book.csv", "x[m],temperature[K]\n5,1\n");
  EXPECT_HAS(report().text, "beyond the line");
  line("book.csv", "x[m],temperature[K]\n");
  EXPECT_HAS(report().text, "no values");
  EXPECT_EQ(report().code, Exit::failed);
}

TEST_F(Report, RefusesWhatIsNoRun) {
  EXPECT_HAS(message_of([&] { verb::report(scratch / "none", quiet); }), "there is no run in");
  EXPECT_HAS(message_of([&] { verb::report(scratch / "run", quiet); }, Exit::usage), "holds no summary.json");
  run("", good);
  std::filesystem::remove(scratch / "run/summary.json");
  EXPECT_HAS(message_of([&] { verb::report(scratch / "run", quiet); }, Exit::usage), "is not over");
  write_file(scratch / "run/summary.json", "{ torn");
  EXPECT_HAS(message_of([&] { verb::report(scratch / "run", quiet); }, Exit::missing), "damaged");
}

// Where nothing was compared, nothing has passed.
TEST_F(Report, SaysWhenThereIsNothingToCompareWith) {
  for (const std::string expect : {"", "[expect]\norder = { between = [1.9, 2.1] }\n"}) {
    run(expect, good);
    EXPECT_EQ(report().code, Exit::done);
    EXPECT_HAS(report().text, "nothing to compare with");
    EXPECT_EQ(report().text.find("PASS"), std::string::npos);
    const json j = json::parse(report(as_json).text);
    EXPECT_TRUE(j["pass"].is_null());
    EXPECT_HAS(j["note"].get<std::string>(), "nothing to compare with");
  }
  run("", {{"finished", false}});
  EXPECT_EQ(report().code, Exit::failed);
  EXPECT_EQ(json::parse(report(as_json).text)["pass"], false);
}

TEST_F(Report, SaysWhyANumberIsNotKnown) {
  run("[expect]\nlift.frequency = { between = [1, 2] }\n",
      {{"results", {{"lift.mean", 1.0}}}, {"unknown", {{"lift.frequency", "the signal is empty"}}}});
  EXPECT_EQ(report().code, Exit::failed);
  EXPECT_HAS(report().text, "FAIL  not known: the signal is empty");
}

TEST_F(Report, PeopleReadSixDigitsAndNoMinusZero) {
  run("[expect]\na = { value = 2.5, tolerance = 4e-5 }\nb = { between = [-1, 1] }\n"
      "c = { between = [0.99999998, 1.00000002] }\n",
      {{"results", {{"a", 2.4999500000000001}, {"b", -0.0}, {"c", 1.00000001}}}});
  const std::string text = report().text;
  EXPECT_HAS(text, "a          2.49995  2.4999 … 2.5001");
  EXPECT_HAS(text, "b                0  -1 … 1");
  EXPECT_HAS(text, "c       1.00000001  0.99999998 … 1.00000002");  // as many digits as the interval needs
  EXPECT_EQ(json::parse(report(as_json).text)["rows"][0]["value"], 2.4999500000000001);
}

}  // namespace
}  // namespace eddy
