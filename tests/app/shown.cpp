// Samples of a few cells, which a page shows of a large field, have the values of the whole field.
#include <gtest/gtest.h>

#include "exec/core/devices.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

const char* bar = R"toml(
solver = "heat"
run = { device = "cpu", steps = 3, theta = 0 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [20, 14] }
boundary.others = { kind = "insulated" }
initial.temperature = "x*y"
)toml";
const char* lid = R"toml(
run = { device = "cpu", steady = 1e-9, cfl = 0.5 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [20, 20] }
fluid = { reynolds = 100, density = 2 }
boundary.top = { kind = "no-slip", velocity = [1, 0] }
boundary.others = { kind = "no-slip" }
)toml";
const char* gas = R"toml(
solver = "compressible"
run = { device = "cpu", steps = 3 }
mesh = { lower = [0, 0], upper = [1, 1], cells = [20, 14] }
boundary = { others = { kind = "periodic" } }
initial = { density = "1 + 0.2*sin(2*pi*x)", velocity = ["0.3 + 0.1*y*(1-y)", 0.1], pressure = "1 + 0.1*cos(2*pi*y)" }
)toml";

// Expects that a sample of some cells has the values of the whole field at the first point of each of them.
void expect_some_are_of_the_whole(const std::string& text) {
  const Case c = read_case_text(text, "flow.toml", {}, solver_keys_list());
  const Grid grid = make_grid(c.mesh);
  const auto simulation = make_simulation(c, grid, cpu_devices().front());
  double time = 0;
  for (int n = 0; n < 3; ++n) {
    const double dt = simulation->next_dt();
    simulation->step(time, dt);
    time += dt;
  }
  const CellLists cells{std::vector{0, 3, 4, 11, 19}, std::vector{1, 2, 13}, std::vector{0}};
  for (const std::string& field : simulation->fields()) {
    const Sample some = simulation->sample_at(field, cells), all = picked(simulation->sample(field), cells);
    EXPECT_EQ(some.unit, all.unit) << c.solver << " " << field;
    EXPECT_EQ(some.size, all.size) << c.solver << " " << field;
    EXPECT_EQ(some.components, all.components) << c.solver << " " << field;
    EXPECT_EQ(some.values, all.values) << c.solver << " " << field;
  }
}

TEST(Shown, SomeCellsAreThoseOfTheWholeField) {
  expect_some_are_of_the_whole(std::string("solver = \"projection\"\n") + lid);
  expect_some_are_of_the_whole(std::string("solver = \"artificial\"\npseudo.reference = [0.5, 0.5]\n") + lid);
  expect_some_are_of_the_whole(bar);
  expect_some_are_of_the_whole(gas);
}

}  // namespace
}  // namespace eddy
