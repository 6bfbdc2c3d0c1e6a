// `eddy bench poisson`: every linear solver on −∇²u = 1 with u = 0 on the boundary, from 0 to a residual of 1e-8,
// solved like a case without output. Peers solve the same problem in the same run.
#include "app/bench/poisson.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/bench/spaces.hpp"
#include "app/process.hpp"
#include "app/run/runner.hpp"
#include "app/text_table.hpp"
#include "base/modules.hpp"
#include "base/text.hpp"
#include "exec/core/devices.hpp"
#include "exec/record/kernels.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

using nlohmann::json;
using clock = std::chrono::steady_clock;

constexpr double tolerance = 1e-8, budget = 4;  // seconds per solver and size
constexpr int repetitions = 5;

struct Method {
  const char* name;
  std::vector<std::string> keys;
  double most_cells;  // with more cells a solution takes too long
};

const std::vector<Method>& methods() {
  static const std::vector<Method> list{
      {"multigrid", {"linear.solver=multigrid"}, 1e12},
      {"multigrid, mixed", {"linear.solver=multigrid", "linear.precision=mixed"}, 1e12},
      {"cg, multigrid", {"linear.solver=cg"}, 1e12},
      {"cg, jacobi", {"linear.solver=cg", "linear.preconditioner=jacobi"}, 3e5},
      {"fft", {"linear.solver=fft"}, 1e12},
      {"tdma", {"linear.solver=tdma"}, 3e5},
      {"sor", {"linear.solver=sor"}, 3e5},
  };
  return list;
}

struct Solved {
  std::string method;
  bench::Size size;
  int iterations = 0;
  double residual = 0;
  // Seconds of the first solution with its preparation, and of the best later one.
  double first = 0, again = std::numeric_limits<double>::infinity();
  double bytes = 0;  // moved by one solution, read and written
  double copy = 0;   // bandwidth of the copy kernel, bytes/s
};

double since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

double value_of(const Simulation& s, const std::string& name) {
  for (const Number& n : s.numbers())
    if (n.name == name) return n.value;
  throw Error(Exit::fault, "bench poisson: the solver has no number '" + name + "'.");
}

std::string wish_for(const Device& d) {
  const std::string space = space_names[static_cast<int>(d.space)];
  return d.space == SpaceKind::cpu ? space : fmt::format("{}:{}", space, d.number);
}

Case problem(const bench::Size& size, const Method& method, const std::string& device) {
  const bool flat = size.dimensions == 2;
  const auto n = size.cells;
  const std::string text = fmt::format(
      "solver = \"heat\"\n[run]\ndevice = \"{}\"\nsteady = {}\n[mesh]\nlower = {}\nupper = {}\ncells = {}\n"
      "[material]\nconductivity = 1\nheat_capacity = 1\nsource = 1\n"
      "[boundary]\nothers = {{ kind = \"temperature\", temperature = 0 }}\n",
      device, tolerance, flat ? "[0, 0]" : "[0, 0, 0]", flat ? "[1, 1]" : "[1, 1, 1]",
      flat ? fmt::format("[{}, {}]", n[0], n[1]) : fmt::format("[{}, {}, {}]", n[0], n[1], n[2]));
  return read_case_text(text, "poisson.toml", method.keys, solver_keys_list());
}

double copy_speed(const bench::Size& size, const Device& device) {
  return 2 * sizeof(double) * size.count() / bench::copy_seconds(device, size, 0.2);
}

