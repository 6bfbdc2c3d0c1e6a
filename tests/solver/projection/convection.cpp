// Limited convection and convection of fourth order.
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

TEST(Koren, DoesNotOvershoot) {
  const std::string carried = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 1, cfl = 0.4 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [32, 32] }
fluid = { viscosity = 1e-6 }
boundary = { others = { kind = "periodic" } }
initial = { velocity = [1, 0.5], temperature = "if(abs(x-0.5) < 0.2 && abs(y-0.5) < 0.2, 1, 0)" }
heat = { diffusivity = 1e-9 }
)toml";
  const auto range = [&](const std::string& set) {
    const Outcome o = run_in_memory(case_of(carried, {set}), false);
    return std::array{number(o, "temperature_min"), number(o, "temperature_max")};
  };
  const auto upwind = range("scheme.convection=\"upwind3\""), koren = range("heat.convection=\"koren\"");
  EXPECT_LT(upwind[0], -0.01);
  EXPECT_GT(upwind[1], 1.01);
  EXPECT_GT(koren[0], -1e-6);
  EXPECT_LT(koren[1], 1 + 1e-6);
  EXPECT_GT(koren[1], 0.9);  // but keeps the maximum in the middle
  EXPECT_EQ(range("scheme.convection=\"koren\""), koren);
}
// A layer at rest, hot on the left, with a film on the right: the flux is that of two thermal resistances in series.
TEST(ThermalWalls, AFilmIsAResistance) {
  const std::string layer = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 5 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [16, 4] }
fluid = { viscosity = 1 }
heat = { diffusivity = 1 }
boundary.left = { kind = "no-slip", heat = { kind = "temperature", temperature = 2 } }
boundary.right = { kind = "no-slip", heat = { name = "film", kind = "convection", coefficient = 3, ambient = 1 } }
boundary.others = { kind = "free-slip" }
)toml";
  const Outcome o = run_in_memory(case_of(layer), false);
  EXPECT_NEAR(number(o, "nusselt_left"), 1 / (1 + 1 / 3.0), 1e-3);
  EXPECT_NEAR(number(o, "nusselt_film"), -1 / (1 + 1 / 3.0), 1e-3);
  const Outcome flux = run_in_memory(
      case_of(layer, {"boundary.right.heat={kind=\"flux\", flux=-0.75}", "boundary.top.kind=\"no-slip\""}), false);
  EXPECT_NEAR(number(flux, "nusselt_left"), 0.75, 1e-3);
}

// The old tables are read like the new ones, with a hint.
TEST(ThermalWalls, OldTablesAreStillRead) {
  const std::string box = R"toml(
solver = "projection"
run = { device = "cpu", steps = 3, dt = 1e-3 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [8, 8] }
fluid = { viscosity = 1 }
heat = { diffusivity = 1, expansion = 1, gravity = [0, -100] }
boundary.others = { kind = "no-slip" }
)toml";
  const Outcome now =
      run_in_memory(case_of(box, {"boundary.left=[{kind=\"no-slip\"}, {kind=\"no-slip\", where=\"y > 0.4\", "
                                  "heat={kind=\"temperature\", name=\"hot\", temperature=1}}]",
                                  "boundary.top={kind=\"no-slip\", heat={kind=\"flux\", flux=2}}"}),
                    true);
  const Case old =
      case_of(box, {"wall.hot={side=\"left\", where=\"y > 0.4\", temperature=1}", "wall.top={side=\"top\", flux=2}"});
  const Difference found = difference(now, run_in_memory(old, true));
  EXPECT_FALSE(found.any()) << found.first;
  EXPECT_NE(number(now, "nusselt_hot"), 0);
}

// Drifting vortices: pressure and volumes are of second order in each scheme, but waves are carried much better.
TEST(Central4, IsBetterThanSecondOrder) {
  const auto error = [](const std::string& scheme) {
    return number(run_in_memory(case_of(R"toml(
solver = "projection"
run = { device = "cpu", end_time = 1, cfl = 0.3 }
mesh = { lower = [0, 0], upper = [6.283185307179586, 6.283185307179586], cells = [32, 32] }
fluid = { viscosity = 0.02 }
boundary = { others = { kind = "periodic" } }
initial = { velocity = ["1 - cos(2*x)*sin(2*y)", "sin(2*x)*cos(2*y)"] }
exact = { velocity = ["1 - cos(2*(x - t))*sin(2*y)*exp(-0.16*t)", "sin(2*(x - t))*cos(2*y)*exp(-0.16*t)"] }
)toml",
                                        {scheme}),
                                false),
                  "velocity.x.error_l2");
  };
  EXPECT_LT(error("scheme.convection=\"central4\""), 0.3 * error("scheme={convection=\"donor-cell\", gamma=0}"));
}

TEST(Koren, IsOfSecondOrderWhereItIsSmooth) {
  std::vector<double> error;
  for (const char* cells : {"mesh.cells=[32, 32]", "mesh.cells=[64, 64]"}) {
    const Outcome o = run_in_memory(case_of(R"toml(
solver = "projection"
run = { device = "cpu", end_time = 0.5, cfl = 0.5 }
mesh = { lower = [0, 0], upper = [6.283185307179586, 6.283185307179586], cells = [32, 32] }
fluid = { viscosity = 0.05 }
scheme = { convection = "koren" }
boundary = { others = { kind = "periodic" } }
initial = { velocity = ["-cos(x)*sin(y)", "sin(x)*cos(y)"] }
exact = { velocity = ["-cos(x)*sin(y)*exp(-0.1*t)", "sin(x)*cos(y)*exp(-0.1*t)"] }
)toml",
                                            {cells}),
                                    false);
    error.push_back(number(o, "velocity.x.error_l2"));
  }
  EXPECT_GT(std::log2(error[0] / error[1]), 1.7);
}

}  // namespace
}  // namespace eddy
