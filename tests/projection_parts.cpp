// Parts of the projection solver against what is known of them: averages, eddies smaller than the grid, forces by two
// ways, friction, limited convection, forces by formulas; and all of them at once through a resume and on every device.
#include "app/run/checkpoints.hpp"
#include "app/run/runner.hpp"
#include "app/verbs/parity.hpp"
#include "app_verbs_helper.hpp"
#include "mesh_helper.hpp"
#include "output/checkpoint.hpp"
#include "projection_block.hpp"
#include "solver/loop.hpp"
#include "solver/projection/mixing.hpp"

namespace eddy {
namespace {

Case case_of(const std::string& text, const std::vector<std::string>& set = {}) {
  return read_case_text(text, "flow.toml", set, solver_keys_list());
}
double number(const Outcome& o, const std::string& name) { return find(o.results, name).value_or(std::nan("")); }

struct Started {  // a solver before its first step
  explicit Started(const Case& c)
      : used(c),
        grid(make_grid(c.mesh)),
        simulation(make_simulation(used, grid, cpu_devices().front())) {}
  Case used;
  Grid grid;
  std::unique_ptr<Simulation> simulation;
};

// ---- what is shown beside bodies

TEST(ProjectionFields, BesideBodiesAreThoseOfTheFluid) {
  const Started s(case_of(block));
  Moment now;
  std::vector<std::unique_ptr<Watcher>> none;
  run_loop(*s.simulation, now, s.used.run, none, [] { return true; });
  const Sample velocity = s.simulation->sample("velocity"), vorticity = s.simulation->sample("vorticity"),
               pressure = s.simulation->sample("pressure");
  const auto u = [&](int i, int j, int a) { return velocity.values[std::size_t(2 * (i + 9 * j) + a)]; };
  const auto curl = [&](int i, int j) { return vorticity.values[std::size_t(i + 9 * j)]; };
  const auto p = [&](int i, int j) { return pressure.values[std::size_t(i + 8 * j)]; };
  for (int j = 0; j <= 4; ++j)
    for (int i = 2; i <= 6; ++i)
      for (int a : {0, 1}) EXPECT_EQ(u(i, j, a), 0);
  EXPECT_NE(u(4, 5, 0), 0);
  EXPECT_NE(u(1, 2, 1), 0);
  EXPECT_NEAR(curl(4, 4), -8 * u(4, 5, 0), 1e-12);  // along the top of the block, from the side of the fluid
  EXPECT_NEAR(curl(2, 2), -8 * u(1, 2, 1), 1e-12);  // along its left side
  EXPECT_EQ(curl(4, 2), 0);
  EXPECT_EQ(p(3, 3), p(3, 4));
  EXPECT_EQ(p(2, 3), 0.5 * (p(1, 3) + p(2, 4)));
  EXPECT_NE(p(2, 3), p(3, 3));
  const Box part{{1, 2, 0}, {3, 5, 1}};
  const Sample some = s.simulation->sample("pressure", part);
  EXPECT_EQ(some.values, part_of(pressure, part, 2).values);
}

// ---- averages

const std::string shaken = R"toml(
solver = "projection"
[run]
device = "cpu"
dt = 0.01
steps = 60
[mesh]
lower = [0, 0]
upper = [1, 1]
cells = [10, 8]
[fluid]
reynolds = 20
[boundary]
top = { kind = "no-slip", velocity = ["1+sin(20*t)", 0] }
others = { kind = "no-slip" }
[statistics]
start = 0.105
)toml";

TEST(ProjectionAverages, AreThoseOfTheVelocityAtCells) {
  const Started s(case_of(shaken));
  class Adder : public Watcher {
   public:
    explicit Adder(const Simulation& s) : simulation(s) {}
    void after_step(const Watched& w, const Moment& m) override {
      const double weight = std::min(m.dt, m.time - 0.105);
      if (weight <= 0) return;
      const State state = simulation.save();
      const auto& u = state.fields[0].values;
      const auto& v = state.fields[1].values;
      const auto p = w.sample("pressure").values;
      for (std::size_t j = 0, n = 0; j < 8; ++j)
        for (std::size_t i = 0; i < 10; ++i, ++n) {
          const double a = 0.5 * (u[i + 11 * j] + u[i + 1 + 11 * j]), b = 0.5 * (v[n] + v[n + 10]);
          for (int k = 0; k < 5; ++k)
            sum[k][n] += weight * std::array<double, 5>{a, b, a * a, a * b, p[n]}[std::size_t(k)];
        }
      all += weight;
    }
    const Simulation& simulation;
    std::array<std::array<long double, 80>, 5> sum{};
    long double all = 0;
  };
  std::vector<std::unique_ptr<Watcher>> watchers;
  watchers.push_back(std::make_unique<Adder>(*s.simulation));
  Moment now;
  run_loop(*s.simulation, now, s.used.run, watchers, [] { return true; });
  const auto& adder = static_cast<const Adder&>(*watchers[0]);
  const auto values = [&](const char* name) { return s.simulation->sample(name).values; };
  const auto u = values("mean_u"), v = values("mean_v"), rms = values("rms_u"), uv = values("stress_uv"),
             p = values("mean_pressure");
  for (std::size_t n = 0; n < 80; ++n) {
    const auto mean = [&](int k) { return adder.sum[std::size_t(k)][n] / adder.all; };
    EXPECT_NEAR(u[n], double(mean(0)), 1e-13);
    EXPECT_NEAR(v[n], double(mean(1)), 1e-13);
    EXPECT_NEAR(rms[n] * rms[n], double(mean(2) - mean(0) * mean(0)), 1e-13);
    EXPECT_NEAR(uv[n], double(mean(3) - mean(0) * mean(1)), 1e-13);
    EXPECT_NEAR(p[n], double(mean(4)), 1e-12);
  }
  EXPECT_GT(rms[75], 0.05);
  EXPECT_GT(std::abs(uv[72]), 1e-6);
}

TEST(ProjectionAverages, Refusals) {
  const auto refusal = [](const std::vector<std::string>& set) {
    return message_of([&] { case_of(shaken, set); }, Exit::usage);
  };
  EXPECT_HAS(refusal({"statistics.fields=[\"temperature\"]"}), "the field 'temperature' needs the table [heat]");
  EXPECT_HAS(refusal({"statistics.fields=[\"velocty\"]"}), "Did you mean 'velocity'?");
  EXPECT_EQ(case_of(shaken).statistics.averaged.size(), 2u);
  EXPECT_EQ(case_of(shaken, {"heat.prandtl=1"}).statistics.averaged.size(), 3u);
}

// ---- eddies smaller than the grid

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

// Central differences keep the energy, so that what is lost is 2ν S² and 2ν_t S².
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
  EXPECT_GT(with[2], 2 * without[1]);  // it is most of it on so coarse a grid
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

// ---- forces

const std::string blocked = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 30, cfl = 0.8 }
mesh = { lower = [0, 0], upper = [3, 1], cells = [36, 15] }
fluid = { viscosity = 0.05, density = 1.5 }
linear = { tolerance = 1e-10 }
boundary = { left = { kind = "inflow", velocity = ["4*y*(1-y)", 0] }, right = { kind = "outflow" }, others = { kind = "no-slip" } }
body.block = { shape = "box", lower = [0.9, 0.3], upper = [1.3, 0.6] }
forces.block = { reference = { length = 0.3, velocity = 1 } }
)toml";

