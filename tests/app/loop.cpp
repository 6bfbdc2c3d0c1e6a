// The time loop: lengths of the last steps.
#include "solver/loop.hpp"

#include <gtest/gtest.h>

#include "exec/core/devices.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

std::vector<double> steps_until(double end) {
  const char* quiet = R"toml(
solver = "heat"
run = { device = "cpu", dt = 0.5, end_time = 1, theta = 1 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [4, 4] }
boundary.others = { kind = "insulated" }
)toml";
  Case c = read_case_text(quiet, "quiet.toml", {}, solver_keys_list());
  c.run.end_time = end;
  const Grid grid = make_grid(c.mesh);
  const auto simulation = make_simulation(c, grid, cpu_devices().front());
  const std::vector<std::unique_ptr<Watcher>> none;
  std::vector<double> all;
  TimeLoop loop(*simulation, {}, c.run, none);
  while (!loop.over()) {
    loop.step();
    all.push_back(loop.now().dt);
  }
  EXPECT_EQ(loop.now().time, end);
  return all;
}

// No step is much shorter than the others, since a pressure over a tiny step is rough.
TEST(Loop, TheLastStepsShareWhatIsLeft) {
  EXPECT_EQ(steps_until(1), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(steps_until(1 + 1e-12).size(), 2u);  // a rounding error
  EXPECT_EQ(steps_until(1 + 2e-7).size(), 2u);   // that of many thousand steps
  EXPECT_EQ(steps_until(1.03125), (std::vector<double>{0.5, 0.265625, 0.265625}));
  EXPECT_EQ(steps_until(1.25), (std::vector<double>{0.5, 0.5, 0.25}));
}

}  // namespace
}  // namespace eddy
