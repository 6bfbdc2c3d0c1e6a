// `eddy bench galerkin`: time per step of a cubic cavity with Smagorinsky's model, as a box and as hexahedra of a file.
// With --peer openfoam pisoFoam takes steps in the same cavity with the same model, in turn with eddy.
#include "app/bench/galerkin.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/bench/only.hpp"
#include "app/bench/peers.hpp"
#include "app/bench/spaces.hpp"
#include "app/run/runner.hpp"
#include "app/text_table.hpp"

namespace eddy {
namespace bench::elements {

using nlohmann::json;

const Peer peer{"openfoam-cavity.sh", "pisoFoam", "openfoam"};
constexpr int peer_side = 64, peer_steps = 25;

struct March {
  int side = 0;  // elements along an edge
  bool single = false, hexahedra = false;
  double seconds = INFINITY;  // per step, of the best batch
  double cells() const { return std::pow(double(side), 3); }
  double nodes() const { return std::pow(double(side) + 1, 3); }
  std::string kind() const { return hexahedra ? "hexahedra" : "box"; }
  std::string precision() const { return single ? "single" : "double"; }
};

class Folder {  // a folder for the mesh file, removed by the destructor
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / fmt::format("eddy-bench-{}", getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Writes a cube of n³ hexahedra in Gmsh's format (2.2, binary); patch 1 is the lid, patch 2 the walls.
class CubeFile {
 public:
  CubeFile(const std::filesystem::path& file, int n) : n_(n), out_(file, std::ios::binary) {
    out_ << "$MeshFormat\n2.2 1 8\n";
    number(1);
    out_ << "\n$EndMeshFormat\n$PhysicalNames\n3\n2 1 \"lid\"\n2 2 \"walls\"\n3 3 \"fluid\"\n$EndPhysicalNames\n";
    nodes();
    elements();
  }

 private:
  template <class V>
  void number(V value) {
    out_.write(reinterpret_cast<const char*>(&value), sizeof(V));
  }
  int node(int i, int j, int k) const { return 1 + i + (n_ + 1) * (j + (n_ + 1) * k); }
  void nodes() {
    const int m = n_ + 1;
    out_ << "$Nodes\n" << m * m * m << "\n";
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < m; ++j)
        for (int i = 0; i < m; ++i) {
          number(node(i, j, k));
          for (int x : {i, j, k}) number(double(x) / n_);
        }
    out_ << "\n$EndNodes\n";
  }
  void head(int type, int count) {  // each element has two tags: group and surface
    number(type);
    number(count);
    number(2);
  }
  void element(int group, std::initializer_list<int> corners) {
    number(++written_);
    number(group);
    number(group);
    for (int c : corners) number(c);
  }
  void elements() {
    out_ << "$Elements\n" << n_ * n_ * n_ + 6 * n_ * n_ << "\n";
    head(3, 6 * n_ * n_);
    for (int b = 0; b < n_; ++b)
      for (int a = 0; a < n_; ++a)
        for (int end : {0, n_}) {
          element(2, {node(end, a, b), node(end, a + 1, b), node(end, a + 1, b + 1), node(end, a, b + 1)});
          element(end ? 1 : 2, {node(a, end, b), node(a + 1, end, b), node(a + 1, end, b + 1), node(a, end, b + 1)});
          element(2, {node(a, b, end), node(a + 1, b, end), node(a + 1, b + 1, end), node(a, b + 1, end)});
        }
    head(5, n_ * n_ * n_);
    for (int k = 0; k < n_; ++k)
      for (int j = 0; j < n_; ++j)
        for (int i = 0; i < n_; ++i)
          element(3, {node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k), node(i, j, k + 1),
                      node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)});
    out_ << "\n$EndElements\n";
  }
  int n_, written_ = 0;
  std::ofstream out_;
};

Case case_of(const March& m, const Device& device, const std::filesystem::path& folder) {
  const std::string space = space_names[static_cast<int>(device.space)];
  const std::string wish = device.space == SpaceKind::cpu ? space : fmt::format("{}:{}", space, device.number);
  const std::string mesh = m.hexahedra
                               ? fmt::format("kind = \"gmsh\"\nfile = \"cube-{}.msh\"\n", m.side)
                               : fmt::format("lower = [0, 0, 0]\nupper = [1, 1, 1]\ncells = [{0}, {0}, {0}]\n", m.side);
  const std::string text = fmt::format(
      "solver = \"galerkin\"\n[run]\ndevice = \"{}\"\nprecision = \"{}\"\nend_time = 1e9\n[mesh]\n{}[fluid]\nreynolds "
      "= "
      "10000\n[turbulence]\nmodel = \"smagorinsky\"\nwall = \"none\"\n[boundary]\n{} = {{ kind = \"no-slip\", velocity "
      "= [1, 0, 0] }}\nothers = {{ kind = \"no-slip\" }}\n",
      wish, m.precision(), mesh, m.hexahedra ? "lid" : "top");
  if (m.hexahedra) CubeFile(folder / fmt::format("cube-{}.msh", m.side), m.side);
  return read_case_text(text, folder / "case.toml", {}, solver_keys_list());
}

class Marching {  // times the steps of a case
 public:
  Marching(Case c, const Device& device)
      : case_(std::move(c)),
        grid_(make_grid_that_fits(case_, device)),
        simulation_(make_simulation(case_, grid_, device)) {}
  double best(double budget) {  // seconds per step in the best of five batches
    seconds_of_steps(5);        // builds, records, and passes the first steps
    const int batch = std::clamp(static_cast<int>(budget / 6 / seconds_of_steps(2)), 2, 1000);
    double least = INFINITY;
    for (int n = 0; n < 5; ++n) least = std::min(least, seconds_of_steps(batch));
    return least;
  }

