// Forces and samples of surfaces from wall states that were kept, whenever they are asked for and by whatever thread, have
// the bits of those that are found after each step.
#include <future>

#include "exec/core/devices.hpp"
#include "tests/solver/galerkin/helper.hpp"

using namespace eddy;
using namespace eddy::galerkin;

namespace {

const std::string bar =
    "dt = 0.005\n[mesh]\nlower = [0, 0]\nupper = [8, 6]\ncells = [32, 24]\n[fluid]\nviscosity = 0.01\n"
    "[boundary]\nleft = { kind = \"inflow\", velocity = [1, 0] }\nright = { kind = \"outflow\" }\n"
    "others = { kind = \"free-slip\" }\n[body.bar]\nshape = \"box\"\nlower = [2, 2.5]\nupper = [3, 3.5]\n"
    "[forces.bar]\n[surface.bar]\n[statistics]\nstart = 0.01\nevery = 3\n";

struct Steps {
  Case c;
  std::unique_ptr<Simulation> simulation;
  double time = 0;
  explicit Steps(const std::string& more = "")
      : c(case_of(bar + more)), simulation(make_simulation(c, make_grid(c.mesh), cpu_devices().front())) {}
  void step() {
    const double dt = simulation->next_dt();
    simulation->step(time, dt);
    time += dt;
  }
  std::vector<std::vector<double>> surface() const { return simulation->surfaces().at(0).rows; }
};

std::vector<double> forces_of(const std::vector<Number>& numbers) {
  std::vector<double> values;
  for (const Number& n : numbers)
    if (n.name != "kinetic_energy") values.push_back(n.value);
  return values;
}

using ForceRows = std::vector<std::vector<double>>;
ForceRows taken_from(const std::vector<NumbersLater>& waiting) {
  ForceRows rows;
  for (const NumbersLater& numbers : waiting) rows.push_back(forces_of(numbers.take()));
  return rows;
}

}  // namespace

// With the energy among the numbers, they and the samples of surfaces are found after each step.
TEST(GalerkinKeptWalls, GiveTheBitsOfEachStep) {
  constexpr int steps = 83;  // two batches and a part of one
  Steps each("[track]\nenergy = true\n"), later;
  std::vector<NumbersLater> waiting;
  ForceRows expected;
  for (int n = 0; n < steps; ++n) {
    each.step();
    later.step();
    expected.push_back(forces_of(each.simulation->numbers()));
    waiting.push_back(later.simulation->numbers_later());
    ASSERT_TRUE(waiting.back().fetch) << "nothing is kept";
    if (n == 50) {
      EXPECT_EQ(later.surface(), each.surface());
    }
  }
  ASSERT_NE(expected.front(), expected.back());
  for (const NumbersLater& numbers : waiting) numbers.fetch();
  std::future<ForceRows> rows = std::async(std::launch::async, [&] { return taken_from(waiting); });
  for (int n = 0; n < steps; ++n) {  // whoever goes on holds the states, so that nothing writes over them
    each.step();
    later.step();
    later.simulation->numbers_later().fetch();
  }
  EXPECT_EQ(rows.get(), expected);
  EXPECT_EQ(taken_from(waiting), expected);
  EXPECT_EQ(later.surface(), each.surface());
  EXPECT_EQ(forces_of(later.simulation->numbers()), forces_of(each.simulation->numbers()));
}

// A state that is loaded is not that of the rows that wait.
TEST(GalerkinKeptWalls, OutliveAnotherState) {
  Steps later;
  for (int n = 0; n < 5; ++n) later.step();
  const State before = later.simulation->save();
  later.step();
  const NumbersLater waiting = later.simulation->numbers_later();
  const std::vector<double> expected = forces_of(later.simulation->numbers());
  later.simulation->load(before);
  EXPECT_NE(forces_of(later.simulation->numbers()), expected);
  waiting.fetch();
  EXPECT_EQ(forces_of(waiting.take()), expected);
}
