// Bodies with their true surface: distances, open parts of faces, fits, cycles of the pressure, forces by two methods,
// and refused cases.
#include <random>

#include "app/verbs/parity.hpp"
#include "base/text.hpp"
#include "mesh/distance.hpp"
#include "solver/projection/bodies.hpp"
#include "tests/mesh/helper.hpp"
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

using projection::Coordinates;

TEST(Distance, OfEveryShape) {
  Shape round;
  round.kind = Shape::Kind::cylinder;
  round.centre = {0.5, 0.5, 0};
  round.radius = 0.25;
  EXPECT_NEAR(Distance(round, 2)({1, 0.5, 0}), 0.25, 1e-15);
  round.to = 1;
  EXPECT_NEAR(Distance(round, 3)({0.5, 0.5, 0.9}), -0.1, 1e-15);
  EXPECT_NEAR(Distance(round, 3)({0.5 + 0.25 + 0.3, 0.5, 1.4}), 0.5, 1e-15);
  Shape square;
  square.kind = Shape::Kind::polygon;
  square.points = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
  EXPECT_NEAR(Distance(square, 2)({1, 0.25, 0}), -0.25, 1e-15);
  EXPECT_NEAR(Distance(square, 2)({5, 5, 0}), 5, 1e-15);
  Shape stl;
  stl.kind = Shape::Kind::stl;
  stl.surface = std::make_shared<const Surface>(make_surface(box_triangles({0, 0, 0}, {2, 1, 1}), "box.stl"));
  Shape box;
  box.lower = {0, 0, 0};
  box.upper = {2, 1, 1};
  const Distance of_box(box, 3), of_stl(stl, 3);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> at(-1, 3);
  for (int n = 0; n < 200; ++n) {
    const Coordinates x{at(random), at(random), at(random)};
    EXPECT_NEAR(of_stl(x), of_box(x), 1e-12);
  }
}

TEST(Fit, IsExactForAParabola) {
  const auto f = [](const Coordinates& x) { return 2 + x[0] - 3 * x[1] + x[0] * x[1] + 4 * x[1] * x[1]; };
  for (bool through : {false, true}) {
    const Coordinates origin{0.3, 0.2, 0}, target{-0.4, 0.7, 0};
    projection::Fit fit({2, {0, 1}}, 2, origin, {0.5, 0.5, 1}, through);
    std::vector<double> data;
    if (through) data.push_back(f(origin));
    for (int n = 0; n < 9; ++n) {
      const Coordinates x{0.5 * (n % 3), 0.4 * (n / 3), 0};
      fit.add_value(x);
      data.push_back(f(x));
    }
    double value = 0, slope = 0;
    const auto of_value = fit.value(target), of_slope = fit.slope(target, {0, 1, 0});
    ASSERT_EQ(of_value.size(), data.size());
    for (std::size_t n = 0; n < data.size(); ++n) {
      value += of_value[n] * data[n];
      slope += of_slope[n] * data[n];
    }
    EXPECT_NEAR(value, f(target), 1e-9);
    EXPECT_NEAR(slope, -3 + target[0] + 8 * target[1], 1e-9);
  }
}
TEST(Fit, SaysWhenTheDataDoNot) {
  projection::Fit fit({2, {0, 1}}, 1, {0, 0, 0}, {1, 1, 1}, false);
  for (int n = 0; n < 5; ++n) fit.add_value({1.0 * n, 2.0 * n, 0});
  EXPECT_TRUE(fit.value({1, 0, 0}).empty());
}

const std::string around_ball = R"toml(
solver = "projection"
run = { device = "cpu", steps = 3 }
mesh = { lower = [0, 0], upper = [4, 2], cells = [64, 32] }
fluid = { viscosity = 0.05, density = 1.5 }
scheme = { bodies = "sharp" }
boundary = { left = { kind = "inflow", velocity = ["y*(2-y)", 0] }, right = { kind = "outflow" }, others = { kind = "no-slip" } }
body.ball = { shape = "sphere", centre = [1.03, 0.98], radius = 0.31 }
forces.ball = { reference = { length = 0.62, velocity = 1 }, centre = [1.03, 0.98] }
)toml";

