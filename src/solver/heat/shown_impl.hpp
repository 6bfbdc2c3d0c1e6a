// What the heat solver shows and keeps: fields, numbers, errors, its state. Included by solver_impl.hpp.
#pragma once
#include <algorithm>
#include <cmath>

#include "solver/heat/rules.hpp"
#include "solver/heat/solver.hpp"

namespace eddy {

template <class S, class T>
std::vector<std::string> HeatSolver<S, T>::fields() const {
  std::vector<std::string> all{"temperature", "source"};
  if (options_.exact) all.push_back("error");
  all.insert(all.end(), statistics_.names().begin(), statistics_.names().end());
  return all;
}
template <class S, class T>
Sample HeatSolver<S, T>::sample(const std::string& field) const {
  if (statistics_.has(field)) return statistics_.sample(field);
  return turned_into(field, temperature_.sample("K"), cells_);
}
template <class S, class T>
Sample HeatSolver<S, T>::sample_of(const std::string& field, const Box& cells) const {
  if (statistics_.has(field)) return statistics_.sample_of(field, cells);
  return turned_into(field, temperature_.sample("K", cells), cells);
}
template <class S, class T>
Sample HeatSolver<S, T>::turned_into(const std::string& field, Sample s, const Box& cells) const {
  s.name = field;
  if (field == "source") s.unit = "W/m³", s.values = model_.source_density(time_ + last_dt_, cells);
  if (field == "error") {
    const auto exact = model_.exact(time_ + last_dt_, cells);
    for (std::size_t n = 0; n < exact.size(); ++n) s.values[n] -= exact[n];
  }
  return s;
}

// What flows in through the faces of one side.
template <class S, class T>
double HeatSolver<S, T>::through(const CellField<S, T>& temperature, int side) const {
  PerAxisValues<T> lower, upper;
  (side % 2 ? upper : lower).of[side / 2] = T(1);
  return total<kernels::HeatThrough>(Reduction::sum, Set(cells_.layer(side / 2, side % 2), d_), temperature, lower,
                                     upper);
}

// heat_imbalance = stored − through − sources: what the linear solver left over, linear_residual, and rounding.
template <class S, class T>
std::vector<Number> HeatSolver<S, T>::numbers() const {
  if (numbers_) return *numbers_;
  std::vector<Number> all;
  const std::string unit = heat::power_unit(d_);
  const double now = time_ + last_dt_, theta = steady_ ? 1 : options_.theta;
  const bool moved = !steady_ && last_dt_ > 0;
  if (solver_)
    all.push_back({"iterations", "", double(solution_.iterations)}),
        all.push_back({"residual", "", solution_.residual});
  double in = 0;
  for (int side = 0; side < 2 * d_; ++side) {
    if (model_.periodic(side / 2)) continue;
    double heat = through(temperature_, side) + model_.flux_heat(side, now);
    if (moved && theta < 1)
      heat = theta * heat + (1 - theta) * (through(previous_, side) + model_.flux_heat(side, time_));
    all.push_back({std::string("heat_") + side_names[side], unit, heat});
    in += heat;
  }
  double source = model_.source_heat(now);
  if (moved && theta < 1) source = theta * source + (1 - theta) * model_.source_heat(time_);
  const double stored =
      moved ? total<kernels::HeatStored>(Reduction::sum, system_.set(), temperature_, previous_) / last_dt_ : 0;
  double left = 0;
  if (solver_ && (moved || steady_)) left = -theta * residual_sum(system_, steady_ ? source_ : b_, temperature_);
  all.push_back({"heat_source", unit, source});
  all.push_back({"heat_stored", unit, stored});
  all.push_back({"linear_residual", unit, left});
  all.push_back({"heat_imbalance", unit, stored - in - source});
  numbers_ = all;
  return all;
}

template <class S, class T>
void HeatSolver<S, T>::conclude(double time) {
  numbers_.reset();
  final_ = {{"temperature_min", "K", reduce<kernels::Identity>(exec_, Reduction::min, system_.set(), temperature_)},
            {"temperature_max", "K", reduce<kernels::Identity>(exec_, Reduction::max, system_.set(), temperature_)}};
  for (const Number& n : numbers()) final_.push_back(n);
  const auto exact = model_.exact(time, cells_);
  if (exact.empty()) return;
  const auto values = temperature_.get();
  double square = 0, all = 0, most = 0;
  for_cells(grid_, [&](std::size_t c, double volume) {
    const double e = values[c] - exact[c];
    square += volume * e * e, all += volume, most = std::max(most, std::abs(e));
  });
  final_.push_back({"temperature.error_l2", "K", std::sqrt(square / all)});
  final_.push_back({"temperature.error_max", "K", most});
}
template <class S, class T>
std::vector<Number> HeatSolver<S, T>::results() const {
  return final_;
}

template <class S, class T>
State HeatSolver<S, T>::save() const {
  State s;
  s.scalars = {{"iterations", solution_.iterations},
               {"residual", solution_.residual},
               {"scale", solution_.scale},
               {"best", solution_.best},
               {"idle", solution_.idle},
               {"converged", solution_.converged},
               {"stagnated", solution_.stagnated},
               {"time", time_},
               {"last_dt", last_dt_},
               {"dt", dt_},
               {"short_solutions", double(shortfall_.solutions)},
               {"short_worst", shortfall_.worst}};
  s.fields.push_back(temperature_.sample("K")), s.fields.back().name = "temperature";  // explicit steps swap the two
  if (!steady_) s.fields.push_back(previous_.sample("K")), s.fields.back().name = "previous";
  statistics_.save(s.scalars, s.fields);
  if (!steady_) return s;
  for (const auto& [name, field] : solver_->kept().fields)
    s.fields.push_back(field->sample("")), s.fields.back().name = name;
  for (const auto& [name, number] : solver_->kept().numbers) s.scalars[name] = *number;
  return s;
}
template <class S, class T>
void HeatSolver<S, T>::load(const State& s) {
  auto scalar = [&](const char* name) { return s.scalars.at(name); };
  solution_ = {int(scalar("iterations")), scalar("residual"),       scalar("scale"),         scalar("best"),
               int(scalar("idle")),       scalar("converged") != 0, scalar("stagnated") != 0};
  time_ = scalar("time"), last_dt_ = scalar("last_dt");
  dt_ = scalar("dt");
  shortfall_ = {std::int64_t(s.scalar_or("short_solutions", 0)), s.scalar_or("short_worst", 0)};
  const double now = time_ + last_dt_;
  statistics_.load(s.scalars, s.fields);
  for (const Sample& f : s.fields)
    if (f.name == "previous" || f.name == "temperature")
      (f.name == "previous" ? previous_ : temperature_).put(f.values);
  if (!steady_) {
    set_boundary(time_);
    system_.ghosts.fill(previous_);
  }
  if (model_.source_varies() && !steady_) next_source_.put(model_.source(now)), source_.put(model_.source(time_));
  if (!steady_ && options_.theta > 0 && last_dt_ > 0) find_right_side(previous_, last_dt_);  // the balance needs it
  if (model_.source_varies() && (steady_ || options_.theta == 0)) source_.put(model_.source(now));
  set_boundary(now);
  if (steady_) {
    solver_->prepare(system_, source_, temperature_);
    const auto kept = solver_->kept();
    for (const auto& [name, field] : kept.fields)
      for (const Sample& f : s.fields)
        if (f.name == name) field->put(f.values);
    for (const auto& [name, number] : kept.numbers) *number = scalar(name.c_str());
    solver_->restored();
  }
  numbers_.reset();
}

}  // namespace eddy
