// Output and state of the projection solver: fields, numbers, errors, checkpoints. Included by solver_impl.hpp.
#pragma once
#include "field/pick.hpp"
#include "solver/errors.hpp"
#include "solver/places.hpp"
#include "solver/projection/derived.hpp"
#include "solver/projection/exact.hpp"
#include "solver/projection/solver.hpp"
#include "solver/projection/wall_shear.hpp"

namespace eddy {

template <class S, class T>
std::vector<std::string> ProjectionSolver<S, T>::fields() const {
  std::vector<std::string> all{"pressure", "velocity"};
  if (thermal_) all.push_back("temperature");
  for (const char* field : {"vorticity", "speed", "q"}) all.push_back(field);
  if (d_ == 2) all.push_back("stream");
  bool walls = bodies_.any() && !sharp_;
  for (int side = 0; side < 2 * d_; ++side) walls = walls || sides_.has_wall(side);
  if (walls) all.push_back("wall_shear");
  if (turbulence_) all.push_back("eddy_viscosity");
  if (sharp_) all.push_back("mask");
  if (options_.exact_velocity) all.push_back("error");
  if (averages_)
    for (const std::string& name : averages_->names()) all.push_back(name);
  return all;
}

// The pressure at the end of the step, extrapolated from the middles of the last two steps; its mean is 0.
template <class S, class T>
const CellField<S, T>& ProjectionSolver<S, T>::pressure_now() const {
  const bool second = options_.scheme.time != TimeScheme::euler;
  const double ahead = second && dt_ > 0 ? 1 / (dt_ + last_dt_) : 0;
  complete_metric();
  projection::pressure_at_end<S, T>(exec_, set_, metric_, {p_, psi_, ahead, options_.fluid.density}, b_);
  if (sharp_) sharp_->show_pressure(b_);
  return b_;
}

template <class S, class T>
Sample ProjectionSolver<S, T>::node_velocity(int component, const Box& cells) const {
  const bool apart = exec_.parts.apart();  // then all ranks interpolate together, and each takes its own part
  NodeField<S, T> nodes(exec_, "velocity", points_of(apart ? model_.cells() : cells, Location::node, d_), d_);
  const auto interpolate = [&]<class A, class M>() {
    for_each<kernels::VelocityAtNodes, projection::AtNodes<A::value, M>>(exec_, nodes.set(), metric_, u_[component],
                                                                         nodes);
  };
  with(interpolate, projection::AxisChoice{component}, metric_.grid());
  Sample s = apart ? nodes.sample("m/s", cells) : nodes.sample("m/s");
  if (!apart) s.first = nodes.box().lo;
  return s;
}

template <class S, class T>
Sample ProjectionSolver<S, T>::sample(const std::string& field, const std::optional<Box>& cells) const {
  return sample_of(field, cells.value_or(model_.cells()));
}
// Fields that need only neighbouring cells are computed row by row, so that most cells between the rows are skipped.
template <class S, class T>
Sample ProjectionSolver<S, T>::sample_at(const std::string& field, const CellLists& cells) const {
  if (!bodies_.any() && field == "pressure") return eddy::sample_at(exec_, pressure_now(), "Pa", cells);
  if (!bodies_.any() && field == "temperature") return eddy::sample_at(exec_, thermal_->now(), "K", cells);
  const bool by_rows = field == "velocity" || field == "vorticity" || field == "speed" || field == "q";
  if (!by_rows || exec_.parts.many()) return Simulation::sample_at(field, cells);
  Sample all;
  sides_.fill(u_, true);
  for (const int k : cells[2])
    for (const int j : cells[1]) {
      const CellLists row{cells[0], {j}, {k}};
      const Sample s = picked(sample_of_velocity(field, hull(row)), row);
      std::vector<double> values = std::move(all.values);
      values.insert(values.end(), s.values.begin(), s.values.end());
      all = s;
      all.values = std::move(values);
    }
  sides_.fill(u_);
  for (int a = 0; a < 3; ++a) all.size[a] = static_cast<int>(cells[a].size());
  return all;
}

template <class S, class T>
Sample ProjectionSolver<S, T>::sample_of(const std::string& field, const Box& cells) const {
  const auto named = [&](Sample s) {
    s.name = field;
    if (cells == model_.cells()) s.first.reset();
    return s;
  };
  const auto without_slope = [&](const auto& take) {  // for fields without a slope across walls, also of bodies
    if (!bodies_.any()) return named(take(cells));
    const Box around = projection::one_more(grid_, cells);
    return named(part_of(projection::continued_into_bodies(bodies_, take(around), around, d_), cells, d_));
  };
  const auto pressure = [&](const auto& take) { return sharp_ ? named(take(cells)) : without_slope(take); };
  if (averages_ && averages_->has(field)) {
    const auto take = [&](const Box& b) { return averages_->sample(field, b); };
    if (field == "mean_pressure") return pressure(take);
    return field == "mean_temperature" ? without_slope(take) : take(cells);
  }
  if (field == "pressure") return pressure([&](const Box& b) { return pressure_now().sample("Pa", b); });
  if (field == "temperature" && options_.conducting()) return named(thermal_->now().sample("K", cells));
  if (field == "temperature") return without_slope([&](const Box& b) { return thermal_->now().sample("K", b); });
  if (field == "eddy_viscosity") {
    Sample s = named(turbulence_->viscosity().sample("m²/s", cells));
    for (double& v : s.values) v = std::max(v, 0.0);  // −1 marks cells of bodies
    return s;
  }
  if (field == "mask") {
    Sample s = p_.sample("", cells);
    std::size_t n = 0;
    eddy::each(cells, [&](const Place& c) { s.values[n++] = bodies_.part_of_cell(c); });
    return named(s);
  }
  sides_.fill(u_, true);
  Sample s = sample_of_velocity(field, cells);
  fill_ghosts(u_);
  return s;
}
template <class S, class T>
Sample ProjectionSolver<S, T>::sample_of_velocity(const std::string& field, const Box& cells) const {
  if (projection::is_derived(field)) {
    const Box around = projection::one_more(grid_, cells);
    Sample s = projection::derived(field, grid_, bodies_, sample_of_velocity("velocity", around), around, cells);
    if (cells == model_.cells()) s.first.reset();
    return s;
  }
  if (field == "wall_shear") {
    Sample s = p_.sample("Pa");
    s.name = field;
    s.components = d_;
    std::vector<std::vector<double>> u;
    for (int a = 0; a < d_; ++a) u.push_back(u_[a].get());
    s.values = projection::wall_shear(grid_, model_, bodies_, options_, u, time_);
    return cells == model_.cells() ? s : part_of(s, cells, d_);
  }
  Sample s = node_velocity(0, cells);
  if (field == "stream") {
    s.name = field;
    s.unit = "m²/s";
    s.size = {grid_.cells(0) + 1, grid_.cells(1) + 1, 1};
    s.first.reset();
    s.values = projection::stream_function(grid_, u_[0].get(), u_[1].get());
    return cells == model_.cells() ? s : part_of(s, cells, d_);
  }
  if (cells == model_.cells()) s.first.reset();
  s.name = field;
  s.components = d_;
  const Box points = points_of(cells, Location::node, d_);
  std::vector<double> all(s.values.size() * d_);
  for (int a = 0; a < d_; ++a) {
    auto values = a == 0 ? s.values : node_velocity(a, cells).values;
    projection::stop_at_bodies(bodies_, a, points, values);
    if (field == "error") {
      const auto exact =
          projection::exact_at_nodes({(*options_.exact_velocity)[a], "exact.velocity", time_}, bodies_, points);
      for (std::size_t n = 0; n < values.size(); ++n) values[n] = std::isnan(exact[n]) ? 0 : values[n] - exact[n];
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
  const auto& walls = model_.wall_heat();
  for (int n = 0; n < static_cast<int>(walls.size()); ++n)
    if (walls[n].told) all.push_back({"nusselt_" + walls[n].name, "", thermal_->nusselt(n)});
  if (thermal_)
    for (const Number& n : thermal_->nusselt_of_bodies()) all.push_back(n);
  if (!options_.forces.empty())
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
        {"enstrophy", "1/s²", reduced<kernels::ProjectionEnstrophy>(Reduction::sum, metric_, u_) / metric_.volume});
    if (turbulence_)
      all.push_back({"dissipation_eddies", "m²/s³", turbulence_->dissipation(u_, metric_) / metric_.volume});
  }
  numbers_ = all;
  return all;
}

template <class S, class T>
std::vector<Number> ProjectionSolver<S, T>::forces() const {
  complete_metric();
  if (!forces_) forces_ = std::make_unique<projection::Forces<S, T>>(exec_, model_, bodies_, options_);
  std::array<double, 3> force{};
  for (int a = 0; a < d_; ++a) force[a] = model_.force(a, force_time_);
  const double level =
      forces_->feels_level() ? projection::pressure_level<S, T>(exec_, set_, metric_, {p_, psi_, 0, 1}) : 0;
  return forces_->numbers({metric_, p_, u_, before(), dt_, force, turbulence_.get(), force_field_.get(),
                           thermal_ ? &thermal_->now() : nullptr, level});
}

template <class S, class T>
std::vector<Number> ProjectionSolver<S, T>::results(double time) const {
  std::vector<Number> all = numbers();
  for (int a = 0; a < d_; ++a) {
    const std::string name = std::string("velocity.") + "xyz"[a];
    all.push_back({name + "_min", "m/s", reduce<kernels::Identity>(exec_, Reduction::min, u_[a].set(), u_[a])});
    all.push_back({name + "_max", "m/s", reduce<kernels::Identity>(exec_, Reduction::max, u_[a].set(), u_[a])});
  }
  if (thermal_) {
    const auto [least, most] = temperature_extremes();
    all.push_back({"temperature_min", "K", least});
    all.push_back({"temperature_max", "K", most});
  }
  if (sharp_) sharp_->find_through(u_);  // values inside bodies that stand on a side are no flow
  for (int side = 0; side < 2 * d_; ++side)
    if (!model_.periodic(side / 2))
      all.push_back({std::string("flow_") + side_names[side], d_ == 2 ? "m²/s" : "m³/s",
                     sides_.flow(side, sharp_ ? sharp_->through() : u_)});
  if (options_.reattachment) all.push_back({"reattachment", "m", projection::reattachment(grid_, u_[0].get())});
  add_errors(all, time);
  return all;
}

// Extremes in the fluid and in bodies that conduct heat; other cells of bodies have no meaningful value.
template <class S, class T>
std::array<double, 2> ProjectionSolver<S, T>::temperature_extremes() const {
  const auto& t = thermal_->now();
  if (!bodies_.any())
    return {reduce<kernels::Identity>(exec_, Reduction::min, t.set(), t),
            reduce<kernels::Identity>(exec_, Reduction::max, t.set(), t)};
  std::array<double, 2> extremes{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const std::vector<double> values = t.get();
  std::size_t n = 0;
  eddy::each(model_.cells(), [&](const Place& c) {
    const double value = values[n++];
    if (const int n = bodies_.of(c); n != 0 && !options_.body[n - 1].conductivity) return;
    extremes[0] = std::min(extremes[0], value);
    extremes[1] = std::max(extremes[1], value);
  });
  return extremes;
}

template <class S, class T>
void ProjectionSolver<S, T>::add_errors(std::vector<Number>& results, double time) const {
  for (int a = 0; a < d_ && options_.exact_velocity; ++a)
    eddy::add_errors(results, std::string("velocity.") + "xyz"[a], "m/s", u_[a].get(),
                     projection::exact_at_faces({(*options_.exact_velocity)[a], "exact.velocity", time}, bodies_, a));
  if (options_.exact_temperature)
    eddy::add_errors(
        results, "temperature", "K", thermal_->now().get(),
        projection::exact_in_cells({*options_.exact_temperature, "exact.temperature", time}, bodies_, true));
  if (options_.exact_pressure)
    eddy::add_errors(results, "pressure", "Pa", pressure_now().get(),
                     projection::exact_in_cells({*options_.exact_pressure, "exact.pressure", time}, bodies_, false),
                     true);
}

template <class S, class T>
void ProjectionSolver<S, T>::state(Archive& archive) {
  archive.scalar("time", time_);
  archive.scalar("step_length", dt_);
  archive.scalar("last_step_length", last_dt_);
  archive.scalar("force_time", force_time_);
  archive.scalar("iterations", watch_.iterations);
  archive.scalar("residual", watch_.residual);
  archive.scalar("divergence", watch_.divergence);
  archive.scalar("rate", watch_.rate);
  archive.scalar("eddy", watch_.eddy);
  archive.scalar("change", watch_.change);
  archive.scalar("pressure_size", watch_.pressure_size);
  archive.scalar("energy", watch_.energy);
  archive.scalar("dissipation", watch_.dissipation);
  archive.scalar("dissipation_max", watch_.dissipation_max);
  archive.scalar("steps", watch_.steps);
  archive.scalar("failed", watch_.failed);
  watch_.shortfall.state(archive);
  for (int a = 0; a < d_; ++a) archive.shown(std::string("velocity.") + "xyz"[a], u_[a]);
  archive.field("pressure", p_);
  archive.field("psi", psi_);
  if (thermal_) archive.shown("temperature", thermal_->now());
  for (int a = 0; a < d_ && !options_.forces.empty(); ++a)  // the balance of forces needs the last step
    archive.field(std::string("before.") + "xyz"[a], second_[a]);
  if (averages_) averages_->state(archive);
  if (archive.restores()) complete_restored();
  if (archive.edited()) {  // the next step must suit the velocities that have been set
    watch_.rate = reduced<kernels::ProjectionRate>(Reduction::max, metric_, u_);
    if (turbulence_) watch_.eddy = turbulence_->most();
  }
}

template <class S, class T>
void ProjectionSolver<S, T>::complete_restored() {
  sides_.set_time(time_);
  place_bodies(time_ - dt_);  // the balance of forces needs the places one step before
  place_bodies(time_);
  finish_placing();
  fill_ghosts(u_);
  if (thermal_) thermal_->refill(time_);
  system_.ghosts.fill_periodic(p_);
  if (turbulence_) turbulence_->find(u_, metric_);
  if (force_field_) force_field_->set_time(force_time_);
  numbers_.reset();
}

}  // namespace eddy
