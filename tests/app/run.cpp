// The parts of run and resume: memory estimates, states and checkpoints, the guard, requests to stop, run folders.
#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/run/checkpoints.hpp"
#include "app/run/folder.hpp"
#include "app/run/guard.hpp"
#include "app/run/progress.hpp"
#include "app/run/runner.hpp"
#include "exec/record/kernels.hpp"
#include "solver/loop.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {
namespace {

using nlohmann::json;

const char* plate = R"toml(
solver = "heat"
run = { device = "cpu", steady = 1e-8 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [16, 16] }
boundary.top = { kind = "temperature", temperature = "sin(pi*x)" }
boundary.others = { kind = "temperature", temperature = 0 }
exact.temperature = "sin(pi*x)*sinh(pi*y)/sinh(pi)"
)toml";

Case plate_with(const std::vector<std::string>& overrides = {}) {
  return read_case_text(plate, "plate.toml", overrides, solver_keys_list());
}

double result(const Outcome& outcome, const std::string& name) {
  for (const Number& n : outcome.results)
    if (n.name == name) return n.value;
  return std::nan("");
}

class Sick : public Simulation {  // a solver whose state a test sets
 public:
  Sick() { temperature.values.assign(12, 1.0), temperature.size = {4, 3, 1}; }
  double next_dt() const override { return 0.5; }
  void step(double, double) override { ++steps; }
  Status status() const override { return {.trouble = steps == bad_step ? "not converged: of course." : ""}; }
  Remarks remarks() const override { return {.advice = "Take a rest."}; }
  double largest_value() const override {
    for (double v : temperature.values)
      if (!std::isfinite(v)) return v;
    return temperature.values.back();
  }
  std::vector<Number> results(double) const override { return {}; }
  void state(Archive& archive) override {
    struct Kept {
      Sample& values;
      Sample sample(const char*) const { return values; }
      void put(const std::vector<double>& v) { values.values = v; }
    } kept{temperature};
    archive.field("temperature", kept);
  }
  ExecBase& executor() const override { return executor_; }
  std::vector<std::string> fields() const override { return {"temperature"}; }
  Sample sample(const std::string&, const std::optional<Box>& cells = {}) const override {
    return cells ? part_of(temperature, *cells, 2) : temperature;
  }
  std::vector<Number> numbers() const override { return {}; }

  Sample temperature{.name = "temperature", .unit = "K", .values = {}};
  int steps = 0, bad_step = -1;

 private:
  mutable ExecBase executor_;
};

Case case_of_a_plate() {  // with default options of the run
  Case c = plate_with();
  c.run = {};
  return c;
}
struct Ward {
  Case c = case_of_a_plate();
  Grid grid = box(2, {4, 3, 1});
  Sick sick;
  Scratch scratch;
};

TEST(Memory, RunsAndKeepsFields) {
  const Outcome outcome = run_in_memory(plate_with(), true);
  EXPECT_TRUE(outcome.converged) << outcome.trouble;
  EXPECT_LT(result(outcome, "temperature.error_max"), 0.01);
  ASSERT_FALSE(outcome.fields.empty());
  EXPECT_EQ(outcome.fields[0].name, "temperature");
  EXPECT_EQ(outcome.fields[0].values.size(), 256u);
  EXPECT_TRUE(run_in_memory(plate_with(), false).fields.empty());
}

TEST(Memory, SaysWhatDidNotConverge) {
  const Outcome outcome = run_in_memory(plate_with({"linear.solver=sor", "linear.max_iterations=10"}), false);
  EXPECT_FALSE(outcome.converged);
  EXPECT_HAS(outcome.trouble, "not converged");
}

