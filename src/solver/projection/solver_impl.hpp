// The steps of the projection solver; included where it is instantiated, once per space and precision.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/readable.hpp"
#include "base/text.hpp"
#include "solver/instances.hpp"
#include "solver/make_system.hpp"
#include "solver/projection/long_steps_impl.hpp"
#include "solver/projection/placing_impl.hpp"
#include "solver/projection/shown_impl.hpp"
#include "solver/projection/solver.hpp"

namespace eddy {

template <class S, class T>
ProjectionSolver<S, T>::ProjectionSolver(const Case& c, const Grid& grid, const Device& device)
    : case_(c),
      options_(case_.template options_as<ProjectionOptions>()),
      model_(grid, options_),
      grid_(model_.grid()),
      bodies_(options_, model_),
      driving_(model_.driving(0)),
      exec_(opening<S>(device, c.run), shares(grid, c.run, model_)),
      d_(grid.dimensions),
      set_(model_.cells(), d_),
      steady_(c.run.steady.has_value()),
      sides_(exec_, model_),
      u_(make_velocity("u")),
      second_(make_velocity("u*")),
      spare_(make_velocity("spare")),
      p_(exec_, "pressure", model_.cells(), d_, 1),
      psi_(exec_, "psi", model_.cells(), d_, 1),
      b_(exec_, "right side", model_.cells(), d_),
      numbers_of_step_(exec_, "step", line_box(projection::step_numbers), 1) {
  projection::refuse(case_, model_, bodies_);
  if constexpr (std::is_same_v<S, Host>)
    bodies_.use_threads(exec_.threads());
  else
    bodies_.use_threads(c.run.threads);
  if (bodies_.moving() && (exec_.beside_host || std::getenv("EDDY_AHEAD"))) {  // EDDY_AHEAD is for tests
    second_worker_ = std::make_unique<Worker>();
    worker_ = std::make_unique<Worker>();
  }
  make_metric();
  if (const projection::Sharp* sharp = bodies_.sharp())
    sharp_ = std::make_unique<projection::SharpFields<S, T>>(exec_, model_, *sharp);
  if (options_.turbulence.on())
    turbulence_ = std::make_unique<projection::Turbulence<S, T>>(exec_, model_, options_,
                                                                 projection::MixingLength(model_, bodies_, options_));
  if (model_.force_in_space()) force_field_ = std::make_unique<projection::ForceField<S, T>>(exec_, model_, bodies_);
  if (!case_.statistics.averaged.empty())
    averages_ = std::make_unique<projection::Averages<S, T>>(exec_, device, case_.statistics, model_);
  if (options_.scheme.implicit()) make_implicit();
  if (options_.heat) thermal_ = std::make_unique<projection::Thermal<S, T>>(exec_, model_, options_, bodies_);
  const auto begin = std::chrono::steady_clock::now();
  make_system();
  start();
  exec_.wait();
  setup_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class S, class T>
auto ProjectionSolver<S, T>::make_velocity(const char* name) -> Velocity {
  Velocity v;
  for (int a = 0; a < d_; ++a) {
    v.of.emplace_back(exec_, std::string(name) + "." + "xyz"[a], model_.faces(a), d_, projection::velocity_ghosts, a);
    v[a].fill([](int, int, int) { return 0; });
  }
  return v;
}

template <class S, class T>
void ProjectionSolver<S, T>::make_metric() {
  constexpr int ghosts = projection::table_ghosts;
  for (int a = 0; a < d_; ++a) {
    metric_.inverse.of[a] = T(1 / model_.width(a, 0));
    closed_.of[a] = model_.periodic(a) ? -1 : 0;
    if (model_.uniform() && !bodies_.any()) continue;
    std::vector<double> all;
    for (int row = 0; row < projection::row::count; ++row)
      for (double v : model_.table(a, row)) all.push_back(v);
    metric_.stride.of[a] = static_cast<int>(all.size()) / projection::row::count;
    metric_.table.of.emplace_back(exec_, "metric", line_box(static_cast<int>(all.size()) - 2 * ghosts), 1, ghosts);
    metric_.table[a].fill([&](int i, int, int) { return all[i + ghosts]; });
    if (bodies_.any()) metric_.flag.of.emplace_back(exec_, "flag", model_.faces(a), d_, projection::velocity_ghosts, a);
  }
  const double eps = static_cast<double>(std::numeric_limits<T>::epsilon());
  floor_ = 8 * eps * std::sqrt(model_.squared_volumes());
  for (int a = 0; a < d_; ++a) metric_.volume *= grid_.upper(a) - grid_.lower(a);
  metric_.sharp = bodies_.sharp() != nullptr;
  find_flags(model_.cells());
}

template <class S, class T>
void ProjectionSolver<S, T>::make_system() {
  system_ = eddy::make_system<S, T>(exec_, model_);
  system_.cut = bodies_.any();
  if (bodies_.any())
    system_.coefficients = make_per_face<S, T>(exec_, model_.cells(), d_, bodies_, bodies_.volumes());
  else
    system_.coefficients = make_tables<S, T>(exec_, model_, 1);
  // Multigrid handles the singular level on its coarsest grid; the direct solvers need this flag.
  system_.singular = options_.linear.solver == LinearSolver::fft || options_.linear.solver == LinearSolver::tdma;
  linear_ = make_solver<S, T>(options_.linear, system_);
  auto* const renewable = dynamic_cast<Renewable<S, T>*>(linear_.get());
  if (renewable && bodies_.moving()) renewable->expect_renewals(system_);
}

template <class S, class T>
template <template <class, class, int, class> class K, class R, class... A>
double ProjectionSolver<S, T>::reduced(R reduction, const A&... args) const {
  return with([&]<class M>() { return reduce<K, M>(exec_, reduction, set_, args...); }, metric_.grid());
}
template <class S, class T>
template <template <class, class, int, class> class K, class... A>
void ProjectionSolver<S, T>::each(A&&... args) {
  with([&]<class M>() { for_each<K, M>(exec_, set_, metric_, args...); }, metric_.kind());
}

template <class S, class T>
void ProjectionSolver<S, T>::set_numbers(double time, double dt) {
  force_time_ = time + (options_.scheme.time == TimeScheme::euler ? 0 : 0.5 * dt);
  numbers_of_step_.fill([&](int i, int, int) {
    return i == 0 ? dt : i - 1 < d_ ? model_.force(i - 1, force_time_) : 0.0;
  });
  if (force_field_) force_field_->set_time(force_time_);
  if (thermal_) thermal_->take_source(force_time_);
}

// Removes the divergence of the initial velocity, and finds the pressure that belongs to it by a trial step.
template <class S, class T>
void ProjectionSolver<S, T>::start() {
  for (int a = 0; a < d_; ++a) {
    const std::vector<double> initial = initial_velocity(a);
    u_[a].put(initial);
    star()[a].put(initial);
  }
  p_.fill([](int, int, int) { return 0; }), psi_.fill([](int, int, int) { return 0; });
  const auto project = [&](double dt) {
    fill_ghosts(star());
    sides_.balance(star());
    find_right_side();
    const double size = std::sqrt(reduce_right_side());
    watch_.rate = reduced<kernels::ProjectionRate>(Reduction::max, metric_, star());
    solve_pressure(dt, std::max(1e-3 * options_.linear.tolerance * size, floor_ * watch_.rate));
    correct();
    fill_ghosts(star());
  };
  set_numbers(0, 1);
  project(1);
  std::swap(u_, second_);
  watch_.rate = reduced<kernels::ProjectionRate>(Reduction::max, metric_, u_);
  if (turbulence_) {
    turbulence_->find(u_, metric_);
    watch_.eddy = turbulence_->most();
  }
  p_.fill([](int, int, int) { return 0; });
  const auto explicit_step = [&] {
    return case_.run.cfl * projection::explicit_limits(model_, options_, watch_.rate, watch_.eddy).least();
  };
  const double dt = implicit_ ? std::min(next_dt(), explicit_step()) : next_dt();
  set_numbers(0, dt);
  stage(0, u_, star(), 1, dt);
  project(dt);
  psi_.fill([](int, int, int) { return 0; });
  if (model_.boundary_varies()) sides_.set_time(0);
  if (thermal_) thermal_->refill(0);
  measure(0);
  watch_.failed = 0;  // steps are counted from here on
  watch_.unsolved = false;
  watch_.shortfall = {};
}

template <class S, class T>
double ProjectionSolver<S, T>::next_dt() const {
  if (const auto dt = projection::fixed_step(case_.run))
    return projection::refuse_unstable(*dt, projection::limits(model_, options_, watch_.rate, watch_.eddy)), *dt;
  const std::array<double, 4> from{time_, case_.run.cfl, watch_.rate, watch_.eddy};
  if (!std::equal(from.begin(), from.end(), free_step_.begin())) {
    std::copy(from.begin(), from.end(), free_step_.begin());
    free_step_[4] = projection::free_step(model_, options_, driving_, case_.run.cfl, time_, watch_.rate, watch_.eddy);
  }
  return bodies_.moving() ? projection::steady_step(free_step_[4], dt_) : free_step_[4];
}

template <class S, class T>
bool ProjectionSolver<S, T>::set_cfl(double cfl) {
  if (projection::fixed_step(case_.run)) return false;
  case_.run.cfl = cfl;
  return true;
}

template <class S, class T>
void ProjectionSolver<S, T>::stage(int n, const Velocity& from, Velocity& to, double share, double time) {
  projection::momentum_stage<S, T>(exec_, set_, options_,
                                   {metric_, u_, from, p_, to, numbers_of_step_, options_.fluid.kinematic()}, share);
  if (turbulence_ && n > 0) turbulence_->find(from, metric_);  // stage 0 uses the ν_t found at the end of the last step
  if (turbulence_) turbulence_->add(from, to, metric_, numbers_of_step_, share);
  if (force_field_) force_field_->add(to, numbers_of_step_, share);
  if (thermal_) thermal_->stage(n, carrying(from), to, metric_, numbers_of_step_, share, time, turbulence_.get());
  if (model_.boundary_varies()) sides_.set_time(time);
  sides_.carry_out(u_, from, to, numbers_of_step_, share);
  fill_inside(n, to);
  sides_.fill(to);
}

// If only the numbers of the step change, devices replay the series of launches.
template <class S, class T>
void ProjectionSolver<S, T>::stages(double time, double dt) {
  const bool one = options_.scheme.time == TimeScheme::euler;
  const auto implicit = [&] {
    if (bodies_.moving()) sharp_->find_lag(u_);
    implicit_stage(0, u_, star(), time, dt);
    if (one) return;
    implicit_stage(1, star(), spare_, time, dt);
    implicit_stage(2, spare_, star(), time, dt);
  };
  const auto all = [&] {
    if (implicit_) return implicit();
    stage(0, u_, star(), 1, time + dt);  // u¹ = uⁿ + Δt G(uⁿ),  G = −∇·(u u) + ν∇²u + f − ∇p
    if (one) return;
    stage(1, star(), spare_, 0.25, time + 0.5 * dt);  // u² = ¾ uⁿ + ¼ (u¹ + Δt G(u¹))
    stage(2, spare_, star(), 2.0 / 3, time + dt);     // u* = ⅓ uⁿ + ⅔ (u² + Δt G(u²))
  };
  if (model_.boundary_varies() || bodies_.moving() || (thermal_ && thermal_->varies())) return all();
  exec_.replay(key_of(u_[0].identity()) * 1000003u + key_of(star()[0].identity()), all);
}

// Values inside bodies first: ghosts of a side near a body are made of them.
template <class S, class T>
void ProjectionSolver<S, T>::fill_ghosts(Velocity& u) const {
  if (sharp_) sharp_->fill(u);
  sides_.fill(u);
}

template <class S, class T>
void ProjectionSolver<S, T>::find_right_side() {
  if (sharp_) {
    sharp_->find_through(star());
    for_each<kernels::ProjectionRightSide, projection::Bodied>(exec_, set_, metric_, sharp_->through(), b_, psi_);
  } else {
    each<kernels::ProjectionRightSide>(star(), b_, psi_);
  }
  system_.ghosts.fill(psi_);
}

template <class S, class T>
double ProjectionSolver<S, T>::reduce_right_side() const {
  return system_.visit([&](auto kind, const auto& f) {
    return reduce<kernels::ResidualSquared, decltype(kind)>(exec_, Reduction::sum, set_, f, psi_, b_, T(0));
  });
}

// The residual at which the pressure is solved: small against the divergence that the whole pressure removes, and never
// below the rounding of the velocities.
template <class S, class T>
double ProjectionSolver<S, T>::target(double dt) const {
  return std::max(options_.linear.tolerance * dt * watch_.pressure_size, floor_ * watch_.rate);
}

template <class S, class T>
void ProjectionSolver<S, T>::solve_pressure(double dt, double target) {  // −∇²ψ = −∇·u*
  const auto& o = options_.linear;
  double norm = 0, best = std::numeric_limits<double>::infinity();
  int idle = 0;  // number of residual checks without progress
  watch_.iterations = 0;
  linear_->prepare(system_, b_, psi_);
  do {
    const int n = o.sweeps_between_looks();
    linear_->sweep(system_, b_, psi_, n);
    watch_.iterations += n;
    norm = linear_->norm() ? *linear_->norm() : residual_l2(system_, b_, psi_);
    idle = norm < 0.99 * best ? 0 : idle + 1;
    best = std::min(best, norm);
  } while (norm > target && idle < o.patience() && watch_.iterations < o.max_iterations);
  const double size = dt * watch_.pressure_size;
  watch_.residual = std::isfinite(target) ? relative_residual(norm, size) : target;
  watch_.unsolved = !(norm <= target) && !all_rounding(system_, b_, psi_);
  watch_.failed += watch_.unsolved;
  if (!watch_.unsolved && size > 0) watch_.shortfall.count(watch_.residual, o.tolerance);
}

template <class S, class T>
void ProjectionSolver<S, T>::correct() {
  system_.ghosts.fill_periodic(psi_);
  each<kernels::ProjectionCorrect>(psi_, star(), p_, numbers_of_step_, closed_);
  if (sharp_) sharp_->correct(metric_, psi_, closed_);
  system_.ghosts.fill_periodic(p_);
}

template <class S, class T>
void ProjectionSolver<S, T>::step(double time, double dt) {
  numbers_.reset();
  last_dt_ = dt_;
  dt_ = dt;
  time_ = time + dt;
  set_numbers(time, dt);
  place_bodies(time_);
  fill_opened();
  if (placed_ && placed_->complete) guess_next();
  if (options_.conducting()) finish_placing();  // the flow through faces carries the temperature
  stages(time, dt);                             // u* = uⁿ + Δt (−∇·(u u) + ν∇²u + f − ∇p)
  sides_.balance(star());                       // total outflow = total inflow
  finish_placing();
  guess_next();
  find_right_side();  // −∇²ψ = −∇·u*
  solve_pressure(dt, target(dt));
  if (implicit_ && bodies_.any()) find_divergence();
  correct();                                // u = u* − ∇ψ,  p = p + ψ/Δt
  if (implicit_) add_friction_of_change();  // p = p − ½ ν ∇²ψ
  fill_ghosts(star());
  std::swap(u_, second_);  // uⁿ⁺¹, and uⁿ
  if (thermal_) thermal_->finish();
  measure(dt);
  if (averages_) average(time, dt);
}

template <class S, class T>
void ProjectionSolver<S, T>::measure(double dt) {
  constexpr int every = 16;
  watch_.rate = reduced<kernels::ProjectionRate>(Reduction::max, metric_, u_);
  watch_.divergence = reduced<kernels::ProjectionDivergence>(Reduction::max, metric_, sharp_ ? sharp_->through() : u_);
  if (turbulence_) {
    turbulence_->find(u_, metric_);
    watch_.eddy = turbulence_->most();
  }
  if (watch_.steps < every || watch_.steps % every == 0) {
    watch_.pressure_size = std::sqrt(system_.visit([&](auto kind, const auto& f) {
      return reduce<kernels::ProjectionPressureSize, decltype(kind)>(exec_, Reduction::sum, set_, f, p_);
    }));
    const double scale = options_.fluid.velocity * options_.fluid.velocity / options_.fluid.length;
    if (steady_ && dt > 0)
      watch_.change = reduced<kernels::ProjectionChange>(Reduction::max, u_, before()) / (dt * scale);
  }
  if (options_.energy) {
    const double before = watch_.energy;
    watch_.energy = reduced<kernels::ProjectionEnergy>(Reduction::sum, metric_, u_) / metric_.volume;
    if (dt > 0) watch_.dissipation = (before - watch_.energy) / dt;
    watch_.dissipation_max = std::max(watch_.dissipation_max, watch_.dissipation);
  }
  watch_.steps += dt > 0;
}

template <class S, class T>
void ProjectionSolver<S, T>::average(double time, double dt) {
  if (!averages_->begin_step(time, dt)) return;
  averages_->add(u_);
  if (averages_->has("mean_pressure")) averages_->add("pressure", pressure_now());
  if (thermal_) averages_->add("temperature", thermal_->now());
}

template <class S, class T>
bool ProjectionSolver<S, T>::finished() const {
  return steady_ && watch_.change <= *case_.run.steady;
}
template <class S, class T>
std::string ProjectionSolver<S, T>::trouble() const {
  if (steady_ ? watch_.failed > 0 : watch_.unsolved)
    return "not converged: the pressure equation has a residual above linear.tolerance = " +
           number_text(options_.linear.tolerance) +
           (steady_ ? " in " + std::to_string(watch_.failed) + " of " + std::to_string(watch_.steps) + " steps" : "") +
           ". Raise linear.max_iterations, or take another linear.solver.";
  if (steady_ && !finished())
    return "not converged: the flow still changes by " + readable(watch_.change) +
           " velocity²/length, run.steady = " + number_text(*case_.run.steady) + ". Let it run longer" +
           (sizeof(T) == 4 ? "; in single precision it may come no closer: raise run.steady, or take double." : ".");
  return "";
}
template <class S, class T>
Remarks ProjectionSolver<S, T>::remarks() const {
  return {projection::warnings(model_, options_),
          shortfall_text(watch_.shortfall, "the pressure equation", "linear.tolerance", options_.linear.tolerance,
                         sizeof(T) == 4),
          advice()};
}
template <class S, class T>
std::string ProjectionSolver<S, T>::advice() const {
  if (std::isnan(watch_.residual) && std::isfinite(watch_.rate)) return unsolved_text(sizeof(T) == 4);
  const Convection convection = options_.scheme.convection;
  const char* const other = sharp_ && convection != Convection::koren ? "scheme.convection = \"koren\""
                            : convection == Convection::donor_cell && options_.scheme.gamma < 1
                                ? "scheme.convection = \"upwind3\""
                                : "a finer mesh";
  return "Courant number " + readable(watch_.rate * dt_) +
         " in the last step. Try run.cfl = " + readable(0.5 * case_.run.cfl) + ", or " + other + ".";
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_SOLVER(S, T, eddy::ProjectionSolver)
