// Output and state of the heat solver: fields, numbers, errors, checkpoints. Included by solver_impl.hpp.
#pragma once
#include <algorithm>
#include <cmath>

#include "field/pick.hpp"
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
Sample HeatSolver<S, T>::sample(const std::string& field, const std::optional<Box>& cells) const {
  if (!holes_.any()) return plain_sample(field, cells);
  const Box wanted = cells.value_or(cells_), with_neighbours = wanted.grown(1, d_).common(cells_);
  Sample s = plain_sample(field, with_neighbours);
  fill_closed(s, with_neighbours);
  s = part_of(s, wanted, d_);
  if (!cells) s.first.reset();
  return s;
}
template <class S, class T>
Sample HeatSolver<S, T>::plain_sample(const std::string& field, const std::optional<Box>& cells) const {
  if (statistics_.has(field)) return statistics_.sample(field, cells);
  Sample s = temperature_.sample("K", cells);
  s.name = field;
  if (field == "source") {
    s.unit = "W/m³";
    s.values = model_.source_density(time_ + last_dt_, cells.value_or(cells_));
  }
  if (field == "error") {
    const auto exact = model_.exact(time_ + last_dt_, cells.value_or(cells_));
    for (std::size_t n = 0; n < exact.size(); ++n) s.values[n] -= exact[n];
  }
  return s;
}

// Closed cells have no value, except next to the material, where lines and pictures need a value to reach the surface:
// there it is the surface's temperature, or the mean of the open cells around.
template <class S, class T>
void HeatSolver<S, T>::fill_closed(Sample& s, const Box& cells) const {
  const std::vector<double> values = s.values;
  const auto closed = [&](const Place& c) { return model_.holes().closed(place_in(cells_, c)); };
  eddy::each(cells, [&](const Place& c) {
    if (!closed(c)) return;
    double sum = 0;
    int count = 0;
    eddy::each(Box{c, {c[0] + 1, c[1] + 1, c[2] + 1}}.grown(1, d_).common(cells), [&](const Place& next) {
      if (closed(next)) return;
      sum += values[place_in(cells, next)];
      ++count;
    });
    s.values[place_in(cells, c)] = count ? sum / count : std::nan("");
  });
  if (s.name != "temperature") return;
  for (const auto& [c, wall] : model_.wall_temperatures(time_ + last_dt_))
    if (cells.holds({c, {c[0] + 1, c[1] + 1, c[2] + 1}})) s.values[place_in(cells, c)] = wall;
}
// Restores closed cells to their initial values: they are multiplied by 0, which does not remove a NaN.
template <class S, class T>
void HeatSolver<S, T>::close_holes() {
  if (!holes_.any()) return;
  std::vector<double> values = temperature_.get();
  const std::vector<double> initial = model_.initial();
  for (std::size_t c = 0; c < values.size(); ++c)
    if (model_.holes().closed(c)) values[c] = initial[c];
  temperature_.put(values);
}

template <class S, class T>
Sample HeatSolver<S, T>::sample_at(const std::string& field, const CellLists& cells) const {
  return field == "temperature" && !holes_.any() ? eddy::sample_at(exec_, temperature_, "K", cells)
                                                 : Simulation::sample_at(field, cells);
}

// The inflow through the faces of one side.
template <class S, class T>
double HeatSolver<S, T>::through(const CellField<S, T>& temperature, int side) const {
  PerAxisValues<T> lower, upper;
  (side % 2 ? upper : lower).of[side / 2] = T(1);
  return total<kernels::HeatThrough>(Reduction::sum, Set(cells_.layer(side / 2, side % 2), d_), temperature, lower,
                                     upper);
}