// Momentum is conserved to the last bit but for the time's derivative, which a steady flow does not have.
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
  for (const char* dt : {"run.dt=0.002", "run.dt=0.001", "run.dt=0.0005"}) {
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

// ---- friction

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
  EXPECT_NEAR(number(o, "friction_top_x"), 1.6, 1e-8);                 // and both are the force: 2 · 0.8 · 2
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
  EXPECT_NEAR(sum, number(o, "force_viscous_block_x"), 0.25 * sum);  // the friction of edges is shared otherwise
  EXPECT_GT(sum, 0.02);
}

// ---- convection

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
  EXPECT_GT(koren[1], 0.9);  // and keeps what is in the middle
  EXPECT_EQ(range("scheme.convection=\"koren\""), koren);
}
// Vortices that drift: pressure and volumes are of second order in all, but waves are carried much better.
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

// ---- forces by formulas

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

// ---- all at once

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
[wall.hot]
side = "bottom"
temperature = "1+t"
[turbulence]
model = "smagorinsky"
[boundary]
left = { kind = "inflow", velocity = ["4*y*(1-y)*(1+0.2*sin(9*t))", 0] }
right = { kind = "outflow" }
others = { kind = "no-slip" }
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

TEST(ProjectionParts, AreTheSameEverywhere) {
  for (const std::string precision : {"run.precision=double", "run.precision=single"}) {
    const Outcome cpu = run_in_memory(case_of(everything, {precision, "run.threads=1"}), true);
    EXPECT_FALSE(difference(cpu, run_in_memory(case_of(everything, {precision, "run.threads=3"}), true)).any());
    std::string why;
    for (const Device& d : opencl_devices(why)) {
      if (!d.refusal_double.empty() || !d.refusal_single.empty()) continue;
      const std::string device = "run.device=opencl:" + std::to_string(d.number);
      const Difference found = difference(cpu, run_in_memory(case_of(everything, {precision, device}), true));
      EXPECT_FALSE(found.any()) << found.first;
    }
  }
}

TEST(ProjectionParts, GoThroughAResume) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "flow", everything);
  const auto run = [&](const std::string& name, const std::string& steps) {
    RunArguments a;
    a.from.path = path, a.from.set = {"run.steps=" + steps}, a.out = scratch / name;
    return printed([&] { return verb::run(a, quiet); }).code;
  };
  ASSERT_EQ(run("whole", "24"), Exit::done);
  for (const std::string stop : {"3", "11"}) {
    const Path broken = scratch / ("broken" + stop);
    ASSERT_EQ(run("broken" + stop, stop), Exit::done);
    ResumeArguments a;
    a.folder = broken, a.set = {"run.steps=24"};
    ASSERT_EQ(printed([&] { return verb::resume(a, quiet); }).code, Exit::done);
    const Checkpoint expected = newest_good(scratch / "whole").checkpoint, found = newest_good(broken).checkpoint;
    EXPECT_EQ(expected.scalars, found.scalars);
    ASSERT_EQ(expected.arrays.size(), found.arrays.size());
    for (std::size_t n = 0; n < expected.arrays.size(); ++n)
      EXPECT_EQ(expected.arrays[n].bytes, found.arrays[n].bytes) << expected.arrays[n].name;
    EXPECT_EQ(read_file(scratch / "whole/history.csv"), read_file(broken / "history.csv"));
  }
}

}  // namespace
}  // namespace eddy
