// Forces on bodies by two methods, bodies from STL files, friction at walls, forces by formulas.
#include "app/verbs/parity.hpp"
#include "tests/mesh/helper.hpp"
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

const std::string blocked = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 16, cfl = 0.8 }
mesh = { lower = [0, 0], upper = [3, 1], cells = [36, 15] }
fluid = { viscosity = 0.05, density = 1.5 }
linear = { tolerance = 1e-10 }
boundary = { left = { kind = "inflow", velocity = ["4*y*(1-y)", 0] }, right = { kind = "outflow" }, others = { kind = "no-slip" } }
body.block = { shape = "box", lower = [0.9, 0.3], upper = [1.3, 0.6] }
forces.block = { reference = { length = 0.3, velocity = 1 } }
)toml";

// The momentum balance is exact up to the time derivative, which is 0 in a steady flow.
TEST(ForceBalance, IsTheForceInASteadyFlow) {
  const std::string les = "turbulence={model=\"smagorinsky\", constant=0.2}";
  const std::vector<std::vector<std::string>> variants{
      {},
      {"mesh.stretch.x={kind=\"tanh\", factor=1}"},
      {"scheme.convection=\"koren\""},
      {"fluid.force=[0.1, -0.2]"},
      {"fluid.force=[\"0.3*y\", \"sin(x)\"]"},
      {les},
      {"heat={prandtl=0.7, expansion=0.5, gravity=[0.2, -1]}", "wall.hot={side=\"bottom\", temperature=1}", les},
      {"body.block={shape=\"box\", lower=[0.9, -1], upper=[1.3, 0.5]}"}};  // stands on the wall
  for (const auto& set : variants) {
    const Outcome o = run_in_memory(case_of(blocked, set), false);
    for (const std::string axis : {"_x", "_y"}) {
      const double force = number(o, "force_block" + axis);
      EXPECT_NEAR(number(o, "force_balance_block" + axis), force, 2e-6) << (set.empty() ? "" : set[0]) << axis;
    }
    EXPECT_GT(number(o, "force_block_x"), 0.05);
  }
}
TEST(ForceBalance, DiffersByTheFirstOrderOfAStep) {
  std::vector<double> difference;
  for (const char* dt : {"run.dt=0.004", "run.dt=0.002", "run.dt=0.001"}) {
    const Outcome o = run_in_memory(case_of(blocked, {"run.end_time=0.2", dt}), false);
    difference.push_back(std::abs(number(o, "force_balance_block_x") - number(o, "force_block_x")));
  }
  EXPECT_LT(difference[0], 0.05);
  EXPECT_NEAR(difference[0] / difference[1], 2, 0.3);
  EXPECT_NEAR(difference[1] / difference[2], 2, 0.3);
}
TEST(ForceBalance, OfABodyThatIsAlone) {
  const std::string other = "body.other={shape=\"box\", lower=[1.4, 0.3], upper=[1.8, 0.6]}";
  const Outcome o = run_in_memory(case_of(blocked, {"run.end_time=0.02", other}), false);
  EXPECT_FALSE(find(o.results, "force_balance_block_x").has_value());
  EXPECT_TRUE(find(o.results, "force_block_x").has_value());
}

TEST(Bodies, StlIsTheBoxThatItIs) {
  const Scratch scratch;
  const std::string head = R"toml(
solver = "projection"
run = { device = "cpu", steps = 5 }
mesh = { lower = [0, 0, 0], upper = [2, 1, 1], cells = [16, 8, 8] }
fluid = { viscosity = 0.02 }
boundary = { left = { kind = "inflow", velocity = [1, 0, 0] }, right = { kind = "outflow" }, others = { kind = "free-slip" } }
forces.block = { reference = { length = 0.5, velocity = 1, area = 0.25 } }
[body.block]
)toml";
  make_folder(scratch / "stl");
  write_file(scratch / "stl/block.stl", binary_stl(box_triangles({500, 250, 250}, {1000, 750, 750})));
  write_file(scratch / "stl/case.toml", head + "shape = \"stl\"\nfile = \"block.stl\"\nscale = 1e-3\n");
  const Outcome box =
      run_in_memory(case_of(head + "shape = \"box\"\nlower = [0.5, 0.25, 0.25]\nupper = [1, 0.75, 0.75]\n"), true);
  const Outcome stl = run_in_memory(read_case(scratch / "stl", {}, solver_keys_list()), true);
  EXPECT_FALSE(difference(box, stl).any());
  EXPECT_GT(number(stl, "force_block_x"), 0.1);
  Triangles open = box_triangles({500, 250, 250}, {1000, 750, 750});
  open.pop_back();
  write_file(scratch / "stl/block.stl", binary_stl(open));
  EXPECT_HAS(message_of([&] { read_case(scratch / "stl", {}, solver_keys_list()); }, Exit::usage), "is not watertight");
}