TEST(Fit, NamesNeedAndLargest) {
  const Case c = plate_with({"mesh.cells=[400,200]"});
  Device small;
  small.name = "toy";
  small.memory = 100'000;
  const std::string text = message_of([&] { refuse_too_large(c, make_grid(c.mesh), small); }, Exit::usage);
  EXPECT_HAS(text, "400 × 200 cells does not fit into the memory of cpu (toy): it needs ");
  EXPECT_HAS(text, "the device has 97.7 KiB");
  const std::size_t at = text.find("mesh.cells = [") + 14;
  const int nx = std::stoi(text.substr(at)), ny = std::stoi(text.substr(text.find(", ", at) + 2));
  EXPECT_NEAR(double(nx) / ny, 2, 0.1);
  const Case fits = plate_with({"mesh.cells=[" + std::to_string(nx) + "," + std::to_string(ny) + "]"});
  EXPECT_NO_THROW(refuse_too_large(fits, make_grid(fits.mesh), small));
  const Case more = plate_with({"mesh.cells=[" + std::to_string(nx + 6) + "," + std::to_string(ny + 3) + "]"});
  EXPECT_THROW(refuse_too_large(more, make_grid(more.mesh), small), Error);
}

TEST(Fit, CountsWhatTheCaseAddsToAPlainOne) {
  const auto need = [](const std::vector<std::string>& overrides) {
    const Case c = plate_with(overrides);
    return solver_entry("heat").memory(c, make_grid(c.mesh));
  };
  const Memory plain = need({"linear.solver=sor"});
  const Memory patched = need(
      {"linear.solver=sor", R"(boundary.top=[{kind="insulated"},{kind="temperature",temperature=1,where="x > 0.5"}])"});
  EXPECT_EQ(patched.device, plain.device / 2 * 5);  // two conductances and a capacity for each cell
  EXPECT_EQ(patched.host, plain.host + 4 * 8 * 256);
  const Memory still = need({"linear.solver=sor", "run.steady=", "run.steps=3"}),
               moving = need({"linear.solver=sor", "run.steady=", "run.steps=3", "material.source=t"});
  EXPECT_EQ(moving.device, still.device / 4 * 5);
  EXPECT_EQ(need({"linear.solver=jacobi"}).device, plain.device / 2 * 3);
  const double levels = 4.0 / 3;  // right side and correction, on all of them
  const std::string given = "linear.start=given";
  EXPECT_NEAR(need({"linear.solver=multigrid", given}).device, plain.device / 2 * (2 + 2 * levels), 1);
  EXPECT_NEAR(need({"linear.solver=multigrid", given, "linear.precision=mixed"}).device,
              plain.device / 2 * (2 + levels), 1);
  EXPECT_NEAR(need({"linear.solver=cg", given}).device, plain.device / 2 * (5 + 2 * levels), 1);
  EXPECT_NEAR(need({"linear.solver=multigrid"}).device, plain.device / 2 * (2 + 3 * levels), 1);  // a nested start
}

TEST(Facts, RefuseWhatTheChosenDeviceCannot) {
  const Case c = plate_with({"run.device=auto", "linear.solver=gauss-seidel"});
  Device device;
  EXPECT_NO_THROW(solver_entry("heat").facts(c, make_grid(c.mesh), device));
  device.space = SpaceKind::opencl;
  device.name = "toy";
  const std::string text = message_of([&] { solver_entry("heat").facts(c, make_grid(c.mesh), device); }, Exit::usage);
  EXPECT_HAS(text, "CPU only");
  EXPECT_HAS(text, "Here run.device = \"auto\" takes opencl:0 (toy).");
  const Case explicit_steps = plate_with({"run.steady=", "run.steps=3", "run.theta=0", "linear.solver=gauss-seidel"});
  EXPECT_NO_THROW(solver_entry("heat").facts(explicit_steps, make_grid(c.mesh), device)) << "solves no linear system";
}

// The largest explicit step of a corner cell with two fixed sides: h²/(k (1 + 2) 2).
TEST(Facts, KnowTheStep) {
  const Case c = plate_with({"run.steady=", "run.end_time=1", "run.theta=0", "run.cfl=1"});
  const Facts facts = solver_entry("heat").facts(c, make_grid(c.mesh), Device{});
  ASSERT_FALSE(facts.numbers.empty());
  EXPECT_NEAR(facts.dt, 1.0 / 256 / 6, 1e-12);
}

TEST(Fit, HopelessMeshIsNotEvenMade) {
  const Case c = plate_with({"mesh.cells=[100000000,10000]"});
  Device small;
  small.memory = 1'000'000;
  EXPECT_HAS(message_of([&] { make_grid_that_fits(c, small); }, Exit::usage), "TiB");
}

