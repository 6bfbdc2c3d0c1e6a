// Values reach their options, case.used.toml round-trips, and the manual has every key.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "case/manual.hpp"
#include "solver/heat_boundary/list.hpp"
#include "tests/case/helper.hpp"

using namespace eddy;

namespace {

const std::string full = R"toml(title = "A \"full\" case, Schäfer"
solver = "heat"
[run]
device = "opencl:0"
precision = "single"
end_time = "1/3"
steps = 1e3
dt = 0.1
theta = 0.5
checkpoint_every = 7
threads = 2
[mesh]
lower = [0, -1, 0]
upper = ["2*pi", 1, 3]
cells = [8, 4, 2]
stretch.y = { kind = "tanh", factor = 2.0 }
stretch.z = { kind = "coordinates", coordinates = [0, 1, 3] }
[material]
conductivity = "1 + x^2"
heat_capacity = 3
source = "sin(t)"
[region.wall]
shape = "box"
lower = [0, 0, 0]
upper = [1, 1, 1]
conductivity = 5
[region.another]
shape = "cylinder"
centre = [0, 0, 0]
radius = 0.5
axis = "y"
to = 2
source = "x"
[boundary]
left = { kind = "temperature", temperature = "y" }
right = [{ kind = "insulated" }, { kind = "flux", flux = 3, where = "y > 0" }]
bottom = { kind = "convection", coefficient = 10, ambient = "300 + t" }
top = { kind = "insulated" }
others = { kind = "periodic" }
[initial]
temperature = "x*y"
[linear]
solver = "jacobi"
norm = "source"
tolerance = 1e-7
[exact]
temperature = "exp(-t)*x"
[output]
every = 0.25
fields = ["temperature"]
history_every = 5
image = [{ field = "temperature", range = [0, 1], axis = "x", slice = 0.5 }, { field = "source", window = { lower = [0, 0.1], upper = [0.5, 1] } }]
probe = [{ at = [1, 0, 1], fields = ["temperature"] }]
line = [{ name = "mid", from = [0, 0, 0], to = [1, 1, 1], points = 11 }]
[expect]
heat = { between = [3.22, 3.24], source = "me" }
temperature.error_l2 = { below = 1e-3, source = "exact" }
"temperature.error_max" = { value = -2, tolerance = 0.5 }
least = { above = 1 }
[compare]
mid = { file = "mid.csv", tolerance = 0.005 }
[small]
"mesh.cells" = [4, 2, 2]
run.steps = 10
[small.expect]
heat = { below = 9 }
)toml";

}  // namespace

TEST(CaseValues, Common) {
  const Case c = read_text(full);
  EXPECT_EQ(c.title, "A \"full\" case, Schäfer");
  EXPECT_EQ(c.run.device, "opencl:0");
  EXPECT_EQ(c.run.precision, Precision::single);
  EXPECT_EQ(c.run.end_time, 1.0 / 3);
  EXPECT_EQ(c.run.steps, 1000);
  EXPECT_EQ(c.run.dt, 0.1);
  EXPECT_EQ(c.run.checkpoint_every, 7);
  EXPECT_EQ(c.run.steady, std::nullopt);
  EXPECT_EQ(c.dimensions(), 3);
  EXPECT_EQ(c.mesh.upper[0], 2 * M_PI);
  EXPECT_EQ(c.mesh.stretch[1].kind, Stretch::Kind::tanh);
  EXPECT_EQ(c.mesh.stretch[2].coordinates, (std::vector<double>{0, 1, 3}));
  EXPECT_EQ(c.output.every, 0.25);
  EXPECT_EQ(c.output.image[0].axis, 0);
  EXPECT_EQ(c.output.image[1].field, "source");
  EXPECT_EQ(c.output.image[1].window_lower.value()[1], 0.1);
  EXPECT_EQ(c.output.image[1].window_upper.value()[0], 0.5);
  EXPECT_FALSE(c.output.image[0].window_lower);
  EXPECT_EQ(c.output.probe[0].at, (std::vector<double>{1, 0, 1}));
  EXPECT_EQ(c.output.line[0].points, 11);
  ASSERT_EQ(c.expect.size(), 4u);
  EXPECT_EQ(c.expect[0].high, 3.24);
  EXPECT_EQ(c.expect[1].name, "temperature.error_l2");
  EXPECT_EQ(c.expect[1].high, 1e-3);
  EXPECT_EQ(c.expect[2].name, "temperature.error_max");
  EXPECT_EQ(c.expect[2].low, -3);
  EXPECT_EQ(c.expect[2].high, -1);
  EXPECT_EQ(c.expect[3].low, 1);
  EXPECT_EQ(c.compare[0].line, "mid");
}