// heat_imbalance = stored − through − sources: the residual of the linear solver (linear_residual) and rounding.
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
  for (int hole = 0; hole < holes_.count(); ++hole) {
    double heat = holes_.through(hole, temperature_, now);
    if (moved && theta < 1) heat = theta * heat + (1 - theta) * holes_.through(hole, previous_, time_);
    all.push_back({"heat_" + options_.region[std::size_t(holes_.region(hole))].name, unit, heat});
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
std::array<double, 2> HeatSolver<S, T>::extremes() const {
  const auto of_all = [&](auto reduction) {
    return reduce<kernels::Identity>(exec_, reduction, system_.set(), temperature_);
  };
  if (!holes_.any()) return {of_all(Reduction::min), of_all(Reduction::max)};
  const std::vector<double> values = temperature_.get();
  std::array<double, 2> found{HUGE_VAL, -HUGE_VAL};
  const std::vector<std::uint8_t> in_holes = heat::cells_in_holes(grid_, options_.region);
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (in_holes[c] || model_.holes().closed(c)) continue;
    found = {std::min(found[0], values[c]), std::max(found[1], values[c])};
  }
  return found;
}

template <class S, class T>
std::vector<Number> HeatSolver<S, T>::results(double time) const {
  const auto [least, most] = extremes();
  std::vector<Number> all{{"temperature_min", "K", least}, {"temperature_max", "K", most}};
  for (const Number& n : numbers()) all.push_back(n);
  const auto exact = model_.exact(time, cells_);
  if (exact.empty()) return all;
  const auto values = temperature_.get();
  const std::vector<std::uint8_t> in_holes = heat::cells_in_holes(grid_, options_.region);
  double square = 0, volumes = 0, worst = 0;
  for_cells(grid_, [&](std::size_t c, double volume) {
    volume *= model_.holes().part(c);
    if (volume == 0 || (!in_holes.empty() && in_holes[c])) return;
    const double e = values[c] - exact[c];
    square += volume * e * e;
    volumes += volume;
    worst = std::max(worst, std::abs(e));
  });
  all.push_back({"temperature.error_l2", "K", std::sqrt(square / volumes)});
  all.push_back({"temperature.error_max", "K", worst});
  return all;
}

template <class S, class T>
void HeatSolver<S, T>::state(Archive& archive) {
  archive.scalar("iterations", solution_.iterations);
  archive.scalar("residual", solution_.residual);
  archive.scalar("scale", solution_.scale);
  archive.scalar("best", solution_.best);
  archive.scalar("idle", solution_.idle);
  archive.scalar("converged", solution_.converged);
  archive.scalar("stagnated", solution_.stagnated);
  archive.scalar("time", time_);
  archive.scalar("last_dt", last_dt_);
  archive.scalar("dt", dt_);
  shortfall_.state(archive);
  archive.shown("temperature", temperature_);  // explicit steps exchange it with `previous`
  if (!steady_) archive.field("previous", previous_);
  statistics_.state(archive);
  if (archive.edited()) close_holes();
  if (archive.restores()) complete_restored();
  if (steady_) solver_->state(archive);
  if (steady_ && archive.edited()) measure_edited();
}

template <class S, class T>
void HeatSolver<S, T>::measure_edited() {
  const double scale = solution_.scale;
  const int iterations = solution_.iterations;
  solution_ = {};
  solution_.scale = scale;
  solution_.iterations = iterations;
  measure(solution_, *solver_, system_, source_, temperature_, options_.linear);
}

// Recomputes what follows from the temperatures at the start and the end of the last step.
template <class S, class T>
void HeatSolver<S, T>::complete_restored() {
  const double now = time_ + last_dt_;
  if (!steady_) {
    set_boundary(time_);
    system_.ghosts.fill(previous_);
  }
  if (model_.source_varies() && !steady_) {
    next_source_.put(model_.source(now));
    source_.put(model_.source(time_));
  }
  if (!steady_ && options_.theta > 0 && last_dt_ > 0) find_right_side(previous_, last_dt_);  // the balance uses it
  if (model_.source_varies() && (steady_ || options_.theta == 0)) source_.put(model_.source(now));
  set_boundary(now);
  if (steady_) solver_->prepare(system_, source_, temperature_);
  numbers_.reset();
}

}  // namespace eddy