TEST(State, SurvivesACheckpointBitForBit) {
  State state;
  state.scalars = {{"iterations", 3}, {"scale", 0.1}, {"odd", std::nan("")}};
  Sample s{.name = "temperature", .unit = "K", .size = {2, 3, 1}, .components = 1, .values = {}};
  s.values = {0.1, -0.0, 1e-310, std::numeric_limits<double>::infinity(), std::nan(""), 3};
  state.fields.push_back(s);
  s.name = "single";
  s.precision = Precision::single;
  s.values = {double(0.1f), -0.0, double(1e-40f), 1, 2, 3};
  state.fields.push_back(s);
  const Checkpoint c = to_checkpoint(state, {.step = 7, .time = 0.7, .dt = 0.1});
  EXPECT_EQ(c.step, 7);
  EXPECT_EQ(c.arrays[1].bytes.size(), 24u);
  const State back = to_state(c);
  EXPECT_EQ(back.scalars.at("scale"), 0.1);
  ASSERT_EQ(back.fields.size(), 2u);
  for (std::size_t f = 0; f < 2; ++f) {
    EXPECT_EQ(back.fields[f].name, state.fields[f].name);
    EXPECT_EQ(back.fields[f].size, state.fields[f].size);
    for (std::size_t n = 0; n < 6; ++n)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(back.fields[f].values[n]),
                std::bit_cast<std::uint64_t>(state.fields[f].values[n]));
  }
}

TEST(State, OfAnotherSizeIsRefused) {
  const Case c = plate_with({});
  const Grid grid = make_grid(c.mesh);
  const auto simulation = make_simulation(c, grid, cpu_devices().front());
  Checkpoint good = to_checkpoint(simulation->save(), {.step = 1, .time = 0, .dt = 0});
  EXPECT_NO_THROW(take_up(*simulation, good));
  good.arrays[0].size = {1, 1, 1};
  good.arrays[0].bytes.resize(8);
  EXPECT_HAS(message_of([&] { take_up(*simulation, good); }), "has another size than the mesh");
}

json summary_of(const std::vector<std::string>& overrides) {
  Scratch scratch;
  write_file(scratch / "plate.toml", plate);
  RunArguments a;
  a.from.path = (scratch / "plate.toml").string();
  a.out = (scratch / "run").string();
  a.from.set = overrides;
  testing::internal::CaptureStdout();
  verb::run(a, {.quiet = true, .json = false});
  testing::internal::GetCapturedStdout();
  return json::parse(read_file(scratch / "run/summary.json"));
}

// Each variant has its own bytes, and only launches of the time loop count, so the ratio to the cell updates is exact.
TEST(Summary, BytesFollowFromTheKernelsThatWereLaunched) {
  const std::vector<std::string> explicit_steps{"run.steady=", "run.end_time=1e-3", "run.steps=20", "run.theta=0"};
  for (bool per_face : {false, true}) {
    auto overrides = explicit_steps;
    if (per_face) overrides.push_back("material.conductivity=1 + 0*x");
    const json j = summary_of(overrides);
    const double cells = 256, steps = 20;
    double all = 0;
    bool seen = false;
    for (const json& k : j["kernels"]) {
      EXPECT_EQ(k["dimensions"], 2);
      EXPECT_EQ(k["precision"], "double");
      const double bytes = k["bytes_per_cell"].get<double>() * k["cells"].get<double>();
      all += bytes;
      EXPECT_NEAR(k["gb_per_s"].get<double>(), 1e-9 * bytes / k["seconds"].get<double>(), 1e-6) << k;
      if (k["kernel"] != "heat_explicit") continue;
      seen = true;
      EXPECT_EQ(k["variant"], per_face ? "per face" : "separable");
      EXPECT_EQ(bytes, (per_face ? 48 : 24) * cells * steps);  // T, q, next; and gx, gy, capacity
    }
    EXPECT_TRUE(seen);
    const double ratio = 1e9 * j["gb_per_s"].get<double>() / j["cell_updates_per_second"].get<double>();
    EXPECT_GT(ratio, per_face ? 48 : 24);
    EXPECT_LT(ratio, all / (cells * steps));
  }
}

