// All parts of the projection solver together give the same results on every device, and through a resume.
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

TEST(ProjectionParts, AreTheSameEverywhere) { expect_same_everywhere(everything); }
TEST(ProjectionParts, GoThroughAResume) { expect_same_after_resume(everything, 24, {3, 11}); }

}  // namespace
}  // namespace eddy
