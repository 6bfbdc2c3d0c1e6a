// The projection solver's steps; included where it is instantiated, once per space and precision.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "solver/instances.hpp"
#include "solver/projection/derived.hpp"
#include "solver/projection/solver.hpp"

namespace eddy {

template <class S, class T>
ProjectionSolver<S, T>::ProjectionSolver(const Case& c, const Grid& grid, const Device& device)
    : case_(c),
      options_(case_.template options_as<ProjectionOptions>()),
      grid_(grid),
      model_(grid, options_),
      bodies_(grid, options_, model_),
      exec_(opening<S>(device, c.run), shares(grid, c.run)),
      d_(grid.dimensions),
      set_(model_.cells(), d_),
      steady_(c.run.steady.has_value()),
      sides_(exec_, model_),
      u_(make_velocity("u")),
      star_(make_velocity("u*")),
      spare_(make_velocity("spare")),
      p_(exec_, "pressure", model_.cells(), d_, 1),
      psi_(exec_, "psi", model_.cells(), d_, 1),
      b_(exec_, "right side", model_.cells(), d_),
      numbers_of_step_(exec_, "step", line_box(projection::step_numbers), 1) {
  projection::refuse(c.run, model_, options_);
  make_metric();
  bodies_.refuse_probes(case_.output);
  if (!options_.forces.empty())
    forces_ = std::make_unique<projection::Forces<S, T>>(exec_, grid_, model_, bodies_, options_);
  if (options_.heat) thermal_ = std::make_unique<projection::Thermal<S, T>>(exec_, model_, options_);
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
    for (int row = 0; row < projection::rows; ++row)
      for (double v : model_.table(a, row)) all.push_back(v);
    metric_.stride.of[a] = static_cast<int>(all.size()) / projection::rows;
    metric_.table.of.emplace_back(exec_, "metric", line_box(static_cast<int>(all.size()) - 2 * ghosts), 1, ghosts);
    metric_.table[a].fill([&](int i, int, int) { return all[i + ghosts]; });
    if (!bodies_.any()) continue;
    metric_.flag.of.emplace_back(exec_, "flag", model_.faces(a), d_, projection::velocity_ghosts, a);
    metric_.flag[a].fill([&](int i, int j, int k) { return bodies_.flag(a, {i, j, k}); });
  }
  const double eps = static_cast<double>(std::numeric_limits<T>::epsilon());
  floor_ = 8 * eps * std::sqrt(model_.squared_volumes());
  for (int a = 0; a < d_; ++a) volume_ *= grid_.upper(a) - grid_.lower(a);
}

template <class S, class T>
void ProjectionSolver<S, T>::make_system() {
  system_.exec = &exec_, system_.cells = model_.cells(), system_.dimensions = d_;
  system_.ghosts = Ghosts<S, T>(exec_, model_.cells(), d_);
  for (int a = 0; a < d_; ++a) {
    if (model_.periodic(a)) system_.ghosts.set_periodic(a);
    for (int i = 0; i < grid_.cells(a); ++i) system_.widths[a].push_back(model_.width(a, i));
  }
  if (bodies_.any())
    make_faces_of_bodies();
  else
    make_tables();
  // Multigrid leaves the level to its coarsest grid; the direct solvers must be told.
  system_.singular = options_.linear.solver == LinearSolver::fft || options_.linear.solver == LinearSolver::tdma;
  linear_ = make_solver<S, T>(options_.linear, system_);
}

