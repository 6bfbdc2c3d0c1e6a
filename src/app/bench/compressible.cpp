// `eddy bench compressible`: time per step of both schemes on warped blocks and in space, and of their kernels. With
// --peer openfoam rhoCentralFoam takes time steps of the flow over a step on the same cells, in turn with eddy.
#include "app/bench/compressible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/bench/only.hpp"
#include "app/bench/peers.hpp"
#include "app/bench/spaces.hpp"
#include "app/run/runner.hpp"
#include "app/text_table.hpp"
#include "base/modules.hpp"
#include "exec/record/kernels.hpp"

namespace eddy {
namespace bench::gas {

using nlohmann::json;
using clock = std::chrono::steady_clock;

const Peer peer{"openfoam-step.sh", "rhoCentralFoam", "openfoam"};
constexpr int peer_cells = 160, peer_steps = 40;  // cells per unit of length: 2.5 times as many as the case has

struct March {
  std::string flow, scheme;
  bool single = false;
  std::string text;   // text of the case after [run]
  std::string shape;  // shape of the mesh
  double cells = 0;
  std::string how = "cfl = 0.2\nend_time = 1e9";  // keys of [run] that set the step
  double seconds = INFINITY;                      // per step, of the best batch
  double rate() const { return cells / seconds; }
};

// A warped box, twice as long as high, or a box in space. Its boundaries are far fields, so that every kind of kernel
// runs.
std::string gas_at_rest(const std::string& mesh, int dimensions) {
  return fmt::format(
      "[gas]\nconstant = 1\n[freestream]\ndensity = 1\npressure = 1\nmach = 0.5\n[boundary]\nothers = {{ kind = "
      "\"far-field\" }}\n[initial]\ndensity = \"1 + 0.1*sin(6.28*x)\"\npressure = 1\nvelocity = {}\n{}",
      dimensions == 2 ? "[0.5, 0.1]" : "[0.5, 0.1, 0]", mesh);
}
std::string given_step(int side) { return fmt::format("dt = {}\nend_time = 1e9", 0.1 / side); }
March in_plane(int side, const char* scheme, bool single) {
  const std::string block = fmt::format(
      "[mesh]\nkind = \"blocks\"\n[block.box]\ncells = [{}, {}]\nx = \"2*xi + 0.02*sin(6.28*xi)*sin(6.28*eta)\"\n"
      "y = \"eta + 0.02*sin(6.28*xi)*sin(6.28*eta)\"\n",
      2 * side, side);
  return {"warped box",      scheme,          single, gas_at_rest(block, 2), fmt::format("{}×{}", 2 * side, side),
          2.0 * side * side, given_step(side)};
}
// Local time steps between two checks of the residuals.
constexpr int iterations = 500;
March towards_steady(int side, const char* scheme, bool single) {
  March m = in_plane(side, scheme, single);
  m.flow = "warped box, steady";
  m.how = "steady = 1e-30\ncfl = 0.5";
  return m;
}
March in_space(int side, const char* scheme, bool single) {
  const std::string box = fmt::format("[mesh]\nlower = [0, 0, 0]\nupper = [1, 1, 1]\ncells = [{0}, {0}, {0}]\n", side);
  return {"box in space",  scheme, single, gas_at_rest(box, 3), fmt::format("{}³", side), std::pow(double(side), 3),
          given_step(side)};
}
// The wind tunnel with a step, as in the peer's case.
March over_step(const char* scheme) {
  const int n = peer_cells, before = n * 3 / 5, behind = n * 12 / 5, below = n / 5, above = n * 4 / 5;
  const std::string text = fmt::format(
      "[mesh]\nkind = \"blocks\"\n[gas]\nconstant = 1\n[freestream]\ndensity = 1.4\npressure = 1\nmach = 3\n"
      "[block.before]\ncells = [{0}, {2}]\nx = \"0.6*xi\"\ny = \"0.2*eta\"\nsides = {{ left = \"inlet\" }}\n"
      "[block.above]\ncells = [{0}, {3}]\nx = \"0.6*xi\"\ny = \"0.2 + 0.8*eta\"\nsides = {{ left = \"inlet\" }}\n"
      "[block.behind]\ncells = [{1}, {3}]\nx = \"0.6 + 2.4*xi\"\ny = \"0.2 + 0.8*eta\"\nsides = {{ right = "
      "\"outlet\" }}\n[boundary]\ninlet = {{ kind = \"far-field\" }}\noutlet = {{ kind = \"supersonic-outflow\" }}\n"
      "others = {{ kind = \"symmetry\" }}\n",
      before, behind, below, above);
  return {"step at Mach 3",
          scheme,
          false,
          text,
          fmt::format("{} per unit", n),
          double(before) * (below + above) + double(behind) * above,
          fmt::format("dt = {}\nend_time = 1e9", 0.05 / n)};  // the step of the peer
}

Case case_of(const March& m, const Device& device) {
  const std::string space = space_names[static_cast<int>(device.space)];
  const std::string wish = device.space == SpaceKind::cpu ? space : fmt::format("{}:{}", space, device.number);
  const std::string head = fmt::format(
      "solver = \"compressible\"\n[run]\ndevice = \"{}\"\nprecision = \"{}\"\n{}\n[scheme]\nkind = \"{}\"\nsecond = "
      "1\nlevels = 1\ncheck_every = {}\nmax_iterations = 1000000000\n",
      wish, m.single ? "single" : "double", m.how, m.scheme, iterations);
  return read_case_text(head + m.text, "bench", {}, solver_keys_list());
}

class Marching {
 public:
  Marching(const March& m, const Device& device)
      : case_(case_of(m, device)),
        grid_(make_grid_that_fits(case_, device)),
        simulation_(make_simulation(case_, grid_, device)),
        steps_at_once_(case_.run.steady ? iterations : 1) {}
  double seconds_of_steps(int n) {  // seconds per step
    const auto start = clock::now();
    for (int i = 0; i < n; ++i) {
      const double dt = simulation_->next_dt();
      simulation_->step(time_, dt);
      time_ += dt;
    }
    simulation_->largest_value();  // waits for the device
    return std::chrono::duration<double>(clock::now() - start).count() / (n * steps_at_once_);
  }
  void measure(March& m, double budget) {
    seconds_of_steps(5);  // builds, records, and passes the first steps
    const int batch = std::clamp(static_cast<int>(budget / 6 / (steps_at_once_ * seconds_of_steps(2))), 2, 1000);
    for (int n = 0; n < 5; ++n) m.seconds = std::min(m.seconds, seconds_of_steps(batch));
  }
  // The time per cell and the bandwidth of every kernel of a step.
  json kernels() {
    simulation_->executor().timing = true;
    simulation_->executor().timers.clear();  // removes timers of launches that were replayed and not timed
    seconds_of_steps(10);
    load_records(Records::if_there);
    json all = json::array();
    for (const auto& [kernel, timing] : simulation_->executor().timers) {
      if (timing.cells == 0 || !(timing.seconds > 0)) continue;
      const double bytes = bytes_per_cell(kernel) * double(timing.cells);
      all.push_back({{"kernel", kernel.name},
                     {"variant", kernel.variant},
                     {"ns_per_cell", 1e9 * timing.seconds / double(timing.cells)},
                     {"seconds", timing.seconds},
                     {"gb_per_s", std::isfinite(bytes) ? json(1e-9 * bytes / timing.seconds) : json()}});
    }
    return all;
  }

