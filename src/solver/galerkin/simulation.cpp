#include "solver/galerkin/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "base/ranks.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "mesh/hex_order.hpp"
#include "solver/galerkin/rules.hpp"
#include "solver/galerkin/vorticity.hpp"
#include "solver/places.hpp"

namespace eddy::galerkin {

GalerkinSimulation::GalerkinSimulation(const Case& c, const Grid& grid)
    : case_(c),
      options_(case_.options_as<GalerkinOptions>()),
      domain_(case_, grid),
      limits_(limits_of(domain_)),
      forces_(domain_),
      surfaces_(domain_),
      momentum_(domain_),
      dt_(step_of(case_.run, limits_)),
      parts_(domain_) {
  Problems problems(case_.place);
  check_domain(case_, domain_, limits_, problems);
  problems.throw_if_any();
}

void GalerkinSimulation::start(std::unique_ptr<Flow> flow) {
  flow_ = std::move(flow);
  flow_->put(domain_.velocity_at_start(), domain_.pressure_at_start());
}

void GalerkinSimulation::step(double time, double dt) {
  flow_->advance(time, dt);
  kept_walls_.sample_fetched();  // while the device computes
  last_dt_ = dt;
  forget_numbers();
  watch_speed();
  const bool begun = !case_.statistics.start || time + dt > *case_.statistics.start;
  if (!begun || ++waited_ < case_.statistics.every) return;
  waited_ = 0;
  sample_surfaces();
  sample_force_parts();
}

// The speed of sound follows from fluid.velocity. A flow much faster than that would come near it and be compressible.
void GalerkinSimulation::watch_speed() {
  constexpr int every = 100;
  if (++steps_ % every == 0) fastest_ = flow_->fastest();
}
Status GalerkinSimulation::status() const {
  constexpr double most = 5;
  Status status;
  const double usual = options_.fluid.velocity;
  if (fastest_ > most * usual)
    status.impossible = "the flow has reached " + readable(fastest_) + " m/s, more than " + readable(most) +
                        " times fluid.velocity = " + number_text(usual) +
                        " m/s, by which the speed of sound is chosen. Raise fluid.velocity if the flow is that fast; "
                        "else it swings: try run.cfl = " +
                        readable(0.5 * case_.run.cfl) + ".";
  return status;
}

const WallState& GalerkinSimulation::wall_state() const {
  if (knows_wall_state_) return wall_state_;
  flow_->find_wall_state(wall_state_);
  add_body_force(wall_state_);
  knows_wall_state_ = true;
  return wall_state_;
}
void GalerkinSimulation::forget_numbers() {
  knows_wall_state_ = false;
  numbers_.reset();
  kept_walls_.forget_last();
}

// A wall also bears the body force that acts on the volumes of its nodes.
void GalerkinSimulation::add_body_force(WallState& state) const {
  const std::vector<Formula>& force = options_.fluid.force;
  if (force.empty()) return;
  const std::vector<int> nodes = domain_.wall_nodes();
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (int a = 0; a < domain_.dimensions(); ++a)
      state.reaction[n][a] += domain_.volume(nodes[n]) * evaluate(force[a], "fluid.force", domain_.place(nodes[n]), 0);
}
void GalerkinSimulation::sample_surfaces() {
  if (!surfaces_.any()) return;
  if (keeps_wall_states(options_))
    kept_walls_.sample_surfaces(*flow_);
  else
    surfaces_.sample(wall_state());
}

// The constant of the dynamic model is on the device: its eddy viscosity is fetched. The host evaluates other models.
void GalerkinSimulation::sample_force_parts() {
  if (!parts_.any() || samples_++ % 10 != 0) return;
  const bool dynamic = options_.turbulence.model == Model::dynamic;
  parts_.sample(flow_->at_forces(), dynamic ? flow_->eddy_viscosity() : std::vector<double>());
}

Remarks GalerkinSimulation::remarks() const {
  Remarks r;
  r.warnings = warnings(case_, domain_, limits_);
  r.advice = "CFL number " + readable(dt_ / limits_.acoustic) + ". Try run.cfl = " + readable(0.5 * case_.run.cfl) +
             ", a larger scheme.bulk, or a finer mesh where the flow is fast.";
  return r;
}

std::vector<std::string> GalerkinSimulation::fields() const {
  std::vector<std::string> all{"velocity", "pressure", "vorticity", "cp", "speed"};
  if (options_.turbulence.model != Model::none) all.push_back("eddy_viscosity");
  for (const std::string& name : flow_->averages()) all.push_back(name);
  return all;
}

Sample GalerkinSimulation::described(const std::string& name, const std::string& unit, int components) const {
  Sample s;
  s.name = name;
  s.unit = unit;
  s.location = name == "eddy_viscosity" ? Location::cell : Location::node;
  s.components = components;
  s.precision = case_.run.precision;
  const bool nodes = s.location == Location::node;
  s.size = {static_cast<int>(nodes ? domain_.nodes() : domain_.elements()), 1, 1};
  if (domain_.is_box()) s.size = domain_.grid().cells();
  for (int a = 0; a < domain_.dimensions() && domain_.is_box(); ++a) s.size[a] += nodes;
  return s;
}

// In a box the last point of a periodic axis has the value of the first; in a mesh of hexahedra a periodic copy has that
// of its original.
std::vector<double> GalerkinSimulation::at_points(std::vector<double> nodes) const {
  if (!domain_.is_box()) {
    std::vector<double> all(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n)
      all[n] = nodes[static_cast<std::size_t>(domain_.master(static_cast<int>(n)))];
    return all;
  }
  if (!domain_.periodic(0) && !domain_.periodic(1) && !domain_.periodic(2)) return nodes;
  Box points{{0, 0, 0}, domain_.grid().cells()};
  for (int a = 0; a < domain_.dimensions(); ++a) ++points.hi[a];
  std::vector<double> all(static_cast<std::size_t>(points.cells()));
  each_in_threads(
      points, [&](const Place& p) { all[place_in(points, p)] = nodes[static_cast<std::size_t>(domain_.node_at(p))]; });
  return all;
}

// Without an outflow the level of the pressure is arbitrary: its mean is subtracted.
void GalerkinSimulation::remove_level(std::vector<double>& values) const {
  if (!domain_.open().empty()) return;
  double sum = 0;
  for (std::size_t n = 0; n < values.size(); ++n) sum += domain_.volume(static_cast<std::int64_t>(n)) * values[n];
  const double mean = sum / domain_.fluid_volume();
  for (std::size_t n = 0; n < values.size(); ++n)
    if (domain_.volume(static_cast<std::int64_t>(n)) > 0) values[n] -= mean;
}

std::vector<double> GalerkinSimulation::pressure() const {
  std::vector<double> values = flow_->values(3);
  each_in_threads(std::ssize(values), [&](std::int64_t n) { values[n] *= options_.fluid.density; });
  remove_level(values);
  return values;
}

// One component of a field at nodes.
std::vector<double> GalerkinSimulation::nodal(const std::string& field, int component) const {
  const int d = domain_.dimensions();
  if (field == "velocity") return flow_->values(component);
  if (field == "pressure") return pressure();
  std::vector<double> values;
  if (field == "cp") {
    const double u = options_.fluid.velocity;
    values = pressure();
    for (double& v : values) v /= 0.5 * options_.fluid.density * u * u;
    return values;
  }
  if (field == "speed") {
    for (int a = 0; a < d; ++a) {
      const auto part = flow_->values(a);
      values.resize(part.size());
      for (std::size_t n = 0; n < part.size(); ++n) values[n] = std::hypot(values[n], part[n]);
    }
    return values;
  }
  values = flow_->average(field);
  if (!field.ends_with("pressure")) return values;
  for (double& v : values) v *= options_.fluid.density;
  if (field == "mean_pressure") remove_level(values);
  return values;
}

Sample GalerkinSimulation::sample(const std::string& field, const std::optional<Box>& cells) const {
  const int d = domain_.dimensions();
  const bool turns = field == "vorticity";
  const int components = field == "velocity" ? d : turns && d == 3 ? 3 : 1;
  const bool speed = field == "velocity" || field == "speed";
  const std::string unit = speed                          ? "m/s"
                           : turns                        ? "1/s"
                           : field == "eddy_viscosity"    ? "m²/s"
                           : field == "cp"                ? ""
                           : field.ends_with("pressure")  ? "Pa"
                           : field.starts_with("stress_") ? "(m/s)²"
                                                          : "m/s";
  Sample s = described(field, unit, components);
  if (field == "eddy_viscosity") {
    s.values = flow_->eddy_viscosity();
    return cells ? part_of(s, *cells, d) : s;
  }
  std::vector<double> curl;
  if (turns)
    curl = vorticity(domain_, {flow_->values(0), flow_->values(1), d == 3 ? flow_->values(2) : std::vector<double>()});
  for (int c = 0; c < components; ++c) {
    std::vector<double> values;
    if (turns)
      for (std::size_t n = static_cast<std::size_t>(c); n < curl.size(); n += components) values.push_back(curl[n]);
    std::vector<double> points = at_points(turns ? std::move(values) : nodal(field, c));
    if (components == 1) {
      s.values = std::move(points);
      break;
    }
    s.values.resize(points.size() * components);
    each_in_threads(std::ssize(points), [&](std::int64_t n) { s.values[n * components + c] = points[n]; });
  }
  return cells ? part_of(s, *cells, d) : s;
}

// History and signals ask for the same numbers.
std::vector<Number> GalerkinSimulation::numbers() const {
  if (numbers_) return *numbers_;
  std::vector<Number> all;
  if (options_.energy) all.push_back({"kinetic_energy", "m²/s²", flow_->kinetic_energy() / domain_.fluid_volume()});
  if (!options_.forces.empty()) forces_.add(all, wall_state());
  momentum_.add(all, *flow_, last_dt_);
  numbers_ = all;
  return all;
}

NumbersLater GalerkinSimulation::numbers_later() const {
  if (numbers_ || knows_wall_state_ || !keeps_wall_states(options_)) return Simulation::numbers_later();
  return kept_walls_.forces(*flow_);
}
std::vector<SurfaceTable> GalerkinSimulation::surfaces() const {
  kept_walls_.complete_surfaces(*flow_);
  return surfaces_.tables();
}

std::vector<Number> GalerkinSimulation::results(double time) const {
  kept_walls_.complete_surfaces(*flow_);
  std::vector<Number> all = numbers();
  const int d = domain_.dimensions();
  for (int v = 0; v <= d; ++v) {
    const std::string name = v == d ? "pressure" : std::string("velocity.") + "xyz"[v];
    const auto values = v == d ? pressure() : flow_->values(v);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    all.push_back({name + "_min", v == d ? "Pa" : "m/s", *low});
    all.push_back({name + "_max", v == d ? "Pa" : "m/s", *high});
  }
  if (!options_.forces.empty()) forces_.add_parts(all, nodal_state());
  parts_.add_numbers(all);
  surfaces_.add_numbers(all);
  add_errors(all, time);
  return all;
}

std::vector<int> GalerkinSimulation::own_elements() const {
  std::vector<int> mine;
  if (domain_.is_box() || !ranks::many()) return mine;
  const std::vector<int> rank = partition(domain_.mesh(), ranks::count());
  for (std::size_t e = 0; e < rank.size(); ++e)
    if (rank[e] == ranks::here()) mine.push_back(static_cast<int>(e));
  return mine;
}

NodalState GalerkinSimulation::nodal_state() const {
  NodalState s;
  for (int a = 0; a < domain_.dimensions(); ++a) s.velocity[a] = flow_->values(a);
  s.pressure = flow_->values(3);
  if (options_.turbulence.model != Model::none) s.eddy = flow_->eddy_viscosity();
  return s;
}

void GalerkinSimulation::add_errors(std::vector<Number>& results, double time) const {
  const auto add = [&](const std::string& name, const std::string& unit, const Formula& exact,
                       std::vector<double> values) {
    const bool level = name == "pressure";
    for (std::size_t n = 0; n < values.size(); ++n)
      values[n] -= domain_.volume(static_cast<std::int64_t>(n)) > 0
                       ? evaluate(exact, "exact." + name, domain_.place(static_cast<std::int64_t>(n)), time)
                       : values[n];
    if (level) remove_level(values);
    double square = 0, sum = 0, most = 0;
    for (std::size_t n = 0; n < values.size(); ++n) {
      const double volume = domain_.volume(static_cast<std::int64_t>(n)), error = std::abs(values[n]);
      square += volume * error * error;
      sum += volume * error;
      most = error <= most ? most : error;
    }
    const double whole = domain_.fluid_volume();
    results.push_back({name + ".error_l2", unit, std::sqrt(square / whole)});
    results.push_back({name + ".error_max", unit, most});
    results.push_back({name + ".error_l1", unit, sum / whole});
  };
  for (int a = 0; a < domain_.dimensions() && options_.exact_velocity; ++a)
    add(std::string("velocity.") + "xyz"[a], "m/s", (*options_.exact_velocity)[static_cast<std::size_t>(a)],
        flow_->values(a));
  if (options_.exact_pressure) add("pressure", "Pa", *options_.exact_pressure, pressure());
}

void GalerkinSimulation::state(Archive& archive) {
  kept_walls_.complete_surfaces(*flow_);
  flow_->state(archive);
  archive.scalar("surface.waited", waited_);
  archive.scalar("surface.samples", samples_);
  parts_.state(archive);
  surfaces_.state(archive);
  if (archive.restores()) forget_numbers();
}

}  // namespace eddy::galerkin
