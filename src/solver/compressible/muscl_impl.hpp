// The time steps and iterations of the finite-volume scheme.
#pragma once
#include <algorithm>

#include "field/mesh_reduce.hpp"
#include "solver/compressible/exchange.hpp"
#include "solver/compressible/kernels_dual.hpp"
#include "solver/compressible/kernels_muscl.hpp"
#include "solver/compressible/kernels_viscous.hpp"
#include "solver/compressible/muscl.hpp"
#include "solver/compressible/numbers.hpp"
#include "solver/compressible/series.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

template <class S, class T>
MusclFlow<S, T>::MusclFlow(Exec<S>& exec, const Domain& domain, const Case& c, const Scales& scales)
    : exec_(exec),
      domain_(domain),
      run_(c.run),
      options_(c.options_as<CompressibleOptions>()),
      d_(domain.dimensions()),
      steady_(c.run.steady.has_value()),
      dual_(!steady_ && options_.scheme.time == TimeKind::dual),
      cells_(domain.cell_layout(sizeof(T))),
      nodes_(domain.node_layout(sizeof(T))),
      scales_(scales),
      gas_(gas_numbers<T>(options_, scales)),
      friction_(friction_numbers<T>(options_)),
      beyond_(exec, domain, cells_, options_, gas_, options_.gas.viscous()),
      now_(exec, cells_),
      next_(exec, cells_),
      middle_(exec, cells_),
      per_volume_(exec, cells_),
      counts_(exec, cells_) {
  if (options_.gas.viscous() || dual_) source_ = StateFields<S, T>(exec, cells_);
  if (steady_ || dual_) step_ = MeshField<S, T>(exec, cells_);
  if (dual_) {
    start_ = StateFields<S, T>(exec, cells_);
    before_ = StateFields<S, T>(exec, cells_);
  }
  upload_mesh();
}

template <class S, class T>
void MusclFlow<S, T>::upload_mesh() {
  for (int a = 0; a < d_; ++a) {
    node_.emplace_back(exec_, nodes_);
    upload_as(node_.back(), domain_.node_coordinates(nodes_, a), [](double x) { return x; });
  }
  upload_as(per_volume_, domain_.volumes(cells_), [](double volume) { return 1 / volume; });
}

template <class S, class T>
MetricView<S, T> MusclFlow<S, T>::metric(int b) const {
  MetricView<S, T> m;
  for (int a = 0; a < d_; ++a) m.node[a] = node_[a].on(b);
  m.per_volume = per_volume_.on(b);
  return m;
}

template <class S, class T>
template <class Flux>
void MusclFlow<S, T>::launch_stage(int b, const StateFields<S, T>& from, const StateFields<S, T>& start,
                                   StateFields<S, T>& to, const Weights& w) {
  const Limiter<S, T> limiter = limiter_numbers<S, T>(options_, scales_);
  const auto run = [&]<class Step, class Source>(const auto& step, const auto& source) {
    balance<kernels::MusclStage, MusclForm<Flux, Step, Source>>(
        exec_, cells(b), from.on(b), start.on(b), to.on(b), metric(b), step, source, bound<S>(gas_), limiter,
        counts_.on(b), StageWeights<S, T>{T(w.of_start), T(w.of_now)});
  };
  const Nothing<S, T> nothing{T(0)};
  const bool source = options_.gas.viscous() || dual_, local = steady_ || dual_;
  if (local && source) run.template operator()<LocalStep, SourceFields>(step_.on(b), source_.on(b));
  if (local && !source) run.template operator()<LocalStep, NoSource>(step_.on(b), nothing);
  if (!local && source) run.template operator()<UniformStep, SourceFields>(T(dt_), source_.on(b));
  if (!local && !source) run.template operator()<UniformStep, NoSource>(T(dt_), nothing);
}

template <class S, class T>
void MusclFlow<S, T>::stage(StateFields<S, T>& from, const StateFields<S, T>& start, StateFields<S, T>& to,
                            const Weights& weights) {
  beyond_.fill(from);
  for (int b = 0; b < domain_.blocks() && options_.gas.viscous(); ++b)
    for_each<kernels::ViscousRate>(exec_, cells(b), from.on(b), source_.on(b), metric(b), bound<S>(gas_),
                                   bound<S>(friction_));
  if (dual_) add_time_derivative(from);
  for (int b = 0; b < domain_.blocks(); ++b)
    options_.scheme.flux == FluxKind::hllc ? launch_stage<Hllc>(b, from, start, to, weights)
                                           : launch_stage<Roe>(b, from, start, to, weights);
}

