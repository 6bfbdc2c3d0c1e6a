// Implicit friction and conduction: second order in time, long steps, walls of every kind, the same everywhere.
#include <algorithm>

#include "app/verbs/parity.hpp"
#include "base/text.hpp"
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

// Decaying vortices between walls that move with them; the temperature decays, too, with walls of three kinds.
const std::string walls = R"toml(
solver = "projection"
[run]
device = "cpu"
end_time = 0.4
steps = 16
[mesh]
lower = [0, 0]
upper = [3.141592653589793, 3.141592653589793]
cells = [16, 16]
stretch.x = { kind = "tanh", factor = 1.2 }
stretch.y = { kind = "tanh", factor = 1.0 }
[fluid]
viscosity = 1.0
[scheme]
viscous = "implicit"
[heat]
diffusivity = 0.7
[boundary]
left = { kind = "no-slip", velocity = ["sin(x)*cos(y)*exp(-2*t)", "-cos(x)*sin(y)*exp(-2*t)"], heat = { kind = "temperature", temperature = "exp(-t)" } }
right = { kind = "no-slip", velocity = ["sin(x)*cos(y)*exp(-2*t)", "-cos(x)*sin(y)*exp(-2*t)"], heat = { kind = "convection", coefficient = "0.3+0.1*t", ambient = "sin(3*t)" } }
bottom = { kind = "no-slip", velocity = ["sin(x)*cos(y)*exp(-2*t)", "-cos(x)*sin(y)*exp(-2*t)"], heat = { kind = "flux", flux = "0.1*cos(2*t)" } }
others = { kind = "no-slip", velocity = ["sin(x)*cos(y)*exp(-2*t)", "-cos(x)*sin(y)*exp(-2*t)"] }
[initial]
velocity = ["sin(x)*cos(y)", "-cos(x)*sin(y)"]
temperature = "1 - 0.5*x*x"
[linear]
tolerance = 1e-10
)toml";

// All other terms of a stage: a periodic axis, an outflow, large eddies, forces, buoyancy.
const std::string channel = R"toml(
solver = "projection"
[run]
device = "cpu"
cfl = 0.8
steps = 6
[mesh]
lower = [0, 0, 0]
upper = [2, 1, 1]
cells = [12, 8, 6]
stretch.y = { kind = "tanh", factor = 1.5 }
[fluid]
viscosity = 0.05
force = ["0.2*sin(x+t)", "0.1", 0]
[scheme]
viscous = "implicit"
[heat]
prandtl = 0.7
expansion = 0.5
gravity = [0, -1, 0]
[turbulence]
model = "smagorinsky"
[boundary]
left = { kind = "inflow", velocity = ["4*y*(1-y)*(1+0.2*sin(9*t))", 0, 0] }
right = { kind = "outflow" }
bottom = { kind = "no-slip", heat = { kind = "temperature", temperature = "1+t" } }
top = { kind = "free-slip", heat = { kind = "convection", coefficient = "0.2+t", ambient = -1 } }
others = { kind = "periodic" }
)toml";

struct State {
  std::vector<double> velocity, pressure, temperature;
};
State state_after(int steps) {
  Started s(case_of(walls, {"run.steps=" + std::to_string(steps)}));
  const double dt = 0.4 / steps;
  for (int n = 0; n < steps; ++n) s.simulation->step(n * dt, dt);
  return {s.simulation->sample("velocity").values, s.simulation->sample("pressure").values,
          s.simulation->sample("temperature").values};
}
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t n = 0; n < a.size(); ++n) sum += (a[n] - b[n]) * (a[n] - b[n]);
  return std::sqrt(sum / double(a.size()));
}

TEST(Implicit, IsOfSecondOrderInTimeBetweenWalls) {
  const State best = state_after(256), coarse = state_after(16), fine = state_after(32);
  const auto order = [&](std::vector<double> State::*part) {
    return std::log2(distance(coarse.*part, best.*part) / distance(fine.*part, best.*part));
  };
  EXPECT_GT(order(&State::velocity), 1.8);
  EXPECT_GT(order(&State::pressure), 1.8);
  EXPECT_GT(order(&State::temperature), 1.8);
}

TEST(Implicit, TakesLongerSteps) {  // than explicit friction allows, with the same result
  const auto run = [](const std::string& viscous) {
    return run_in_memory(
        case_of(walls, {"scheme.viscous=" + viscous, "run.steps=", "run.end_time=0.2", "run.cfl=0.45"}), true);
  };
  const Outcome long_steps = run("implicit"), short_steps = run("explicit"), automatic = run("auto");
  EXPECT_LT(5 * long_steps.last.step, short_steps.last.step);
  EXPECT_EQ(long_steps.last.step, automatic.last.step);
  for (const std::string name : {"velocity.x_max", "temperature_min"})
    EXPECT_NEAR(number(long_steps, name), number(short_steps, name), 2e-3) << name;
}

