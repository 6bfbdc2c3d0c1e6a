// The check of a given time step at the start, the residuals of a steady run, and the remarks on a run.
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "solver/compressible/initial.hpp"
#include "solver/compressible/simulation.hpp"

namespace eddy::compressible {

void CompressibleSimulation::refuse_unstable() {
  if (steady() || !case_.run.dt || options_.scheme.time == TimeKind::dual) return;
  const double limit = stable_cfl(options_) / flow_->wave_rate();
  if (*case_.run.dt > limit)
    throw Error(Exit::usage, "the step of " + number_text(*case_.run.dt) + " s is above the stable limit of " +
                                 readable(limit) + " s at the start. Take a smaller run.dt, run.cfl = " +
                                 readable(0.6 * stable_cfl(options_)) + ", or scheme.time = \"dual\".");
}

void CompressibleSimulation::measure_residuals() {
  Watch& w = watch_;
  w.rates = flow_->rates_of_change();
  w.residual = 0;
  for (std::size_t v = 0; v < w.rates.size(); ++v) {
    w.scales[v] = std::max(w.scales[v], w.rates[v]);
    const double part = w.scales[v] > 0 ? w.rates[v] / w.scales[v] : w.rates[v];
    w.residual = part <= w.residual ? w.residual : part;
  }
  const double rounding = case_.run.precision == Precision::single ? 1.2e-7 : 2.2e-16;
  w.idle = w.residual < 0.99 * w.best ? 0 : w.idle + 1;
  w.best = std::min(w.best, w.residual);
  w.converged = w.residual <= case_.run.steady.value_or(0);
  w.stagnated = !w.converged && w.idle >= 100 && w.best < 1e6 * rounding;
  watch_swing();
}

std::vector<double> CompressibleSimulation::judged() const {
  if (options_.forces.empty()) {
    const auto totals = flow_->totals();
    return {totals.front(), totals.back()};
  }
  std::vector<double> all;
  const FaceStates states = flow_->face_states();
  for (const ForcesOptions& f : options_.forces) {
    const Walls::Force force = Walls(domain_, options_, scales_, time_).force(f, states);
    for (int a = 0; a < domain_.dimensions(); ++a) all.push_back(force.pressure[a] + force.friction[a]);
  }
  return all;
}

double Watch::swing() const {
  double size = 0, most = 0;
  for (std::size_t n = 0; n < lowest.size(); ++n) {
    size = std::max({size, std::abs(lowest[n]), std::abs(highest[n])});
    most = std::max(most, highest[n] - lowest[n]);
  }
  return size > 0 ? most / size : 0;
}
void CompressibleSimulation::watch_swing() {
  Watch& w = watch_;
  const std::vector<double> now = judged();
  if (w.idle == 0 || w.lowest.size() != now.size()) w.lowest = w.highest = now;
  for (std::size_t n = 0; n < now.size(); ++n) {
    w.lowest[n] = std::min(w.lowest[n], now[n]);
    w.highest[n] = std::max(w.highest[n], now[n]);
  }
  w.swings = !w.converged && !w.stagnated && w.idle >= 100 && w.swing() < 2e-3;
}

Status CompressibleSimulation::status() const {
  const bool over =
      watch_.converged || watch_.stagnated || watch_.swings || watch_.iterations >= options_.scheme.max_iterations;
  Status s;
  s.finished = steady() && over;
  s.residual = steady() ? watch_.residual : 0;
  if (steady()) s.sweeps = double(watch_.iterations);
  s.trouble = trouble();
  return s;
}

std::string CompressibleSimulation::trouble() const {
  if (!steady() || watch_.converged || watch_.swings || watch_.iterations == 0) return "";
  const bool single = case_.run.precision == Precision::single;
  if (single && watch_.stagnated) return "";
  const std::string head = "not converged: the residuals have fallen to " + readable(watch_.residual) + " after " +
                           std::to_string(watch_.iterations) +
                           " iterations, run.steady = " + number_text(case_.run.steady.value_or(0)) + ".";
  if (watch_.stagnated) return head + " They no longer fall. Raise run.steady.";
  return head + " Raise scheme.max_iterations; if the residuals swing, the flow may have no steady state.";
}

Remarks CompressibleSimulation::remarks() const {
  Remarks r;
  r.warnings = warnings(case_, options_);
  if (part_mended_ > 1e-4)
    r.note = "in " + readable(100 * part_mended_) +
             " % of the cells the density or the pressure would have become negative, and was mended (column mended).";
  if (watch_.stagnated)
    r.note += (r.note.empty() ? "" : " ") + std::string("the residuals no longer fall: ") + readable(watch_.residual) +
              " of their largest is what the scheme and the precision allow.";
  if (watch_.swings)
    r.note += (r.note.empty() ? "" : " ") + std::string("the residuals swing, ") + readable(watch_.residual) +
              " of their largest; " + (options_.forces.empty() ? "mass and energy" : "the forces") +
              " have changed by no more than " + readable(watch_.swing(), 2) +
              " of themselves in the last 100 looks at them, and the run has ended.";
  const std::string way =
      case_.run.dt ? "run.dt = " + readable(*case_.run.dt) + ". Try half of it"
                   : "CFL number " + number_text(case_.run.cfl) + ". Try run.cfl = " + readable(0.5 * case_.run.cfl);
  r.advice = way + (options_.scheme.kind == SchemeKind::muscl ? ", or scheme.limiter = \"minmod\"."
                                                              : ", or a larger scheme.second.");
  return r;
}

}  // namespace eddy::compressible
