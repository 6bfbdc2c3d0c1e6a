// Bodies that move, and bodies that conduct heat: their places, their effect on the fluid, the same bits everywhere and
// through a resume, and refused cases.
#include "base/text.hpp"
#include "solver/projection/bodies.hpp"
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

using projection::Coordinates;
using projection::Motion;
using projection::Pose;

const std::string swinging = R"toml(
solver = "projection"
run = { device = "cpu", steps = 12 }
mesh = { lower = [0, 0], upper = [4, 2], cells = [64, 32] }
fluid = { viscosity = 0.05 }
scheme = { bodies = "sharp" }
boundary = { left = { kind = "inflow", velocity = ["y*(2-y)", 0] }, right = { kind = "outflow" }, others = { kind = "no-slip" } }
body.bar = { shape = "box", lower = [0.9, 0.7], upper = [1.1, 1.3], motion = { centre = ["1+0.3*sin(2*t)", "1+0.1*t"], rotation = ["3*t"] } }
forces.bar = { reference = { length = 0.6, velocity = 1 } }
)toml";

Pose pose_of(const std::string& motion, double t) {
  const Case c = case_of(swinging, {"body.bar.motion=" + motion});
  const auto& o = c.options_as<ProjectionOptions>();
  return Motion(o.body[0], o.fluid, 2).at(t);
}

TEST(Motion, IsThatOfItsFormulas) {
  const Pose p = pose_of("{centre=[\"1+0.3*sin(2*t)\", 1], rotation=[\"3*t\"]}", 0.7);
  EXPECT_NEAR(p.centre[0], 1 + 0.3 * std::sin(1.4), 1e-15);
  EXPECT_NEAR(p.velocity[0], 0.6 * std::cos(1.4), 1e-9);
  EXPECT_NEAR(p.spin[2], 3, 1e-8);
  const Coordinates corner = p.placed({1.1, 1.3, 0}), back = p.drawn(corner), speed = p.velocity_at(corner);
  EXPECT_NEAR(corner[0], p.centre[0] + 0.1 * std::cos(2.1) - 0.3 * std::sin(2.1), 1e-12);
  EXPECT_NEAR(back[0], 1.1, 1e-12);
  EXPECT_NEAR(back[1], 1.3, 1e-12);
  EXPECT_NEAR(speed[1], p.velocity[1] + 3 * (corner[0] - p.centre[0]), 1e-7);
}
TEST(Motion, IsTheIntegralOfAVelocity) {
  const Pose p = pose_of("{velocity=[\"0.6*cos(2*t)\", \"0.2*exp(-t)\"]}", 1.3);
  EXPECT_NEAR(p.centre[0], 1 + 0.3 * std::sin(2.6), 1e-11);
  EXPECT_NEAR(p.centre[1], 1 + 0.2 * (1 - std::exp(-1.3)), 1e-11);
}
TEST(Motion, TurnsAroundAnyAxis) {
  Body b;
  b.shape.kind = Shape::Kind::sphere;
  b.shape.centre = {0, 0, 0};
  b.shape.radius = 1;
  b.motion.rotation = {Formula(0.0), Formula("pi/2*t"), Formula(0.0)};
  const Pose p = Motion(b, {}, 3).at(1);
  const Coordinates x = p.placed({0, 0, 1});
  EXPECT_NEAR(x[0], 1, 1e-12);
  EXPECT_NEAR(x[2], 0, 1e-12);
  EXPECT_NEAR(p.velocity_at(x)[2], -1.5707963267948966, 1e-8);
}

// A body that moves with a uniform stream leaves it as it is, whatever the widths of cells are.
TEST(Moving, WithTheStreamChangesNothing) {
  const std::string drifting = R"toml(
solver = "projection"
run = { device = "cpu", threads = 1, end_time = 0.3, cfl = 0.6 }
mesh = { lower = [-1, -1], upper = [1, 1], cells = [20, 20] }
fluid.viscosity = 0.01
linear.tolerance = 1e-9
scheme.bodies = "sharp"
boundary = { left = { kind = "inflow", velocity = [1, 0] }, right = { kind = "outflow" }, others = { kind = "free-slip" } }
initial.velocity = [1, 0]
body.b = { shape = "cylinder", centre = [-0.3, 0.02], radius = 0.43, motion = { velocity = [1, 0] } }
forces.b.reference = { length = 1, velocity = 1 }
)toml";
  for (const std::string cells : {"[20, 20]", "[20, 50]", "[50, 20]"})
    for (const std::string more : {"run.cfl=0.6", "mesh.stretch.y={kind=\"tanh\", factor=1.5}"}) {
      const Outcome o = run_in_memory(case_of(drifting, {"mesh.cells=" + cells, more}), false);
      EXPECT_NEAR(number(o, "force_b_x"), 0, 1e-9) << cells << more;
      EXPECT_NEAR(number(o, "velocity.x_max"), 1, 1e-9) << cells << more;
      EXPECT_NEAR(number(o, "velocity.y_max"), 0, 1e-9) << cells << more;
    }
}