TEST(Summary, BytesOfAKernelThatIsNotListedAreNotGuessed) {
  EXPECT_TRUE(std::isnan(bytes_of({{{"jacobi", "", 2, 8}, {1, 100, 0.5}}})));
  EXPECT_EQ(bytes_of({{{"copy", "", 2, 8}, {1, 100, 0.5}}, {{"copy", "", 3, 4}, {1, 10, 0}}}), 1600 + 80);
}

TEST(GuardTest, NamesTheFirstNaN) {
  Ward w;
  Guard guard(w.sick, w.c, w.grid, w.scratch.path);
  const Moment now{.step = 20, .time = 10};
  EXPECT_NO_THROW(guard.after_step(w.sick, now));
  w.sick.temperature.values[9] = w.sick.temperature.values[6] = std::nan("");
  const std::string text = message_of([&] { guard.after_step(w.sick, now); }, Exit::diverged);
  EXPECT_HAS(
      text,
      "diverged at step 20, t = 10. temperature is NaN first in cell (2, 1), x = 0.125, y = 0.5.\n  Take a rest.");
  EXPECT_HAS(text, "Picture: " + (w.scratch / "diverged.png").string() + ".");
  EXPECT_TRUE(std::filesystem::exists(w.scratch / "diverged.png"));
  EXPECT_EQ(text.find("Last good state"), text.npos);
}

TEST(GuardTest, NamesTheLargestAndTheCheckpoint) {
  Ward w;
  Guard guard(w.sick, w.c, w.grid, w.scratch.path);
  write_checkpoint(w.scratch.path, to_checkpoint(w.sick.save(), {.step = 10}));
  w.sick.temperature.values[11] = -1e26;
  const std::string text = message_of([&] { guard.finish(w.sick, {.step = 13, .time = 1}); }, Exit::diverged);
  EXPECT_HAS(text, "temperature has grown to -1e+26 in cell (3, 2)");
  EXPECT_HAS(text, "Last good state: " + checkpoint_path(w.scratch.path, 10).string() + ".");
}

TEST(GuardTest, LooksBeforeEveryCheckpointAndNotAtEveryStep) {
  Ward w;
  w.c.run.checkpoint_every = 7;
  Guard guard(w.sick, w.c, w.grid, "");
  w.sick.temperature.values.back() = std::nan("");
  for (std::int64_t step : {11, 13, 15, 19}) EXPECT_NO_THROW(guard.after_step(w.sick, {.step = step}));
  for (std::int64_t step : {1, 9, 14, 20, 21}) EXPECT_THROW(guard.after_step(w.sick, {.step = step}), Error);
}

TEST(GuardTest, CountsStepsThatWereNotSolved) {
  Ward w;
  w.c.run.steps = 5;
  w.sick.bad_step = 3;
  std::vector<std::unique_ptr<Watcher>> watchers;
  watchers.push_back(std::make_unique<Guard>(w.sick, w.c, w.grid, ""));
  const auto& guard = static_cast<const Guard&>(*watchers[0]);
  Moment now;
  EXPECT_EQ(run_loop(w.sick, now, w.c.run, watchers, [] { return true; }), Ending::done);
  EXPECT_EQ(guard.trouble(now), "not converged: of course. This was so in 1 of 5 steps, first in step 3.");
}

TEST(GuardTest, TellsAStepThatFallsForEver) {
  Ward w;
  w.c.run.end_time = 10.0;
  Guard guard(w.sick, w.c, w.grid, "");
  guard.after_step(w.sick, {.step = 11, .time = 1, .dt = 1.0});
  guard.after_step(w.sick, {.step = 12, .time = 1.1, .dt = 2e-3});
  EXPECT_EQ(guard.endless(), "");
  guard.after_step(w.sick, {.step = 13, .time = 1.2, .dt = 9e-4});
  EXPECT_HAS(guard.endless(), "the step has fallen from 1 to 0.0009 s by step 13, t = 1.2");
  EXPECT_HAS(guard.endless(), "Take a rest.");
}

