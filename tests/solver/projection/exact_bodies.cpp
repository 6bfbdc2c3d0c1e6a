// Flows around true surfaces of which a closed solution is known.
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

constexpr double pi = 3.14159265358979323846;

// A disc that turns in a vortex u = R²/r: the torque is −4π ν R². The exact velocity is not finite in the middle of the
// disc, where nothing is compared with it.
const std::string vortex = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 6, cfl = 0.8, threads = 1 }
mesh = { lower = [-1, -1], upper = [1, 1], cells = [64, 64] }
fluid = { viscosity = 0.1 }
scheme = { bodies = "sharp", viscous = "implicit" }
boundary.others = { kind = "inflow", velocity = ["-0.160801*y/(x*x + y*y)", "0.160801*x/(x*x + y*y)"] }
body.disc = { shape = "sphere", centre = [0, 0], radius = 0.401 }
forces.disc = { reference = { length = 0.8, velocity = 1 } }
exact.velocity = ["-0.160801*y/(x*x + y*y)", "0.160801*x/(x*x + y*y)"]
)toml";
void expect_vortex(const std::vector<std::string>& set) {
  const Outcome o = run_in_memory(case_of(vortex, set), false);
  const double torque = -4 * pi * 0.1 * 0.160801;
  EXPECT_NEAR(number(o, "moment_disc_z"), torque, -0.01 * torque);
  EXPECT_LT(number(o, "velocity.x.error_l2"), 3e-4);
  EXPECT_LT(number(o, "velocity.x.error_max"), 3e-3);
}
// Fluid next to the surface goes through cells that are closed for the pressure.
TEST(ExactBodies, ASurfaceSlides) { expect_vortex({"body.disc.velocity=[\"-y\", \"x\"]"}); }
TEST(ExactBodies, ABodyTurns) { expect_vortex({"body.disc.motion={rotation=[\"t\"]}"}); }
void expect_vortex_in_space(const std::string& viscous) {
  const Outcome o = run_in_memory(
      case_of(vortex, {"scheme.viscous=\"" + viscous + "\"", "run.end_time=2",
                       "mesh={lower=[-1, -1, 0], upper=[1, 1, 0.25], cells=[32, 32, 4]}",
                       "boundary={front={kind=\"periodic\"}, back={kind=\"periodic\"}, others={kind=\"inflow\", "
                       "velocity=[\"-0.160801*y/(x*x + y*y)\", \"0.160801*x/(x*x + y*y)\", 0]}}",
                       "body.disc={shape=\"cylinder\", centre=[0, 0, 0], radius=0.401, velocity=[\"-y\", \"x\", 0]}",
                       "forces.disc.reference={length=1, velocity=1, area=1}",
                       "exact.velocity=[\"-0.160801*y/(x*x + y*y)\", \"0.160801*x/(x*x + y*y)\", 0]"}),
      false);
  const double torque = -4 * pi * 0.1 * 0.160801 * 0.25;
  EXPECT_NEAR(number(o, "moment_disc_z"), torque, -0.03 * torque);
  EXPECT_LT(number(o, "velocity.x.error_l2"), 3e-3);
  EXPECT_LT(number(o, "divergence"), 1e-5);
}
TEST(ExactBodies, ASurfaceSlidesInThreeDimensions) {
  for (const std::string viscous : {"explicit", "implicit"}) expect_vortex_in_space(viscous);
}

// A channel across the grid, by 20 degrees, between two bodies that stand where the flow comes in and goes out.
const std::string inclined = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 1, cfl = 0.8, threads = 1 }
mesh = { lower = [-1, -1], upper = [1, 1], cells = [48, 48] }
fluid = { viscosity = 0.1 }
scheme = { bodies = "sharp", viscous = "implicit" }
[boundary]
left = [{ kind = "inflow", velocity = ["0.9396926*(1 - (SIDE/0.3)^2)", "0.3420201*(1 - (SIDE/0.3)^2)"] },
        { kind = "no-slip", where = "abs(SIDE) > 0.3" }]
right = [{ kind = "outflow" }, { kind = "no-slip", where = "abs(SIDE) > 0.3" }]
others = { kind = "no-slip" }
[body.above]
shape = "polygon"
points = [[-3.8613765, -1.0861728], [3.6561644, 1.6499884], [1.9460637, 6.3484515], [-5.5714772, 3.6122903]]
[body.below]
shape = "polygon"
points = [[-3.6561644, -1.6499884], [3.8613765, 1.0861728], [5.5714772, -3.6122903], [-1.9460637, -6.3484515]]
)toml";
TEST(ExactBodies, AChannelBetweenBodiesThatStandOnItsEnds) {
  std::string text = inclined;
  const std::string side = "(0.9396926*y - 0.3420201*x)";
  for (std::size_t at = 0; (at = text.find("SIDE", at)) != std::string::npos;) text.replace(at, 4, side);
  const Outcome o = run_in_memory(case_of(text), true);
  EXPECT_TRUE(o.converged) << o.trouble;
  EXPECT_NEAR(number(o, "flow_left"), -number(o, "flow_right"), 1e-8);
  for (const Sample& f : o.fields)
    for (int j = 18; j <= 30 && f.name == "velocity"; ++j) {  // across the channel at x = 0
      const double across = 0.9396926 * (j / 24.0 - 1) / 0.3, exact = std::max(0.0, 1 - across * across);
      EXPECT_NEAR(f.values[std::size_t(2 * (24 + 49 * j))], 0.9396926 * exact, 0.01) << j;
      EXPECT_NEAR(f.values[std::size_t(2 * (24 + 49 * j) + 1)], 0.3420201 * exact, 0.01) << j;
    }
}

}  // namespace
}  // namespace eddy
