// The steps of the artificial-compressibility solver; included where it is instantiated, once per space and precision.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/readable.hpp"
#include "base/text.hpp"
#include "exec/shapes/tiles.hpp"
#include "field/pick.hpp"
#include "solver/artificial/solver.hpp"
#include "solver/errors.hpp"
#include "solver/instances.hpp"

namespace eddy {

template <class S, class T>
ArtificialSolver<S, T>::ArtificialSolver(const Case& c, const Grid& grid, const Device& device)
    : case_(c),
      options_(case_.template options_as<ArtificialOptions>()),
      model_(grid, options_),
      exec_(opening<S>(device, c.run), shares(grid, c.run, model_)),
      d_(grid.dimensions),
      set_(model_.ranges().box(), d_),
      level_free_(!fixes_pressure(options_)),
      now_(make_flow("now")),
      next_(make_flow("next")) {
  artificial::refuse(c.run, model_, options_);
  if (options_.pseudo.scheme == PseudoScheme::stages) spare_ = make_flow("spare");
  std::array<bool, 3> periodic{};
  for (int a = 0; a < d_; ++a) periodic[a] = model_.periodic(a);
  wrap_ = Wrap<S, T>(exec_, model_.nodes(), d_, periodic, artificial::reach);
  for (int a = 0; a < d_; ++a) {
    uniform_force_.of[a] = model_.force_varies() ? T(0) : T(model_.uniform_force(a));
    if (!model_.force_varies()) continue;
    force_.of.emplace_back(exec_, "force", model_.nodes(), d_);
    force_[a].put(model_.force(a));
  }
  find_rates();
  const auto p = model_.initial_pressure();
  for (Flow* f : {&now_, &next_, &spare_}) {  // each flow needs the given values
    if (f->u.of.empty()) continue;
    f->p.put(p);
    for (int a = 0; a < d_; ++a) f->u[a].put(model_.initial_velocity(a));
  }
  wrap(now_);
  complete();
  set_level();
  measure_residuals();
}

template <class S, class T>
auto ArtificialSolver<S, T>::make_flow(const char* name) -> Flow {
  Flow f;
  f.p = NodeField<S, T>(exec_, std::string(name) + ".pressure", model_.nodes(), d_, artificial::reach);
  for (int a = 0; a < d_; ++a)
    f.u.of.emplace_back(exec_, std::string(name) + ".velocity." + "xyz"[a], model_.nodes(), d_, artificial::reach);
  return f;
}

template <class S, class T>
void ArtificialSolver<S, T>::find_rates() {
  const double nu = options_.fluid.kinematic(), cfl = case_.run.cfl;
  const bool euler = options_.pseudo.scheme == PseudoScheme::euler;
  double viscous = 0;
  const artificial::Ranges& r = model_.ranges();
  for (int a = 0; a < d_; ++a) {
    const double h = model_.spacing(a);
    rates_.half.of[a] = T(0.5 / h);
    rates_.diffusion.of[a] = T(nu / (h * h));
    rates_.damping.of[a] = T(0.5 * options_.pseudo.damping / h);
    viscous += 2 * nu / (h * h);
    ends_.first.of[a] = r.first[a];
    ends_.last.of[a] = r.last[a];
    ends_.low.of[a] = static_cast<int>(r.low[a]);
    ends_.high.of[a] = static_cast<int>(r.high[a]);
  }
  const double step = cfl * (euler ? 1 : artificial::stage_reach);  // the local step times its rate
  const double given = case_.run.dt ? step / *case_.run.dt : 0;     // the rate for run.dt, which the step never exceeds
  rates_.floor = T(options_.pseudo.floor * options_.fluid.velocity * options_.fluid.velocity);
  rates_.viscous = T(euler ? 0 : 2 * viscous);
  rates_.least = T(euler ? std::max(viscous, given) : given);
  rates_.per_viscosity = T(euler ? 1 / nu : 0);
  rates_.cfl = T(step);
}

template <class S, class T>
template <class Call>
auto ArtificialSolver<S, T>::with_force(const Call& call) const {
  return model_.force_varies() ? call.template operator()<artificial::VaryingForce>(force_)
                               : call.template operator()<artificial::UniformForce>(uniform_force_);
}

template <class S, class T>
void ArtificialSolver<S, T>::step(double, double) {
  const auto left = options_.pseudo.max_iterations - watch_.iterations;
  const int n = static_cast<int>(std::min<std::int64_t>(options_.pseudo.check_every, left));
  march(n);
  watch_.iterations += n;
  complete();           // p at walls, u at outflows
  set_level();          // p = 0 at the reference node, where no boundary gives it
  measure_residuals();  // ‖∂p/∂t‖, ‖∂u/∂t‖
}

// Periodic ghosts change with every step, so that each step is then a pass of its own.
template <class S, class T>
bool ArtificialSolver<S, T>::march_euler(int steps) {  // qⁿ⁺¹ = qⁿ − Δt R(qⁿ)
  const auto some = [&](Flow& from, Flow& to, int n) {
    return with_force([&]<class F>(const auto& force) {
      return sweep_many<kernels::ArtificialEuler, artificial::Form<true, F>>(exec_, set_, n, from.p, from.u, to.p, to.u,
                                                                             rates_, ends_, force);
    });
  };
  if (!wrap_.any()) return some(now_, next_, steps);
  for (int m = 0; m < steps; ++m) {
    some(m % 2 ? next_ : now_, m % 2 ? now_ : next_, 1);
    wrap(m % 2 ? now_ : next_);
  }
  return steps % 2;
}

template <class S, class T>
void ArtificialSolver<S, T>::step_stages(Flow& from, Flow& to) {
  Flow* at = &from;
  for (int k = 0; k < 4; ++k) {  // qᵏ = q⁰ − aₖ Δt R(qᵏ⁻¹)
    Flow* const stage = k % 2 ? &to : &next_;
    with_force([&]<class F>(const auto& force) {
      for_each_in_parts<kernels::ArtificialStage, artificial::Form<true, F>>(
          exec_, set_, T(artificial::stage_shares[k]), from.p, from.u, at->p, at->u, stage->p, stage->u, rates_, ends_,
          force);
    });
    wrap(*stage);
    at = stage;
  }
}
template <class S, class T>
bool ArtificialSolver<S, T>::march_stages(int steps) {
  for (int m = 0; m < steps; ++m) step_stages(m % 2 ? spare_ : now_, m % 2 ? now_ : spare_);
  return steps % 2;
}

// Devices replay a recorded series of launches, which does not run this code: `moved_` keeps its result.
template <class S, class T>
void ArtificialSolver<S, T>::march(int steps) {
  const bool euler = options_.pseudo.scheme == PseudoScheme::euler;
  const auto key = reinterpret_cast<std::uintptr_t>(now_.p.identity()) * 1000003u + static_cast<unsigned>(steps);
  exec_.replay(key, [&] { moved_[steps] = euler ? march_euler(steps) : march_stages(steps); });
  if (moved_[steps]) std::swap(now_, euler ? next_ : spare_);
}

template <class S, class T>
void ArtificialSolver<S, T>::wrap(Flow& flow) {
  if (!wrap_.any()) return;
  wrap_.fill(flow.p);
  for (int a = 0; a < d_; ++a) wrap_.fill(flow.u[a]);
}

template <class S, class T>
void ArtificialSolver<S, T>::complete() {
  for (int side = 0; side < 2 * d_; ++side) {
    const Set nodes(model_.side_nodes(side), d_);
    const auto complete_side = [&]<class V>() {
      if (model_.given(side) == artificial::Given::velocity) for_each<kernels::WallPressure, V>(exec_, nodes, now_.p);
      if (model_.given(side) == artificial::Given::pressure)
        for (int a = 0; a < d_; ++a) for_each<kernels::OutflowVelocity, V>(exec_, nodes, now_.u[a]);
    };
    with(complete_side, SideChoice{side});
  }
}

template <class S, class T>
void ArtificialSolver<S, T>::set_level() {
  if (!level_free_) return;
  Box node;
  for (int a = 0; a < 3; ++a) {
    node.lo[a] = model_.reference()[a];
    node.hi[a] = node.lo[a] + 1;
  }
  const double there = reduce<kernels::Identity>(exec_, Reduction::sum, Set(node, d_), now_.p);
  for_each<kernels::AddConstant>(exec_, now_.p.set(), now_.p, T(-there));
  if (wrap_.any()) wrap_.fill(now_.p);
}

// Δp of a step at a node in the middle, divided by the CFL number.
template <class S, class T>
double ArtificialSolver<S, T>::drift() const {
  Box node;
  for (int a = 0; a < d_; ++a) {
    node.lo[a] = (set_.box.lo[a] + set_.box.hi[a]) / 2;
    node.hi[a] = node.lo[a] + 1;
  }
  return with_force([&]<class F>(const auto& force) {
    return reduce<kernels::ArtificialDrift, artificial::Form<true, F>>(exec_, Reduction::sum, Set(node, d_), now_.p,
                                                                       now_.u, rates_, ends_, force);
  });
}

template <class S, class T>
void ArtificialSolver<S, T>::find_norms(int e, double drift) {
  PerAxisValues<T> of;
  if (e > 0) of.of[e - 1] = T(1);
  const auto norm = [&](auto reduction) {
    return with_force([&]<class F>(const auto& force) {
      return reduce<kernels::ArtificialResidual, artificial::Form<true, F>>(
          exec_, reduction, set_, now_.p, now_.u, T(drift), T(e == 0), of, rates_, ends_, force);
    });
  };
  watch_.l2[e] = std::sqrt(norm(Reduction::sum) / double(set_.box.cells()));
  watch_.largest[e] = std::sqrt(norm(Reduction::max));
}

template <class S, class T>
void ArtificialSolver<S, T>::measure_residuals() {
  artificial::Watch& w = watch_;
  const double level = level_free_ ? drift() : 0;
  w.residual = 0;
  for (int e = 0; e <= d_; ++e) {
    find_norms(e, level);
    w.scale[e] = std::max(w.scale[e], w.l2[e]);
    const double part = w.scale[e] > 0 ? w.l2[e] / w.scale[e] : w.l2[e];
    w.residual = part <= w.residual ? w.residual : part;
  }
  constexpr double rounding = static_cast<double>(std::numeric_limits<T>::epsilon());
  w.idle = w.residual < 0.99 * w.best ? 0 : w.idle + 1;
  w.best = std::min(w.best, w.residual);
  w.converged = w.residual <= case_.run.steady.value_or(0) && w.iterations > 0;
  w.stagnated = !w.converged && w.idle >= 100 && w.best < 1e4 * rounding;
}

template <class S, class T>
bool ArtificialSolver<S, T>::finished() const {
  return watch_.converged || watch_.stagnated || watch_.iterations >= options_.pseudo.max_iterations;
}

template <class S, class T>
Status ArtificialSolver<S, T>::status() const {
  return {finished(), watch_.residual, double(watch_.iterations), 0, trouble()};
}
template <class S, class T>
Remarks ArtificialSolver<S, T>::remarks() const {
  return {artificial::warnings(model_, options_), note(), advice()};
}
template <class S, class T>
std::string ArtificialSolver<S, T>::note() const {
  return watch_.stagnated ? "the residuals no longer fall: " + readable(watch_.residual) + " of their largest after " +
                                std::to_string(watch_.iterations) + " steps is what the precision allows."
                          : "";
}
template <class S, class T>
std::string ArtificialSolver<S, T>::trouble() const {
  constexpr bool single = sizeof(T) == 4;
  if (watch_.converged || (single && watch_.stagnated) || watch_.iterations == 0) return "";
  const std::string head = "not converged: the residuals have fallen to " + readable(watch_.residual) + " after " +
                           std::to_string(watch_.iterations) +
                           " steps, run.steady = " + number_text(case_.run.steady.value_or(0)) + ".";
  if (watch_.stagnated) return head + " They no longer fall: the precision allows no better. Raise run.steady.";
  return head + " Raise pseudo.max_iterations; if the residuals swing, the flow may have no steady state.";
}
template <class S, class T>
std::string ArtificialSolver<S, T>::advice() const {
  return "CFL number " + number_text(case_.run.cfl) +
         " of at most 1. Try pseudo.floor = " + readable(5 * options_.pseudo.floor) +
         ", run.cfl = " + readable(0.5 * case_.run.cfl) +
         (options_.pseudo.scheme == PseudoScheme::euler ? ", or pseudo.scheme = \"stages\"." : ", or a finer mesh.");
}
template <class S, class T>
double ArtificialSolver<S, T>::largest_value() const {
  double most = 0;
  for (int e = 0; e <= d_; ++e) most = watch_.largest[e] <= most ? most : watch_.largest[e];
  return most;
}

template <class S, class T>
std::vector<std::string> ArtificialSolver<S, T>::fields() const {
  std::vector<std::string> all{"pressure", "velocity"};
  if (options_.exact_velocity) all.push_back("error");
  return all;
}
// Pressure or velocity, from what `take` copies of one stored field.
template <class S, class T>
template <class Take>
Sample ArtificialSolver<S, T>::shown(const std::string& field, const Take& take) const {
  if (field == "pressure") {
    Sample s = take(now_.p, "Pa");
    s.name = field;
    for (double& p : s.values) p *= options_.fluid.density;
    return s;
  }
  Sample s = take(now_.u[0], "m/s");
  s.name = field;
  s.components = d_;
  std::vector<double> all(s.values.size() * d_);
  for (int a = 0; a < d_; ++a) {
    const auto values = a == 0 ? s.values : take(now_.u[a], "m/s").values;
    for (std::size_t m = 0; m < values.size(); ++m) all[m * d_ + a] = values[m];
  }
  s.values = std::move(all);
  return s;
}
template <class S, class T>
Sample ArtificialSolver<S, T>::sample(const std::string& field, const std::optional<Box>& cells) const {
  Sample s = shown(field, [&](const auto& stored, const char* unit) { return stored.sample(unit, cells); });
  if (field != "error") return s;
  const Box nodes = cells ? points_of(*cells, Location::node, d_) : model_.nodes();
  for (int a = 0; a < d_; ++a) {
    const std::vector<double> exact = model_.exact_velocity(a, nodes);
    for (std::size_t m = 0; m < exact.size(); ++m) s.values[m * d_ + a] -= exact[m];
  }
  return s;
}
template <class S, class T>
Sample ArtificialSolver<S, T>::sample_at(const std::string& field, const CellLists& cells) const {
  if (field == "error") return Simulation::sample_at(field, cells);
  return shown(field,
               [&](const auto& stored, const char* unit) { return eddy::sample_at(exec_, stored, unit, cells); });
}

template <class S, class T>
std::vector<Number> ArtificialSolver<S, T>::numbers() const {
  std::vector<Number> all{{"iterations", "", double(watch_.iterations)}, {"residual", "", watch_.residual}};
  for (int e = 0; e <= d_; ++e) {
    const char* unit = e == 0 ? "m²/s³" : "m/s²";
    all.push_back({"residual_" + equation(e) + "_l2", unit, watch_.l2[e]});
    all.push_back({"residual_" + equation(e) + "_max", unit, watch_.largest[e]});
  }
  return all;
}

template <class S, class T>
std::vector<Number> ArtificialSolver<S, T>::results(double) const {
  std::vector<Number> all = numbers();
  all.push_back({"stagnated", "", double(watch_.stagnated)});
  for (int e = 0; e <= d_; ++e) {
    const auto& f = of_equation(e);
    const auto extreme = [&](auto reduction) {
      return (e == 0 ? options_.fluid.density : 1) * reduce<kernels::Identity>(exec_, reduction, f.set(), f);
    };
    all.push_back({equation(e) + "_min", e == 0 ? "Pa" : "m/s", extreme(Reduction::min)});
    all.push_back({equation(e) + "_max", e == 0 ? "Pa" : "m/s", extreme(Reduction::max)});
  }
  for (int side = 0; side < 2 * d_; ++side)
    if (!model_.periodic(side / 2))
      all.push_back({std::string("flow_") + side_names[side], d_ == 2 ? "m²/s" : "m³/s",
                     model_.flow(side, now_.u[side / 2].get())});
  add_errors(all);
  return all;
}

template <class S, class T>
void ArtificialSolver<S, T>::add_errors(std::vector<Number>& results) const {
  for (int a = 0; a < d_ && options_.exact_velocity; ++a)
    eddy::add_errors(results, equation(a + 1), "m/s", now_.u[a].get(), model_.exact_velocity(a, model_.nodes()));
  if (options_.exact_pressure)
    eddy::add_errors(results, equation(0), "Pa", sample("pressure").values, model_.exact_pressure(model_.nodes()),
                     level_free_);
}

template <class S, class T>
void ArtificialSolver<S, T>::state(Archive& archive) {
  artificial::Watch& w = watch_;
  archive.scalar("iterations", w.iterations);
  archive.scalar("residual", w.residual);
  archive.scalar("best", w.best);
  archive.scalar("idle", w.idle);
  archive.scalar("converged", w.converged);
  archive.scalar("stagnated", w.stagnated);
  for (int e = 0; e <= d_; ++e) {
    archive.scalar("l2." + equation(e), w.l2[e]);
    archive.scalar("max." + equation(e), w.largest[e]);
    archive.scalar("scale." + equation(e), w.scale[e]);
    if (e == 0 && options_.fluid.density != 1)  // output shows ρ p
      archive.field(equation(e), of_equation(e));
    else
      archive.shown(equation(e), of_equation(e));
  }
  if (!archive.restores()) return;
  w.converged = w.converged && !archive.edited() && w.residual <= case_.run.steady.value_or(0);
  if (archive.edited()) {
    w.stagnated = false;
    w.idle = 0;
    w.best = std::numeric_limits<double>::infinity();
  }
  wrap(now_);
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_SOLVER(S, T, eddy::ArtificialSolver)
