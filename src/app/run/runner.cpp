// Checks that a case fits into memory, and runs cases without files.
#include "app/run/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/run/analysis.hpp"
#include "app/run/guard.hpp"
#include "app/text_table.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "mesh/block_mesh.hpp"
#include "output/watchers.hpp"
#include "solver/loop.hpp"

namespace eddy {

Memory memory_of(const Case& c, const Grid& grid, const Device& device) {
  Memory need = solver_entry(c.solver).memory(c, grid);
  // Ranks share the fields, but each has all of the host's data. The ranks of one machine share its memory.
  need.device *= double(ranks::local_count()) / ranks::count();
  if (device.space == SpaceKind::cpu) need.host *= ranks::local_count();
  if (device.space == SpaceKind::cpu) need.device += std::exchange(need.host, 0);
  return need;
}

namespace {

// The factor by which the case is too large: 1 or less means that it fits. A memory of 0 is not known.
double excess(const Memory& need, const Device& device, double host_memory) {
  const double on_device = device.memory > 0 ? need.device / double(device.memory) : 0;
  return std::max(on_device, host_memory > 0 ? need.host / host_memory : 0);
}

MeshOptions scaled(const MeshOptions& mesh, double factor) {
  MeshOptions smaller = mesh;
  for (std::size_t a = 0; a < mesh.cells.size(); ++a) {
    smaller.cells[a] = std::max(1, static_cast<int>(mesh.cells[a] * factor));
    if (mesh.stretch[a].given()) smaller.stretch[a] = {};  // only the size matters here
  }
  return smaller;
}

std::vector<int> largest_that_fits(const Case& c, const Device& device, double host_memory, double factor) {
  for (int attempt = 0; attempt < 60; ++attempt) {
    const MeshOptions mesh = scaled(c.mesh, factor);
    const double over = excess(memory_of(c, make_grid(mesh), device), device, host_memory);
    if (over <= 1) return mesh.cells;
    factor *= std::min(0.995, std::pow(over, -1.0 / c.dimensions()));
  }
  return {};
}

double host_memory() { return double(cpu_devices().front().memory); }

double count(const std::vector<int>& cells) {
  double all = 1;
  for (int n : cells) all *= n;
  return all;
}

// The largest mesh that fits is found from its options, because the mesh itself may be too large to be made.
[[noreturn]] void refuse(const Case& c, const Device& device, double factor) {
  if (!c.mesh.is_box())
    throw Error(Exit::usage, fmt::format("the {} does not fit into the memory of {}, {}. Take fewer cells.",
                                         mesh_text(c.mesh, static_cast<std::int64_t>(cell_count_of(c.mesh))),
                                         label(device), bytes_text(double(device.memory))));
  const double host = host_memory();
  const std::vector<int> fits = largest_that_fits(c, device, host, factor);
  std::string text =
      fmt::format("the mesh of {} cells does not fit into the memory of {}", cells_text(c.mesh.cells), label(device));
  if (fits.empty()) throw Error(Exit::usage, text + ", and no smaller one of this shape does.");
  MeshOptions mesh = c.mesh;
  mesh.cells = fits;
  mesh.stretch = {};
  const Memory need = memory_of(c, make_grid(mesh), device);
  const double times = count(c.mesh.cells) / count(fits);
  const bool by_device = need.host * double(device.memory) <= need.device * host;
  throw Error(
      Exit::usage,
      fmt::format("{}: it needs {}, and {} has {}. The largest mesh of this shape that fits: mesh.cells = [{}].", text,
                  bytes_text(times * (by_device ? need.device : need.host)), by_device ? "the device" : "the host",
                  bytes_text(by_device ? double(device.memory) : host), fmt::join(fits, ", ")));
}

[[noreturn]] void refuse_mesh(const Grid& grid, const Memory& need, const Device& device) {
  const double host = host_memory();
  const bool by_device = need.host * double(device.memory) <= need.device * host;
  throw Error(Exit::usage,
              fmt::format("the mesh of {} cells does not fit into the memory of {}: it needs {}, and {} has "
                          "{}. Take fewer cells.",
                          mesh_text(grid), label(device), bytes_text(by_device ? need.device : need.host),
                          by_device ? "the device" : "the host", bytes_text(by_device ? double(device.memory) : host)));
}

}  // namespace

void refuse_too_large(const Case& c, const Grid& grid, const Device& device) {
  const Memory need = memory_of(c, grid, device);
  const double over = excess(need, device, host_memory());
  if (over > 1 && !grid.is_box()) refuse_mesh(grid, need, device);
  if (over > 1) refuse(c, device, std::pow(over, -1.0 / c.dimensions()));
}

namespace {

// "block 'a', side …" and "block.a.x …" refer to [block.a], "seam.s …" to [seam.s], all other faults to [mesh].
std::string key_of(const std::string& fault) {
  if (fault.starts_with("block '")) return "block." + fault.substr(7, fault.find('\'', 7) - 7);
  if (fault.starts_with("block.") || fault.starts_with("seam.")) return fault.substr(0, fault.find_first_of(": "));
  return "mesh.kind";
}

Grid make_mesh_grid(const Case& c) {
  try {
    return make_grid(c.mesh);
  } catch (const Error& e) {
    if (e.code() != Exit::usage) throw;
    Problems problems(c.place);
    for (const std::string& fault : split(e.what(), '\n')) problems.at(key_of(fault), fault);
    problems.throw_if_any();
    throw;
  }
}

}  // namespace

// Even the coordinates of a much too large mesh may not fit, so one field is checked first, then the whole case.
Grid make_grid_that_fits(const Case& c, const Device& device) {
  const double least = cell_count_of(c.mesh) * (c.run.precision == Precision::single ? 4 : 8);
  if (device.memory > 0 && least > double(device.memory))
    refuse(c, device, std::pow(double(device.memory) / least, 1.0 / c.dimensions()));
  Grid grid = c.mesh.is_box() ? make_grid(c.mesh) : make_mesh_grid(c);
  refuse_too_large(c, grid, device);
  return grid;
}

namespace {

// The columns of a line: the distance, the coordinates, and each component of each field.
double numbers_per_point(const Case& c, const LineOptions& line) {
  const auto& fields = line.fields.empty() ? solver_entry(c.solver).keys.fields : line.fields;
  return 1 + c.dimensions() * (1.0 + double(fields.size()));
}

double points_of(const Case& c, const LineOptions& line) {
  double cells = 0;
  for (int n : c.mesh.cells) cells += n;
  for (const BlockOptions& b : c.mesh.block)
    for (int n : b.cells) cells += n;
  return line.points > 0 ? line.points : cells;
}

}  // namespace

void check_lines(const Case& c, Problems& problems) {
  double points = 0, bytes = 0;
  for (const LineOptions& line : c.output.line) {
    points += points_of(c, line);
    bytes += points_of(c, line) * numbers_per_point(c, line) * sizeof(double);
  }
  const double memory = host_memory();
  if (memory > 0 && bytes > memory)
    problems.at("output.line",
                fmt::format("output.line: {} lines have {:.3g} points in all, {} of numbers, and the host has {}. Take "
                            "fewer points.",
                            c.output.line.size(), points, bytes_text(bytes), bytes_text(memory)));
}

void add_signals(SignalNumbers signals, Outcome& outcome) {
  outcome.results.insert(outcome.results.end(), signals.known.begin(), signals.known.end());
  outcome.unknown = std::move(signals.unknown);
}

Outcome run_in_memory(const Case& c, bool keep_fields, bool with_signals) {
  const Device device = choose_device(c.run.device, c.run.precision == Precision::single);
  const Grid grid = make_grid_that_fits(c, device);
  const auto simulation = make_simulation(c, grid, device);
  std::vector<std::unique_ptr<Watcher>> watchers;
  auto& guard = static_cast<Guard&>(*watchers.emplace_back(std::make_unique<Guard>(*simulation, c, grid, "")));
  SignalRecorder* recorder = nullptr;
  if (with_signals && !c.signal.empty()) {
    watchers.push_back(std::make_unique<SignalRecorder>(c, grid));
    recorder = static_cast<SignalRecorder*>(watchers.back().get());
  }
  Outcome outcome;
  outcome.mesh = mesh_text(grid, "×");
  run_loop(*simulation, outcome.last, c.run, watchers, [&] { return guard.endless().empty(); });
  if (!guard.endless().empty()) throw Error(Exit::diverged, guard.endless());
  outcome.trouble = guard.trouble(outcome.last);
  outcome.converged = outcome.trouble.empty();
  outcome.results = simulation->results(outcome.last.time);
  if (!c.output.probe.empty())
    for (Number& n : Probes("", grid, c.output).values(*simulation)) outcome.results.push_back(std::move(n));
  if (recorder) add_signals(recorder->numbers(), outcome);
  if (keep_fields)
    for (const std::string& field : simulation->fields()) outcome.fields.push_back(simulation->sample(field));
  return outcome;
}

}  // namespace eddy
