// `eddy bench artificial`: the sweep of Pickering et al. over grid sizes, precisions and block shapes. Lid-driven
// cavity, Re 100, forward Euler; 130 flops per node and step by their count. With --tune, the best shapes go into the
// cache that runs use.
#include "app/bench/artificial.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/bench/spaces.hpp"
#include "app/run/runner.hpp"
#include "app/text_table.hpp"
#include "exec/core/tuning.hpp"
#include "output/chart.hpp"
#include "output/png.hpp"

namespace eddy {
namespace {

using nlohmann::json;
using clock = std::chrono::steady_clock;

constexpr double flops_of_paper = 130;  // per node and step
constexpr int steps_of_paper = 1000;
constexpr const char* kernel_name = "artificial_euler";
constexpr LaunchShape as_launched{64, 2, 1, LaunchShape::several};  // the shape without tuning (exec/core/shape.cpp)

struct March {
  int side = 0;  // nodes
  bool single = false;
  std::string shape;  // empty: the default
  bool several = false;
  int steps = 0;
  double seconds = 0;  // time of one step
  double copy = 0;     // bytes/s of the copy kernel
  double nodes() const { return double(side) * side; }
  double rate() const { return nodes() / seconds; }
  double gflops() const { return 1e-9 * flops_of_paper * rate(); }
  double gigabytes() const { return 1e-9 * (single ? 24 : 48) * rate(); }  // as if each step were one pass
};

Case cavity(int side, bool single, int steps, const Device& device) {
  const std::string space = space_names[static_cast<int>(device.space)];
  const std::string wish = device.space == SpaceKind::cpu ? space : fmt::format("{}:{}", space, device.number);
  const std::string text = fmt::format(
      "solver = \"artificial\"\n[run]\ndevice = \"{}\"\nprecision = \"{}\"\nsteady = 1e-300\ncfl = 0.9\n"
      "[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [{}, {}]\n[fluid]\nreynolds = 100\n"
      "[pseudo]\nreference = [0.5, 0.5]\ncheck_every = {}\n"
      "[boundary]\ntop = {{ kind = \"no-slip\", velocity = [1, 0] }}\nothers = {{ kind = \"no-slip\" }}\n",
      wish, single ? "single" : "double", side - 1, side - 1, steps);
  return read_case_text(text, "bench", {}, solver_keys_list());
}

double kernel_seconds(const Simulation& s) {
  double sum = 0;
  for (const auto& [kernel, timing] : s.executor().timers)
    if (std::string_view(kernel.name) == kernel_name) sum += timing.seconds;
  return sum;
}

// Marches one cavity several times.
class Marching {
 public:
  Marching(int side, bool single, int steps, const Device& device)
      : steps_(steps),
        host_(device.space == SpaceKind::cpu),
        case_(cavity(side, single, steps, device)),
        grid_(make_grid_that_fits(case_, device)),
        simulation_(make_simulation(case_, grid_, device)) {}

  // Keeps the best of three marches. On the host every kernel is timed; on a device the whole march, with few checks of
  // the residual.
  void measure(March& m) {
    m.steps = steps_;
    m.seconds = INFINITY;
    for (int n = 0; n < 4; ++n) {  // the first march builds kernels and is not counted
      const double before = kernel_seconds(*simulation_);
      const auto start = clock::now();
      simulation_->step(0, 0);
      const double elapsed = std::chrono::duration<double>(clock::now() - start).count();
      const double seconds = (host_ ? kernel_seconds(*simulation_) - before : elapsed) / steps_;
      if (n > 0) m.seconds = std::min(m.seconds, seconds);
    }
  }

