// `mpirun -n 2 eddy bench ranks`: the cost of messages. First all ranks march one grid together, then each of them
// marches a grid of the size of its share, all at the same time: the same work on the same cores without messages.
#include "app/bench/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/bench/spaces.hpp"
#include "app/run/runner.hpp"
#include "app/text_table.hpp"
#include "base/ranks.hpp"
#include "base/traffic.hpp"

namespace eddy {
namespace {

using nlohmann::json;
using clock = std::chrono::steady_clock;

constexpr int rounds = 5;
constexpr double round_seconds = 0.4;

struct RankCase {
  const char* name;
  int sweeps;  // per step
  std::vector<std::string> keys;
};
const std::vector<RankCase>& rank_cases() {
  static const std::vector<RankCase> all{
      {"heat, explicit", 1, {"run.theta=0", "run.end_time=1e9"}},
      {"jacobi", 40, {"run.steady=1e-99", "linear.solver=\"jacobi\"", "linear.check_every=40"}},
      {"multigrid", 1, {"run.steady=1e-99", "linear.solver=\"multigrid\""}}};
  return all;
}

struct Measured {
  std::string method;
  bench::Size size;
  double together = 0, alone = 0;      // seconds per sweep or cycle, medians
  double messages = 0, megabytes = 0;  // sent by rank 0 per sweep or cycle
};

template <class Number>
std::string numbers(const std::array<Number, 3>& n, int dimensions) {
  return fmt::format("[{}]", fmt::join(n.begin(), n.begin() + dimensions, ", "));
}

class RankMarch {  // a case, and steps of it
 public:
  // Cells are as wide as those of a unit square, or cube, of `whole` cells.
  RankMarch(const bench::Size& size, const bench::Size& whole, const RankCase& method, const Device& device)
      : case_(problem(size, whole, method)), simulation_(made(device)), dt_(simulation_->next_dt()) {}
  void march(int steps) {
    for (int n = 0; n < steps; ++n) simulation_->step(0, dt_);
    simulation_->largest_value();  // waits for the device
  }
  std::array<int, 3> share() const {
    const Box own =
        simulation_->executor().parts.finest().own(ranks::here()).common({{0, 0, 0}, make_grid(case_.mesh).cells()});
    return {own.extent(0), own.extent(1), own.extent(2)};
  }

 private:
  static Case problem(const bench::Size& size, const bench::Size& whole, const RankCase& method) {
    std::array<double, 3> upper{};
    for (int a = 0; a < size.dimensions; ++a) upper[a] = double(size.cells[a]) / whole.cells[a];
    const std::string text = fmt::format(
        "solver = \"heat\"\n[mesh]\nlower = {}\nupper = {}\ncells = {}\n[material]\nconductivity = 1\nheat_capacity = "
        "1\nsource = 1\n[boundary]\nothers = {{ kind = \"temperature\", temperature = 0 }}\n",
        numbers(std::array{0, 0, 0}, size.dimensions), numbers(upper, size.dimensions),
        numbers(size.cells, size.dimensions));
    return read_case_text(text, "ranks.toml", method.keys, solver_keys_list());
  }
  std::unique_ptr<Simulation> made(const Device& device) const {
    return make_simulation(case_, make_grid_that_fits(case_, device), device);
  }

  Case case_;
  std::unique_ptr<Simulation> simulation_;
  double dt_;
};

double slowest(double seconds) {  // the largest time of all ranks
  std::vector<double> all(static_cast<std::size_t>(ranks::count()));
  ranks::all_gather(&seconds, sizeof seconds, all.data());
  return *std::max_element(all.begin(), all.end());
}

template <class Work>
double seconds_of(const Work& work) {  // all ranks begin together
  slowest(0);
  const auto start = clock::now();
  work();
  return slowest(std::chrono::duration<double>(clock::now() - start).count());
}

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

Measured measured(const bench::Size& size, const RankCase& method, const Device& device) {
  RankMarch together(size, size, method, device);
  std::unique_ptr<RankMarch> alone;
  const auto on_its_own = [&](const auto& work) {
    const ranks::Alone here;
    work();
  };
  const bench::Size share{size.dimensions, together.share()};
  on_its_own([&] { alone = std::make_unique<RankMarch>(share, size, method, device); });
  together.march(1);
  const double once = seconds_of([&] { together.march(1); });
  const int steps = std::clamp(static_cast<int>(round_seconds / once), 1, 1000);
  const double count = double(steps) * method.sweeps;
  std::vector<double> with, without;
  const ranks::Traffic before = ranks::traffic();
  for (int n = 0; n < rounds; ++n) {
    with.push_back(seconds_of([&] { together.march(steps); }) / count);
    without.push_back(seconds_of([&] { on_its_own([&] { alone->march(steps); }); }) / count);
  }
  const ranks::Traffic& after = ranks::traffic();
  Measured m{method.name, size, median(with), median(without), 0, 0};
  m.messages = double(after.messages - before.messages) / (rounds * count);
  m.megabytes = 1e-6 * double(after.bytes - before.bytes) / (rounds * count);
  return m;
}

}  // namespace

void bench_ranks(const BenchArguments& a, const Device& device, const Talk& talk) {
  if (!ranks::many()) throw Error(Exit::usage, "bench ranks compares several: mpirun -n 2 eddy bench ranks.");
  TextTable table({"what", "cells", "ranks", "together ms", "alone ms", "ratio", "messages", "MB"});
  json rows = json::array();
  for (const bench::Size& size : a.sizes.empty() ? bench::usual_sizes(device) : bench::sizes_of(a.sizes))
    for (const RankCase& method : rank_cases()) {
      const Measured m = measured(size, method, device);
      const double ratio = m.together / m.alone;
      table.add({m.method, cells_text({size.cells.data(), std::size_t(size.dimensions)}, "×"),
                 std::to_string(ranks::count()), fmt::format("{:.4g}", 1e3 * m.together),
                 fmt::format("{:.4g}", 1e3 * m.alone), fmt::format("{:.3f}", ratio), fmt::format("{:.3g}", m.messages),
                 fmt::format("{:.3g}", m.megabytes)});
      rows.push_back({{"what", m.method},
                      {"dimensions", size.dimensions},
                      {"cells", size.count()},
                      {"seconds", m.together},
                      {"seconds_alone", m.alone},
                      {"ratio", ratio},
                      {"messages", m.messages},
                      {"megabytes", m.megabytes}});
    }
  if (!ranks::speaks()) return;
  if (talk.json)
    print(json{{"device", label(device)}, {"ranks", ranks::count()}, {"runs", rows}}.dump(2) + "\n");
  else
    print(label(device) + ": a sweep, a step or a cycle; alone: each rank as many cells of its own, no messages\n" +
          table.text());
}

}  // namespace eddy
