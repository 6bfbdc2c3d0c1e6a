// The numbers of a row of history.csv: residuals, contents of the domain, flows through patches, forces.
#include <algorithm>
#include <cmath>

#include "solver/compressible/derived.hpp"
#include "solver/compressible/simulation.hpp"

namespace eddy::compressible {

std::vector<Number> CompressibleSimulation::numbers() const {
  std::vector<Number> all;
  const int d = domain_.dimensions();
  if (steady()) {
    all.push_back({"iterations", "", double(watch_.iterations)});
    all.push_back({"residual", "", watch_.residual});
    for (int v = 0; v < d + 2; ++v) {
      const std::string unit = v == 0 ? "kg/(m³ s)" : v == d + 1 ? "Pa/s" : "m/s²";
      all.push_back({"residual_" + variable_name(v, d), unit, watch_.rates[v]});
    }
  }
  const auto totals = flow_->totals();
  const std::string per = d == 2 ? "/m" : "";
  all.push_back({"mass", "kg" + per, totals[0]});
  for (int a = 0; a < d; ++a) all.push_back({std::string("momentum_") + "xyz"[a], "kg m/s" + per, totals[a + 1]});
  all.push_back({"energy", "J" + per, totals[d + 1]});
  all.push_back({"kinetic_energy", "J" + per, flow_->kinetic_energy()});
  const Mended mended = flow_->mended();
  part_mended_ = std::max(part_before_, double(mended.cells) / double(domain_.cell_count()));
  all.push_back({"mended", "", mended_before_ + double(mended.before + mended.marked)});
  add_flows(all);
  add_forces(all);
  return all;
}

// Mass and energy flow through each patch that is no wall, and the imbalance of mass, energy and momentum, which vanishes
// in steady flow. That of momentum counts what walls give, and is a part of the largest flow of momentum through a patch.
void CompressibleSimulation::add_flows(std::vector<Number>& all) const {
  const auto& patches = domain_.mesh().patches;
  if (patches.empty()) return;
  const Walls walls(domain_, options_, scales_, time_);
  const FaceStates states = flow_->face_states();
  const std::string per = domain_.dimensions() == 2 ? "/m" : "";
  double mass = 0, energy = 0, mass_net = 0, energy_net = 0, largest = 0;
  Point momentum_net{};
  bool any = false;
  for (std::size_t p = 0; p < patches.size(); ++p) {
    const int patch = static_cast<int>(p), d = domain_.dimensions();
    if (walls.is_wall(patch)) {
      const Point push = walls.push(patch, states);
      for (int a = 0; a < d; ++a) momentum_net[a] += push[a];
      continue;
    }
    const auto flow = walls.inflow(patch, states);
    for (int a = 0; a < d; ++a) {
      momentum_net[a] += flow.momentum[a];
      largest = std::max(largest, std::abs(flow.momentum[a]));
    }
    all.push_back({"mass_flow_" + patches[p].name, "kg/s" + per, flow.density});
    all.push_back({"energy_flow_" + patches[p].name, "W" + per, flow.energy});
    any = true;
    mass += std::max(flow.density, 0.0);
    energy += std::max(flow.energy, 0.0);
    mass_net += flow.density;
    energy_net += flow.energy;
  }
  if (!any) return;
  all.push_back({"mass_imbalance", "", mass > 0 ? mass_net / mass : 0});
  all.push_back({"energy_imbalance", "", energy > 0 ? energy_net / energy : 0});
  for (int a = 0; a < domain_.dimensions(); ++a)
    all.push_back({std::string("momentum_imbalance_") + "xyz"[a], "", largest > 0 ? momentum_net[a] / largest : 0});
}

void CompressibleSimulation::add_forces(std::vector<Number>& all) const {
  if (options_.forces.empty()) return;
  const int d = domain_.dimensions();
  const Walls walls(domain_, options_, scales_, time_);
  const FaceStates states = flow_->face_states();
  const std::optional<Stream> stream = stream_of(options_);
  for (const ForcesOptions& f : options_.forces) {
    const Walls::Force force = walls.force(f, states);
    const std::string name = "_" + f.name, unit = d == 2 ? "N/m" : "N";
    const double scale = (stream ? stream->dynamic_pressure() : 0) * f.area.value_or(f.length);
    for (int a = 0; a < d; ++a) {
      const std::string axis = std::string("_") + "xyz"[a];
      all.push_back({"force" + name + axis, unit, force.pressure[a] + force.friction[a]});
      all.push_back({"force_pressure" + name + axis, unit, force.pressure[a]});
      all.push_back({"force_viscous" + name + axis, unit, force.friction[a]});
    }
    for (int a = d == 2 ? 2 : 0; a < 3; ++a)
      all.push_back({"moment" + name + "_" + "xyz"[a], d == 2 ? "N" : "N m", force.moment[a]});
    if (!(scale > 0)) continue;
    double drag = 0, lift = 0;  // along the free stream, and across it in the plane of x and y
    const double* u = stream->velocity;
    for (int a = 0; a < d; ++a) drag += (force.pressure[a] + force.friction[a]) * u[a] / stream->speed();
    const double plane = std::hypot(u[0], u[1]);
    lift = ((force.pressure[1] + force.friction[1]) * u[0] - (force.pressure[0] + force.friction[0]) * u[1]) / plane;
    all.push_back({"cd" + name, "", drag / scale});
    all.push_back({"cl" + name, "", lift / scale});
    for (int a = d == 2 ? 2 : 0; a < 3; ++a)
      all.push_back(
          {"cm" + name + (d == 2 ? "" : std::string("_") + "xyz"[a]), "", force.moment[a] / (scale * f.length)});
  }
}

}  // namespace eddy::compressible