Solved measure(const bench::Size& size, const Method& method, const Device& device) {
  const Case c = problem(size, method, wish_for(device));
  const Grid grid = make_grid_that_fits(c, device);
  const auto simulation = make_simulation(c, grid, device);
  load_records(Records::needed);
  const State start = simulation->save();
  Solved s;
  s.method = method.name;
  s.size = size;
  const double setup = simulation->status().setup_seconds;
  double used = 0;
  for (int n = 0; n < repetitions && (n < 2 || used < budget); ++n) {
    if (n > 0) simulation->load(start);
    const double bytes = bytes_of(simulation->executor().timers);
    const auto begin = clock::now();
    while (!simulation->status().finished) simulation->step(0, 0);
    const double seconds = since(begin);  // the last check of the residual has waited for the device
    used += seconds;
    s.bytes = bytes_of(simulation->executor().timers) - bytes;
    n == 0 ? s.first = setup + seconds : s.again = std::min(s.again, seconds);
  }
  s.iterations = static_cast<int>(value_of(*simulation, "iterations"));
  s.residual = value_of(*simulation, "residual");
  return s;
}

std::string size_text(const bench::Size& s) { return cells_text({s.cells.data(), std::size_t(s.dimensions)}, "×"); }

struct PeerRow {
  std::string peer;
  bench::Size size;
  std::string method;
  int ranks = 0, iterations = 0;
  double residual = 0, setup = 0, solve = 0;
};

struct Peer {
  std::string name, needs;
};
const Peer& peer_named(const std::string& name) {
  static const std::vector<Peer> list{
      {"hypre", "libhypre-dev and libopenmpi-dev"}, {"fftw", "libfftw3-dev"}, {"cufft", "nvcc and CUDA's libraries"}};
  for (const Peer& p : list)
    if (p.name == name) return p;
  throw Error(Exit::usage, "there is no peer '" + name + "' of bench poisson. Peers: hypre, fftw, cufft.");
}
std::filesystem::path program_of(const Peer& peer) {
  const auto program = own_program().parent_path() / ("peer_" + peer.name);
  if (!std::filesystem::exists(program))
    throw Error(Exit::missing, fmt::format("there is no {}. It needs {}; ./eddy bench … builds it where they are.",
                                           program.string(), peer.needs));
  return program;
}

// Runs the peer's program, which lies beside this one, and reads a line of JSON for each method. hypre gets a rank per
// core, FFTW a thread per core.
std::vector<PeerRow> solved_by(const Peer& peer, const bench::Size& size) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const bool ranks = peer.name == "hypre";
  const std::string command =
      fmt::format("{}{} {} {} {} {} 2>&1", ranks ? "OMP_NUM_THREADS=1 " + mpirun(cores) : "",
                  shell_quoted(program_of(peer).string()), size.dimensions, size.cells[0],
                  ranks ? fmt::format("{}", tolerance) : std::to_string(cores), ranks ? 3 : repetitions);
  const auto [code, output] = run_program(command);
  if (code != 0) throw Error(Exit::missing, "the peer failed: " + command + "\n" + output);
  std::vector<PeerRow> rows;
  for (const std::string& line : split(output, '\n')) {
    const json j = json::parse(line, nullptr, false);
    if (j.is_discarded() || !j.contains("method")) continue;
    rows.push_back({peer.name, size, j["method"], j["ranks"], j["iterations"], j["residual"], j["setup"], j["solve"]});
  }
  if (rows.empty()) throw Error(Exit::missing, "the peer said nothing that can be read: " + command + "\n" + output);
  return rows;
}

std::vector<bench::Size> usual(const Device& d) {
  const bool large = d.gpu || d.space == SpaceKind::cuda;
  std::vector<bench::Size> all;
  for (int n = 256; n <= (large ? 8192 : 2048); n *= 2) all.push_back({2, {n, n, 1}});
  for (int n = 64; n <= (large ? 512 : 128); n *= 2) all.push_back({3, {n, n, n}});
  return all;
}

std::string solved_text(const std::vector<Solved>& all) {
  TextTable table(
      {"solver", "cells", "cycles", "residual", "first ms", "ms", "ns/cell", "10⁹ cells/s", "GB/s", "of copy"});
  for (const Solved& s : all)
    table.add({s.method, size_text(s.size), std::to_string(s.iterations), fmt::format("{:.1e}", s.residual),
               fmt::format("{:.4g}", 1e3 * s.first), fmt::format("{:.4g}", 1e3 * s.again),
               fmt::format("{:.3g}", 1e9 * s.again / s.size.count()),
               fmt::format("{:.3g}", 1e-9 * s.size.count() / s.again), fmt::format("{:.1f}", 1e-9 * s.bytes / s.again),
               fmt::format("{:.2f}", s.bytes / s.again / s.copy)});
  return table.text() +
         "first: the first solution, with everything it needs to get ready; ms: the best of those after it.\n";
}