template <class S, class T>
void ProjectionSolver<S, T>::make_tables() {
  SeparableFields<S, T> f;
  for (int a = 0; a < d_; ++a) {
    for (auto* table : {&f.low, &f.high, &f.width}) table->of.emplace_back(exec_, "table", line_box(grid_.cells(a)), 1);
    f.low[a].fill([&](int i, int, int) { return model_.ends(a, i)[0]; });
    f.high[a].fill([&](int i, int, int) { return model_.ends(a, i)[1]; });
    f.width[a].fill([&](int i, int, int) { return model_.width(a, i); });
  }
  f.capacity = T(1);
  system_.coefficients = std::move(f);
}
template <class S, class T>
void ProjectionSolver<S, T>::make_faces_of_bodies() {
  PerFaceFields<S, T> f;
  f.conductance = make_faces<S, T>(exec_, "conductance", model_.cells(), d_);
  for (int a = 0; a < d_; ++a) f.conductance[a].put(bodies_.conductance(a));
  f.capacity = CellField<S, T>(exec_, "capacity", model_.cells(), d_);
  f.capacity.put(bodies_.volumes());
  system_.coefficients = std::move(f);
}

template <class S, class T>
template <class Call>
void ProjectionSolver<S, T>::with_metric(const Call& call) {
  if (metric_.bodies()) return call.template operator()<projection::Bodied>();
  metric_.stretched() ? call.template operator()<projection::Stretched>()
                      : call.template operator()<projection::Uniform>();
}

template <class S, class T>
template <template <class, class, int, class> class K, class R, class... A>
double ProjectionSolver<S, T>::measure(R reduction, const A&... args) const {
  return metric_.stretched() ? reduce<K, projection::Stretched>(exec_, reduction, set_, args...)
                             : reduce<K, projection::Uniform>(exec_, reduction, set_, args...);
}
template <class S, class T>
template <template <class, class, int, class> class K, class... A>
void ProjectionSolver<S, T>::each(A&&... args) {
  with_metric([&]<class M>() { for_each<K, M>(exec_, set_, metric_, args...); });
}

template <class S, class T>
void ProjectionSolver<S, T>::set_numbers(double time, double dt) {
  numbers_of_step_.fill([&](int i, int, int) { return i == 0 ? dt : i - 1 < d_ ? model_.force(i - 1, time) : 0.0; });
}

// The initial velocity without its divergence, and the pressure that belongs to it: that of a short step.
template <class S, class T>
void ProjectionSolver<S, T>::start() {
  for (int a = 0; a < d_; ++a) u_[a].put(model_.initial_velocity(a)), star_[a].put(model_.initial_velocity(a));
  p_.fill([](int, int, int) { return 0; }), psi_.fill([](int, int, int) { return 0; });
  const auto project = [&](double dt) {
    sides_.fill(star_);
    sides_.balance(star_);
    find_right_side();
    const double size = std::sqrt(reduce_right_side());
    watch_.rate = measure<kernels::ProjectionRate>(Reduction::max, metric_, star_);
    solve_pressure(dt, std::max(1e-3 * options_.linear.tolerance * size, floor_ * watch_.rate));
    correct();
    sides_.fill(star_);
  };
  set_numbers(0, 1);
  project(1);
  std::swap(u_, star_);
  watch_.rate = measure<kernels::ProjectionRate>(Reduction::max, metric_, u_);
  p_.fill([](int, int, int) { return 0; });
  const double dt = next_dt();
  set_numbers(0, dt);
  stage(0, u_, star_, 1, dt);
  project(dt);
  psi_.fill([](int, int, int) { return 0; });
  if (model_.boundary_varies()) sides_.set_time(0);
  if (thermal_) thermal_->refill(0);
  look(0);
}

template <class S, class T>
double ProjectionSolver<S, T>::next_dt() const {
  const projection::Limits l = projection::limits(model_, options_, watch_.rate);
  if (const auto dt = projection::fixed_step(case_.run)) return projection::refuse_unstable(*dt, l), *dt;
  return case_.run.cfl * l.least();
}

template <class S, class T>
void ProjectionSolver<S, T>::stage(int n, const Velocity& from, Velocity& to, double share, double time) {
  projection::momentum_stage<S, T>(exec_, set_, options_, {metric_, u_, from, p_, to, numbers_of_step_}, share);
  if (thermal_) thermal_->stage(n, from, to, metric_, numbers_of_step_, share, time);
  if (model_.boundary_varies()) sides_.set_time(time);
  sides_.carry_out(u_, from, to, numbers_of_step_, share);
  sides_.fill(to);
}