template <class S, class T>
void MusclFlow<S, T>::three_stages(StateFields<S, T>& from, StateFields<S, T>& to) {
  stage(from, from, to, {0, 1});                 // U¹ = Uⁿ + Δt R(Uⁿ)
  stage(to, from, middle_, {0.75, 0.25});        // U² = ¾ Uⁿ + ¼ (U¹ + Δt R(U¹))
  stage(middle_, from, to, {1.0 / 3, 2.0 / 3});  // Uⁿ⁺¹ = ⅓ Uⁿ + ⅔ (U² + Δt R(U²))
}

template <class S, class T>
void MusclFlow<S, T>::advance(double time, double dt) {
  dt_ = dt;
  beyond_.set_time(time + dt);
  if (dual_) return inner_iterations(dt);
  replayed(exec_, now_.of[0].identity(), dt, dt == last_dt_, [&] { three_stages(now_, next_); });
  last_dt_ = dt;
  std::swap(now_, next_);
}

template <class S, class T>
void MusclFlow<S, T>::find_local_steps(const StateFields<S, T>& state) {
  for (int b = 0; b < domain_.blocks(); ++b)
    for_each<kernels::LocalTimeStep>(exec_, cells(b), state.on(b), metric(b), bound<S>(gas_), bound<S>(friction_),
                                     step_.on(b), T(run_.cfl), T(dual_ ? (steps_ == 0 ? 1.0 : 1.5) / dt_ : 0.0));
}

// BDF2 in time (BDF1 in the first step): the time derivative is a source in the iterations of pseudo-time.
template <class S, class T>
void MusclFlow<S, T>::add_time_derivative(const StateFields<S, T>& now) {
  const bool first = steps_ == 0;
  for (int b = 0; b < domain_.blocks(); ++b)
    for_each<kernels::DualSource>(exec_, cells(b), now.on(b), start_.on(b), before_.on(b), source_.on(b),
                                  bound<S>(gas_), T((first ? 1.0 : 1.5) / dt_), T((first ? -1.0 : -2.0) / dt_),
                                  T((first ? 0.0 : 0.5) / dt_), options_.gas.viscous() ? 1 : 0);
}

template <class S, class T>
void MusclFlow<S, T>::inner_iterations(double) {
  for (int b = 0; b < domain_.blocks(); ++b)
    for_each<kernels::NextStart>(exec_, cells(b), now_.on(b), start_.on(b), before_.on(b), T(steps_ == 0 ? 0 : 1));
  double largest = 0;
  for (int n = 0; n < options_.scheme.inner_iterations; ++n) {
    find_local_steps(now_);
    three_stages(now_, next_);
    std::swap(now_, next_);
    if (n % 5 != 4) continue;
    const double size = rates_of_change().back();
    largest = std::max(largest, size);
    if (size <= options_.scheme.inner_tolerance * largest) break;
  }
  ++steps_;
}

// Devices replay the series of launches; the parity of `count` tells which fields hold the result.
template <class S, class T>
void MusclFlow<S, T>::iterate(int count, double) {
  replayed(exec_, now_.of[0].identity(), double(count), true, [&] {
    for (int n = 0; n < count; ++n) {
      StateFields<S, T>&from = n % 2 ? next_ : now_, &to = n % 2 ? now_ : next_;
      find_local_steps(from);
      three_stages(from, to);
    }
  });
  if (count % 2) std::swap(now_, next_);
}

template <class S, class T>
double MusclFlow<S, T>::wave_rate() {
  return reduce_over_blocks<kernels::WaveRate>(exec_, Reduction::max, domain_.blocks(), [&](int b, const auto& take) {
    take(cells(b), now_.on(b), metric(b), bound<S>(gas_), bound<S>(friction_));
  });
}

template <class S, class T>
std::vector<double> MusclFlow<S, T>::rates_of_change() {
  std::vector<double> rates;
  const StateFields<S, T>& before = next_;  // the state at the beginning of the last iteration
  for (int v = 0; v < d_ + 2; ++v) {
    const double sum =
        reduce_over_blocks<kernels::SquaredRate>(exec_, Reduction::sum, domain_.blocks(), [&](int b, const auto& take) {
          take(cells(b), before.of[v].on(b), now_.of[v].on(b), step_.on(b), v == 0 ? 1 : 0);
        });
    rates.push_back(std::sqrt(sum / double(domain_.cell_count())));
  }
  return rates;
}

template <class S, class T>
Mended MusclFlow<S, T>::mended() {
  const auto count = [&](int what) {
    return static_cast<std::int64_t>(reduce_over_blocks<kernels::CountMended>(
        exec_, Reduction::sum, domain_.blocks(),
        [&](int b, const auto& take) { take(cells(b), now_.of[0].on(b), counts_.on(b), what); }));
  };
  return {count(0), count(1), count(2)};
}

