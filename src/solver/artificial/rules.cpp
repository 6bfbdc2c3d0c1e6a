#include "solver/artificial/rules.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "solver/artificial/boundary.hpp"
#include "solver/boundary_kinds.hpp"

namespace eddy::artificial {

double Limits::euler() const { return std::max({convection, viscosity, march}); }
double Limits::stages() const { return (convection + 2 * viscosity) / stage_reach; }

// Limits for flow along an axis at that speed: the largest λ along this axis, β along the others.
Limits limits(const Model& m, const ArtificialOptions& o, double speed) {
  const double nu = o.fluid.kinematic();
  const double beta = std::max(speed, std::sqrt(o.pseudo.floor) * o.fluid.velocity);
  const double lambda = 0.5 * (speed + std::sqrt(speed * speed + 4 * beta * beta));
  Limits l;
  double finest = m.spacing(0);
  for (int a = 0; a < m.dimensions(); ++a) {
    l.convection += beta / m.spacing(a);
    l.viscosity += 2 * nu / (m.spacing(a) * m.spacing(a));
    finest = std::min(finest, m.spacing(a));
  }
  l.convection += (lambda - beta) / finest;
  l.march = lambda * lambda / nu;
  return l;
}

static double known_speed(const Model& m, const ArtificialOptions& o) {
  return std::max(m.fastest(), o.fluid.velocity);
}

double stable_step(const Model& m, const ArtificialOptions& o) {
  const Limits l = limits(m, o, known_speed(m, o));
  return 1 / (o.pseudo.scheme == PseudoScheme::euler ? l.euler() : l.stages());
}

std::vector<std::string> warnings(const Model& m, const ArtificialOptions& o) {
  double finest = m.spacing(0);
  for (int a = 1; a < m.dimensions(); ++a) finest = std::min(finest, m.spacing(a));
  std::vector<std::string> all = old_words(o.boundary, conditions());
  for (const std::string& one : thin_layer_warnings(o.fluid, finest)) all.push_back(one);
  return all;
}

void refuse_unstable(const RunOptions& run, const Model& m, const ArtificialOptions& o) {
  const double limit = stable_step(m, o);
  if (run.dt && *run.dt > limit)
    throw Error(Exit::usage, "the step of " + number_text(*run.dt) + " s is above the stable limit of " +
                                 readable_below(limit) + " s at a speed of " + readable(known_speed(m, o)) +
                                 " m/s. Take run.dt below it, or none: each node then takes its own step.");
}

// Euler with central differences needs Δt < ν/Λ², which shrinks with the viscosity; the stages do not.
void refuse_slow_euler(const Model& m, const ArtificialOptions& o) {
  if (o.pseudo.scheme != PseudoScheme::euler) return;
  const Limits l = limits(m, o, known_speed(m, o));
  constexpr double evaluations = 4, patience = 4;
  const double work = l.euler() / (evaluations * l.stages());
  if (work > patience)
    throw Error(
        Exit::usage,
        "the Reynolds number is too high for pseudo.scheme = \"euler\" on this mesh: its step may be at most ν/Λ² = " +
            readable_below(1 / l.march) + " s, and it would take " + readable(work, 2) +
            " times the work of pseudo.scheme = \"stages\". Take that.");
}

// The kernels' square roots and reciprocals are exact only for ordinary numbers, 2⁻¹⁰⁰ to 2¹⁰⁰ (exec/core/math.hpp).
void refuse_odd_units(const Model& m, const ArtificialOptions& o) {
  constexpr double small = 1e-24, large = 1e24;
  const double speed = known_speed(m, o), least = std::sqrt(o.pseudo.floor) * o.fluid.velocity;
  const double rate = limits(m, o, speed).convection;
  const auto refuse = [&](const char* what, double value, const char* unit) {
    if (value < small || value > large)
      throw Error(Exit::usage, std::string("this flow has ") + what + " of " + readable(value) + " " + unit +
                                   ", which is beyond what the solver takes, " + number_text(small) + " to " +
                                   number_text(large) + ". Choose other units of length and time.");
  };
  refuse("a smallest wave speed, squared,", least * least, "m²/s²");
  refuse("a largest speed, squared,", speed * speed, "m²/s²");
  refuse("a rate of change", rate, "1/s");
}

void refuse_net_flow(const Model& m, const ArtificialOptions& o) {
  if (fixes_pressure(o)) return;
  double sum = 0, size = 0;
  for (int side = 0; side < 2 * m.dimensions(); ++side) {
    if (m.given(side) != Given::velocity) continue;
    const auto u = m.initial_velocity(side / 2);
    const double flow = m.flow(side, u);
    std::vector<double> magnitude(u);
    for (double& v : magnitude) v = std::abs(v);
    sum += flow;
    size += std::abs(m.flow(side, magnitude));
  }
  if (std::abs(sum) > 0.02 * size)
    throw Error(Exit::usage,
                "the boundaries let in " + readable(sum) +
                    " m³/s more than they let out, and none is open: there is no steady state. Balance the "
                    "velocities, or make one side an outflow.");
}

}  // namespace eddy::artificial