// Where nothing but the numbers of the step changes, devices replay the series of launches.
template <class S, class T>
void ProjectionSolver<S, T>::stages(double time, double dt) {
  const auto all = [&] {
    stage(0, u_, star_, 1, time + dt);  // u¹ = uⁿ + Δt G(uⁿ),  G = −∇·(u u) + ν∇²u + f − ∇p
    if (options_.scheme.time == TimeScheme::euler) return;
    stage(1, star_, spare_, 0.25, time + 0.5 * dt);  // u² = ¾ uⁿ + ¼ (u¹ + Δt G(u¹))
    stage(2, spare_, star_, 2.0 / 3, time + dt);     // u* = ⅓ uⁿ + ⅔ (u² + Δt G(u²))
  };
  if (model_.boundary_varies() || (thermal_ && thermal_->varies())) return all();
  exec_.replay(key_of(u_[0].identity()) * 1000003u + key_of(star_[0].identity()), all);
}

template <class S, class T>
void ProjectionSolver<S, T>::find_right_side() {
  each<kernels::ProjectionRightSide>(star_, b_, psi_);
  system_.ghosts.fill(psi_);
}

template <class S, class T>
double ProjectionSolver<S, T>::reduce_right_side() const {
  return system_.visit([&](auto kind, const auto& f) {
    return reduce<kernels::ResidualSquared, decltype(kind)>(exec_, Reduction::sum, set_, f, psi_, b_, T(0));
  });
}

// Small against the divergence that the whole pressure takes off, and never below the rounding of the velocities.
template <class S, class T>
double ProjectionSolver<S, T>::target(double dt) const {
  return std::max(options_.linear.tolerance * dt * watch_.pressure_size, floor_ * watch_.rate);
}

template <class S, class T>
void ProjectionSolver<S, T>::solve_pressure(double dt, double target) {  // −∇²ψ = −∇·u*
  const auto& o = options_.linear;
  double norm = 0, best = std::numeric_limits<double>::infinity();
  int idle = 0;  // looks without progress
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
  watch_.residual = size > 0 ? norm / size : norm;
  watch_.failed += !(norm <= target);
}

template <class S, class T>
void ProjectionSolver<S, T>::correct() {
  system_.ghosts.fill_periodic(psi_);
  each<kernels::ProjectionCorrect>(psi_, star_, p_, numbers_of_step_, closed_);
  system_.ghosts.fill_periodic(p_);
}

template <class S, class T>
void ProjectionSolver<S, T>::step(double time, double dt) {
  numbers_.reset();
  last_dt_ = dt_, dt_ = dt, time_ = time + dt;
  set_numbers(time, dt);
  stages(time, dt);       // u* = uⁿ + Δt (−∇·(u u) + ν∇²u + f − ∇p)
  sides_.balance(star_);  // as much leaves as enters
  find_right_side();      // −∇²ψ = −∇·u*
  solve_pressure(dt, target(dt));
  correct();  // u = u* − ∇ψ,  p = p + ψ/Δt
  sides_.fill(star_);
  std::swap(u_, star_);
  if (thermal_) thermal_->finish();
  look(dt);
}

template <class S, class T>
void ProjectionSolver<S, T>::look(double dt) {
  constexpr int every = 16;
  watch_.rate = measure<kernels::ProjectionRate>(Reduction::max, metric_, u_);
  watch_.divergence = measure<kernels::ProjectionDivergence>(Reduction::max, metric_, u_);
  if (watch_.steps < every || watch_.steps % every == 0) {
    watch_.pressure_size = std::sqrt(system_.visit([&](auto kind, const auto& f) {
      return reduce<kernels::ProjectionPressureSize, decltype(kind)>(exec_, Reduction::sum, set_, f, p_);
    }));
    const double scale = options_.fluid.velocity * options_.fluid.velocity / options_.fluid.length;
    if (steady_ && dt > 0) watch_.change = measure<kernels::ProjectionChange>(Reduction::max, u_, star_) / (dt * scale);
  }
  if (options_.energy) {
    const double before = watch_.energy;
    watch_.energy = measure<kernels::ProjectionEnergy>(Reduction::sum, metric_, u_) / volume_;
    if (dt > 0) watch_.dissipation = (before - watch_.energy) / dt;
    watch_.dissipation_max = std::max(watch_.dissipation_max, watch_.dissipation);
  }
  watch_.steps += dt > 0;
}