TEST(CaseValues, Heat) {
  const Case c = read_text(full);
  const auto& heat = c.options_as<HeatOptions>();
  EXPECT_EQ(heat.theta, 0.5);
  EXPECT_EQ(heat.material.conductivity(2, 0, 0, 0), 5);
  ASSERT_EQ(heat.region.size(), 2u);
  EXPECT_EQ(heat.region[0].name, "wall");  // the order of the file, not of the alphabet
  EXPECT_EQ(heat.region[1].shape.axis, 1);
  EXPECT_FALSE(heat.region[1].conductivity);
  const auto& right = heat.boundary[int(Side::right)];
  ASSERT_EQ(right.size(), 2u);
  EXPECT_EQ(heat::condition_of(right[1]).kind.name, "flux");
  EXPECT_EQ((*right[1].where)(0, 0.5, 0, 0), 1);
  EXPECT_EQ(heat.boundary[int(Side::bottom)][0].values[1](0, 0, 0, 5), 305);
  EXPECT_TRUE(heat::condition_of(heat.boundary[int(Side::back)][0]).kind.periodic);
  EXPECT_EQ(heat.linear.solver, LinearSolver::jacobi);
  EXPECT_EQ(word_of(LinearSolver::gauss_seidel), "gauss-seidel");
  EXPECT_EQ(heat.mean, std::nullopt);
  EXPECT_EQ((*heat.exact)(3, 0, 0, 0), 3);
  EXPECT_EQ(heat.material.source.where()->text(), "case.toml:21:10");
}

TEST(CaseValues, SteadyIsTheLinearTolerance) {
  const auto tolerance = [](const std::string& text) {
    return read_text(text).options_as<HeatOptions>().linear.tolerance;
  };
  const std::string fine = std::string(good).replace(good.find("1e-8"), 4, "1e-11");
  EXPECT_EQ(tolerance(good), 1e-8);
  EXPECT_EQ(tolerance(fine), 1e-11);
  EXPECT_EQ(tolerance(fine + "[linear]\ntolerance = 1e-11\n"), 1e-11);
  EXPECT_EQ(tolerance(full), 1e-7);
  const std::string used = write_case(read_text(fine), solvers());
  EXPECT_TRUE(contains(used, "\ntolerance = 1e-11\n")) << used;
  EXPECT_EQ(write_case(read_text(used), solvers()), used);
}

TEST(CaseValues, Mean) { EXPECT_EQ(read_text(good + "[initial]\nmean = 4\n").options_as<HeatOptions>().mean, 4); }

TEST(CaseValues, OneDimensionNeedsNoLists) {
  const Case c = read_text("solver = \"heat\"\n[run]\nsteps = 1\n[mesh]\nlower = 0\nupper = 1\ncells = 5\n" + boundary);
  EXPECT_EQ(c.mesh.cells, std::vector<int>{5});
}

TEST(CaseValues, Overrides) {
  const Case c = read_text(
      full, {"run.device=cuda:1", "mesh.cells=[64, 32, 2]", "run.end_time=2*pi", "title=some words",
             "region.wall.source=7", "boundary.left.temperature=12", "output.fields=[\"source\"]", "run.dt="});
  EXPECT_EQ(c.run.device, "cuda:1");
  EXPECT_EQ(c.mesh.cells[0], 64);
  EXPECT_EQ(c.run.end_time, 2 * M_PI);
  EXPECT_EQ(c.title, "some words");
  EXPECT_EQ(c.run.dt, std::nullopt);
  const auto& heat = c.options_as<HeatOptions>();
  EXPECT_EQ((*heat.region[0].source)(0, 0, 0, 0), 7);
  EXPECT_EQ(heat.boundary[0][0].values[0](0, 0, 0, 0), 12);
}

