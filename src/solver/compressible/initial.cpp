#include "solver/compressible/initial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "base/readable.hpp"
#include "solver/compressible/boundary/list.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

// Variables that the case does not give are those of the free stream.
std::vector<BlockValues> initial_state(const CompressibleOptions& o, const Domain& domain) {
  const int d = domain.dimensions();
  const std::optional<Stream> stream = stream_of(o);
  std::vector<BlockValues> state(static_cast<std::size_t>(d) + 2);
  for (int b = 0; b < domain.blocks(); ++b) {
    const std::vector<Point> points = domain.places(b);
    const auto at = [&](const std::optional<Formula>& f, const char* key, double otherwise) {
      return f ? evaluate(*f, key, points, 0) : std::vector<double>(points.size(), otherwise);
    };
    auto pressure = at(o.pressure, "initial.pressure", stream ? stream->pressure : 0);
    auto density = at(o.density, "initial.density", stream ? stream->density : 0);
    if (o.temperature) {
      density = at(o.temperature, "initial.temperature", 0);
      for (std::size_t n = 0; n < density.size(); ++n) density[n] = pressure[n] / (o.gas.constant * density[n]);
    }
    for (int a = 0; a < d; ++a) {
      const std::optional<Formula> u = o.velocity.empty() ? std::nullopt : std::optional(o.velocity[a]);
      state[a + 1].push_back(at(u, "initial.velocity", stream ? stream->velocity[a] : 0));
    }
    state[0].push_back(std::move(density));
    state[d + 1].push_back(std::move(pressure));
  }
  return state;
}

Scales scales_of(const CompressibleOptions& o, const Domain& domain, const std::vector<BlockValues>& values) {
  const int d = domain.dimensions();
  double density = std::numeric_limits<double>::infinity(), pressure = density, sound = 0;
  for (int b = 0; b < domain.blocks(); ++b) {
    const std::vector<double>&densities = values[0][b], &pressures = values[d + 1][b];
#pragma omp parallel for schedule(static) reduction(min : density, pressure) reduction(max : sound)
    for (std::size_t n = 0; n < densities.size(); ++n) {
      density = std::min(density, densities[n]);
      pressure = std::min(pressure, pressures[n]);
      sound = std::max(sound, std::sqrt(o.gas.gamma * pressures[n] / densities[n]));
    }
  }
  std::vector<double> all(3 * static_cast<std::size_t>(ranks::count()));
  const double mine[3] = {density, pressure, -sound};
  ranks::all_gather(mine, sizeof mine, all.data());
  for (std::size_t n = 0; n < all.size(); n += 3) {
    density = std::min(density, all[n]);
    pressure = std::min(pressure, all[n + 1]);
    sound = std::max(sound, -all[n + 2]);
  }
  if (!(density > 0) || !(pressure > 0))
    throw Error(Exit::usage, "the initial " + std::string(density > 0 ? "pressure" : "density") +
                                 " is not positive everywhere: " + readable(density > 0 ? pressure : density) + ".");
  return {density, sound, pressure};
}

namespace {

// Refuses values that make no sense at a boundary face; the first such face is named in the message.
class Refusal {
 public:
  Refusal(const CompressibleOptions& o, const Domain& domain, const std::vector<BlockValues>& initial)
      : o_(o), domain_(domain), initial_(initial) {}

  void look_at(const BoundaryFace& f) {
    const std::string kind = condition_name(f.condition->kind);
    const HostState given = given_at(f, o_, domain_.dimensions(), 0);
    const auto positive = [&](double value, const char* what) {
      if (!(value > 0)) refuse(f, std::string("the ") + what + " is not positive: " + readable(value));
    };
    if (kind == SubsonicInflow::name) look_at_inflow(f, given);
    if (kind == SubsonicOutflow::name) {
      positive(given.pressure, "pressure");
      lowest_behind_ = std::min(lowest_behind_, given.pressure);
    }
    if (kind == SupersonicInflow::name) {
      positive(given.density, "density");
      positive(given.pressure, "pressure");
      look_at_leaving(f, given);
    }
    if (kind == Isothermal::name) positive(given.density, "temperature");
  }
  void look_at_pressures() const {
    if (highest_total_ > 0 && lowest_behind_ >= highest_total_ && std::isfinite(lowest_behind_))
      throw Error(Exit::usage, "the pressure behind the outlets, at least " + readable(lowest_behind_) +
                                   " Pa, is not below the total pressure of the inlets, at most " +
                                   readable(highest_total_) + " Pa: nothing would flow.");
  }

 private:
  [[noreturn]] void refuse(const BoundaryFace& f, const std::string& why, const std::string& advice = "") const {
    std::string place;
    for (int a = 0; a < domain_.dimensions(); ++a)
      place += (a ? ", " : " at ") + std::string(1, "xyz"[a]) + " = " + readable(f.centre[a]);
    throw Error(Exit::usage, "boundary." + domain_.mesh().patches[f.patch].name + ": " + why + place + "." + advice);
  }
  double at_start(int variable, const BoundaryFace& f) const {  // in the cell before the face, or at one of its nodes
    const int b = domain_.number(f.cell.block), axis = f.side / 2;
    Place at = f.cell.at;
    for (int a = 0; a < 3; ++a) at[a] += domain_.offset(f.cell.block)[a];
    if (domain_.at_nodes()) at[axis] += f.side % 2;
    return initial_[variable][b][place_in(domain_.points(b), at)];
  }
  void look_at_inflow(const BoundaryFace& f, const HostState& given) {
    const int d = domain_.dimensions();
    if (!(given.pressure > 0)) refuse(f, "the total pressure is not positive: " + readable(given.pressure));
    if (!(given.density > 0)) refuse(f, "the total temperature is not positive: " + readable(given.density));
    highest_total_ = std::max(highest_total_, given.pressure);
    double along = 0, through = 0;
    for (int a = 0; a < d; ++a) {
      along -= given.velocity[a] * f.normal[a];
      through -= at_start(a + 1, f) * f.normal[a];
    }
    if (!(along > 0)) refuse(f, "the direction does not point into the domain");
    const double mach = through / std::sqrt(o_.gas.gamma * at_start(d + 1, f) / at_start(0, f));
    if (mach >= 1)
      refuse(f, "'subsonic-inflow', but the initial state enters at Mach number " + readable(mach, 3),
             " Take 'supersonic-inflow', or another initial state.");
  }
  void look_at_leaving(const BoundaryFace& f, const HostState& given) const {
    double through = 0;
    for (int a = 0; a < domain_.dimensions(); ++a) through += given.velocity[a] * f.normal[a];
    const double mach = through / std::sqrt(o_.gas.gamma * given.pressure / given.density);
    if (mach >= 1)
      refuse(f, "'supersonic-inflow', but its state leaves the domain at Mach number " + readable(mach, 3),
             " Take 'supersonic-outflow', or turn the velocity.");
  }

  const CompressibleOptions& o_;
  const Domain& domain_;
  const std::vector<BlockValues>& initial_;
  double lowest_behind_ = std::numeric_limits<double>::infinity(), highest_total_ = 0;
};

}  // namespace

void refuse_conditions(const CompressibleOptions& o, const Domain& domain, const std::vector<BlockValues>& initial) {
  Refusal refusal(o, domain, initial);
  for (const BoundaryFace& f : domain.faces()) refusal.look_at(f);
  if (!ranks::many()) refusal.look_at_pressures();
}

}  // namespace eddy::compressible