template <class S, class T>
bool ProjectionSolver<S, T>::finished() const {
  return steady_ && watch_.change <= *case_.run.steady;
}
template <class S, class T>
std::string ProjectionSolver<S, T>::trouble() const {
  if (watch_.failed > 0)
    return "not converged: the pressure equation had a residual above linear.tolerance = " +
           number_text(options_.linear.tolerance) + " in " + std::to_string(watch_.failed) +
           " steps. Raise linear.max_iterations, or take another linear.solver.";
  if (steady_ && !finished())
    return "not converged: the flow still changes by " + number_text(watch_.change) +
           " velocity²/length, run.steady = " + number_text(*case_.run.steady) + ". Let it run longer.";
  return "";
}
template <class S, class T>
std::string ProjectionSolver<S, T>::advice() const {
  return "Courant number " + number_text(watch_.rate * dt_) +
         " in the last step. Try run.cfl = " + number_text(0.5 * case_.run.cfl) +
         (options_.scheme.convection == Convection::donor_cell && options_.scheme.gamma < 1
              ? ", or scheme.convection = \"upwind3\"."
              : ", or a finer mesh.");
}

template <class S, class T>
std::vector<std::string> ProjectionSolver<S, T>::fields() const {
  std::vector<std::string> all{"pressure", "velocity"};
  if (thermal_) all.push_back("temperature");
  for (const char* field : {"vorticity", "speed", "q"}) all.push_back(field);
  if (d_ == 2) all.push_back("stream");
  if (options_.exact_velocity) all.push_back("error");
  return all;
}

// At the end of the step, from the middles of the last two; its mean is 0.
template <class S, class T>
std::vector<double> ProjectionSolver<S, T>::pressure_now() const {
  auto p = p_.get();
  const auto psi = psi_.get();
  const bool second = options_.scheme.time != TimeScheme::euler;
  const double ahead = second && dt_ > 0 ? 1 / (dt_ + last_dt_) : 0;
  double mean = 0, all = 0;
  for_cells(grid_, [&](std::size_t c, double volume) {
    p[c] = options_.fluid.density * (p[c] + ahead * psi[c]);
    mean += volume * p[c], all += volume;
  });
  for (double& v : p) v -= mean / all;
  return p;
}

template <class S, class T>
Sample ProjectionSolver<S, T>::node_velocity(int component, const Box& cells) const {
  NodeField<S, T> nodes(exec_, "velocity", points_of(cells, Location::node, d_), d_);
  const auto run = [&]<int A>() {
    const auto with = [&]<class M>() {
      for_each<kernels::VelocityAtNodes, projection::AtNodes<A, M>>(exec_, nodes.set(), metric_, u_[A], nodes);
    };
    metric_.stretched() ? with.template operator()<projection::Stretched>()
                        : with.template operator()<projection::Uniform>();
  };
  if (component == 0) run.template operator()<0>();
  if (component == 1) run.template operator()<1>();
  if (component == 2) run.template operator()<2>();
  Sample s = nodes.sample("m/s");
  s.first = nodes.box().lo;
  return s;
}