TEST(Sharp, SurfaceAndVolumeAreThoseOfTheShape) {
  const Case c = case_of(around_ball);
  const auto& o = c.options_as<ProjectionOptions>();
  const projection::Model model(make_grid(c.mesh), o);
  const projection::Bodies bodies(o, model);
  double area = 0;
  Coordinates sum{};
  for (const auto& w : bodies.sharp()->wall()) {
    area += std::hypot(w.area[0], w.area[1]);
    for (int a = 0; a < 2; ++a) sum[a] += w.area[a];
    EXPECT_NEAR(bodies.sharp()->distance(w.at), 0, 1e-9);
  }
  EXPECT_NEAR(area, 2 * 3.14159265 * 0.31, 6e-3);  // pieces are flat
  EXPECT_NEAR(sum[0], 0, 1e-12);
  EXPECT_NEAR(sum[1], 0, 1e-12);
  EXPECT_NEAR(bodies.volume(), 3.14159265 * 0.31 * 0.31, 1e-3);
}

// The number of cycles. Other methods are known to diverge at certain radii and places.
int cycles_of(const std::string& text, const std::string& solver, std::vector<std::string> set) {
  set.insert(set.end(), {"linear.solver=" + solver, "linear.tolerance=1e-8", "run.steps=1", "run.threads=1"});
  const Outcome o = run_in_memory(case_of(text, set), false);
  return static_cast<int>(number(o, "iterations"));
}
TEST(Sharp, PressureTakesFewCyclesWhereverABodyIs) {
  std::string empty = around_ball;
  for (const char* line : {"scheme =", "body.ball", "forces.ball"}) {
    const std::size_t begin = empty.find(line);
    empty.erase(begin, empty.find('\n', begin) - begin);
  }
  const int few = cycles_of(empty, "multigrid", {}), few_of_cg = cycles_of(empty, "cg", {});
  EXPECT_GE(few, 2);
  for (double radius : {0.2, 0.2499, 0.25, 0.2501, 0.3125, 0.4, 0.53})
    for (double offset : {0.0, 0.001, 0.3, 0.499, 0.5}) {
      const std::string at = std::to_string(1 + offset / 16) + ", " + std::to_string(1 + 0.7 * offset / 16);
      const int cycles = cycles_of(around_ball, "multigrid",
                                   {"body.ball.centre=[" + at + "]", "body.ball.radius=" + std::to_string(radius)});
      EXPECT_LE(cycles, 1.5 * few) << radius << " at " << at;
    }
  std::mt19937 random(7);
  std::uniform_real_distribution<double> shift(-0.12, 0.12), size(0.13, 0.3);
  for (int seed = 0; seed < 5; ++seed) {
    std::vector<std::string> set;
    for (int n = 0; n < 6; ++n) {
      const std::string at =
          std::to_string(0.6 + n % 3 + shift(random)) + ", " + std::to_string(0.5 + n / 3 + shift(random));
      set.push_back("body." + (n ? "b" + std::to_string(n) : std::string("ball")) + "={shape=\"sphere\", centre=[" +
                    at + "], radius=" + std::to_string(size(random)) + "}");
    }
    EXPECT_LE(cycles_of(around_ball, "cg", set), 1.5 * few_of_cg) << "six discs, number " << seed;
    EXPECT_LE(cycles_of(around_ball, "multigrid", set), 1.5 * few) << "six discs, number " << seed;
  }
}
TEST(Sharp, PressureTakesFewCyclesInSpaceToo) {
  const std::string space = R"toml(
solver = "projection"
run = { device = "cpu", steps = 3 }
mesh = { lower = [0, 0, 0], upper = [3, 2, 2], cells = [24, 16, 16] }
fluid = { viscosity = 0.05 }
boundary = { left = { kind = "inflow", velocity = ["y*(2-y)", 0, 0] }, right = { kind = "outflow" }, others = { kind = "no-slip" } }
)toml";
  const std::string ball = space + "scheme = { bodies = \"sharp\" }\n";
  const int few = cycles_of(space, "multigrid", {});
  EXPECT_GE(few, 2);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(0, 0.125), size(0.27, 0.6);
  for (int seed = 0; seed < 6; ++seed) {
    const double radius = seed == 0 ? 0.375 : seed == 1 ? 0.3749 : size(random);  // whole cells, and slightly less
    const auto at = [&] { return std::to_string(1 + (seed < 2 ? 0 : shift(random))); };
    const std::string body = "body.ball={shape=\"sphere\", centre=[" + at() + ", " + at() + ", " + at() +
                             "], radius=" + std::to_string(radius) + "}";
    EXPECT_LE(cycles_of(ball, "multigrid", {body}), 1.5 * few) << body;
  }
  const std::string fine = "mesh.cells=[48, 32, 32]";
  const int few_of_fine = cycles_of(space, "multigrid", {fine});
  std::uniform_real_distribution<double> place(-0.15, 0.15), radius(0.13, 0.33);
  for (int seed = 0; seed < 4; ++seed) {
    std::vector<std::string> set{fine};
    for (int n = 0; n < 8; ++n) {
      const auto at = [&](double middle) { return number_text(middle + place(random)); };
      set.push_back("body.b" + std::to_string(n) + "={shape=\"sphere\", centre=[" + at(n & 1 ? 2.2 : 0.9) + ", " +
                    at(n & 2 ? 1.5 : 0.5) + ", " + at(n & 4 ? 1.5 : 0.5) + "], radius=" + number_text(radius(random)) +
                    "}");
    }
    EXPECT_LE(cycles_of(ball, "multigrid", set), 1.5 * few_of_fine) << "eight spheres, number " << seed;
  }
}