// A disc in a stream, and the same disc moving through a fluid at rest.
const std::string in_a_stream = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 0.8 }
mesh = { lower = [0, 0], upper = [6, 3], cells = [96, 48] }
fluid = { viscosity = 0.05 }
scheme = { bodies = "sharp" }
boundary = { left = { kind = "periodic" }, right = { kind = "periodic" }, others = { kind = "free-slip" } }
initial = { velocity = [1, 0] }
body.disc = { shape = "sphere", centre = [3.02, 1.47], radius = 0.4 }
forces.disc = { reference = { length = 0.8, velocity = 1 } }
)toml";
TEST(Moving, OnlyTheDifferenceOfVelocitiesMatters) {
  const Outcome rests = run_in_memory(case_of(in_a_stream), false);
  const Outcome moves =
      run_in_memory(case_of(in_a_stream, {"initial.velocity=[0, 0]", "body.disc.motion={velocity=[-1, 0]}"}), false);
  const double drag = number(rests, "force_disc_x");
  EXPECT_GT(drag, 0.3);
  EXPECT_NEAR(number(moves, "force_disc_x"), drag, 0.03 * drag);
  EXPECT_LT(number(moves, "divergence"), 1e-4);
}

// The force on the surface equals the momentum that the fluid in a box around it loses. Volumes open and close from
// step to step, which a mean over some time averages out.
TEST(Moving, ForcesBalance) {
  std::string text = in_a_stream;
  for (const std::string which : {"surface", "balance"})
    text +=
        "[signal." + which + "]\ncolumn = \"force_" + (which == "balance" ? "balance_" : "") + "disc_x\"\nfrom = 0.2\n";
  const Scratch scratch;
  RunArguments a;
  a.from.path = write_case_file(scratch, "flow", text);
  a.from.set = {"initial.velocity=[0, 0]", "body.disc.motion={velocity=[-1, 0]}"};
  a.out = scratch / "out";
  ASSERT_EQ(printed([&] { return verb::run(a, quiet); }).code, Exit::done);
  const auto summary = nlohmann::json::parse(read_file(scratch / "out/summary.json"));
  const auto mean = [&](const std::string& name) { return summary["results"][name + ".mean"].get<double>(); };
  EXPECT_NEAR(mean("balance"), mean("surface"), 0.02 * mean("surface"));
}

TEST(Moving, IsTheSameEverywhere) { expect_same_everywhere(swinging); }
TEST(Moving, GoesThroughAResume) { expect_same_after_resume(swinging, 60, {5, 40}); }  // after cells have opened

// As on a GPU: a thread finds the next place of bodies during a step.
struct Ahead {
  Ahead() { setenv("EDDY_AHEAD", "1", 1); }
  ~Ahead() { unsetenv("EDDY_AHEAD"); }
};
// Steps that the thread has not expected are those that differ from the one before.
TEST(Moving, IsTheSameIfItsPlaceIsFoundAhead) {
  const std::string warm =
      "body.bar={shape=\"box\", lower=[0.9, 0.7], upper=[1.1, 1.3], temperature=1, motion={rotation=[\"3*t\"]}}";
  for (const std::vector<std::string>& set : std::vector<std::vector<std::string>>{
           {"run={device=\"cpu\", dt=0.008, end_time=0.21}"},
           {"run={device=\"cpu\", end_time=0.7}"},
           {"run={device=\"cpu\", end_time=0.3}", "scheme.viscous=\"implicit\"", "linear.solver=\"cg\""},
           {"run={device=\"cpu\", end_time=0.3}", "heat={diffusivity=0.05}", warm}}) {
    const Case c = case_of(swinging, set);
    const Outcome expected = run_in_memory(c, true);
    const Ahead ahead;
    const Difference found = difference(expected, run_in_memory(c, true));
    EXPECT_FALSE(found.any()) << set.back() << ": " << found.first;
  }
}
TEST(Moving, GoesThroughAResumeIfItsPlaceIsFoundAhead) {
  const Ahead ahead;
  expect_same_after_resume(swinging, 20, {5});
}
// The place after the end of the run, where nothing can be, is of no interest.
TEST(Moving, MayLeaveAfterTheEnd) {
  const Ahead ahead;
  const std::vector<std::string> most{"run={device=\"cpu\", end_time=0.899}", "body.bar.motion={velocity=[-1, 0]}"};
  EXPECT_GT(number(run_in_memory(case_of(swinging, most), false), "velocity.x_max"), 1);
}

