// The steps of the heat solver; included where it is instantiated, once per space and precision.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/readable.hpp"
#include "base/text.hpp"
#include "linear/solver.hpp"
#include "solver/heat/rules.hpp"
#include "solver/heat/shown_impl.hpp"
#include "solver/heat/solver.hpp"
#include "solver/instances.hpp"
#include "solver/make_system.hpp"

namespace eddy {

template <class S, class T>
HeatSolver<S, T>::HeatSolver(const Case& c, const Grid& grid, const Device& device)
    : case_(c),
      options_(case_.template options_as<HeatOptions>()),
      grid_(grid),
      model_(grid, options_),
      exec_(opening<S>(device, c.run), shares(grid, c.run, model_)),
      cells_(cell_box(grid.cells())),
      d_(grid.dimensions),
      temperature_(exec_, "temperature", cells_, d_, 1),
      source_(exec_, "source", cells_, d_),
      system_(make_system<S, T>(exec_, model_)),
      holes_(exec_, model_, c.run.steady.has_value()),
      statistics_(exec_, device, case_.statistics, cells_, d_),
      steady_(c.run.steady.has_value()) {
  model_.refuse_holes(steady_);
  if (!steady_) previous_ = CellField<S, T>(exec_, "previous", cells_, d_, 1);
  if (!steady_ && options_.theta > 0) b_ = CellField<S, T>(exec_, "right side", cells_, d_);
  if (!steady_ && model_.source_varies()) next_source_ = CellField<S, T>(exec_, "next source", cells_, d_);
  if (model_.separable())
    system_.coefficients = make_tables<S, T>(exec_, model_, model_.capacity()[0]);
  else
    system_.coefficients = make_per_face<S, T>(exec_, cells_, d_, model_, model_.capacity());
  const std::vector<double> initial = model_.initial();
  temperature_.put(initial);
  system_.uniform_guess = std::all_of(initial.begin(), initial.end(), [&](double t) { return t == initial.front(); });
  source_.put(model_.source(0));
  set_boundary(0);
  choose_dt(initial);
  const auto begin = std::chrono::steady_clock::now();
  if (options_.theta > 0 || steady_) {
    set_rate(steady_ ? 0 : 1 / (options_.theta * dt_));
    system_.jacobi_radius = model_.jacobi_radius(steady_ ? 0 : system_.rate);
    solver_ = make_solver<S, T>(options_.linear, system_);
  }
  if (steady_) {
    system_.singular = !model_.fixes_value() && !model_.holes_fix_value();
    const double size = right_side_l1(system_, source_);
    heat::refuse_no_source(options_.linear, size);
    if (system_.singular)
      heat::refuse_imbalance(right_side_sum(system_, source_), size,
                             static_cast<double>(std::numeric_limits<T>::epsilon()));
    if (options_.linear.norm == Norm::relative) solution_.scale = residual_of_even(initial, size > 0);
    solver_->prepare(system_, source_, temperature_);
    measure(solution_, *solver_, system_, source_, temperature_, options_.linear);
    if (system_.singular && finished()) fix_mean();  // the first guess may be a solution
  }
  exec_.wait();
  setup_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  model_.forget_matrix();
}

template <class S, class T>
template <class Call>
auto HeatSolver<S, T>::visit(const Call& call) const {
  if (!holes_.any() || steady_) return system_.visit(call);
  return call(PerFace(), holes_.coefficients(std::get<PerFaceFields<S, T>>(system_.coefficients)));
}
template <class S, class T>
template <template <class, class, int, class> class K, class... A>
void HeatSolver<S, T>::each(A&&... args) {
  visit([&](auto kind, const auto& a) {
    for_each<K, decltype(kind)>(exec_, system_.set(), a, std::forward<A>(args)...);
  });
}
template <class S, class T>
template <template <class, class, int, class> class K, class R, class... A>
double HeatSolver<S, T>::total(R reduction, const Set& set, A&&... args) const {
  return visit([&](auto kind, const auto& a) {
    return reduce<K, decltype(kind)>(exec_, reduction, set, a, std::forward<A>(args)...);
  });
}

// The scale of a steady residual: the residual of a uniform temperature, the mean of those beyond the boundary. The
// tolerance is thus relative to differences between boundary values and to sources, not to the error of the start. −1
// if the uniform temperature is the solution: the residual of the start is then the scale.
template <class S, class T>
double HeatSolver<S, T>::residual_of_even(const std::vector<double>& initial, bool sources) {
  const auto outside = model_.outside(0);
  if (outside.even() && !sources) return -1;
  temperature_.fill([&](int, int, int) { return outside.mean; });
  system_.ghosts.fill(temperature_);
  const double scale = residual_l2(system_, source_, temperature_);
  temperature_.put(initial);
  system_.ghosts.fill(temperature_);
  return scale;
}

template <class S, class T>
void HeatSolver<S, T>::set_boundary(double time) {
  if (time == 0 || model_.boundary_varies())
    for (int side = 0; side < 2 * d_; ++side)
      if (!model_.periodic(side / 2)) system_.ghosts.plane(side).put(model_.ghosts(side, time));
  system_.ghosts.fill(temperature_);
}

// With holes, the linear system's storage depends on the rate, and so do the levels of multigrid.
template <class S, class T>
void HeatSolver<S, T>::set_rate(double rate) {
  if (!holes_.any()) {
    system_.rate = rate;
    return;
  }
  const double wanted = steady_ ? (model_.holes_fix_value() ? 1 : 0) : rate;
  if (system_.rate == wanted) return;
  system_.rate = wanted;
  std::get<PerFaceFields<S, T>>(system_.coefficients).capacity.put(holes_.storage(rate, steady_));
  if (solver_) solver_ = make_solver<S, T>(options_.linear, system_);
}

template <class S, class T>
void HeatSolver<S, T>::choose_dt(const std::vector<double>& initial) {
  if (steady_) return;
  const double limit =
      holes_.any() ? model_.stable_step() : total<kernels::HeatStableStep>(Reduction::min, system_.set());
  stable_ = heat::stable_limit(options_.theta, limit);
  dt_ = heat::time_step(case_.run, limit);
  heat::refuse_unstable(dt_, options_.theta, limit);
  if (options_.theta > 0) warn_of_swings(limit, initial);
}

template <class S, class T>
void HeatSolver<S, T>::step(double time, double dt) {
  numbers_.reset();
  time_ = time;
  last_dt_ = dt;
  if (steady_)
    step_steady();
  else if (options_.theta == 0)
    step_explicit(time, dt);
  else
    step_theta(time, dt);
  if (statistics_.begin_step(time, dt)) statistics_.add("temperature", temperature_);
}

template <class S, class T>
void HeatSolver<S, T>::step_explicit(double time, double dt) {
  const auto march = [&] {
    const auto& q = holes_.left_of(source_, temperature_);
    each<kernels::HeatExplicit>(temperature_, q, previous_, T(dt));  // Tⁿ⁺¹ = Tⁿ + Δt (L Tⁿ + Qⁿ) / C
  };
  if (dt == dt_ && !model_.source_varies() && !model_.boundary_varies() && !holes_.any()) {
    exec_.replay(reinterpret_cast<std::uintptr_t>(temperature_.identity()), [&] {  // every second step is identical
      march();
      system_.ghosts.fill(previous_);
    });
    return std::swap(temperature_, previous_);
  }
  march();
  std::swap(temperature_, previous_);
  if (model_.source_varies()) {
    std::swap(source_, next_source_);  // Qⁿ is needed for the balance
    source_.put(model_.source(time + dt));
  }
  set_boundary(time + dt);
}

// The right side of a step from `temperature`; the sources at its start and end must be set.
template <class S, class T>
void HeatSolver<S, T>::find_right_side(const CellField<S, T>& temperature, double dt) {
  const double theta = options_.theta;
  set_rate(1 / (theta * dt));
  const auto& q = holes_.left_of(source_, temperature);
  each<kernels::HeatRightSide>(temperature, q, next_source(), b_, T(system_.rate), T((1 - theta) / theta));
}

template <class S, class T>
void HeatSolver<S, T>::step_theta(double time, double dt) {
  if (model_.source_varies() && time > 0) std::swap(source_, next_source_);
  if (model_.source_varies()) next_source_.put(model_.source(time + dt));
  for_each<kernels::Copy>(exec_, Set(cells_.grown(1, d_), d_), temperature_, previous_);
  find_right_side(temperature_, dt);
  set_boundary(time + dt);
  solution_ = solve(*solver_, system_, b_, temperature_, options_.linear);  // C/(θΔt) T − L T = b
  if (solution_.converged) shortfall_.count(solution_.residual, options_.linear.tolerance);
}

template <class S, class T>
void HeatSolver<S, T>::step_steady() {
  const int n = std::min(options_.linear.sweeps_between_looks(), options_.linear.max_iterations - solution_.iterations);
  solver_->sweep(system_, source_, temperature_, n);  // −L T = Q
  solution_.iterations += n;
  measure(solution_, *solver_, system_, source_, temperature_, options_.linear);
  if (solution_.converged) shortfall_.count(solution_.residual, options_.linear.tolerance);
  if (system_.singular && finished()) fix_mean();
}

template <class S, class T>
bool HeatSolver<S, T>::finished() const {
  return steady_ && (solution_.over() || solution_.iterations >= options_.linear.max_iterations);
}

template <class S, class T>
double HeatSolver<S, T>::mean(const std::vector<double>& values) const {
  double sum = 0, all = 0;
  for_cells(grid_, [&](std::size_t c, double volume) {
    volume *= model_.holes().part(c);
    sum += volume * values[c];
    all += volume;
  });
  return sum / all;
}

template <class S, class T>
void HeatSolver<S, T>::fix_mean() {
  const double wanted = options_.mean ? *options_.mean : mean(model_.initial());
  for_each<kernels::AddConstant>(exec_, system_.set(), temperature_, T(wanted - mean(temperature_.get())));
  system_.ghosts.fill(temperature_);
}

template <class S, class T>
std::string HeatSolver<S, T>::trouble() const {
  if (solver_ && solution_.failed()) return unsolved_text(sizeof(T) == 4);
  if (steady_ && solution_.converged && lost_in_rounding())
    return "not converged: the differences of the boundary values and the sources are lost in the rounding of the "
           "temperature. " +
           std::string(sizeof(T) == 4 ? "Take run.precision = \"double\", or count" : "Count") +
           " temperatures from a level close to them.";
  if (!solver_ || solution_.converged || solution_.iterations == 0) return "";
  const std::string norm = options_.linear.norm == Norm::relative ? "‖r‖₂/‖r₀‖₂" : "Σ|r|/Σ|source|";
  const std::string head = "not converged: " + norm + " = " + readable(solution_.residual) + " after " +
                           std::to_string(solution_.iterations) + " sweeps, tolerance " +
                           number_text(options_.linear.tolerance) + ".";
  if (solution_.stagnated)
    return head + " The residual no longer falls: the precision allows no better. Raise " +
           (steady_ ? "run.steady." : "linear.tolerance.");
  return head + " Raise linear.max_iterations, or take another linear.solver.";
}
// Whether a steady solution ends far from its tolerance because only rounding is left, or its boundary values differ by
// less than the precision.
template <class S, class T>
bool HeatSolver<S, T>::lost_in_rounding() const {
  constexpr double unresolved = 0.01;  // relative to the residual of a uniform temperature
  if (solution_.scale == 0) return !model_.outside(0).even();
  return solution_.residual > std::max(unresolved, options_.linear.tolerance);
}
template <class S, class T>
Status HeatSolver<S, T>::status() const {
  const std::optional<double> sweeps = steady_ ? std::optional<double>(solution_.iterations) : std::nullopt;
  return {finished(), solution_.residual, sweeps, setup_, trouble()};
}
template <class S, class T>
Remarks HeatSolver<S, T>::remarks() const {
  return {warnings_,
          shortfall_text(shortfall_, "the linear system", steady_ ? "run.steady" : "linear.tolerance",
                         options_.linear.tolerance, sizeof(T) == 4),
          advice()};
}
// Warns if values jump at the start and the steps let the resulting oscillation last to the end of the run. The change
// in one explicit step without sources tells a jump from a smooth start.
template <class S, class T>
void HeatSolver<S, T>::warn_of_swings(double explicit_limit, const std::vector<double>& initial) {
  const double left = heat::swing_left(case_.run, options_.theta, dt_, explicit_limit);
  if (left < 1e-3) return;
  b_.fill([](int, int, int) { return 0; });
  if (holes_.any()) b_.put(model_.source(0));  // its values include the temperatures beyond their surfaces
  each<kernels::HeatExplicit>(temperature_, holes_.left_of(b_, temperature_), previous_, T(explicit_limit));
  if (heat::largest_jump(initial, previous_.get()) > 0.05) warnings_.push_back(heat::swing_text(options_.theta, left));
}
template <class S, class T>
std::string HeatSolver<S, T>::advice() const {
  if (solver_ && solution_.failed()) return unsolved_text(sizeof(T) == 4);
  if (steady_) return "The linear solver diverged; linear.omega = 1 is the safe choice.";
  return "Step " + readable(dt_) + " s; the explicit limit is " +
         (std::isfinite(stable_) ? readable(stable_) + " s" : std::string("none for this run.theta")) +
         ". Look at sources and boundary values: the heat equation itself does not grow.";
}
template <class S, class T>
double HeatSolver<S, T>::largest_value() const {
  if (steady_ || solution_.failed()) return solution_.residual;
  return reduce<kernels::Magnitude>(exec_, Reduction::max, system_.set(), temperature_);
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_SOLVER(S, T, eddy::HeatSolver)