TEST(Sharp, BothForcesAgreeInASteadyFlow) {
  const Outcome o = run_in_memory(
      case_of(around_ball, {"run={device=\"cpu\", end_time=8, steady=1e-5}", "mesh.cells=[96, 48]"}), false);
  const double drag = number(o, "force_ball_x");
  EXPECT_GT(drag, 0.1);
  EXPECT_NEAR(number(o, "force_balance_ball_x"), drag, 1e-3 * drag);
  EXPECT_NEAR(number(o, "force_balance_ball_y"), number(o, "force_ball_y"), 1e-3 * drag);
  EXPECT_GT(number(o, "force_pressure_ball_x"), 0.3 * drag);
  EXPECT_GT(number(o, "force_viscous_ball_x"), 0.2 * drag);
  EXPECT_LT(number(o, "divergence"), 1e-4);
}

// Output values in cells that are cut or inside continue the fluid's.
TEST(Sharp, ShownPressureIsExactForAParabola) {
  const Case c = case_of(around_ball);
  const auto& o = c.options_as<ProjectionOptions>();
  const projection::Model model(make_grid(c.mesh), o);
  const projection::Bodies bodies(o, model);
  const auto at = [&](const Place& p) {
    const double x = model.grid().centre(0, p[0]), y = model.grid().centre(1, p[1]);
    return std::pair{1 + x - y, 0.3 * x * x - x * y + 0.2 * y * y};
  };
  int parabolas = 0;
  const auto rows = bodies.sharp()->shown_pressure();
  for (const projection::Row& r : rows) {
    double plane = 0, bent = 0;
    for (std::size_t n = 0; n < r.from.size(); ++n) {
      plane += r.weight[n] * at(r.from[n]).first;
      bent += r.weight[n] * at(r.from[n]).second;
    }
    EXPECT_NEAR(plane, at(r.at).first, 1e-9);
    parabolas += std::abs(bent - at(r.at).second) < 1e-9;
  }
  EXPECT_GT(rows.size(), 30u);
  EXPECT_GT(parabolas, static_cast<int>(rows.size()) / 2);
}

// A wing with a sharp trailing edge, turned and shifted by parts of a cell: flat sides less than a cell apart.
std::string wing(double angle, double shift) {
  std::string points;
  const auto add = [&](double x, double y) {
    const double c = std::cos(angle), s = std::sin(angle);
    points += (points.empty() ? "[" : ", [") + number_text(1 + shift + c * x + s * y) + ", " +
              number_text(1 + 0.7 * shift - s * x + c * y) + "]";
  };
  const auto half = [](double x) {
    return 0.6 * (0.2969 * std::sqrt(x) - x * (0.126 + x * (0.3516 - x * (0.2843 - x * 0.1036))));
  };
  for (int n = 20; n > 0; --n) add(n / 20.0, n == 20 ? 0 : half(n / 20.0));
  for (int n = 0; n < 20; ++n) add(n / 20.0, -half(n / 20.0));
  return "body.ball={shape=\"polygon\", points=[" + points + "]}";
}
double largest_weights(const std::vector<projection::Row>& rows) {
  double most = 0;
  for (const projection::Row& r : rows) {
    double sum = 0;
    for (double w : r.weight) sum += std::abs(w);
    most = std::max(most, sum);
  }
  return most;
}
TEST(Sharp, FlatSidesAndSharpEndsStayCalm) {
  for (double angle : {0.0, 0.1, 0.3})
    for (double shift : {0.0, 0.002, 0.011}) {
      const Case c = case_of(around_ball, {wing(angle, shift), "mesh.cells=[160, 80]", "fluid.viscosity=0.001",
                                           "boundary.left.velocity=[1, 0]", "boundary.others.kind=\"free-slip\"",
                                           "run.steps=30", "run.threads=1", "initial.velocity=[1, 0]"});
      const auto& o = c.options_as<ProjectionOptions>();
      const projection::Model model(make_grid(c.mesh), o);
      const projection::Bodies bodies(o, model);
      for (int a = 0; a < 2; ++a) {
        EXPECT_LE(largest_weights(bodies.sharp()->inside(a)), 8) << angle << " " << shift;
        EXPECT_LE(largest_weights(bodies.sharp()->through(a)), 8) << angle << " " << shift;
      }
      const Outcome out = run_in_memory(c, false);
      EXPECT_LT(number(out, "velocity.x_max"), 3) << angle << " " << shift;
      EXPECT_LT(number(out, "divergence"), 1e-3) << angle << " " << shift;
    }
}

