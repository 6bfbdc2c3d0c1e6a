#include "solver/compressible/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/gather.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/derived.hpp"
#include "solver/compressible/initial.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

CompressibleSimulation::CompressibleSimulation(const Case& c, const Grid& grid)
    : case_(c), options_(case_.options_as<CompressibleOptions>()), grid_(grid), domain_(case_, grid) {
  initial_ = initial_state(options_, domain_);
  scales_ = scales_of(options_, domain_, initial_);
  refuse_conditions(options_, domain_, initial_);
}

void CompressibleSimulation::start(std::unique_ptr<Flow> flow) {
  flow_ = std::move(flow);
  flow_->put(initial_);
  initial_.clear();
  watch_.rates.assign(static_cast<std::size_t>(domain_.dimensions()) + 2, 0.0);
  watch_.scales = watch_.rates;
  refuse_unstable();
}

double CompressibleSimulation::next_dt() const {
  if (steady()) return 0;
  return case_.run.dt ? *case_.run.dt : case_.run.cfl / flow_->wave_rate();
}

bool CompressibleSimulation::set_cfl(double cfl) {
  if (steady() || case_.run.dt) return false;
  case_.run.cfl = cfl;
  return true;
}

void CompressibleSimulation::step(double time, double dt) {
  time_ = time + dt;
  if (steady()) {
    const auto left = options_.scheme.max_iterations - watch_.iterations;
    const int n = static_cast<int>(std::min<std::int64_t>(options_.scheme.check_every, left));
    flow_->iterate(n, time);
    watch_.iterations += n;
    measure_residuals();
  } else {
    flow_->advance(time, dt);
  }
}

std::vector<std::string> CompressibleSimulation::fields() const {
  std::vector<std::string> all{"density", "velocity", "pressure"};
  for (const std::string& f : derived_fields()) all.push_back(f);
  if (options_.exact_density) all.push_back("error");
  return all;
}

Sample CompressibleSimulation::described(const std::string& name, const std::string& unit, int components) const {
  Sample s;
  s.name = name;
  s.unit = unit;
  s.location = domain_.at_nodes() ? Location::node : Location::cell;
  s.components = components;
  s.precision = case_.run.precision;
  s.size = {static_cast<int>(domain_.point_count()), 1, 1};
  if (!grid_.blocks) s.size = grid_.cells();
  for (int a = 0; a < domain_.dimensions() && !grid_.blocks; ++a) s.size[a] += domain_.at_nodes();
  return s;
}

std::vector<double> CompressibleSimulation::variable(int number) const {
  return domain_.gathered(flow_->values(number));
}

// The states at places in the order of output, from all ranks. Ranks that share a point have the same state there.
std::vector<HostState> CompressibleSimulation::states_at(const std::vector<std::int64_t>& places) const {
  struct Found {
    std::size_t number;
    HostState state;
  };
  std::vector<OwnPoint> points;
  std::vector<std::size_t> numbers;
  for (std::size_t n = 0; n < places.size(); ++n)
    if (const auto own = domain_.own_point(places[n])) {
      points.push_back({own->first, own->second});
      numbers.push_back(n);
    }
  const std::vector<HostState> states = flow_->states_at(points);
  std::vector<Found> mine;
  for (std::size_t n = 0; n < states.size(); ++n) mine.push_back({numbers[n], states[n]});
  std::vector<HostState> all(places.size());
  for (const Found& found : ranks::gather(mine)) all[found.number] = found.state;
  return all;
}

// Samples a field that depends on the local state only, at some points: only their states are fetched.
Sample CompressibleSimulation::sample_of_points(const std::string& field, const CellLists& points) const {
  const int d = domain_.dimensions();
  const bool vector = field == "velocity";
  const std::string unit = field == "density"    ? "kg/m³"
                           : field == "pressure" ? "Pa"
                           : vector              ? "m/s"
                                                 : derived_unit(field, d);
  Sample s = described(field, unit, vector ? d : 1);
  std::vector<std::int64_t> places;
  for (const int k : points[2])
    for (const int j : points[1])
      for (const int i : points[0]) places.push_back(i + s.size[0] * (j + std::int64_t(s.size[1]) * k));
  for (int a = 0; a < 3; ++a) s.size[a] = static_cast<int>(points[a].size());
  for (const HostState& w : states_at(places)) {
    for (int a = 0; a < d && vector; ++a) s.values.push_back(w.velocity[a]);
    if (vector) continue;
    s.values.push_back(field == "density"    ? w.density
                       : field == "pressure" ? w.pressure
                                             : derived_at_point(field, w, options_, d));
  }
  return s;
}