 private:
  Case case_;
  Grid grid_;
  std::unique_ptr<Simulation> simulation_;
  int steps_at_once_;
  double time_ = 0;
};

std::string words(const March& m) {
  return m.flow + " " + m.shape + " " + m.scheme + (m.single ? " single" : " double");
}

std::vector<March> plan(const BenchArguments& a, const Device& device) {
  const bool large = device.space != SpaceKind::cpu && device.gpu;
  const std::vector<int> sides = !a.sizes.empty() ? a.sizes
                                 : large          ? std::vector<int>{4096}
                                                  : std::vector<int>{128, 512};
  std::vector<March> all;
  for (bool single : {false, true}) {
    if (!usable(device, single)) continue;
    for (const char* scheme : {"muscl", "ni"}) {
      for (int side : sides) all.push_back(in_plane(side, scheme, single));
      if (a.sizes.empty()) all.push_back(towards_steady(132, scheme, single));
      if (scheme == std::string("ni")) continue;
      if (a.sizes.empty()) all.push_back(in_space(large ? 256 : 64, scheme, single));
      for (int side : a.sizes) all.push_back(in_space(std::max(16, side / 8), scheme, single));
    }
  }
  keep_only(all, a.only, words);
  return all;
}

json row_json(const March& m, const json& kernels) {
  return {{"flow", m.flow},
          {"scheme", m.scheme},
          {"precision", m.single ? "single" : "double"},
          {"cells", m.cells},
          {"seconds_per_step", m.seconds},
          {"cell_steps_per_s", m.rate()},
          {"kernels", kernels}};
}

// Both run in turn, so that other load of the machine slows down both.
std::string against_peer(const Device& device, json& list) {
  std::vector<March> ours{over_step("muscl"), over_step("ni")};
  double theirs = INFINITY;
  json said;
  std::vector<std::unique_ptr<Marching>> marching;
  for (const March& m : ours) marching.push_back(std::make_unique<Marching>(m, device));
  for (int n = 0; n < 3; ++n) {
    said = json::parse(
        run_peer(peer, fmt::format("{} {} {}", peer_cells, peer_steps, std::thread::hardware_concurrency())));
    theirs = std::min(theirs, said.at("seconds_per_step").get<double>());
    for (std::size_t m = 0; m < ours.size(); ++m) marching[m]->measure(ours[m], 2);
  }
  said["seconds_per_step"] = theirs;
  list.push_back(said);
  std::string text = fmt::format("rhoCentralFoam, step at Mach 3, {:.0f} cells, {} ranks: {:.4g} · 10⁶ cell-steps/s",
                                 ours[0].cells, said.value("ranks", 1), 1e-6 * ours[0].cells / theirs);
  for (const March& m : ours) {
    text += fmt::format("; {} {:.4g}, {:.1f} times as fast", m.scheme, 1e-6 * m.rate(), theirs / m.seconds);
    list.push_back(row_json(m, json::array()));
  }
  return text + "\n";
}

double large_budget(const Device& device) { return device.space != SpaceKind::cpu && device.gpu ? 0.5 : 2; }  // s

void measure_all(const BenchArguments& a, const Device& device, const Talk& talk) {
  if (!a.peer.empty() && a.peer != "openfoam")
    throw Error(Exit::usage, "there is no peer '" + a.peer + "' of bench compressible. Peers: openfoam.");
  if (!a.peer.empty()) run_peer(peer, "");  // throws if it is not installed
  TextTable steps({"flow", "cells", "scheme", "precision", "ms/step", "10⁶ cell-steps/s"});
  TextTable kernels({"scheme", "cells", "precision", "kernel", "ns/cell", "GB/s"});
  json rows = json::array(), peers = json::array();
  for (March& m : plan(a, device)) {
    const std::string precision = m.single ? "single" : "double";
    if (!talk.quiet) say(fmt::format("{} {} {} {} …", m.flow, m.shape, m.scheme, precision));
    Marching marching(m, device);
    marching.measure(m, large_budget(device));
    if (!talk.quiet) say(fmt::format("  {:.4g} ms, {:.4g} · 10⁶ cell-steps/s", 1e3 * m.seconds, 1e-6 * m.rate()));
    const json spent = marching.kernels();
    rows.push_back(row_json(m, spent));
    steps.add({m.flow, m.shape, m.scheme, precision, fmt::format("{:.4g}", 1e3 * m.seconds),
               fmt::format("{:.4g}", 1e-6 * m.rate())});
    for (const json& k : spent)
      kernels.add({m.scheme, m.shape, precision, k["kernel"].get<std::string>() + " " + k["variant"].get<std::string>(),
                   fmt::format("{:.3g}", k["ns_per_cell"].get<double>()),
                   k["gb_per_s"].is_null() ? "–" : fmt::format("{:.1f}", k["gb_per_s"].get<double>())});
  }
  std::string text = label(device) + "\n" + steps.text() + "\nKernels, each timed alone\n" + kernels.text();
  if (!a.peer.empty()) text += against_peer(device, peers);
  print(talk.json ? json{{"device", label(device)}, {"steps", rows}, {"peers", peers}}.dump(2) + "\n" : text);
}

}  // namespace bench::gas

void bench_compressible(const BenchArguments& a, const Device& device, const Talk& talk) {
  bench::gas::measure_all(a, device, talk);
}

}  // namespace eddy
