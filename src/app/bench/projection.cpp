// `eddy bench projection`: time per step of the lid-driven cavity at Re 1000 with the pressure solved to 1e-6, and the
// momentum kernel's share of the copy bandwidth. With a body in the cavity, `times` is the cost of a step over that of
// one without. With --peer openfoam icoFoam takes steps of the same flow in the same run.
#include "app/bench/projection.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <tuple>

#include "app/bench/peers.hpp"
#include "app/bench/spaces.hpp"
#include "app/run/runner.hpp"
#include "app/text_table.hpp"
#include "base/modules.hpp"
#include "exec/record/kernels.hpp"

namespace eddy {
namespace {

using nlohmann::json;
using clock = std::chrono::steady_clock;

constexpr const char* stage_name = "projection_stage";
const bench::Peer peer{"openfoam.sh", "icoFoam", "openfoam"};

struct Marched {
  int dimensions = 2, side = 0;
  std::string convection, solver;
  bool body = false;          // a disc or a ball with its true surface
  double seconds = INFINITY;  // per step, of the best batch
  double stage_bytes = 0;     // bytes per second of the momentum kernel
  double copy = 0;            // bytes per second of the copy kernel
  double cells() const { return std::pow(double(side), dimensions); }
  double rate() const { return cells() / seconds; }
};

Case cavity(const Marched& m, const Device& device) {
  const std::string space = space_names[static_cast<int>(device.space)];
  const std::string wish = device.space == SpaceKind::cpu ? space : fmt::format("{}:{}", space, device.number);
  const bool flat = m.dimensions == 2;
  const auto list = [&](auto v) { return flat ? fmt::format("[{0}, {0}]", v) : fmt::format("[{0}, {0}, {0}]", v); };
  const std::string text = fmt::format(
      "solver = \"projection\"\n[run]\ndevice = \"{}\"\nend_time = 1e9\n"
      "[mesh]\nlower = {}\nupper = {}\ncells = {}\n[fluid]\nreynolds = 1000\n[scheme]\nconvection = \"{}\"\n"
      "[linear]\nsolver = \"{}\"\ntolerance = 1e-6\n"
      "[boundary]\ntop = {{ kind = \"no-slip\", velocity = {} }}\nothers = {{ kind = \"no-slip\" }}\n",
      wish, list(0), list(1), list(m.side), m.convection, m.solver, flat ? "[1, 0]" : "[1, 0, 0]");
  const std::string body = fmt::format("[body.ball]\nshape = \"sphere\"\ncentre = {}\nradius = 0.15\n", list(0.503));
  const std::vector<std::string> sharp{"scheme.bodies=\"sharp\""};
  return read_case_text(m.body ? text + body : text, "bench", m.body ? sharp : std::vector<std::string>{},
                        solver_keys_list());
}

struct Spent {
  double seconds = 0, bytes = 0;
};
Spent in_stages(const Simulation& s) {
  Spent all;
  for (const auto& [kernel, timing] : s.executor().timers)
    if (std::string_view(kernel.name) == stage_name) {
      all.seconds += timing.seconds;
      all.bytes += bytes_per_cell(kernel) * double(timing.cells);
    }
  return all;
}

void measure(Marched& m, const Device& device, double budget) {
  const Case c = cavity(m, device);
  const Grid grid = make_grid_that_fits(c, device);
  const auto simulation = make_simulation(c, grid, device);
  load_records(Records::needed);
  double time = 0;
  const auto steps = [&](int n) {
    const auto start = clock::now();
    for (int i = 0; i < n; ++i) {
      const double dt = simulation->next_dt();
      simulation->step(time, dt);
      time += dt;
    }
    return std::chrono::duration<double>(clock::now() - start).count() / n;
  };
  steps(5);  // builds, records, and passes the first steps
  const int batch = std::clamp(static_cast<int>(budget / 8 / steps(2)), 2, 1000);
  for (int n = 0; n < 6; ++n) m.seconds = std::min(m.seconds, steps(batch));
  simulation->executor().timing = true;
  steps(1);
  const Spent before = in_stages(*simulation);
  steps(batch);
  const Spent after = in_stages(*simulation);
  m.stage_bytes = (after.bytes - before.bytes) / (after.seconds - before.seconds);
  const bench::Size size{m.dimensions, {m.side, m.side, m.dimensions == 3 ? m.side : 1}};
  m.copy = 2 * sizeof(double) * size.count() / bench::copy_seconds(device, size, 0.2);
}

std::vector<Marched> plan(const BenchArguments& a, const Device& device) {
  const bool large = device.space != SpaceKind::cpu && device.gpu;
  std::vector<Marched> all;
  const std::vector<int> sides = !a.sizes.empty() ? a.sizes
                                 : large          ? std::vector<int>{128, 1024, 4096}
                                                  : std::vector<int>{128, 256, 1024};
  for (int side : sides)
    for (const char* solver : {"multigrid", "fft"})
      for (const char* convection : {"upwind3", "donor-cell"}) all.push_back({2, side, convection, solver});
  if (a.sizes.empty())
    for (const char* solver : {"multigrid", "fft"}) all.push_back({3, large ? 256 : 64, "upwind3", solver});
  std::vector<Marched> with_bodies;
  for (const Marched& m : all)
    if (m.solver == "multigrid" && m.convection == "upwind3")
      with_bodies.push_back({m.dimensions, m.side, m.convection, m.solver, true});
  all.insert(all.end(), with_bodies.begin(), with_bodies.end());
  return all;
}

json row_json(const Marched& m) {
  return {{"dimensions", m.dimensions},
          {"side", m.side},
          {"convection", m.convection},
          {"solver", m.solver},
          {"body", m.body},
          {"seconds_per_step", m.seconds},
          {"cell_steps_per_s", m.rate()},
          {"momentum_gb_per_s", 1e-9 * m.stage_bytes},
          {"copy_gb_per_s", 1e-9 * m.copy},
          {"momentum_of_copy", m.stage_bytes / m.copy}};
}

}  // namespace

void bench_projection(const BenchArguments& a, const Device& device, const Talk& talk) {
  if (!a.peer.empty() && a.peer != "openfoam")
    throw Error(Exit::usage, "there is no peer '" + a.peer + "' of bench projection. Peers: openfoam.");
  if (!a.peer.empty()) bench::run_peer(peer, "");  // throws if it is not installed
  TextTable table({"cells", "body", "convection", "pressure", "ms/step", "times", "10⁶ cell-steps/s", "momentum GB/s",
                   "copy GB/s", "of copy"});
  json rows = json::array(), peers = json::array();
  std::map<std::string, double> best256;                                     // best time by solver of the pressure
  std::map<std::tuple<int, int, std::string, std::string>, double> without;  // seconds of a step without a body
  for (Marched& m : plan(a, device)) {
    if (!talk.quiet)
      say(fmt::format("{}{} {} {}{} …", m.side, m.dimensions == 2 ? "²" : "³", m.convection, m.solver,
                      m.body ? " with a body" : ""));
    measure(m, device, 2);
    rows.push_back(row_json(m));
    if (m.dimensions == 2 && m.side == 256) best256[m.solver] = std::max(best256[m.solver], m.rate());
    double& alone = without[{m.dimensions, m.side, m.convection, m.solver}];
    if (!m.body) alone = m.seconds;
    table.add({fmt::format("{}{}", m.side, m.dimensions == 2 ? "²" : "³"), m.body ? "ball" : "none", m.convection,
               m.solver, fmt::format("{:.4g}", 1e3 * m.seconds), fmt::format("{:.2f}", m.seconds / alone),
               fmt::format("{:.4g}", 1e-6 * m.rate()), fmt::format("{:.1f}", 1e-9 * m.stage_bytes),
               fmt::format("{:.1f}", 1e-9 * m.copy), fmt::format("{:.2f}", m.stage_bytes / m.copy)});
  }
  std::string text = label(device) + "\n" + table.text();
  if (!a.peer.empty()) {
    const json p = json::parse(bench::run_peer(peer, fmt::format("256 20 {}", std::thread::hardware_concurrency())));
    const double rate = 256.0 * 256.0 / p.at("seconds_per_step").get<double>();
    peers.push_back(p);
    text += fmt::format("icoFoam, 256², {} ranks: {:.4g} · 10⁶ cell-steps/s", p.value("ranks", 1), 1e-6 * rate);
    for (const auto& [solver, ours] : best256)
      text += fmt::format("; ours with {} {:.1f} times as fast", solver, ours / rate);
    text += "\n";
  }
  print(talk.json ? json{{"device", label(device)}, {"steps", rows}, {"peers", peers}}.dump(2) + "\n" : text);
}

}  // namespace eddy