TEST(WallShear, IsExactInAChannel) {
  const std::string channel = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 40, steady = 1e-10 }
mesh = { lower = [0, 0], upper = [2, 1], cells = [8, 12], stretch.y = { kind = "tanh", factor = 1.5 } }
fluid = { viscosity = 0.1, density = 2, force = [0.8, 0] }
boundary = { left = { kind = "periodic" }, right = { kind = "periodic" }, others = { kind = "no-slip" } }
initial = { velocity = ["4*y*(1-y)", 0] }
track = { friction = true }
)toml";
  const Case c = case_of(channel);
  const Outcome o = run_in_memory(c, true);
  EXPECT_NEAR(number(o, "friction_bottom_x"), 2 * 0.1 * 4 * 2, 1e-8);  // ρν ∂u/∂y · length
  EXPECT_NEAR(number(o, "friction_top_x"), 1.6, 1e-8);                 // and both balance the force: 2 · 0.8 · 2
  EXPECT_FALSE(find(o.results, "friction_left_y").has_value());
  for (const Sample& f : o.fields)
    if (f.name == "wall_shear") {
      ASSERT_EQ(f.components, 2);
      for (int j = 0; j < 12; ++j) {
        EXPECT_NEAR(f.values[std::size_t(2 * 8 * j)], j == 0 || j == 11 ? 0.8 : 0, 1e-8) << j;
        EXPECT_NEAR(f.values[std::size_t(2 * 8 * j) + 1], 0, 1e-12);
      }
      return;
    }
  FAIL() << "no field wall_shear";
}
TEST(WallShear, OfABodyIsItsFriction) {
  const Outcome o = run_in_memory(case_of(blocked, {"run.end_time=0.5"}), true);
  double sum = 0;
  for (const Sample& f : o.fields)
    if (f.name == "wall_shear")
      for (int j = 3; j < 11; ++j)  // not the walls of the channel
        for (int i = 0; i < 36; ++i) sum += f.values[2 * std::size_t(i + 36 * j)] / 12;
  EXPECT_NEAR(sum, number(o, "force_viscous_block_x"), 0.25 * sum);  // friction at edges is distributed differently
  EXPECT_GT(sum, 0.02);
}

TEST(Force, OfPlaceHoldsAFlow) {  // Kolmogorov's: f = ν k² sin ky keeps u = sin ky
  std::vector<double> error;
  for (const char* cells : {"mesh.cells=[6, 16]", "mesh.cells=[6, 32]"}) {
    const Outcome o = run_in_memory(case_of(R"toml(
solver = "projection"
run = { device = "cpu", end_time = 2 }
mesh = { lower = [0, 0], upper = [6.283185307179586, 6.283185307179586], cells = [6, 16] }
fluid = { viscosity = 0.3, force = ["0.3*sin(y)", 0] }
boundary = { others = { kind = "periodic" } }
initial = { velocity = ["sin(y)", 0] }
exact = { velocity = ["sin(y)", 0] }
)toml",
                                            {cells}),
                                    false);
    error.push_back(number(o, "velocity.x.error_l2"));
  }
  EXPECT_LT(error[1], 0.002);
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.1);
}
TEST(Force, OfTimeIsOfSecondOrder) {
  for (const std::string force : {"[\"cos(3*t)\", 0]", "[\"cos(3*t) + 0*x\", 0]"}) {
    std::vector<double> error;
    for (const char* steps : {"run.steps=10", "run.steps=20"}) {
      const Outcome o = run_in_memory(case_of(R"toml(
solver = "projection"
run = { device = "cpu", end_time = 1 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [4, 4] }
fluid = { viscosity = 0.01 }
boundary = { others = { kind = "periodic" } }
exact = { velocity = ["sin(3*t)/3", 0] }
)toml",
                                              {steps, "fluid.force=" + force}),
                                      false);
      error.push_back(number(o, "velocity.x.error_l2"));
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.05) << force;
  }
}

}  // namespace
}  // namespace eddy