 private:
  int steps_;
  bool host_;
  Case case_;
  Grid grid_;
  std::unique_ptr<Simulation> simulation_;
};

// As many steps as take about a second, at most those of the paper.
int steps_for(int side, const Device& device) {
  const double rate = device.space == SpaceKind::cpu || !device.gpu ? 2e8 : 5e10;
  return std::clamp(static_cast<int>(rate / (double(side) * side)) / 12 * 12, 12, steps_of_paper);
}

double copy_of(int side, const Device& device) {
  const bench::Size size{2, {side, side, 1}};
  return 2 * sizeof(double) * size.count() / bench::copy_seconds(device, size, 0.2);
}

std::vector<int> sides_of(const BenchArguments& a, const Device& device) {
  if (!a.sizes.empty()) return a.sizes;
  if (device.space == SpaceKind::cpu || !device.gpu) return {128, 256, 512, 1024, 2048};
  return {128, 256, 512, 1024, 2048, 4096, 8192};
}

struct Candidate {
  std::string name;
  Tuned shape;
};
const std::vector<Candidate>& launches() {
  static const std::vector<Candidate> list = [] {
    std::vector<Candidate> all;
    constexpr int xy[][2] = {{16, 2}, {16, 4}, {16, 8}, {32, 1}, {32, 2}, {32, 4}, {64, 1}, {64, 2}, {128, 1}};
    for (int rows : {1, LaunchShape::several})
      for (const auto& [x, y] : xy)
        all.push_back({fmt::format("{}×{}{}", x, y, rows > 1 ? fmt::format(", {} rows", rows) : ""),
                       {{x, y, 1, rows}, Tuned::one_sweep}});
    return all;
  }();
  return list;
}

json row_json(const March& m) {
  return {{"nodes_per_side", m.side},
          {"precision", m.single ? "single" : "double"},
          {"steps_per_pass", m.several ? "several" : "one"},
          {"shape", m.shape},
          {"steps", m.steps},
          {"seconds_per_step", m.seconds},
          {"nodes_per_s", m.rate()},
          {"gflops_of_paper", m.gflops()},
          {"gb_per_s", m.gigabytes()},
          {"copy_gb_per_s", 1e-9 * m.copy},
          {"fraction_of_copy", 1e9 * m.gigabytes() / m.copy}};
}

std::string rows_text(const std::vector<March>& all) {
  TextTable table({"nodes", "precision", "steps/pass", "shape", "µs/step", "Mnodes/s", "GFLOPS (130/node)", "GB/s",
                   "copy GB/s", "of copy"});
  for (const March& m : all)
    table.add({fmt::format("{0}×{0}", m.side), m.single ? "single" : "double", m.several ? "several" : "one", m.shape,
               fmt::format("{:.4g}", 1e6 * m.seconds), fmt::format("{:.1f}", 1e-6 * m.rate()),
               fmt::format("{:.1f}", m.gflops()), fmt::format("{:.1f}", m.gigabytes()),
               fmt::format("{:.1f}", 1e-9 * m.copy), fmt::format("{:.2f}", 1e9 * m.gigabytes() / m.copy)});
  return table.text() + "GB/s: each node once in, once out, in every step; several steps per pass move less.\n";
}

// Draws curves over the size, like figures 6 and 13 of the paper, with its best single GPU as a line to compare with.
void draw(const std::vector<March>& all, const Device& device, const std::string& file) {
  std::vector<Series> curves;
  for (bool single : {false, true})
    for (bool several : {false, true}) {
      Series s{
          .name = fmt::format("{}, {} per pass", single ? "single" : "double", several ? "several steps" : "one step"),
          .markers = true};
      for (const March& m : all)
        if (m.single == single && m.several == several && m.shape.empty())
          s.x.push_back(m.side), s.y.push_back(m.gflops());
      if (!s.x.empty()) curves.push_back(s);
    }
  curves.push_back({.name = "K20c, double, tuned (Pickering et al. 2014)", .x = {128, 8192}, .y = {90.6, 90.6}});
  curves.push_back({.name = "C2075, double, tuned (the same)", .x = {128, 8192}, .y = {47.9, 47.9}});
  write_png(file, chart(curves, {.title = "Artificial compressibility: " + device.name,
                                 .subtitle = "lid-driven cavity, Re 100, forward Euler; 130 flops per node and step",
                                 .x_label = "nodes per side",
                                 .y_label = "GFLOPS",
                                 .log_x = true,
                                 .log_y = true}));
}

void tell(const March& m, const Talk& talk) {
  if (talk.quiet) return;
  say(fmt::format("{0}×{0}, {1}, {2} per pass{3}: {4:.1f} Mnodes/s", m.side, m.single ? "single" : "double",
                  m.several ? "several steps" : "one step", m.shape.empty() ? "" : ", " + m.shape, 1e-6 * m.rate()));
}

void sweep_sizes(const BenchArguments& a, const Device& device, const Talk& talk, std::vector<March>& all) {
  for (int side : sides_of(a, device)) {
    const double copy = copy_of(side, device);
    for (bool single : {false, true}) {
      if (!usable(device, single)) continue;
      Marching marching(side, single, steps_for(side, device), device);
      for (bool several : {false, true}) {
        March m{.side = side, .single = single, .shape = "", .several = several, .copy = copy};
        const Tuned* const known = tuned({kernel_name, "", 2, single ? 4 : 8});
        if (!several) try_shape(Tuned{known ? known->launch : as_launched, Tuned::one_sweep});
        marching.measure(m);
        try_shape({});
        tell(m, talk);
        all.push_back(m);
      }
    }
  }
}

// Measures every shape at one size, with one and with several steps per pass; the best goes into `keep`, if there is
// one.
void sweep_shapes(int side, const Device& device, const Talk& talk, std::vector<March>& all, Tuning* keep) {
  const double copy = copy_of(side, device);
  for (bool single : {false, true}) {
    if (!usable(device, single)) continue;
    Marching marching(side, single, std::max(12, steps_for(side, device) / 4), device);
    Tuned best;
    double least[2] = {INFINITY, INFINITY};
    const auto measure = [&](const Candidate& c, bool several) {
      March m{.side = side, .single = single, .shape = c.name, .several = several, .copy = copy};
      try_shape(c.shape);
      marching.measure(m);
      try_shape({});
      tell(m, talk);
      if (m.seconds < least[several]) {
        least[several] = m.seconds;
        if (several)
          best.block = c.shape.block;
        else
          best.launch = c.shape.launch;
      }
      all.push_back(m);
    };
    for (const Candidate& c : launches()) measure(c, false);
    for (int n = 0; n < (device.space == SpaceKind::cuda ? block_shapes : 0); ++n)
      measure({fmt::format("tile {}", n), {as_launched, n}}, true);
    if (least[false] < least[true]) best.block = Tuned::one_sweep;
    if (keep)
      for (const char* name : {kernel_name, "artificial_stage"})
        (*keep)[tuning_key({name, "", 2, single ? 4 : 8})] = best;
  }
}

}  // namespace

void bench_artificial(const BenchArguments& a, const Device& device, const Talk& talk) {
  std::vector<March> sizes, shapes;
  if (a.tune && !device.gpu)
    throw Error(Exit::usage, "--tune looks for the shapes of launches on a GPU; " + label(device) + " is none.");
  const int side = a.sizes.empty() ? 4097 : a.sizes.back();
  if (a.tune) {  // the sizes are then run with the shapes that were found
    Tuning found = read_tuning(device.name);
    sweep_shapes(side, device, talk, shapes, &found);
    keep_tuning(device.name, found), use_tuning(device.name);
  }
  sweep_sizes(a, device, talk, sizes);
  if (!a.picture.empty()) draw(sizes, device, a.picture);
  if (!talk.json) print(label(device) + "\n" + rows_text(sizes));
  if (device.gpu && !a.tune) sweep_shapes(side, device, talk, shapes, nullptr);
  if (talk.json) {
    json list{{"device", label(device)}, {"sizes", json::array()}, {"shapes", json::array()}};
    for (const March& m : sizes) list["sizes"].push_back(row_json(m));
    for (const March& m : shapes) list["shapes"].push_back(row_json(m));
    print(list.dump(2) + "\n");
  } else if (!shapes.empty()) {
    print("\nShapes\n" + rows_text(shapes));
  }
  if (a.tune) say("the best shapes are kept in " + tuning_file(device.name));
}

}  // namespace eddy