std::string refusal_of(const std::string& text, const std::vector<std::string>& set) {
  return message_of([&] { case_of(text, set); }, Exit::usage);
}
TEST(Moving, SaysWhatCannotBe) {
  const std::string motion = "body.bar.motion=", longer = "run={device=\"cpu\", end_time=3}";
  EXPECT_HAS(refusal_of(swinging, {longer, motion + "{velocity=[-1, 0]}"}),
             "body 'bar' leaves the domain through the left side at t = 0.9");
  EXPECT_HAS(refusal_of(swinging, {longer, motion + "{velocity=[1, 0]}",
                                   "body.disc={shape=\"sphere\", centre=[2.5, 1], radius=0.3}"}),
             "body 'bar' runs into body 'disc' at t = ");
  EXPECT_HAS(refusal_of(swinging, {motion + "{velocity=[0, 0]}", "body.bar.upper=[1.13, 1.3]",
                                   "body.disc={shape=\"sphere\", centre=[1.48, 1], radius=0.36}"}),
             "body 'bar' and body 'disc' overlap at (1.125, ");
  EXPECT_HAS(refusal_of(swinging, {motion + "{velocity=[\"x\", 0]}"}), "is of t alone");
  EXPECT_HAS(refusal_of(swinging, {motion + "{velocity=[1, 0], centre=[1, 0]}"}), "say the same thing twice");
  EXPECT_HAS(refusal_of(swinging, {motion + "{rotation=[\"t\", 0, 0]}"}), "needs one formula, not 3");
  EXPECT_HAS(refusal_of(swinging, {"scheme.bodies=\"staircase\""}), "needs scheme.bodies = \"sharp\"");
  EXPECT_HAS(refusal_of(swinging, {"body.bar.velocity=[0, 0]"}), "has a motion and a velocity of its surface");
}
// If the length of the run is not known beforehand, it ends with a checkpoint and a message.
std::string leaving_text() {
  const Scratch scratch;
  RunArguments a;
  a.from.path = write_case_file(scratch, "flow", swinging);
  a.from.set = {"run.steps=400", "mesh.cells=[32, 16]", "body.bar.lower=[0.7, 0.7]",
                "body.bar.motion={velocity=[-1, 0]}"};
  a.out = scratch / "out";
  const std::string text = message_of([&] { verb::run(a, quiet); }, Exit::diverged);
  EXPECT_HAS(text, "Last good state: ");
  return text.substr(0, text.find("Last good state: "));
}
TEST(Moving, StopsBeforeABodyLeaves) {
  const std::string text = leaving_text();
  EXPECT_HAS(text, "body 'bar' leaves the domain through the left side at t = ");
  const Ahead ahead;
  EXPECT_EQ(leaving_text(), text);
}

// Three layers between two walls, the middle one solid: the same heat flux goes through all of them.
const std::string layers = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 3, cfl = 0.9 }
mesh = { lower = [0, 0], upper = [1, 0.25], cells = [32, 8] }
fluid = { viscosity = 1 }
heat = { diffusivity = 1 }
scheme = { bodies = "sharp" }
[boundary]
left = { kind = "no-slip", heat = { kind = "temperature", temperature = 1 } }
right = { kind = "no-slip", heat = { kind = "temperature", temperature = 0 } }
others = { kind = "no-slip" }
[body.slab]
shape = "box"
lower = [0.31, -1]
upper = [0.68, 2]
conductivity = 5
heat_capacity = 2
[exact]
temperature = "1 - (x < 0.31 ? x : x < 0.68 ? 0.31+(x-0.31)/5 : 0.31+0.37/5+x-0.68)/(0.63+0.37/5)"
)toml";
TEST(Conducting, LayersAreExact) {
  EXPECT_LT(number(run_in_memory(case_of(layers), false), "temperature.error_max"), 1e-8);
}