template <class S, class T>
Sample ProjectionSolver<S, T>::gathered(const std::string& field, const Box& cells) const {
  if (field != "pressure" && field != "temperature") sides_.fill(u_, true);
  Sample s = taken(field, cells);
  if (field != "pressure" && field != "temperature") sides_.fill(u_);
  return s;
}
template <class S, class T>
Sample ProjectionSolver<S, T>::taken(const std::string& field, const Box& cells) const {
  if (field == "pressure") {
    Sample s = p_.sample("Pa");
    s.name = field, s.values = pressure_now();
    return cells == model_.cells() ? s : part_of(s, cells, d_);
  }
  if (field == "temperature") {
    Sample s = thermal_->now().sample("K", cells);
    s.name = field;
    if (cells == model_.cells()) s.first.reset();
    return s;
  }
  if (projection::is_derived(field)) {
    const Box around = projection::one_more(grid_, cells);
    Sample s = projection::derived(field, grid_, taken("velocity", around), around, cells);
    if (cells == model_.cells()) s.first.reset();
    return s;
  }
  Sample s = node_velocity(0, cells);
  if (field == "stream") {
    s.name = field, s.unit = "m²/s", s.size = {grid_.cells(0) + 1, grid_.cells(1) + 1, 1}, s.first.reset();
    s.values = projection::stream_function(grid_, u_[0].get(), u_[1].get());
    return cells == model_.cells() ? s : part_of(s, cells, d_);
  }
  if (cells == model_.cells()) s.first.reset();
  s.name = field, s.components = d_;
  const Box points = points_of(cells, Location::node, d_);
  std::vector<double> all(s.values.size() * d_);
  for (int a = 0; a < d_; ++a) {
    auto values = a == 0 ? s.values : node_velocity(a, cells).values;
    if (field == "error") {
      const auto exact = model_.exact_at_nodes(a, time_, points);
      for (std::size_t n = 0; n < values.size(); ++n) values[n] -= exact[n];
    }
    for (std::size_t n = 0; n < values.size(); ++n) all[n * d_ + a] = values[n];
  }
  s.values = std::move(all);
  return s;
}

template <class S, class T>
std::vector<Number> ProjectionSolver<S, T>::numbers() const {
  if (numbers_) return *numbers_;
  std::vector<Number> all{{"iterations", "", double(watch_.iterations)},
                          {"residual", "", watch_.residual},
                          {"divergence", "1/s", watch_.divergence},
                          {"courant", "", watch_.rate * dt_}};
  if (steady_) all.push_back({"change", "", watch_.change});
  for (int n = 0; n < static_cast<int>(options_.wall.size()); ++n)
    all.push_back({"nusselt_" + options_.wall[n].name, "", thermal_->nusselt(n)});
  if (forces_)
    for (const Number& n : forces_->numbers(metric_, p_, u_)) all.push_back(n);
  if (options_.energy) {
    all.push_back({"energy", "m²/s²", watch_.energy});
    all.push_back({"dissipation", "m²/s³", watch_.dissipation});
    all.push_back({"dissipation_max", "m²/s³", watch_.dissipation_max});
    all.push_back({"enstrophy", "1/s²", measure<kernels::ProjectionEnstrophy>(Reduction::sum, metric_, u_) / volume_});
  }
  numbers_ = all;
  return all;
}

template <class S, class T>
void ProjectionSolver<S, T>::conclude(double time) {
  final_ = numbers();
  for (int a = 0; a < d_; ++a) {
    const std::string name = std::string("velocity.") + "xyz"[a];
    final_.push_back({name + "_min", "m/s", reduce<kernels::Identity>(exec_, Reduction::min, u_[a].set(), u_[a])});
    final_.push_back({name + "_max", "m/s", reduce<kernels::Identity>(exec_, Reduction::max, u_[a].set(), u_[a])});
  }
  if (thermal_)
    for (bool most : {false, true}) {
      const auto& t = thermal_->now();
      final_.push_back({most ? "temperature_max" : "temperature_min", "K",
                        most ? reduce<kernels::Identity>(exec_, Reduction::max, t.set(), t)
                             : reduce<kernels::Identity>(exec_, Reduction::min, t.set(), t)});
    }
  for (int side = 0; side < 2 * d_; ++side)
    if (!model_.periodic(side / 2))
      final_.push_back({std::string("flow_") + side_names[side], d_ == 2 ? "m²/s" : "m³/s", sides_.flow(side, u_)});
  if (options_.reattachment) final_.push_back({"reattachment", "m", projection::reattachment(grid_, u_[0].get())});
  add_errors(time);
}