TEST(GuardTest, TheLastStepMayBeShort) {
  Ward w;
  w.c.run.end_time = 1.0;
  Guard guard(w.sick, w.c, w.grid, "");
  guard.after_step(w.sick, {.step = 1, .time = 0.999999, .dt = 0.999999});
  guard.after_step(w.sick, {.step = 2, .time = 1.0, .dt = 1e-6});
  EXPECT_EQ(guard.endless(), "");
}

TEST(GuardTest, LooksAtTheStart) {
  Ward w;
  Guard guard(w.sick, w.c, w.grid, "");
  w.sick.temperature.values.back() = std::nan("");
  EXPECT_HAS(message_of([&] { guard.begin(w.sick, {}); }, Exit::diverged), "diverged at step 0");
}

TEST(Stop, BySignal) {
  const StopRequest stop(std::nullopt);
  EXPECT_FALSE(stop.wanted());
  ::raise(SIGTERM);
  EXPECT_TRUE(stop.wanted());
  EXPECT_EQ(stop.reason(), "terminated");
  ::raise(SIGINT);
  EXPECT_EQ(stop.reason(), "interrupted");
}

TEST(Stop, ByTimeLeavesRoomForOneMoreStep) {
  const StopRequest none(1000.0), soon(0.25);
  EXPECT_FALSE(none.wanted());
  int steps = 0;
  for (; !soon.wanted(); ++steps) ::usleep(50'000);
  EXPECT_LE(steps, 4);
  EXPECT_EQ(soon.reason(), "time limit");
}

TEST(Folder, NumbersGoUp) {
  Scratch scratch;
  EXPECT_EQ(RunFolder::next(scratch.path, "plate").path(), scratch / "plate-001");
  std::filesystem::create_directory(scratch / "plate-041");
  std::filesystem::create_directory(scratch / "plate-old");
  EXPECT_EQ(RunFolder::next(scratch.path, "plate").path(), scratch / "plate-042");
}

TEST(Folder, HoldsOneRunAtATime) {
  Scratch scratch;
  {
    const RunFolder one = RunFolder::fresh(scratch / "run", false);
    EXPECT_HAS(message_of([&] { RunFolder::fresh(scratch / "run", true); }), "another eddy is at work in");
  }
  EXPECT_NO_THROW(RunFolder::fresh(scratch / "run", false));
}

TEST(Folder, ForceRemovesTheEarlierRunAndNothingElse) {
  Scratch scratch;
  std::filesystem::create_directory(scratch / "run");
  for (const char* name : {"run/notes.md", "run/history.csv", "run/summary.json"}) write_file(scratch / name, "x");
  write_checkpoint(scratch / "run", {.step = 99, .case_text = {}, .version = {}, .scalars = {}, .arrays = {}});
  message_of([&] { RunFolder::fresh(scratch / "run", false); }, Exit::usage);
  EXPECT_EQ(names_in(scratch / "run").size(), 5u);  // the lock is a file, too
  RunFolder::fresh(scratch / "run", true);
  EXPECT_EQ(names_in(scratch / "run"), (std::vector<std::string>{".lock", "notes.md"}));
}

TEST(ProgressText, SteadyRunsSayHowLongTheirResidualWillFall) {
  Falls falls;
  EXPECT_TRUE(std::isinf(seconds_to_fall(falls, 1e-8)));
  for (int n = 0; n <= 1000; ++n) falls.add({0.1 * n, std::pow(10, -0.004 * n)});  // 1e-4 after 100 s
  EXPECT_NEAR(seconds_to_fall(falls, 1e-8), 100, 1);
  EXPECT_LT(falls.all.size(), Falls::most);
  falls.add({1e5, 1.0});
  EXPECT_TRUE(std::isinf(seconds_to_fall(falls, 1e-8)));
}

TEST(ProgressText, Durations) {
  EXPECT_EQ(seconds_text(12.3), "12 s");
  EXPECT_EQ(seconds_text(200), "3m20s");
  EXPECT_EQ(seconds_text(3725), "1h02m");
}

}  // namespace
}  // namespace eddy