// A disc in a box, at rest; a force and a heat source that grow from 0 move and warm the fluid.
const std::string disc = R"toml(
solver = "projection"
[run]
device = "cpu"
end_time = 0.4
steps = 16
[mesh]
lower = [0, 0]
upper = [2, 2]
cells = [24, 24]
[fluid]
viscosity = 1.0
force = ["40*t*t*sin(3*y)", "30*t*t*cos(2*x)"]
[scheme]
viscous = "implicit"
bodies = "sharp"
[heat]
diffusivity = 0.1
source = "5*t*cos(x)"
[boundary]
left = { kind = "no-slip", heat = { kind = "temperature", temperature = 0 } }
others = { kind = "no-slip" }
[body.disc]
shape = "sphere"
centre = [1.03, 0.98]
radius = 0.42
temperature = 0
[linear]
tolerance = 1e-10
)toml";
State around_disc(int steps, std::vector<std::string> set = {}) {
  set.push_back("run.steps=" + std::to_string(steps));
  Started s(case_of(disc, set));
  const double dt = 0.4 / steps;
  for (int n = 0; n < steps; ++n) s.simulation->step(n * dt, dt);
  return {s.simulation->sample("velocity").values, s.simulation->sample("pressure").values,
          s.simulation->sample("temperature").values};
}
// The steps are 6.6 and 3.3 times the explicit limit of friction.
TEST(Implicit, IsOfSecondOrderInTimeAroundABody) {
  const State best = around_disc(1024), coarse = around_disc(32), fine = around_disc(64);
  const auto order = [&](std::vector<double> State::*part) {
    return std::log2(distance(coarse.*part, best.*part) / distance(fine.*part, best.*part));
  };
  EXPECT_GT(order(&State::velocity), 1.8);
  EXPECT_GT(order(&State::temperature), 1.8);
  EXPECT_GT(order(&State::pressure), 1.5);
}

// Short steps are those of explicit friction, for rows of memory of every length and in space.
TEST(Implicit, AgreesWithExplicitFrictionAroundABody) {
  const std::vector<std::string> ball{"mesh={lower=[0, 0, 0], upper=[2, 2, 2], cells=[14, 12, 13]}",
                                      "fluid.force=[\"40*t*t*sin(3*y)\", \"30*t*t*cos(2*z)\", \"20*t*x\"]",
                                      "body.disc.centre=[1.03, 0.98, 1.01]"};
  const std::vector<std::vector<std::string>> all{{"mesh.cells=[30, 16]"}, {"mesh.cells=[31, 16]"}, ball};
  for (std::vector<std::string> set : all) {
    const State implicit = around_disc(400, set);
    set.push_back("scheme.viscous=\"explicit\"");
    const State expected = around_disc(400, set);
    EXPECT_GT(*std::max_element(expected.velocity.begin(), expected.velocity.end()), 0.05) << set[0];
    EXPECT_LT(distance(implicit.velocity, expected.velocity), 1e-4) << set[0];
    EXPECT_LT(distance(implicit.temperature, expected.temperature), 1e-5) << set[0];
  }
}

// A cylinder that turns along each axis, which is periodic, has the torque of a disc.
double torque_along(int axis, int dimensions, const std::string& viscous, int steps) {
  const std::string names = "xyz", sides[] = {"left", "right", "bottom", "top", "front", "back"};
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  std::string lower, upper, cells, velocity;
  for (int a = 0; a < dimensions; ++a) {
    const std::string comma = a ? ", " : "";
    lower += comma + (a == axis ? "0" : "-1");
    upper += comma + (a == axis ? "0.5" : "1");
    cells += comma + (a == axis ? "5" : "20");
    velocity += comma + (a == axis ? "\"0\""
                         : a == b  ? "\"-" + names.substr(c, 1) + "\""
                                   : "\"" + names.substr(b, 1) + "\"");
  }
  const std::string along = names.substr(axis, 1), space = dimensions == 3 ? ", axis=\"" + along + "\"" : "",
                    centre = dimensions == 3 ? "[0, 0, 0]" : "[0, 0]", area = dimensions == 3 ? ", area=1" : "";
  std::string text =
      "solver=\"projection\"\nrun={device=\"cpu\", threads=1, end_time=0.4, steps=" + std::to_string(steps) + "}\n";
  text += "mesh={lower=[" + lower + "], upper=[" + upper + "], cells=[" + cells + "]}\n";
  text += "fluid.viscosity=0.5\nlinear.tolerance=1e-10\nscheme={bodies=\"sharp\", viscous=\"" + viscous + "\"}\n";
  for (int side = 2 * axis; side < 2 * axis + 2 && axis < dimensions; ++side)
    text += "boundary." + sides[side] + "={kind=\"periodic\"}\n";
  text += "boundary.others={kind=\"no-slip\"}\n";
  text +=
      "body.disc={shape=\"cylinder\", centre=" + centre + ", radius=0.43, velocity=[" + velocity + "]" + space + "}\n";
  text += "forces.disc.reference={length=1, velocity=1" + area + "}\n";
  return number(run_in_memory(case_of(text), false), "moment_disc_" + along);
}
TEST(Implicit, TurnsACylinderAlongEveryAxis) {
  const double disc = 0.5 * torque_along(2, 2, "implicit", 40);
  EXPECT_LT(disc, -0.1);
  for (int axis : {0, 1, 2}) {
    const double torque = torque_along(axis, 3, "implicit", 40);
    EXPECT_NEAR(torque, torque_along(axis, 3, "explicit", 160), 1e-4 * std::abs(disc)) << axis;
    EXPECT_NEAR(torque, disc, 1e-6 * std::abs(disc)) << axis;
  }
}

