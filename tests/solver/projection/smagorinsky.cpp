// Eddies smaller than the grid: their viscosity, its length scale near walls, the energy that they dissipate.
#include "solver/projection/mixing.hpp"
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

const std::string sheared = R"toml(
solver = "projection"
run = { device = "cpu", steps = 1, end_time = 0.001 }
mesh = { lower = [0, 0], upper = [1, 2], cells = [6, 10] }
fluid = { viscosity = 0.01 }
boundary = { left = { kind = "periodic" }, right = { kind = "periodic" }, top = { kind = "no-slip", velocity = [6, 0] }, others = { kind = "no-slip" } }
initial = { velocity = ["3*y", 0] }
turbulence = { model = "smagorinsky", constant = 0.2, wall = "none" }
)toml";
const std::string sheared3 = R"toml(
solver = "projection"
run = { device = "cpu", steps = 1, end_time = 0.001 }
mesh = { lower = [0, 0, 0], upper = [1, 2, 1], cells = [6, 10, 5] }
fluid = { viscosity = 0.01 }
boundary = { bottom = { kind = "no-slip" }, top = { kind = "no-slip", velocity = [6, 0, -8] }, others = { kind = "periodic" } }
initial = { velocity = ["3*y", 0, "-4*y"] }
turbulence = { model = "smagorinsky", constant = 0.2, wall = "none" }
)toml";

TEST(Smagorinsky, ViscosityOfALinearShearIsExact) {
  for (const double shear : Started(case_of(sheared)).simulation->sample("eddy_viscosity").values)
    EXPECT_NEAR(shear, 0.04 * (0.2 / 6) * 3, 1e-14);
  const double delta2 = std::pow(0.2 / 6 * 0.2, 2.0 / 3);
  for (const double shear : Started(case_of(sheared3)).simulation->sample("eddy_viscosity").values)
    EXPECT_NEAR(shear, 0.04 * delta2 * 5, 1e-13);  // |S| = √(3² + 4²)
  const Started stretched(case_of(sheared3, {"mesh.stretch.y={kind=\"tanh\", factor=2}"}));
  const auto values = stretched.simulation->sample("eddy_viscosity").values;
  for (int j = 0; j < 10; ++j)
    EXPECT_NEAR(values[std::size_t(6 * j)], 0.2 * std::pow(0.2 / 6 * stretched.grid.width(1, j), 2.0 / 3), 1e-13);
}

TEST(Smagorinsky, LengthsNearWalls) {
  const auto at = [](const std::string& set, int row) {
    const Started s(case_of(sheared, {"turbulence.constant=1", "mesh.cells=[6, 40]", set}));
    return s.simulation->sample("eddy_viscosity").values[std::size_t(6 * row)] / 3;
  };
  const double delta2 = 0.05 / 6;
  EXPECT_NEAR(at("turbulence.wall=\"mixing-length\"", 0), std::pow(0.41 * 0.025, 2), 1e-14);
  EXPECT_NEAR(at("turbulence.wall=\"mixing-length\"", 38), std::pow(0.41 * 0.075, 2), 1e-14);
  EXPECT_NEAR(at("turbulence.wall=\"mixing-length\"", 20), delta2, 1e-14);
  const auto driest = [&](double d) { return delta2 * std::pow(1 - std::exp(-d * 2 / (26 * 0.01)), 2); };
  const std::string wall = "turbulence={model=\"smagorinsky\", constant=1, wall=\"van-driest\", friction_velocity=2}";
  EXPECT_NEAR(at(wall, 1), driest(0.075), 1e-14);
  EXPECT_NEAR(at(wall, 37), driest(0.125), 1e-14);
}