TEST(Sharp, ASpinningCylinderIsLifted) {
  const std::string spin =
      "body.ball={shape=\"sphere\", centre=[1.03, 0.98], radius=0.31, velocity=[\"-3*(y-0.98)\", "
      "\"3*(x-1.03)\"]}";
  const Outcome o = run_in_memory(case_of(around_ball, {"run={device=\"cpu\", end_time=4}", spin}), false);
  EXPECT_LT(number(o, "force_ball_y"), -0.05);  // Magnus effect: it turns counter-clockwise in a flow from the left
  EXPECT_LT(number(o, "moment_ball_z"), 0);
}

// A disc in a square, at rest: the flux over conductivity and temperature difference is 2π / ln(1.08 side/diameter).
const std::string warm_disc = R"toml(
solver = "projection"
run = { device = "cpu", end_time = 3 }
mesh = { lower = [-2, -2], upper = [2, 2], cells = [32, 32] }
fluid = { viscosity = 1 }
heat = { diffusivity = 1 }
scheme = { bodies = "sharp" }
boundary.others = { kind = "no-slip", heat = { kind = "temperature", temperature = 0 } }
body.disc = { shape = "sphere", centre = [0.01, -0.02], radius = 0.5, temperature = 1 }
)toml";
const double of_disc = 2 / std::log(4 * 1.08);  // per length of circumference

TEST(Sharp, AWarmDiscGivesHeat) {
  const Outcome o = run_in_memory(case_of(warm_disc, {"mesh.cells=[64, 64]"}), false);
  EXPECT_NEAR(number(o, "nusselt_disc"), of_disc, 0.005 * of_disc);
  EXPECT_NEAR(number(o, "velocity.x_max"), 0, 1e-12);
}
TEST(Sharp, AFluxMakesATemperature) {
  const std::string flux =
      "body.disc={shape=\"sphere\", centre=[0.01, -0.02], radius=0.5, flux=" + number_text(of_disc) + "}";
  const double most = number(run_in_memory(case_of(warm_disc, {flux}), false), "temperature_max");
  EXPECT_GT(most, 0.9);  // half a cell away from a wall of about 1
  EXPECT_LT(most, 1.03);
}

TEST(Sharp, IsTheSameEverywhere) { expect_same_everywhere(around_ball); }

// A body may stand on a wall.
TEST(Sharp, MayTouchAWall) {
  const Outcome o = run_in_memory(case_of(around_ball, {"body.ball.centre=[1.03, 0.1]"}), false);
  EXPECT_GT(number(o, "force_ball_x"), 0);
  EXPECT_LT(number(o, "divergence"), 1e-4);
}

TEST(Sharp, RefusesWhatItCannot) {
  const auto refusal = [](const std::vector<std::string>& set) {
    return message_of([&] { case_of(around_ball, set); }, Exit::usage);
  };
  EXPECT_HAS(refusal({"body.ball.radius=0.05"}), "is nowhere thicker than two cells");
  EXPECT_HAS(refusal({"body.other={shape=\"sphere\", centre=[1.4, 1.2], radius=0.3}"}),
             "body 'ball' and body 'other' overlap in cell");
  EXPECT_HAS(refusal({"body.ball.centre=[0.2, 1]"}), "lies on the left side where the flow comes in, at cell (");
  EXPECT_HAS(refusal({"turbulence.model=\"smagorinsky\""}), "does not know turbulence.model yet");
  EXPECT_HAS(refusal({"body.ball.velocity=[1, 0]"}), "goes through itself");
  EXPECT_HAS(refusal({"body.ball.velocity=[\"t\", 0]"}), "cannot depend on t");
  EXPECT_HAS(refusal({"body.ball.temperature=1"}), "there is no table [heat]");
  EXPECT_HAS(refusal({"scheme.bodies=\"staircase\"", "body.ball.velocity=[0, 0]"}), "needs scheme.bodies = \"sharp\"");
}

}  // namespace
}  // namespace eddy