TEST(CaseValues, Small) {
  const Case c = read_text(full, {}, true);
  EXPECT_EQ(c.mesh.cells, (std::vector<int>{4, 2, 2}));
  EXPECT_EQ(c.run.steps, 10);
  ASSERT_EQ(c.expect.size(), 1u);
  EXPECT_EQ(c.expect[0].high, 9);
  EXPECT_EQ(read_text(full, {"run.steps=3"}, true).run.steps, 3);
  EXPECT_EQ(read_text(good, {}, true).mesh.cells[0], 8);
}

TEST(CaseValues, UsedCaseRoundTrips) {
  for (const std::string& text : {good, full}) {
    const std::string once = write_case(read_text(text), solvers());
    const std::string twice = write_case(read_text(once), solvers());
    EXPECT_EQ(once, twice);
  }
  const std::string used = write_case(read_text(good), solvers(), {"eddy 0.1.0, commit abc", "line\nbreak"});
  EXPECT_EQ(used.substr(0, 39), "# eddy 0.1.0, commit abc\n# line break\nt");
  EXPECT_TRUE(contains(used, "\ndevice = \"auto\"\n"));
  EXPECT_TRUE(contains(used, "\ntheta = 1.0\n"));
  EXPECT_TRUE(contains(used, "\nmax_iterations = 100000\n"));
  EXPECT_TRUE(contains(used, "\nleft = { kind = \"insulated\" }\n"));
  EXPECT_EQ(errors(used), "no error");
}

TEST(Manual, ExplainsKeysTablesAndWords) {
  EXPECT_EQ(explain("run.cfl", solvers()),
            "run.cfl: number, positive, default 0.5\n  Fraction of the stable time step, where dt is not given.\n");
  EXPECT_EQ(explain("cfl", solvers()), explain("run.cfl", solvers()));
  EXPECT_TRUE(contains(explain("run.theta", solvers()), "(solver heat)"));
  EXPECT_TRUE(contains(explain("region.wall.conductivity", solvers()), "in W/(m K), positive, no default"));
  EXPECT_TRUE(contains(explain("boundary.left.ambient", solvers()), "Kind convection"));
  EXPECT_TRUE(contains(explain("linear.solver", solvers()), "    gauss-seidel: lexicographic"));
  EXPECT_TRUE(contains(explain("run", solvers()), "run.theta: Time scheme"));
  EXPECT_TRUE(contains(explain("sor", solvers()), "linear.solver = \"sor\": red-black"));
  try {
    explain("run.clf", solvers());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "'run.clf' is not a key of a case. Did you mean 'run.cfl'? See `eddy list keys`.");
  }
}

TEST(Manual, Lists) {
  EXPECT_TRUE(contains(list("solvers", solvers()), "heat: "));
  EXPECT_TRUE(contains(list("boundaries", solvers()), "convection: "));
  EXPECT_TRUE(contains(list("linear", solvers()), "sor: "));
  EXPECT_TRUE(contains(explain("mesh.stretch.y.factor", solvers()), "mesh.stretch.AXIS.factor: number, positive"));
  EXPECT_TRUE(contains(list("stretch", solvers()), "tanh: "));
  EXPECT_TRUE(contains(list("shapes", solvers()), "cylinder: "));
  EXPECT_TRUE(contains(list("keys", solvers()), "mesh.cells: Cells per axis. o-"));
  try {
    list("boundarys", solvers());
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(
        contains(error.what(), "there is no list of 'boundarys'. Did you mean 'boundaries'? Lists: solvers, keys, "));
  }
}

TEST(Manual, EveryKeyHasASentence) {
  for (const ManualEntry& entry : manual(solvers())) {
    EXPECT_FALSE(entry.doc.empty()) << entry.path;
    EXPECT_FALSE(entry.type.empty()) << entry.path;
  }
}

TEST(Manual, Reference) {
  const std::string page = reference_markdown(solvers());
  EXPECT_TRUE(contains(page, "## [boundary]"));
  EXPECT_TRUE(contains(page, "| `run.cfl` | number | `0.5` |  | positive |"));
  for (const ManualEntry& entry : manual(solvers())) EXPECT_TRUE(contains(page, entry.path)) << entry.path;
}
