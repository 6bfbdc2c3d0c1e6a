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

// A body that is endless along an axis has the forces of its section, whatever axis that is, whether it ends on the sides
// or goes on beyond them, and however fine the cells along it are.
struct Stream {
  std::string shape;                  // with X, Y, Z for numbers along the flow, across it and along the body
  std::string cells = "4";            // along the body
  std::string ends = "periodic";      // the sides there
  std::vector<int> axes = {0, 1, 2};  // along which the body lies
};
std::vector<double> pull_in_stream(const Stream& stream, int along) {  // along −1: the section in two dimensions
  const int dimensions = along < 0 ? 2 : 3, z = along < 0 ? 2 : along, x = (z + 1) % 3, y = (z + 2) % 3;
  const std::string names[] = {"left", "right", "bottom", "top", "front", "back"};
  const auto list = [&](const std::string& of_x, const std::string& of_y, const std::string& of_z) {
    std::string text;
    for (int a = 0; a < dimensions; ++a) text += (a ? ", " : "[") + (a == x ? of_x : a == y ? of_y : of_z);
    return text + "]";
  };
  std::string text = "solver=\"projection\"\nrun={device=\"cpu\", threads=1, end_time=0.16, steps=32}\n";
  text += "mesh={lower=" + list("-1", "-1", "0") + ", upper=" + list("1.4", "1", "0.4") +
          ", cells=" + list("24", "20", stream.cells) + "}\n";
  text += "fluid.viscosity=0.05\nlinear.tolerance=1e-12\nscheme.bodies=\"sharp\"\n";
  text += "boundary." + names[2 * x] + "={kind=\"inflow\", velocity=" + list("1", "0.2", "0") + "}\n";
  text += "boundary." + names[2 * x + 1] + "={kind=\"outflow\"}\n";
  for (int side = 2 * z; dimensions == 3 && side < 2 * z + 2; ++side)
    text += "boundary." + names[side] + "={kind=\"" + stream.ends + "\"}\n";
  text += "boundary.others={kind=\"free-slip\"}\n";
  std::string shape = stream.shape;
  const auto set = [&](const std::string& word, const std::string& by) {
    if (const auto at = shape.find(word); at != std::string::npos) shape.replace(at, word.size(), by);
  };
  set("CENTRE", list("-0.03", "0.05", "0"));
  set("LOWER", list("-0.33", "-0.21", "0"));
  set("UPPER", list("0.31", "0.26", "0.4"));
  set("AXIS", dimensions == 3 ? std::string(", axis=\"") + "xyz"[z] + "\"" : "");
  set("ENDS", dimensions == 3 ? ", from=0, to=0.4" : "");
  text += "body.b={" + shape + "}\nforces.b.reference={length=1, velocity=1";
  text += (dimensions == 3 ? ", area=0.4}\n" : "}\n");
  const Outcome o = run_in_memory(case_of(text), false);
  const double length = dimensions == 3 ? 0.4 : 1;
  std::vector<double> all;
  for (const std::string& column : {std::string("force_b_") + "xyz"[x], std::string("force_b_") + "xyz"[y],
                                    std::string("force_pressure_b_") + "xyz"[x], std::string("moment_b_") + "xyz"[z]})
    all.push_back(number(o, column) / length);
  return all;
}
TEST(ExactBodies, EndlessOnesHaveTheForcesOfTheirSection) {
  const std::string round = "shape=\"cylinder\", centre=CENTRE, radius=0.37";
  for (const Stream& stream :
       {Stream{round + "AXIS"}, Stream{round + "AXISENDS", "4", "periodic", {0}},
        Stream{round + "AXISENDS", "9", "free-slip", {1}},
        Stream{"shape=\"box\", lower=LOWER, upper=UPPER", "4", "periodic", {0, 2}},
        Stream{"shape=\"polygon\", points=[[-0.4, -0.1], [0.5, 0.02], [0.1, 0.3]]AXIS", "4", "free-slip", {2}}}) {
    const std::vector<double> section = pull_in_stream(stream, -1);
    EXPECT_GT(section[0], 0.1) << stream.shape;
    for (int axis : stream.axes) {
      const std::vector<double> pull = pull_in_stream(stream, axis);
      for (std::size_t n = 0; n < pull.size(); ++n)
        EXPECT_NEAR(pull[n], section[n], 1e-8 * section[0]) << stream.shape << ' ' << axis << ' ' << n;
    }
  }
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