TEST(Smagorinsky, DistanceFromBodiesAndSides) {
  const Case c = case_of(R"toml(
solver = "projection"
run = { device = "cpu", steps = 1, end_time = 0.001 }
mesh = { lower = [0, 0], upper = [2, 1], cells = [24, 15], stretch.y = { kind = "tanh", factor = 1 } }
fluid = { viscosity = 0.1 }
boundary = { left = { kind = "periodic" }, right = { kind = "periodic" }, top = { kind = "free-slip" }, bottom = { kind = "no-slip" } }
turbulence = { model = "smagorinsky" }
body.block = { shape = "box", lower = [1.2, 0.5], upper = [1.7, 0.8] }
)toml");
  const auto& o = c.options_as<ProjectionOptions>();
  const Grid grid = make_grid(c.mesh);
  const projection::Model model(grid, o);
  const projection::Bodies bodies(o, model);
  const projection::MixingLength length(model, bodies, o);
  for (int j = 0; j < 15; ++j)
    for (int i = 0; i < 24; ++i) {
      double least = grid.centre(1, j);
      for (int n = 0; n < 15; ++n)
        for (int m = -24; m < 48; ++m) {
          if (!bodies.of({(m + 24) % 24, n, 0})) continue;
          const double low = m / 12.0, x = grid.centre(0, i), y = grid.centre(1, j);
          const double dx = std::max({low - x, x - low - 1 / 12.0, 0.0});
          const double dy = std::max({grid.nodes[1][std::size_t(n)] - y, y - grid.nodes[1][std::size_t(n) + 1], 0.0});
          least = std::min(least, std::hypot(dx, dy));
        }
      EXPECT_NEAR(length.distance({i, j, 0}), least, 1e-12) << i << " " << j;
    }
  EXPECT_EQ(length.squared({3, -1, 0}), -1);  // behind the wall
  EXPECT_GT(length.squared({3, 15, 0}), 0);   // beyond the slip
  EXPECT_EQ(length.squared({17, 8, 0}), -1);  // in the body
  EXPECT_EQ(length.squared({-1, 4, 0}), length.squared({23, 4, 0}));
}

// Central differences conserve energy, so the loss is 2ν S² and 2ν_t S².
TEST(Smagorinsky, TakesTheEnergyThatItSays) {
  const std::string vortices = R"toml(
solver = "projection"
run = { device = "cpu", dt = 0.0004, steps = 5 }
mesh = { lower = [0, 0, 0], upper = [6.283185307179586, 6.283185307179586, 6.283185307179586], cells = [16, 16, 16] }
fluid = { reynolds = 1600 }
scheme = { convection = "donor-cell" }
linear = { tolerance = 1e-10 }
boundary = { others = { kind = "periodic" } }
initial = { velocity = ["sin(x)*cos(y)*cos(z)", "-cos(x)*sin(y)*cos(z)", "0.3*sin(x)*sin(y)"] }
track = { energy = true }
)toml";
  const auto dissipations = [&](const std::vector<std::string>& set) {
    const Outcome o = run_in_memory(case_of(vortices, set), false);
    const double eddies = find(o.results, "dissipation_eddies").value_or(0);
    return std::array{number(o, "dissipation"), 2.0 / 1600 * number(o, "enstrophy") + eddies, eddies};
  };
  const auto without = dissipations({}), with = dissipations({"turbulence={model=\"smagorinsky\", constant=0.2}"});
  EXPECT_EQ(without[2], 0);
  EXPECT_NEAR(without[0], without[1], 1e-3 * without[1]);
  EXPECT_GT(with[2], 2 * without[1]);  // the model's part dominates on so coarse a grid
  EXPECT_NEAR(with[0], with[1], 1e-3 * with[1]);
}

TEST(Smagorinsky, ShortensTheStep) {
  const std::vector<std::string> fast{"initial.velocity=[\"300*y\", 0]", "fluid.viscosity=1e-6",
                                      "boundary.top.velocity=[600, 0]", "run.steps=", "turbulence.constant=2"};
  std::vector<std::string> none = fast;
  none.pop_back(), none.push_back("turbulence=");
  EXPECT_LT(Started(case_of(sheared, fast)).simulation->next_dt(),
            0.5 * Started(case_of(sheared, none)).simulation->next_dt());
}

TEST(Smagorinsky, Refusals) {
  const auto refusal = [](const std::vector<std::string>& set) {
    return message_of([&] { case_of(sheared, set); }, Exit::usage);
  };
  EXPECT_HAS(refusal({"turbulence.wall=\"van-driest\""}), "needs turbulence.friction_velocity");
  EXPECT_HAS(refusal({"turbulence.friction_velocity=1"}), "with turbulence.wall = \"van-driest\" alone");
  EXPECT_HAS(refusal({"turbulence.model=\"none\""}), "with turbulence.model = \"smagorinsky\" alone");
  EXPECT_HAS(refusal({"turbulence.constant=-1"}), "turbulence.constant");
  EXPECT_HAS(refusal({"turbulence=", "output.fields=[\"eddy_viscosity\"]"}), "'eddy_viscosity' needs turbulence.model");
}

}  // namespace
}  // namespace eddy