template <class S, class T>
std::vector<double> MusclFlow<S, T>::totals() {
  std::vector<double> all;
  for (int v = 0; v < d_ + 2; ++v) {
    PerAxisValues<T> momentum;
    if (v > 0 && v <= d_) momentum.of[v - 1] = T(1);
    all.push_back(
        reduce_over_blocks<kernels::Content>(exec_, Reduction::sum, domain_.blocks(), [&](int b, const auto& take) {
          take(cells(b), now_.on(b), per_volume_.on(b), bound<S>(gas_), momentum, T(v == 0), T(v == d_ + 1));
        }));
  }
  return all;
}

template <class S, class T>
double MusclFlow<S, T>::kinetic_energy() {
  return reduce_over_blocks<kernels::KineticEnergy>(
      exec_, Reduction::sum, domain_.blocks(),
      [&](int b, const auto& take) { take(cells(b), now_.on(b), per_volume_.on(b)); });
}

template <class S, class T>
double MusclFlow<S, T>::largest_value() {
  double most = 0;
  for (int v = 0; v < d_ + 2; ++v) {
    const double value = reduce_over_blocks<kernels::Magnitude>(
        exec_, Reduction::max, domain_.blocks(), [&](int b, const auto& take) { take(cells(b), now_.of[v].on(b)); });
    most = value <= most ? most : value;
  }
  return most;
}

template <class S, class T>
BlockValues MusclFlow<S, T>::downloaded(const MeshField<S, T>& field, int around) const {
  const std::vector<T> all = field.download();
  BlockValues values(static_cast<std::size_t>(domain_.blocks()));
  for (int b = 0; b < domain_.blocks(); ++b) {
    const Box seen = domain_.cells(b).grown(around, d_);
    values[b].resize(static_cast<std::size_t>(seen.cells()));
    each_in_threads(
        seen, [&](const Place& c) { values[b][place_in(seen, c)] = static_cast<double>(all[cells_.place(b, c)]); });
  }
  return values;
}
template <class S, class T>
BlockValues MusclFlow<S, T>::values(int variable) {
  return unmarked(downloaded(now_.of[variable], 0), variable);
}
template <class S, class T>
std::vector<HostState> MusclFlow<S, T>::states_at(const std::vector<OwnPoint>& points) {
  std::vector<HostState> states(points.size());
  if (points.empty()) return states;
  const auto all = state_of_points(exec_, now_, cells_, points);
  for (std::size_t n = 0; n < points.size(); ++n) {
    states[n].density = std::abs(all[0][n]);
    for (int a = 0; a < d_; ++a) states[n].velocity[a] = all[a + 1][n];
    states[n].pressure = all[d_ + 1][n];
  }
  return states;
}
template <class S, class T>
BlockValues MusclFlow<S, T>::with_ghosts(int variable) {
  if (variable == 0) beyond_.fill(now_);
  return unmarked(downloaded(now_.of[variable], 1), variable);
}

template <class S, class T>
void MusclFlow<S, T>::give_room(int variable, const BlockValues& values, std::vector<T>& all) const {
  const bool positive = variable == 0 || variable == d_ + 1;
  all.assign(static_cast<std::size_t>(cells_.size()), positive ? T(1) : T(0));
  for (int b = 0; b < domain_.blocks(); ++b) {
    const Box own = domain_.cells(b);
    each_in_threads(own,
                    [&](const Place& c) { all[cells_.place(b, c)] = static_cast<T>(values[b][place_in(own, c)]); });
  }
}
template <class S, class T>
void MusclFlow<S, T>::put(const std::vector<BlockValues>& state) {
  std::vector<T> all;
  for (int v = 0; v < d_ + 2; ++v) {
    give_room(v, state[v], all);
    for (StateFields<S, T>* s : {&now_, &next_, &middle_}) s->of[v].upload(all);
  }
}

template <class S, class T>
std::vector<std::string> MusclFlow<S, T>::stored_names() const {
  std::vector<std::string> names{"density"};
  for (int a = 0; a < d_; ++a) names.push_back(std::string("velocity.") + "xyz"[a]);
  names.push_back("pressure");
  if (dual_)
    for (int v = 0; v < d_ + 2; ++v) names.push_back("start." + names[v]);
  return names;
}
template <class S, class T>
BlockValues MusclFlow<S, T>::stored(int number) {  // with the marks of mended states
  const StateFields<S, T>& state = number < d_ + 2 ? now_ : start_;
  return downloaded(state.of[number % (d_ + 2)], 0);
}
template <class S, class T>
void MusclFlow<S, T>::restore(const std::vector<BlockValues>& stored) {
  put(stored);
  std::vector<T> all;
  for (int v = 0; v < d_ + 2 && dual_; ++v) {
    give_room(v, stored[d_ + 2 + v], all);
    start_.of[v].upload(all);
  }
}

template <class S, class T>
FaceStates MusclFlow<S, T>::face_states() {
  beyond_.fill(now_);
  return beyond_.face_states(now_);
}

}  // namespace eddy::compressible

#define EDDY_INSTANTIATE(S, T) template class eddy::compressible::MusclFlow<S, T>;