Sample CompressibleSimulation::sample_at(const std::string& field, const CellLists& cells) const {
  return field == "error" || needs_gradients(field) ? Simulation::sample_at(field, cells)
                                                    : sample_of_points(field, cells);
}

Sample CompressibleSimulation::sample(const std::string& field, const std::optional<Box>& cells) const {
  const int d = domain_.dimensions();
  if (cells && field != "error" && !needs_gradients(field)) {
    const Box points = points_of(*cells, described(field, "", 1).location, d);
    Sample s = sample_of_points(field, listed(points));
    s.first = points.lo;
    return s;
  }
  Sample s;
  if (field == "density" || field == "pressure") {
    s = described(field, field == "density" ? "kg/m³" : "Pa", 1);
    s.values = variable(field == "density" ? 0 : d + 1);
  } else if (field == "velocity") {
    s = described(field, "m/s", d);
    s.values.resize(static_cast<std::size_t>(domain_.point_count()) * d);
    for (int a = 0; a < d; ++a) {
      const auto values = variable(a + 1);
      each_in_threads(static_cast<std::int64_t>(values.size()),
                      [&](std::int64_t n) { s.values[n * d + a] = values[n]; });
    }
  } else if (field == "error") {
    s = described(field, "kg/m³", 1);
    s.values = variable(0);
    BlockValues exact;
    for (int b = 0; b < domain_.blocks(); ++b)
      exact.push_back(evaluate(*options_.exact_density, "exact.density", domain_.places(b), time_));
    const auto all = domain_.gathered(exact);
    for (std::size_t n = 0; n < all.size(); ++n) s.values[n] -= all[n];
  } else {
    s = described(field, derived_unit(field, d), derived_components(field, d));
    s.values = derived(field);
  }
  return cells ? part_of(s, *cells, d) : s;
}

std::vector<double> CompressibleSimulation::derived(const std::string& field) const {
  const int d = domain_.dimensions();
  std::vector<BlockValues> state;
  const bool gradients = needs_gradients(field);
  for (int v = 0; v < d + 2; ++v) state.push_back(gradients ? flow_->with_ghosts(v) : flow_->values(v));
  const int components = derived_components(field, d);
  std::vector<BlockValues> parts(static_cast<std::size_t>(components), BlockValues(domain_.blocks()));
  for (int b = 0; b < domain_.blocks(); ++b) derive(field, domain_, options_, b, state, parts);
  if (components == 1) return domain_.gathered(parts[0]);
  std::vector<double> all;
  for (int n = 0; n < components; ++n) {
    const auto values = domain_.gathered(parts[n]);
    all.resize(values.size() * components);
    for (std::size_t m = 0; m < values.size(); ++m) all[m * components + n] = values[m];
  }
  return all;
}

std::vector<SurfaceTable> CompressibleSimulation::surfaces() const {
  std::vector<SurfaceTable> all;
  if (options_.surface.empty()) return all;
  const FaceStates states = flow_->face_states();
  for (const SurfaceOptions& s : options_.surface)
    all.push_back(Walls(domain_, options_, scales_, time_).table(s, states));
  return all;
}

std::vector<Number> CompressibleSimulation::results(double time) const {
  std::vector<Number> all = numbers();
  if (steady()) all.push_back({"stagnated", "", double(watch_.stagnated || watch_.swings)});
  const int d = domain_.dimensions();
  for (int v = 0; v < d + 2; ++v) {
    const auto values = variable(v);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const std::string unit = v == 0 ? "kg/m³" : v == d + 1 ? "Pa" : "m/s";
    all.push_back({variable_name(v, d) + "_min", unit, *low});
    all.push_back({variable_name(v, d) + "_max", unit, *high});
  }
  add_errors(all, time);
  return all;
}

