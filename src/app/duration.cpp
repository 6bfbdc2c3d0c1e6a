#include "app/duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/bench_spaces.hpp"
#include "app/progress.hpp"
#include "base/error.hpp"
#include "linear/fft_plan.hpp"

namespace eddy {
namespace {

std::optional<double> steps_of(const RunOptions& run, double dt) {
  std::optional<double> steps;
  if (run.steps) steps = double(*run.steps);
  if (run.end_time && dt > 0) steps = std::min(steps.value_or(INFINITY), std::ceil(*run.end_time / dt * (1 - 1e-9)));
  return steps;
}

// What the memory takes for the bytes of all steps.
Duration by_bytes(double steps, const Facts& facts, const Device& device) {
  const bench::Size size{2, {1024, 512, 1}};
  const double per_byte = bench::copy_seconds(device, size, 0.02) / (2 * sizeof(double) * size.count());
  const double seconds = steps * facts.bytes_per_step * per_byte;
  return {seconds, seconds < 1 ? "about a second, or less" : fmt::format("about {}, or more", seconds_text(seconds))};
}

struct Steps {
  double seconds = 0;  // of one
  double dt = 0;       // of the last
};
Steps take_steps(const Case& c, const Grid& grid, const Device& device) {
  using clock = std::chrono::steady_clock;
  constexpr double budget = 0.05;  // s
  constexpr int most = 20;
  const auto simulation = solver_entry(c.solver).make(c, grid, device);
  Steps s;
  s.seconds = INFINITY;
  double time = 0, spent = 0;
  for (int n = 0; n < most && spent < budget; ++n) {
    const auto start = clock::now();
    s.dt = simulation->next_dt();
    simulation->step(time, s.dt);
    if (c.output.history_every == 1) simulation->numbers();
    time += s.dt;
    const double seconds = std::chrono::duration<double>(clock::now() - start).count();
    spent += seconds;
    s.seconds = std::min(s.seconds, seconds);  // others may be at work beside us
  }
  return s;
}

// A few steps are taken, on a coarser mesh where the case's own is large.
std::optional<Duration> by_trial(const Case& c, const Grid& grid, const Facts& facts, const Device& device) {
  constexpr double quickly = 2e4;  // cells
  const auto trial = coarsened(c, quickly);
  if (!trial) return {};
  Steps s;
  const Grid small = make_grid(trial->mesh);
  try {
    s = take_steps(*trial, small, device);
  } catch (const Error&) {  // a coarser mesh may not do: a body becomes too thin for it
    return {};
  }
  const bool same = small.cell_count() == grid.cell_count();
  const double each = s.seconds * double(grid.cell_count()) / double(small.cell_count());
  const double steps = *steps_of(c.run, same ? std::min(s.dt, facts.dt) : facts.dt);
  const double seconds = steps * each;
  return Duration{
      seconds, fmt::format("{} {}: {:.0f} steps of {:.3g} s, as the first ones{}", c.run.steady ? "at most" : "about",
                           seconds_text(seconds), steps, each, same ? "" : " on a coarser mesh")};
}

}  // namespace

std::optional<Case> coarsened(const Case& c, double most) {
  Case coarse = c;
  coarse.output.probe.clear();
  double cells = 1;
  for (int n : c.mesh.cells) cells *= n;
  if (cells <= most) return coarse;
  const double factor = std::pow(most / cells, 1.0 / c.dimensions());
  for (int a = 0; a < c.dimensions(); ++a) {
    if (c.mesh.stretch[a].kind == Stretch::Kind::coordinates) return {};
    int& n = coarse.mesh.cells[a];
    n = std::max(8, static_cast<int>(factor * n));
    while (!fft_size(n)) --n;  // the direct solver may be asked for
  }
  return coarse;
}

std::optional<Duration> duration_of(const Case& c, const Grid& grid, const Facts& facts, const Device& device) {
  const auto steps = steps_of(c.run, facts.dt);
  if (!steps || device.space != SpaceKind::cpu) return {};
  if (facts.bytes_per_step <= 0) return by_trial(c, grid, facts, device);
  if (c.run.steady) return {};
  return by_bytes(*steps, facts, device);
}

}  // namespace eddy