// Steady flow is that of explicit friction, by fewer steps; wherever the surface lies between the cells.
const std::string creeping = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 4, threads = 1 }
mesh = { lower = [0, 0], upper = [4, 2], cells = [48, 24] }
fluid = { viscosity = 0.5 }
boundary = { left = { kind = "inflow", velocity = ["y*(2-y)", 0] }, right = { kind = "outflow" }, others = { kind = "no-slip" } }
body.ball = { shape = "sphere", centre = [1.03, 0.98], radius = 0.31 }
forces.ball = { reference = { length = 0.62, velocity = 1 }, centre = [1.03, 0.98] }
)toml";
TEST(Implicit, TakesLongerStepsAroundBodies) {
  for (const std::string surface : {"sharp", "staircase"}) {
    const auto run = [&](const std::string& viscous) {
      return run_in_memory(case_of(creeping, {"scheme={bodies=\"" + surface + "\", viscous=\"" + viscous + "\"}"}),
                           true);
    };
    const Outcome long_steps = run("implicit"), short_steps = run("explicit"), automatic = run("auto");
    EXPECT_LT(3 * long_steps.last.step, short_steps.last.step) << surface;
    EXPECT_EQ(long_steps.last.step, automatic.last.step) << surface;
    const double drag = number(short_steps, "force_ball_x");
    EXPECT_GT(drag, 0.1);
    EXPECT_NEAR(number(long_steps, "force_ball_x"), drag, 1e-3 * drag) << surface;
  }
}
TEST(Implicit, IsStableWhereverASurfaceIs) {
  for (double radius : {0.2, 0.25, 0.2501, 0.33})
    for (double offset : {0.0, 0.001, 0.3, 0.499}) {
      const std::string at = number_text(1 + offset / 12) + ", " + number_text(1 + 0.7 * offset / 12);
      const Outcome o =
          run_in_memory(case_of(creeping, {"scheme={bodies=\"sharp\", viscous=\"implicit\"}",
                                           "run={device=\"cpu\", steps=60}", "fluid.viscosity=20",
                                           "body.ball.centre=[" + at + "]", "body.ball.radius=" + number_text(radius)}),
                        false);
      EXPECT_LT(number(o, "velocity.x_max"), 3) << radius << " at " << at;
      EXPECT_GT(number(o, "velocity.x_max"), 1) << radius << " at " << at;
    }
}

// A warm solid, eight times as conductive as the fluid, and a lid whose temperature changes: steps of 44, 22 times the
// explicit limit of conduction.
const std::string solid = R"toml(
solver = "projection"
run = { device = "cpu", threads = 1, end_time = 0.4, steps = 20 }
mesh = { lower = [-1, -1], upper = [1, 1], cells = [24, 24] }
fluid = { viscosity = 0.3 }
heat = { diffusivity = 0.5 }
scheme = { bodies = "sharp", viscous = "implicit" }
[boundary]
top = { kind = "no-slip", velocity = ["x*(1-x^2)", 0], heat = { kind = "temperature", temperature = "t^2" } }
others = { kind = "no-slip", heat = { kind = "temperature", temperature = 0 } }
[body.disc]
shape = "sphere"
centre = [0.02, -0.01]
radius = 0.4
conductivity = 4
heat_capacity = 3
source = "1+x"
[body.other]
shape = "box"
lower = [0.55, 0.4]
upper = [0.9, 0.8]
temperature = 0.1
[linear]
tolerance = 1e-10
)toml";
std::vector<double> temperature_of(const std::string& text, const std::vector<std::string>& set) {
  for (const Sample& f : run_in_memory(case_of(text, set), true).fields)
    if (f.name == "temperature") return f.values;
  return {};
}
TEST(Implicit, ConductsInSolids) {
  const auto by_steps = [](int steps) {
    return temperature_of(solid, {"run.steps=" + std::to_string(steps), "body.other="});
  };
  const auto best = by_steps(640), coarse = by_steps(20), fine = by_steps(40);
  const auto short_steps = temperature_of(solid, {"run.steps=1000", "scheme.viscous=\"explicit\"", "body.other="});
  const double error = distance(coarse, best);
  EXPECT_GT(std::log2(error / distance(fine, best)), 1.8);
  EXPECT_LT(error, 1e-3);
  EXPECT_LT(distance(short_steps, best), 0.1 * error);  // the same equations
}

