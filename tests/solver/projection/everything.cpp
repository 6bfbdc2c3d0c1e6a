// All parts of the projection solver at once: the same on every device, and through a resume.
#include "app/run/checkpoints.hpp"
#include "app/verbs/parity.hpp"
#include "output/checkpoint.hpp"
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

const std::string everything = R"toml(
solver = "projection"
[run]
device = "cpu"
cfl = 0.5
steps = 24
[mesh]
lower = [0, 0]
upper = [3, 1]
cells = [24, 10]
stretch.y = { kind = "tanh", factor = 1 }
[fluid]
viscosity = 0.01
force = ["0.2*sin(x+t)", "0.1"]
[heat]
prandtl = 0.7
expansion = 0.5
gravity = [0, -1]
convection = "koren"
[turbulence]
model = "smagorinsky"
[boundary]
left = { kind = "inflow", velocity = ["4*y*(1-y)*(1+0.2*sin(9*t))", 0] }
right = { kind = "outflow" }
bottom = { kind = "no-slip", heat = { kind = "temperature", temperature = "1+t" } }
top = { kind = "no-slip", heat = { kind = "convection", coefficient = "0.2+t", ambient = -1 } }
[body.block]
shape = "box"
lower = [0.9, 0.3]
upper = [1.3, 0.6]
[forces.block]
reference = { length = 0.3, velocity = 1 }
[track]
friction = true
energy = true
[statistics]
start = 0.21
)toml";

TEST(ProjectionParts, AreTheSameEverywhere) {
  for (const std::string& precision : flow_precisions()) {
    const Outcome cpu = run_in_memory(case_of(everything, {precision, "run.threads=1"}), true);
    for (const std::string& place : other_places()) {
      const Difference found = difference(cpu, run_in_memory(case_of(everything, {precision, place}), true));
      EXPECT_FALSE(found.any()) << place << ": " << found.first;
    }
  }
}

TEST(ProjectionParts, GoThroughAResume) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "flow", everything);
  const auto run = [&](const std::string& name, const std::string& steps) {
    RunArguments a;
    a.from.path = path;
    a.from.set = {"run.steps=" + steps};
    a.out = scratch / name;
    return printed([&] { return verb::run(a, quiet); }).code;
  };
  ASSERT_EQ(run("whole", "24"), Exit::done);
  for (const std::string stop : {"3", "11"}) {
    const Path broken = scratch / ("broken" + stop);
    ASSERT_EQ(run("broken" + stop, stop), Exit::done);
    ResumeArguments a;
    a.folder = broken;
    a.set = {"run.steps=24"};
    ASSERT_EQ(printed([&] { return verb::resume(a, quiet); }).code, Exit::done);
    const Checkpoint expected = newest_good(scratch / "whole").checkpoint, found = newest_good(broken).checkpoint;
    EXPECT_EQ(expected.scalars, found.scalars);
    ASSERT_EQ(expected.arrays.size(), found.arrays.size());
    for (std::size_t n = 0; n < expected.arrays.size(); ++n)
      EXPECT_EQ(expected.arrays[n].bytes, found.arrays[n].bytes) << expected.arrays[n].name;
    EXPECT_EQ(read_file(scratch / "whole/history.csv"), read_file(broken / "history.csv"));
  }
}

}  // namespace
}  // namespace eddy