std::string peers_text(const std::vector<PeerRow>& peers, const std::vector<Solved>& all) {
  TextTable table({"peer", "method", "cells", "cores", "iterations", "residual", "setup ms", "solve ms",
                   "of ours, first", "again"});
  for (const PeerRow& p : peers) {
    double first = std::numeric_limits<double>::infinity(), again = first;  // eddy's best times
    for (const Solved& s : all)
      if (s.size.dimensions == p.size.dimensions && s.size.cells == p.size.cells && s.residual <= tolerance) {
        first = std::min(first, s.first);
        again = std::min(again, s.again);
      }
    table.add({p.peer, p.method, size_text(p.size), std::to_string(p.ranks), std::to_string(p.iterations),
               fmt::format("{:.1e}", p.residual), fmt::format("{:.4g}", 1e3 * p.setup),
               fmt::format("{:.4g}", 1e3 * p.solve), fmt::format("{:.2f}", (p.setup + p.solve) / first),
               fmt::format("{:.2f}", p.solve / again)});
  }
  return table.text() +
         "of ours, first: setup and solve over the first solution of our fastest solver; again: solve over a later "
         "one.\n";
}

json as_json(const std::vector<Solved>& all, const std::vector<PeerRow>& peers) {
  json solved = json::array(), other = json::array();
  for (const Solved& s : all)
    solved.push_back({{"solver", s.method},
                      {"dimensions", s.size.dimensions},
                      {"side", s.size.cells[0]},
                      {"cycles", s.iterations},
                      {"residual", s.residual},
                      {"seconds_first", s.first},
                      {"seconds", s.again},
                      {"gb_per_s", 1e-9 * s.bytes / s.again},
                      {"copy_gb_per_s", 1e-9 * s.copy}});
  for (const PeerRow& p : peers)
    other.push_back({{"peer", p.peer},
                     {"method", p.method},
                     {"dimensions", p.size.dimensions},
                     {"side", p.size.cells[0]},
                     {"ranks", p.ranks},
                     {"iterations", p.iterations},
                     {"residual", p.residual},
                     {"setup", p.setup},
                     {"solve", p.solve}});
  return {{"solvers", solved}, {"peers", other}};
}

}  // namespace

void bench_poisson(const BenchArguments& a, const Device& device, const Talk& talk) {
  if (!a.peer.empty()) program_of(peer_named(a.peer));  // throws if it is not installed
  const auto sizes = a.sizes.empty() ? usual(device) : bench::sizes_of(a.sizes);
  std::vector<Solved> all;
  std::vector<PeerRow> peers;
  for (const bench::Size& size : sizes) {
    if (!talk.quiet) say(label(device) + ", " + size_text(size) + " …");
    const double copy = copy_speed(size, device);
    for (const Method& m : methods()) {
      if (size.count() > m.most_cells) continue;
      try {
        all.push_back(measure(size, m, device));
        all.back().copy = copy;
      } catch (const Error& e) {  // this solver does not support the size or the device
        if (e.code() != Exit::usage) throw;
        say(std::string(m.name) + ": " + e.what());
      }
    }
    if (!a.peer.empty())
      for (const PeerRow& p : solved_by(peer_named(a.peer), size)) peers.push_back(p);
  }
  if (talk.json) {
    json j = as_json(all, peers);
    j["device"] = label(device);
    print(j.dump(2) + "\n");
  } else {
    print(label(device) + fmt::format(": −∇²u = 1 to a residual of {:g}\n", tolerance) + solved_text(all) +
          (peers.empty() ? "" : "\n" + peers_text(peers, all)));
  }
}

}  // namespace eddy