// A disc that begins to turn. (One that goes from place to place opens and closes cells, which no step is smooth in.)
const std::string turning = R"toml(
solver = "projection"
run = { device = "cpu", threads = 1, end_time = 1, steps = 96 }
mesh = { lower = [-1, -1], upper = [1, 1], cells = [32, 32] }
fluid = { viscosity = 0.1 }
heat = { diffusivity = 0.1 }
scheme = { bodies = "sharp", viscous = "implicit" }
boundary.others = { kind = "no-slip", heat = { kind = "temperature", temperature = 0 } }
body.disc = { shape = "cylinder", centre = [0.02, -0.01], radius = 0.4, temperature = 1, motion = { rotation = ["0.3*t^4"] } }
forces.disc = { reference = { length = 0.8, velocity = 0.4 }, centre = [0.02, -0.01] }
linear.tolerance = 1e-10
)toml";
TEST(Implicit, TurnsWithABody) {
  const auto torque = [](int steps, const std::string& viscous) {
    return number(
        run_in_memory(case_of(turning, {"run.steps=" + std::to_string(steps), "scheme.viscous=\"" + viscous + "\""}),
                      false),
        "moment_disc_z");
  };
  const double best = torque(768, "implicit"), coarse = torque(48, "implicit"), fine = torque(192, "implicit");
  EXPECT_LT(best, -0.01);
  EXPECT_NEAR(torque(768, "explicit"), best, 1e-3 * std::abs(best));
  EXPECT_LT(std::abs(coarse - best), 0.02 * std::abs(best));
  EXPECT_LT(std::abs(fine - best), std::abs(coarse - best) / 8);  // a sixteenth; at least the order 1.5
}
// The same drag as by explicit steps: a disc on its way through a fluid at rest, five times the explicit step.
TEST(Implicit, GoesWithABody) {
  std::vector<double> drag;
  for (const std::string viscous : {"explicit", "implicit"}) {
    const Outcome o = run_in_memory(case_of(R"toml(
solver = "projection"
run = { device = "cpu", end_time = 0.8 }
mesh = { lower = [0, 0], upper = [6, 3], cells = [96, 48] }
fluid = { viscosity = 0.4 }
boundary = { left = { kind = "periodic" }, right = { kind = "periodic" }, others = { kind = "free-slip" } }
body.disc = { shape = "sphere", centre = [4.02, 1.47], radius = 0.4, motion = { velocity = ["-min(1, 4*t)", 0] } }
forces.disc = { reference = { length = 0.8, velocity = 1 } }
signal.drag = { column = "force_disc_x", from = 0.4 }
)toml",
                                            {"scheme={bodies=\"sharp\", viscous=\"" + viscous + "\"}"}),
                                    false, true);
    drag.push_back(number(o, "drag.mean"));
  }
  EXPECT_GT(drag[0], 1);
  EXPECT_NEAR(drag[1], drag[0], 0.02 * drag[0]);
}

// Whole cells of a body have no velocity, whatever the initial one is by its formula.
TEST(Implicit, BeginsWithWholeCellsAtRest) {
  const Outcome o = run_in_memory(case_of(creeping, {"scheme={bodies=\"staircase\", viscous=\"implicit\"}",
                                                     "run={device=\"cpu\", steps=3}", "initial.velocity=[1, 0]"}),
                                  false);
  EXPECT_TRUE(o.converged) << o.trouble;
  EXPECT_LE(number(o, "residual"), 1e-6);
}

TEST(Implicit, IsTheSameEverywhere) {
  expect_same_everywhere(channel);
  expect_same_everywhere(solid, {"run.steps=5", "run.end_time=0.1"});
  expect_same_everywhere(turning, {"run.steps=5", "run.end_time=0.1", "linear.tolerance=1e-6"});
  expect_same_everywhere(disc, {"run.steps=6", "run.end_time=0.15", "linear.tolerance=1e-6"});
}

TEST(Implicit, GoesThroughAResumeWithBodies) {
  for (std::string text : {turning, solid}) {
    const std::size_t from = text.find("end_time");
    text.replace(from, text.find(" }", from) - from, "steps = 12");
    expect_same_after_resume(text, 12, {5});
  }
}

}  // namespace
}  // namespace eddy
