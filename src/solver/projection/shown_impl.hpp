// What the projection solver shows and keeps: fields, numbers, errors, its state. Included by solver_impl.hpp.
#pragma once
#include "solver/projection/derived.hpp"
#include "solver/projection/solver.hpp"
#include "solver/projection/wall_shear.hpp"

namespace eddy {

template <class S, class T>
std::vector<std::string> ProjectionSolver<S, T>::fields() const {
  std::vector<std::string> all{"pressure", "velocity"};
  if (thermal_) all.push_back("temperature");
  for (const char* field : {"vorticity", "speed", "q"}) all.push_back(field);
  if (d_ == 2) all.push_back("stream");
  bool walls = bodies_.any();
  for (int side = 0; side < 2 * d_; ++side) walls = walls || sides_.has_wall(side);
  if (walls) all.push_back("wall_shear");
  if (turbulence_) all.push_back("eddy_viscosity");
  if (options_.exact_velocity) all.push_back("error");
  if (averages_)
    for (const std::string& name : averages_->names()) all.push_back(name);
  return all;
}

// At the end of the step, from the middles of the last two; its mean is 0.
template <class S, class T>
const CellField<S, T>& ProjectionSolver<S, T>::pressure_now() const {
  const bool second = options_.scheme.time != TimeScheme::euler;
  const double ahead = second && dt_ > 0 ? 1 / (dt_ + last_dt_) : 0;
  projection::pressure_at_end<S, T>(exec_, set_, metric_, {p_, psi_, ahead, options_.fluid.density}, b_);
  return b_;
}

template <class S, class T>
Sample ProjectionSolver<S, T>::node_velocity(int component, const Box& cells) const {
  const bool apart = exec_.parts.apart();  // all ranks work together, and each takes its own
  NodeField<S, T> nodes(exec_, "velocity", points_of(apart ? model_.cells() : cells, Location::node, d_), d_);
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
  Sample s = apart ? nodes.sample("m/s", cells) : nodes.sample("m/s");
  if (!apart) s.first = nodes.box().lo;
  return s;
}

template <class S, class T>
Sample ProjectionSolver<S, T>::gathered(const std::string& field, const Box& cells) const {
  const auto named = [&](Sample s) {
    s.name = field;
    if (cells == model_.cells()) s.first.reset();
    return s;
  };
  const auto without_slope = [&](const auto& take) {  // across walls, those of bodies too
    if (!bodies_.any()) return named(take(cells));
    const Box around = projection::one_more(grid_, cells);
    return named(part_of(projection::continued_into_bodies(bodies_, take(around), around, d_), cells, d_));
  };
  if (averages_ && averages_->has(field)) {
    const auto take = [&](const Box& b) { return averages_->sample(field, b); };
    return field == "mean_pressure" || field == "mean_temperature" ? without_slope(take) : take(cells);
  }
  if (field == "pressure") return without_slope([&](const Box& b) { return pressure_now().sample("Pa", b); });
  if (field == "temperature") return without_slope([&](const Box& b) { return thermal_->now().sample("K", b); });
  if (field == "eddy_viscosity") {
    Sample s = named(turbulence_->viscosity().sample("m²/s", cells));
    for (double& v : s.values) v = std::max(v, 0.0);  // −1 marks cells of bodies
    return s;
  }
  sides_.fill(u_, true);
  Sample s = taken(field, cells);
  sides_.fill(u_);
  return s;
}
template <class S, class T>
Sample ProjectionSolver<S, T>::taken(const std::string& field, const Box& cells) const {
  if (projection::is_derived(field)) {
    const Box around = projection::one_more(grid_, cells);
    Sample s = projection::derived(field, grid_, bodies_, taken("velocity", around), around, cells);
    if (cells == model_.cells()) s.first.reset();
    return s;
  }
  if (field == "wall_shear") {
    Sample s = p_.sample("Pa");
    s.name = field, s.components = d_;
    std::vector<std::vector<double>> u;
    for (int a = 0; a < d_; ++a) u.push_back(u_[a].get());
    s.values = projection::wall_shear(grid_, model_, bodies_, options_, u, time_);
    return cells == model_.cells() ? s : part_of(s, cells, d_);
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
    projection::stop_at_bodies(bodies_, points, values);
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
    for (const Number& n : forces()) all.push_back(n);
  const double viscosity = options_.fluid.density * options_.fluid.kinematic();
  for (int side = 0; side < 2 * d_ && options_.friction; ++side)
    for (int a = 0; a < d_; ++a)
      if (a != side / 2 && sides_.has_wall(side))
        all.push_back({std::string("friction_") + side_names[side] + "_" + "xyz"[a], d_ == 2 ? "N/m" : "N",
                       viscosity * sides_.friction(side, a, u_)});
  if (turbulence_) all.push_back({"eddy_viscosity_max", "m²/s", watch_.eddy});
  if (options_.energy) {
    all.push_back({"energy", "m²/s²", watch_.energy});
    all.push_back({"dissipation", "m²/s³", watch_.dissipation});
    all.push_back({"dissipation_max", "m²/s³", watch_.dissipation_max});
    all.push_back(
        {"enstrophy", "1/s²", measure<kernels::ProjectionEnstrophy>(Reduction::sum, metric_, u_) / metric_.volume});
    if (turbulence_)
      all.push_back({"dissipation_eddies", "m²/s³", turbulence_->dissipation(u_, metric_) / metric_.volume});
  }
  numbers_ = all;
  return all;
}

template <class S, class T>
std::vector<Number> ProjectionSolver<S, T>::forces() const {
  std::array<double, 3> force{};
  for (int a = 0; a < d_; ++a) force[a] = model_.force(a, force_time_);
  const double level =
      forces_->feels_level() ? projection::pressure_level<S, T>(exec_, set_, metric_, {p_, psi_, 0, 1}) : 0;
  return forces_->numbers({metric_, p_, u_, star_, dt_, force, turbulence_.get(), force_field_.get(),
                           thermal_ ? &thermal_->now() : nullptr, level});
}

template <class S, class T>
void ProjectionSolver<S, T>::conclude(double time) {
  final_ = numbers();
  for (int a = 0; a < d_; ++a) {
    const std::string name = std::string("velocity.") + "xyz"[a];
    final_.push_back({name + "_min", "m/s", reduce<kernels::Identity>(exec_, Reduction::min, u_[a].set(), u_[a])});
    final_.push_back({name + "_max", "m/s", reduce<kernels::Identity>(exec_, Reduction::max, u_[a].set(), u_[a])});
  }
  if (thermal_) {
    const auto [least, most] = temperature_extremes();
    final_.push_back({"temperature_min", "K", least});
    final_.push_back({"temperature_max", "K", most});
  }
  for (int side = 0; side < 2 * d_; ++side)
    if (!model_.periodic(side / 2))
      final_.push_back({std::string("flow_") + side_names[side], d_ == 2 ? "m²/s" : "m³/s", sides_.flow(side, u_)});
  if (options_.reattachment) final_.push_back({"reattachment", "m", projection::reattachment(grid_, u_[0].get())});
  add_errors(time);
}

// Of the fluid: what stands in the cells of bodies means nothing.
template <class S, class T>
std::array<double, 2> ProjectionSolver<S, T>::temperature_extremes() const {
  const auto& t = thermal_->now();
  if (!bodies_.any())
    return {reduce<kernels::Identity>(exec_, Reduction::min, t.set(), t),
            reduce<kernels::Identity>(exec_, Reduction::max, t.set(), t)};
  std::array<double, 2> extremes{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const std::vector<double> values = t.get();
  std::size_t n = 0;
  for (int k = 0; k < grid_.cells(2); ++k)
    for (int j = 0; j < grid_.cells(1); ++j)
      for (int i = 0; i < grid_.cells(0); ++i, ++n) {
        if (bodies_.of({i, j, k}) != 0) continue;
        extremes[0] = std::min(extremes[0], values[n]);
        extremes[1] = std::max(extremes[1], values[n]);
      }
  return extremes;
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
  if (options_.exact_pressure) add("pressure", "Pa", pressure_now().get(), model_.exact_pressure(time), true);
}

template <class S, class T>
State ProjectionSolver<S, T>::save() const {
  State s;
  const Watch& w = watch_;
  s.scalars = {{"time", time_},
               {"step_length", dt_},
               {"last_step_length", last_dt_},
               {"force_time", force_time_},
               {"iterations", w.iterations},
               {"residual", w.residual},
               {"divergence", w.divergence},
               {"rate", w.rate},
               {"eddy", w.eddy},
               {"change", w.change},
               {"pressure_size", w.pressure_size},
               {"energy", w.energy},
               {"dissipation", w.dissipation},
               {"dissipation_max", w.dissipation_max},
               {"steps", double(w.steps)},
               {"failed", double(w.failed)},
               {"short_solutions", double(w.shortfall.solutions)},
               {"short_worst", w.shortfall.worst}};
  for (int a = 0; a < d_; ++a)
    s.fields.push_back(u_[a].sample("m/s")), s.fields.back().name = std::string("velocity.") + "xyz"[a];
  s.fields.push_back(p_.sample("")), s.fields.back().name = "pressure";
  s.fields.push_back(psi_.sample("")), s.fields.back().name = "psi";
  if (thermal_) s.fields.push_back(thermal_->now().sample("K")), s.fields.back().name = "temperature";
  for (int a = 0; a < d_ && forces_; ++a)  // the balance of forces looks back
    s.fields.push_back(star_[a].sample("m/s")), s.fields.back().name = std::string("before.") + "xyz"[a];
  if (averages_) averages_->save(s);
  return s;
}
template <class S, class T>
void ProjectionSolver<S, T>::load(const State& s) {
  Watch& w = watch_;
  const auto scalar = [&](const char* name) { return s.scalars.at(name); };
  time_ = scalar("time"), dt_ = scalar("step_length"), last_dt_ = scalar("last_step_length");
  force_time_ = scalar("force_time");
  w.iterations = int(scalar("iterations"));
  w.residual = scalar("residual"), w.divergence = scalar("divergence"), w.rate = scalar("rate");
  w.eddy = scalar("eddy");
  w.change = scalar("change"), w.pressure_size = scalar("pressure_size");
  w.energy = scalar("energy"), w.dissipation = scalar("dissipation"), w.dissipation_max = scalar("dissipation_max");
  w.steps = std::int64_t(scalar("steps")), w.failed = std::int64_t(scalar("failed"));
  w.shortfall = {std::int64_t(s.scalar_or("short_solutions", 0)), s.scalar_or("short_worst", 0)};
  for (const Sample& f : s.fields) {
    for (int a = 0; a < d_; ++a) {
      if (f.name == std::string("velocity.") + "xyz"[a]) u_[a].put(f.values);
      if (f.name == std::string("before.") + "xyz"[a]) star_[a].put(f.values);
    }
    if (f.name == "pressure") p_.put(f.values);
    if (f.name == "psi") psi_.put(f.values);
    if (f.name == "temperature") thermal_->now().put(f.values);
  }
  sides_.set_time(time_);
  sides_.fill(u_);
  if (thermal_) thermal_->refill(time_);
  system_.ghosts.fill_periodic(p_);
  if (turbulence_) turbulence_->find(u_, metric_);
  if (force_field_) force_field_->set_time(force_time_);
  if (averages_) averages_->load(s);
  numbers_.reset();
}

}  // namespace eddy