template <class S, class T>
void ProjectionSolver<S, T>::add_errors(double time) {
  const auto add = [&](const std::string& name, const char* unit, std::vector<double> values,
                       const std::vector<double>& exact, bool level) {
    double mean = 0, square = 0, most = 0;
    const double n = double(values.size());
    for (std::size_t m = 0; m < values.size(); ++m) values[m] -= exact[m], mean += values[m] / n;
    if (!level) mean = 0;
    for (double v : values) square += (v - mean) * (v - mean) / n, most = std::max(most, std::abs(v - mean));
    final_.push_back({name + ".error_l2", unit, std::sqrt(square)});
    final_.push_back({name + ".error_max", unit, most});
  };
  for (int a = 0; a < d_ && options_.exact_velocity; ++a)
    add(std::string("velocity.") + "xyz"[a], "m/s", u_[a].get(), model_.exact_velocity(a, time), false);
  if (options_.exact_temperature) add("temperature", "K", thermal_->now().get(), model_.exact_temperature(time), false);
  if (options_.exact_pressure) add("pressure", "Pa", pressure_now(), model_.exact_pressure(time), true);
}

template <class S, class T>
State ProjectionSolver<S, T>::save() const {
  State s;
  const Watch& w = watch_;
  s.scalars = {{"time", time_},
               {"step_length", dt_},
               {"last_step_length", last_dt_},
               {"iterations", w.iterations},
               {"residual", w.residual},
               {"divergence", w.divergence},
               {"rate", w.rate},
               {"change", w.change},
               {"pressure_size", w.pressure_size},
               {"energy", w.energy},
               {"dissipation", w.dissipation},
               {"dissipation_max", w.dissipation_max},
               {"steps", double(w.steps)},
               {"failed", double(w.failed)}};
  for (int a = 0; a < d_; ++a)
    s.fields.push_back(u_[a].sample("m/s")), s.fields.back().name = std::string("velocity.") + "xyz"[a];
  s.fields.push_back(p_.sample("")), s.fields.back().name = "pressure";
  s.fields.push_back(psi_.sample("")), s.fields.back().name = "psi";
  if (thermal_) s.fields.push_back(thermal_->now().sample("K")), s.fields.back().name = "temperature";
  return s;
}
template <class S, class T>
void ProjectionSolver<S, T>::load(const State& s) {
  Watch& w = watch_;
  const auto scalar = [&](const char* name) { return s.scalars.at(name); };
  time_ = scalar("time"), dt_ = scalar("step_length"), last_dt_ = scalar("last_step_length");
  w.iterations = int(scalar("iterations"));
  w.residual = scalar("residual"), w.divergence = scalar("divergence"), w.rate = scalar("rate");
  w.change = scalar("change"), w.pressure_size = scalar("pressure_size");
  w.energy = scalar("energy"), w.dissipation = scalar("dissipation"), w.dissipation_max = scalar("dissipation_max");
  w.steps = std::int64_t(scalar("steps")), w.failed = std::int64_t(scalar("failed"));
  for (const Sample& f : s.fields) {
    for (int a = 0; a < d_; ++a)
      if (f.name == std::string("velocity.") + "xyz"[a]) u_[a].put(f.values);
    if (f.name == "pressure") p_.put(f.values);
    if (f.name == "psi") psi_.put(f.values);
    if (f.name == "temperature") thermal_->now().put(f.values);
  }
  sides_.set_time(time_);
  sides_.fill(u_);
  if (thermal_) thermal_->refill(time_);
  system_.ghosts.fill_periodic(p_);
  numbers_.reset();
}

template <class S, class T>
std::unique_ptr<Simulation> make_projection(const Case& c, const Grid& grid, const Device& device) {
  return std::make_unique<ProjectionSolver<S, T>>(c, grid, device);
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T)                                                                                 \
  template std::unique_ptr<eddy::Simulation> eddy::make_projection<S, T>(const eddy::Case&, const eddy::Grid&, \
                                                                         const eddy::Device&);