 private:
  double seconds_of_steps(int n) {  // seconds per step
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    const double dt = simulation_->next_dt();  // the same for all steps
    for (int i = 0; i < n; ++i) {
      simulation_->step(time_, dt);
      time_ += dt;
    }
    simulation_->largest_value();  // waits for the device
    return std::chrono::duration<double>(clock::now() - start).count() / n;
  }
  Case case_;
  Grid grid_;
  std::unique_ptr<Simulation> simulation_;
  double time_ = 0;
};

std::vector<March> plan(const BenchArguments& a, const Device& device) {
  const bool large = device.space != SpaceKind::cpu && device.gpu;
  const std::vector<int> sides = !a.sizes.empty() ? a.sizes : std::vector<int>{large ? 128 : 64};
  std::vector<March> all;
  for (bool single : {false, true})
    for (bool hexahedra : {false, true})
      for (int side : sides)
        if (usable(device, single)) all.push_back({side, single, hexahedra});
  keep_only(all, a.only, [](const March& m) { return fmt::format("{} {} {}", m.kind(), m.side, m.precision()); });
  return all;
}

json row_json(const March& m) {
  return {{"mesh", m.kind()},   {"precision", m.precision()},    {"cells", m.cells()},
          {"nodes", m.nodes()}, {"seconds_per_step", m.seconds}, {"node_steps_per_s", m.nodes() / m.seconds}};
}

// Both run in turn, so that other load of the machine slows down both.
std::string against_peer(const Device& device, const Folder& folder, json& list) {
  std::vector<March> ours{{peer_side, false, false}, {peer_side, true, false}};
  std::vector<std::unique_ptr<Marching>> marching;
  for (const March& m : ours) marching.push_back(std::make_unique<Marching>(case_of(m, device, folder.path()), device));
  double theirs = INFINITY;
  json said;
  for (int n = 0; n < 3; ++n) {
    said = json::parse(
        run_peer(peer, fmt::format("{} {} {}", peer_side, peer_steps, std::thread::hardware_concurrency())));
    theirs = std::min(theirs, said.at("seconds_per_step").get<double>());
    for (std::size_t m = 0; m < ours.size(); ++m) ours[m].seconds = std::min(ours[m].seconds, marching[m]->best(2));
  }
  said["seconds_per_step"] = theirs;
  list.push_back(said);
  std::string text = fmt::format("pisoFoam, cubic cavity, {}³ cells, {} ranks: {:.4g} · 10⁶ cell-steps/s", peer_side,
                                 said.value("ranks", 1), 1e-6 * ours[0].cells() / theirs);
  for (const March& m : ours) {
    text += fmt::format("; {} precision {:.4g}, {:.1f} times as fast", m.precision(), 1e-6 * m.cells() / m.seconds,
                        theirs / m.seconds);
    list.push_back(row_json(m));
  }
  return text + "\n";
}

void measure_all(const BenchArguments& a, const Device& device, const Talk& talk) {
  if (!a.peer.empty() && a.peer != "openfoam")
    throw Error(Exit::usage, "there is no peer '" + a.peer + "' of bench galerkin. Peers: openfoam.");
  if (!a.peer.empty()) run_peer(peer, "");  // throws if it is not installed
  const Folder folder;
  TextTable steps({"mesh", "elements", "precision", "ms/step", "10⁶ node-steps/s"});
  json rows = json::array(), peers = json::array();
  for (March& m : plan(a, device)) {
    if (!talk.quiet) say(fmt::format("{} {}³ {} …", m.kind(), m.side, m.precision()));
    m.seconds = Marching(case_of(m, device, folder.path()), device).best(2);
    rows.push_back(row_json(m));
    steps.add({m.kind(), fmt::format("{}³", m.side), m.precision(), fmt::format("{:.4g}", 1e3 * m.seconds),
               fmt::format("{:.4g}", 1e-6 * m.nodes() / m.seconds)});
  }
  std::string text = label(device) + "\n" + steps.text();
  if (!a.peer.empty()) text += against_peer(device, folder, peers);
  print(talk.json ? json{{"device", label(device)}, {"steps", rows}, {"peers", peers}}.dump(2) + "\n" : text);
}

}  // namespace bench::elements

void bench_galerkin(const BenchArguments& a, const Device& device, const Talk& talk) {
  bench::elements::measure_all(a, device, talk);
}

}  // namespace eddy