void CompressibleSimulation::add_errors(std::vector<Number>& results, double time) const {
  const int d = domain_.dimensions();
  const CompressibleOptions& o = options_;
  if (!o.exact_density && !o.exact_velocity && !o.exact_pressure && !o.exact_temperature && !o.exact_total_pressure)
    return;
  BlockValues weights_of_blocks;
  for (int b = 0; b < domain_.blocks(); ++b) weights_of_blocks.push_back(domain_.weights(b));
  const auto weight = domain_.gathered(weights_of_blocks);
  const auto add = [&](const std::string& name, const std::string& unit, const Formula& exact,
                       const std::vector<double>& computed) {
    BlockValues values;
    for (int b = 0; b < domain_.blocks(); ++b)
      values.push_back(evaluate(exact, "exact." + name, domain_.places(b), time));
    const auto all = domain_.gathered(values);
    double square = 0, sum = 0, most = 0, weights = 0;
    for (std::size_t n = 0; n < all.size(); ++n) {
      const double error = std::abs(computed[n] - all[n]);
      square += weight[n] * error * error;
      sum += weight[n] * error;
      weights += weight[n];
      most = error <= most ? most : error;
    }
    results.push_back({name + ".error_l2", unit, std::sqrt(square / weights)});
    results.push_back({name + ".error_max", unit, most});
    results.push_back({name + ".error_l1", unit, sum / weights});
  };
  if (o.exact_density) add("density", "kg/m³", *o.exact_density, variable(0));
  for (int a = 0; a < d && o.exact_velocity; ++a)
    add(variable_name(a + 1, d), "m/s", (*o.exact_velocity)[a], variable(a + 1));
  if (o.exact_pressure) add("pressure", "Pa", *o.exact_pressure, variable(d + 1));
  if (o.exact_temperature) add("temperature", "K", *o.exact_temperature, derived("temperature"));
  if (o.exact_total_pressure) add("total_pressure", "Pa", *o.exact_total_pressure, derived("total_pressure"));
}

// The marks of the last step are stored with the state; the first step after a resume counts them.
void CompressibleSimulation::keep_mended(Archive& archive) {
  const Mended mended = archive.stores() ? flow_->mended() : Mended{};
  double before = mended_before_ + double(mended.before);
  double part = std::max(part_before_, double(mended.cells) / double(domain_.cell_count()));
  archive.scalar("mended", before);
  archive.scalar("part_mended", part, 0.0);
  if (!archive.restores() || archive.edited()) return;
  mended_before_ = before;
  part_before_ = part;
}

void CompressibleSimulation::state(Archive& archive) {
  Watch& w = watch_;
  const int d = domain_.dimensions();
  archive.scalar("iterations", w.iterations);
  archive.scalar("residual", w.residual);
  archive.scalar("best", w.best);
  archive.scalar("idle", w.idle);
  archive.scalar("converged", w.converged);
  const std::size_t judged_count = options_.forces.empty() ? 2 : options_.forces.size() * domain_.dimensions();
  w.lowest.resize(judged_count);
  w.highest.resize(judged_count);
  for (std::size_t n = 0; n < judged_count; ++n) {
    archive.scalar("lowest." + std::to_string(n), w.lowest[n]);
    archive.scalar("highest." + std::to_string(n), w.highest[n]);
  }
  archive.scalar("stagnated", w.stagnated);
  archive.scalar("time", time_);
  keep_mended(archive);
  for (auto& [name, value] : flow_->scalars()) archive.scalar(name, *value);
  struct Stored {  // one variable, in the form that Archive::field needs
    std::vector<double> values;
    Sample whole;
    Sample sample(const std::string&) const { return whole; }
    void put(const std::vector<double>& from) { values = from; }
  };
  for (int v = 0; v < d + 2; ++v) {
    archive.scalar("rate." + variable_name(v, d), w.rates[v]);
    archive.scalar("scale." + variable_name(v, d), w.scales[v]);
  }
  std::vector<BlockValues> stored;
  const auto names = flow_->stored_names();
  for (std::size_t n = 0; n < names.size(); ++n) {
    Stored one;
    if (archive.stores()) {
      one.whole = described(names[n], "", 1);
      one.whole.values = domain_.gathered(flow_->stored(static_cast<int>(n)));
    }
    if (archive.edited()) one.values = domain_.gathered(flow_->stored(static_cast<int>(n)));
    archive.field(names[n], one);
    if (archive.restores()) stored.push_back(domain_.distributed(one.values));
  }
  if (!archive.restores()) return;
  flow_->restore(stored);
  w.converged = w.converged && !archive.edited() && w.residual <= case_.run.steady.value_or(0);
  if (archive.edited()) {
    w.stagnated = false;
    w.idle = 0;
    w.best = std::numeric_limits<double>::infinity();
  }
}

}  // namespace eddy::compressible
