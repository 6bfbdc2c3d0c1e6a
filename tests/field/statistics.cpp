// Compares averages in time with sums over all values: scalars and velocities, both precisions, a start within a step.
#include "field/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace eddy {
namespace {

struct Expected {  // averages of one cell, in long double by two passes
  std::vector<long double> weight;
  std::vector<std::vector<long double>> values;  // per step, per component
  long double mean(int n) const {
    long double sum = 0, all = 0;
    for (std::size_t s = 0; s < weight.size(); ++s) {
      sum += weight[s] * values[s][n];
      all += weight[s];
    }
    return sum / all;
  }
  long double product(int n, int m) const {
    long double sum = 0, all = 0;
    for (std::size_t s = 0; s < weight.size(); ++s)
      sum += weight[s] * (values[s][n] - mean(n)) * (values[s][m] - mean(m)), all += weight[s];
    return sum / all;
  }
};

constexpr double start = 0.35;
constexpr int steps = 40;

double dt_of(int step) { return 0.05 * (1 + step % 3); }
double value(int component, int cell, int step) {  // a small fluctuation around a large mean
  return 100 * (component + 1) + cell + 0.01 * std::sin(0.7 * step * (component + 1) + cell);
}

template <class T>
void expect_averages(int d) {
  Exec<Host> exec(2);
  const Box box{{0, 0, 0}, {5, d > 1 ? 3 : 1, d > 2 ? 2 : 1}};
  StatisticsOptions options;
  options.start = start;
  options.averaged = {{"velocity", "m/s", true}, {"pressure", "Pa", false}};
  Statistics<Host, T> statistics(exec, cpu_devices().front(), options, box, d);
  PerAxis<CellField<Host, T>> u;
  for (int n = 0; n < d; ++n) u.of.emplace_back(exec, "u", box, d, 1);
  const auto cell_of = [&](int i, int j, int k) { return i + 5 * (j + 3 * k); };
  Expected expected;
  const int probe = cell_of(3, d > 1 ? 2 : 0, d > 2 ? 1 : 0);
  double time = 0;
  for (int step = 0; step < steps; ++step) {
    const double dt = dt_of(step);
    for (int n = 0; n < d; ++n) u[n].fill([&](int i, int j, int k) { return value(n, cell_of(i, j, k), step); });
    const bool counts = statistics.begin_step(time, dt);
    EXPECT_EQ(counts, time + dt > start);
    if (counts) {
      statistics.add("velocity", u);
      statistics.add("pressure", u[0]);
      statistics.add("temperature", u[0]);  // not among the averaged fields
      expected.weight.push_back(std::min(dt, time + dt - start));
      auto& now = expected.values.emplace_back();
      for (int n = 0; n < d; ++n) now.push_back(static_cast<long double>(static_cast<T>(value(n, probe, step))));
    }
    time += dt;
  }
  const auto at = [&](const std::string& name) { return statistics.sample(name).values[std::size_t(probe)]; };
  const char* const letters = "uvw";
  for (int n = 0; n < d; ++n) {
    const std::string letter(1, letters[n]);
    EXPECT_NEAR(at("mean_" + letter), double(expected.mean(n)), 1e-12 * (n + 1));
    EXPECT_NEAR(at("rms_" + letter), double(std::sqrt(expected.product(n, n))), 1e-10);
    for (int m = n + 1; m < d; ++m)
      EXPECT_NEAR(at("stress_" + letter + letters[m]), double(expected.product(n, m)), 1e-12);
  }
  EXPECT_EQ(at("mean_pressure"), at("mean_u"));
  EXPECT_EQ(at("rms_pressure"), at("rms_u"));
  EXPECT_EQ(statistics.names(), statistics_names(options.averaged, d));
  EXPECT_EQ(statistics.sample("mean_pressure").unit, "Pa");
  if (d > 1) {
    EXPECT_EQ(statistics.sample("stress_uv").unit, "(m/s)²");
    const Box part{{3, 2, 0}, {4, 3, 1}};
    EXPECT_EQ(statistics.sample("mean_v", part).values[0], statistics.sample("mean_v").values[3 + 5 * 2]);
  }
  // The same through a state.
  State state;
  Archive into(state);
  statistics.state(into);
  Statistics<Host, T> other(exec, cpu_devices().front(), options, box, d);
  Archive from(std::as_const(state));
  other.state(from);
  for (auto* s : {&statistics, &other}) {
    ASSERT_TRUE(s->begin_step(time, 0.1));
    s->add("velocity", u);
  }
  for (const std::string& name : statistics.names())
    EXPECT_EQ(statistics.sample(name).values, other.sample(name).values) << name;
}

TEST(Statistics, AreThoseOfAllSteps) {
  for (int d = 1; d <= 3; ++d) {
    expect_averages<double>(d);
    expect_averages<float>(d);
  }
}

TEST(Statistics, NamesOfVelocitiesAndScalars) {
  EXPECT_EQ(statistics_names({{"velocity", "m/s", true}, {"temperature", "K", false}}, 2),
            (std::vector<std::string>{"mean_u", "mean_v", "rms_u", "rms_v", "stress_uv", "mean_temperature",
                                      "rms_temperature"}));
}

TEST(Statistics, NothingWithoutAStart) {
  Exec<Host> exec(1);
  Statistics<Host, double> statistics(exec, cpu_devices().front(), {}, Box{}, 2);
  EXPECT_FALSE(statistics.begin_step(5, 1));
  EXPECT_TRUE(statistics.names().empty());
}

TEST(Statistics, NeedDoublePrecision) {
  Exec<Host> exec(1);
  Device device = cpu_devices().front();
  device.refusal_double = "no fp64";
  StatisticsOptions options;
  options.start = 0;
  options.averaged = {{"temperature", "K", false}};
  try {
    Statistics<Host, float> statistics(exec, device, options, Box{}, 2);
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::missing);
    EXPECT_NE(std::string(e.what()).find("no fp64"), std::string::npos);
  }
}

}  // namespace
}  // namespace eddy