const std::string warm_block = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 6 }
mesh = { lower = [-2, -2], upper = [2, 2], cells = [32, 32] }
fluid = { viscosity = 1 }
heat = { diffusivity = 1 }
scheme = { bodies = "sharp" }
boundary.others = { kind = "no-slip", heat = { kind = "temperature", temperature = 0 } }
body.disc = { shape = "sphere", centre = [0.01, -0.02], radius = 0.5, conductivity = 3, source = 2 }
)toml";
// All heat that is released inside leaves: source · area / circumference.
TEST(Conducting, HeatIsBalanced) {
  const Outcome o = run_in_memory(case_of(warm_block), false);
  EXPECT_NEAR(number(o, "nusselt_disc"), 2 * 0.25, 0.01 * 0.5);
  // and the surface is as warm as that flux makes it: Nusselt number 1.3668 of the disc in a square
  EXPECT_NEAR(number(o, "temperature_max"), 0.5 / 1.3668 + 2 * 0.25 / (4 * 3), 0.03);
}
TEST(Conducting, IsTheSameEverywhere) {
  const std::vector<std::string> few{"run={device=\"cpu\", steps=6}", "heat.gravity=[0, -9]", "heat.expansion=1"};
  for (const std::string& precision : flow_precisions()) {
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.begin(), few.begin(), few.end());
      return run_in_memory(case_of(warm_block, more), true);
    };
    const Outcome cpu = with({precision, "run.threads=1"});
    for (const std::string& place : other_places()) {
      const Difference found = difference(cpu, with({precision, place}));
      EXPECT_FALSE(found.any()) << place << ": " << found.first;
    }
  }
}
// The exact Nusselt number of a flux that makes the surface 1 K warm is 2 / log(r / R) with the conformal radius r of
// the square around the disc's centre. The method is of second order: the error is within (cell / radius)², and halving
// the cell makes it a quarter (at least 1 / 2.8, an order of 1.5).
TEST(Conducting, AFluxHasANusseltNumber) {
  constexpr double exact = 1.7033;
  const std::vector<std::string> warm{
      "mesh.lower=[-1.5, -1.5]", "mesh.upper=[1.5, 1.5]", "run.end_time=4",
      "body.disc={shape=\"sphere\", centre=[0.01, -0.02], radius=0.5, flux=" + number_text(exact) + "}"};
  std::vector<double> errors;
  for (const int cells : {24, 48}) {
    std::vector<std::string> set = warm;
    set.push_back("mesh.cells=[" + std::to_string(cells) + "," + std::to_string(cells) + "]");
    const Outcome o = run_in_memory(case_of(warm_block, set), false);
    const double square = std::pow(3.0 / cells / 0.5, 2);
    errors.push_back(std::abs(number(o, "temperature_disc") - 1));
    EXPECT_LT(errors.back(), square);
    EXPECT_NEAR(number(o, "nusselt_disc"), exact, square * exact);
  }
  EXPECT_LT(errors[1], errors[0] / 2.8);
}
TEST(Conducting, GoesThroughAResume) {
  std::string some_steps = warm_block;
  some_steps.replace(some_steps.find("end_time = 6"), 12, "steps = 12");
  expect_same_after_resume(some_steps, 12, {5});
}
TEST(Conducting, RefusesWhatMakesNoSense) {
  EXPECT_HAS(refusal_of(warm_block, {"body.disc.temperature=1"}), "has a conductivity and a temperature");
  EXPECT_HAS(refusal_of(warm_block, {"body.disc.source=\"t\""}), "cannot depend on t");
  EXPECT_HAS(refusal_of(warm_block, {"body.disc.motion={velocity=[\"t\", 0]}"}), "conducts heat, and moves");
  EXPECT_HAS(refusal_of(swinging, {"body.bar.source=1"}), "have a meaning with conductivity alone");
}

}  // namespace
}  // namespace eddy
