// Output fields beside bodies, and averages in time.
#include "solver/loop.hpp"
#include "tests/solver/projection/block.hpp"
#include "tests/solver/projection/helper.hpp"

namespace eddy {
namespace {

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

}  // namespace
}  // namespace eddy
