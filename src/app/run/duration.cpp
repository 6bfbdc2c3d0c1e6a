#include "app/run/duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/process.hpp"
#include "app/run/checkpoints.hpp"
#include "app/run/progress.hpp"
#include "app/run/shapes.hpp"
#include "base/error.hpp"
#include "linear/fft_plan.hpp"
#include "mesh/block_mesh.hpp"
#include "output/file.hpp"
#include "output/watchers.hpp"

namespace eddy {
namespace {

using clock = std::chrono::steady_clock;

constexpr double quickly = 1e5;     // cells: a trial on this many takes about a second
constexpr double in_seconds = 2e6;  // cells: a trial on this many takes some seconds
constexpr double very_quickly = 2e3;
constexpr double budget = 0.3;  // s, for the steps of a trial

constexpr double start_and_end = 0.5;  // s; every run reads the case, finds devices and analyses kernels

double since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

template <class Work>
double seconds_of(const Work& work) {
  const auto start = clock::now();
  work();
  return since(start);
}

double clipped(double dt, const RunOptions& run) { return run.end_time ? std::min(dt, *run.end_time) : dt; }

struct Trial {
  double cells = 0;
  double setup = 0;                   // s
  double first_step = 0, step = 0;    // s of computing for the first and for each later step
  double first_dt = 0, mean_dt = 0;   // s of simulated time per step
  double fields = 0, pictures = 0;    // s to write all of them once
  double tables = 0, checkpoint = 0;  // s, at the end
};

// Takes steps until the budget is spent or the run would be over. The time of a step is the mean of all, not the least:
// other programs share the machine now, and will do so later.
void take_steps(Simulation& simulation, const RunOptions& run, bool each_in_history, Trial& trial) {
  std::vector<double> seconds;
  double time = 0, spent = 0, dt = 0;
  const auto over = [&] {
    return (run.end_time && time >= *run.end_time) || (run.steps && double(seconds.size()) >= double(*run.steps));
  };
  while ((spent < budget || seconds.size() < 2) && !over() && spent < 10 * budget) {
    const auto start = clock::now();
    dt = simulation.next_dt();
    simulation.step(time, dt);
    if (each_in_history) simulation.numbers();
    time += dt;
    seconds.push_back(since(start));
    spent += seconds.back();
  }
  if (seconds.empty()) return;
  trial.first_step = seconds[0];
  // The remaining time, in steps like the last one.
  const double left = run.end_time ? std::max(0.0, *run.end_time - time) : 0;
  trial.mean_dt = (time + left) / (double(seconds.size()) + left / dt);
  trial.step = seconds.size() > 1 ? (spent - seconds[0]) / double(seconds.size() - 1) : spent;
}

// Writes the files that a run writes at its end, and times them.
void write_files(const Simulation& simulation, const Case& c, const Grid& grid, Trial& trial) {
  const Scratch folder;
  const Moment end{.step = 1, .time = 1, .dt = 1};
  const OutputOptions& o = c.output;
  const auto finished = [&](Watcher&& watcher) { return seconds_of([&] { watcher.finish(simulation, end); }); };
  make_folder(folder.path() / "fields");
  trial.fields = finished(Fields(folder.path(), grid, o));
  if (!o.image.empty())
    trial.pictures =
        finished(Pictures(folder.path(), grid, o, c.title, solver_entry(c.solver).solid(c, grid), shapes_of(c)));
  trial.tables = finished(History(folder.path(), grid, o)) + finished(Lines(folder.path(), grid, o));
  for (const char* name : {"case.used.toml", "summary.json"})
    trial.tables += seconds_of([&] { write_file(folder.path() / name, c.title); });
  trial.checkpoint = seconds_of([&] { write_checkpoint(folder.path(), to_checkpoint(simulation.save(), end)); });
}

// No trial where the mesh is too coarse for the case, for instance where a body becomes too thin.
std::optional<Trial> try_out(const Case& c, const Device& device, bool with_files) {
  try {
    const Grid grid = make_grid(c.mesh);
    Trial trial;
    trial.cells = double(grid.cell_count());
    std::unique_ptr<Simulation> simulation;
    trial.setup = seconds_of([&] { simulation = make_simulation(c, grid, device); });
    trial.first_dt = clipped(simulation->next_dt(), c.run);
    take_steps(*simulation, c.run, c.output.history_every == 1, trial);
    if (with_files) write_files(*simulation, c, grid, trial);
    return trial;
  } catch (const Error&) {
    return {};
  }
}

bool fixed_step(const RunOptions& run) { return run.dt || (run.end_time && run.steps); }

// The ratio of the mean step to the first one, measured on a mesh so coarse that a trial covers much of the run.
double growth_of_steps(const Case& c, const Device& device, const Trial& trial) {
  const auto coarse = fixed_step(c.run) ? std::nullopt : coarsened(c, very_quickly);
  const auto pilot = coarse ? try_out(*coarse, device, false) : std::nullopt;
  const Trial& seen = pilot ? *pilot : trial;
  return seen.first_dt > 0 && seen.mean_dt > 0 ? seen.mean_dt / seen.first_dt : 1;
}

double steps_of(const RunOptions& run, double dt) {
  double steps = INFINITY;
  if (run.steps) steps = double(*run.steps);
  if (run.end_time && dt > 0) steps = std::min(steps, std::ceil(*run.end_time / dt * (1 - 1e-9)));
  return steps;
}

// The number of scheduled outputs, without the one at the end, which is always written.
double outputs_of(const Case& c, double steps, double dt) {
  const OutputOptions& o = c.output;
  if (o.every) return std::floor(std::min(steps * dt, c.run.end_time.value_or(INFINITY)) / *o.every + 1e-9);
  return o.every_steps ? std::floor(steps / double(*o.every_steps)) : 0;
}

std::string each_text(double seconds) {
  return seconds < 0.1 ? fmt::format("{:.2g} ms", 1e3 * seconds) : fmt::format("{:.2g} s", seconds);
}

Duration estimate(const Case& c, double cells, const Facts& facts, const Device& device, const Trial& trial) {
  const bool same = trial.cells == cells;
  const double larger = cells / trial.cells, first_dt = same ? trial.first_dt : facts.dt;
  const double dt = first_dt * growth_of_steps(c, device, trial), steps = steps_of(c.run, dt);
  const double each = larger * trial.step, outputs = 1 + outputs_of(c, steps, dt);
  const double output = larger * trial.fields + trial.pictures;
  const double ends = larger * (trial.setup + trial.first_step + trial.checkpoint) + trial.tables;
  const double seconds = start_and_end + ends + steps * each + outputs * output;
  return {seconds,
          fmt::format("{} {}: about {:.3g} steps of {}, {:.0f} {} of {}{}", c.run.steady ? "at most about" : "about",
                      seconds < 1 ? "a second" : seconds_text(seconds), steps, each_text(each), outputs,
                      outputs == 1 ? "output" : "outputs", each_text(output), same ? "" : ", as on a coarser mesh"),
          {}};
}

Duration unknown(const std::string& why) { return {{}, "not known: " + why, {}}; }

}  // namespace

std::optional<Case> coarsened(const Case& c, double most) {
  Case coarse = c;
  coarse.output.probe.clear();
  if (!c.mesh.is_box()) {
    double factor = 1;
    while (cell_count_of(c.mesh) * std::pow(factor, c.dimensions()) > most) factor /= 2;
    const auto mesh = resized(c.mesh, factor);
    if (!mesh) return {};
    coarse.mesh = *mesh;
    return coarse;
  }
  double cells = 1;
  for (int n : c.mesh.cells) cells *= n;
  if (cells <= most) return coarse;
  const double factor = std::pow(most / cells, 1.0 / c.dimensions());
  for (std::size_t a = 0; a < c.mesh.cells.size(); ++a) {
    if (c.mesh.stretch[a].given()) return {};
    int& n = coarse.mesh.cells[a];
    n = std::max(8, static_cast<int>(factor * n));
    while (!fft_size(n)) --n;  // so that the direct solver can be used
  }
  return coarse;
}

Duration duration_of(const Case& c, const Grid& grid, const Facts& facts, const Device& device) {
  const double cells = double(grid.cell_count());
  if (device.space != SpaceKind::cpu) return unknown("nothing was tried on this device.");
  if (c.run.steady && !c.run.end_time && !c.run.steps) return unknown("the run ends when it is steady.");
  const auto coarse = c.mesh.cells.empty() ? std::nullopt : coarsened(c, quickly);
  if (!coarse && cells > in_seconds) return unknown("the mesh is too large to be tried, and cannot be made coarser.");
  const auto trial = try_out(coarse ? *coarse : c, device, true);  // a mesh that cannot be made coarser stays as it is
  if (!trial) return unknown("the case cannot be tried on a coarser mesh.");
  if (trial->cells != cells && facts.dt <= 0) return unknown("the first step is not known.");
  Duration duration = estimate(c, cells, facts, device, *trial);
  if (trial->cells == cells) duration.dt = trial->first_dt;
  return duration;
}

}  // namespace eddy
