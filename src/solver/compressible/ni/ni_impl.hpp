// The time steps and iterations of Ni's scheme.
#pragma once
#include "base/ranks.hpp"
#include "field/mesh_reduce.hpp"
#include "solver/compressible/kernels_boundary.hpp"
#include "solver/compressible/kernels_dual.hpp"
#include "solver/compressible/ni/host.hpp"
#include "solver/compressible/ni/kernels_cell.hpp"
#include "solver/compressible/ni/kernels_grids.hpp"
#include "solver/compressible/ni/kernels_pass.hpp"
#include "solver/compressible/ni/ni.hpp"
#include "solver/compressible/ni/setup.hpp"
#include "solver/compressible/numbers.hpp"
#include "solver/compressible/series.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

template <class Call>
void with_axes(int d, const Call& call) {
  if (d == 2)
    call(std::integral_constant<int, 2>());
  else
    call(std::integral_constant<int, 3>());
}

template <class S, class T>
MetricView<S, T> NiFlow<S, T>::metric(const Level& level, int b) const {
  MetricView<S, T> m;
  for (int a = 0; a < d_; ++a) m.node[a] = level.node[a].on(b);
  m.per_volume = level.per_volume.on(b);
  return m;
}

template <class S, class T>
template <int D>
void NiFlow<S, T>::copy(Level& level, StateFields<S, T>& state) {
  exchange<D>(exec_, level.neighbours, state);
  if (level.copied > 0)
    for_each<kernels::CopyPlaces, OnPlaces<D>>(exec_, Set(line_box(level.copied), 1), state.places(), level.from,
                                               level.to);
}
template <class S, class T>
void NiFlow<S, T>::copy_across(Level& level, StateFields<S, T>& state) {
  with_axes(d_, [&](auto d) { copy<decltype(d)::value>(level, state); });
}

template <class S, class T>
void NiFlow<S, T>::apply_conditions(StateFields<S, T>& state) {
  with_axes(d_, [&](auto d) {
    for (Condition& c : conditions_)
      Conditions::with(c.kind, [&](auto condition) {
        for_each<kernels::NodeCondition, On<decltype(condition), decltype(d)::value>>(
            exec_, Set(line_box(c.count), 1), state.places(), c.place, c.normal, c.given, bound<S>(gas_));
      });
  });
  copy_across(levels_[0], state);
}

template <class S, class T>
void NiFlow<S, T>::find_steps(Level& level, const StateFields<S, T>& state, double uniform) {
  for (int b = 0; b < domain_.blocks(); ++b) find_steps(level, state, uniform, b, cells(level, b));
}
template <class S, class T>
void NiFlow<S, T>::find_steps(Level& level, const StateFields<S, T>& state, double uniform, int b, const Set& cells) {
  if (uniform > 0)
    for_each<kernels::UniformSteps>(exec_, cells, level.step.on(b), T(uniform));
  else
    for_each<kernels::NiLocalStep>(exec_, cells, state.on(b), metric(level, b), level.kind.on(b), bound<S>(gas_),
                                   bound<S>(friction_), level.step.on(b), T(run_.cfl));
}

template <class S, class T>
Dissipation<S, T> NiFlow<S, T>::dissipation() const {
  return {T(options_.scheme.second), T(options_.scheme.fourth), T(steady_ ? 1 : 0), T(implicit_)};
}
// Stores the parts that cells send to their corners.
template <class S, class T>
template <class Form>
void NiFlow<S, T>::send(const StateFields<S, T>& from, int b, const Set& cells) {
  Level& l = levels_[0];
  for_each<kernels::NiCell, Form>(exec_, cells, from.on(b), Form::source ? l.given.on(b) : from.on(b), l.whole.on(b),
                                  along_on(l.along, b), metric(l, b), CellTables<S, T>{l.kind.on(b), l.step.on(b)},
                                  bound<S>(gas_), bound<S>(friction_));
}
template <class S, class T>
template <class Form>
void NiFlow<S, T>::step_nodes(StateFields<S, T>& from, StateFields<S, T>& to) {
  Level& l = levels_[0];
  const auto tables = [&](int b) { return CellTables<S, T>{l.kind.on(b), l.step.on(b)}; };
  for (int b = 0; b < domain_.blocks(); ++b) send<Form>(from, b, cells(l, b));
  for (int b = 0; b < domain_.blocks(); ++b)
    for_each<kernels::NiNode, Form>(exec_, nodes(l, b), from.on(b), to.on(b), l.whole.on(b), along_on(l.along, b),
                                    NodeTables<S, T>{l.node_volume.on(b), counts_.on(b)}, metric(l, b), tables(b),
                                    bound<S>(gas_), bound<S>(friction_), dissipation());
  if (l.irregular) sum_irregular<Form>(from, to);
}
template <class S, class T>
template <class Form>
void NiFlow<S, T>::sum_irregular(StateFields<S, T>& from, StateFields<S, T>& to) {
  Level& l = levels_[0];
  with_axes(d_, [&](auto d) {
    l.irregular->template step<decltype(d)::value, Form>(from, to, l.whole, l.along, l.step, gas_, friction_,
                                                         dissipation(), Form::source ? implicit_ : 0);
  });
}

// In the plane, cells and nodes are done in one pass. The parts of cells are stored around irregular nodes alone.
template <class S, class T>
bool NiFlow<S, T>::in_one_pass() const {
  return has_node_passes<S> && d_ == 2 && !dual_;
}
template <class S, class T>
template <class Form>
void NiFlow<S, T>::pass_over_nodes(StateFields<S, T>& from, StateFields<S, T>& to, double step) {
  Level& l = levels_[0];
  if constexpr (has_node_passes<S>)
    for (int b = 0; b < domain_.blocks(); ++b)
      update_nodes<kernels::NiPass, Form>(exec_, nodes(l, b), from.on(b), to.on(b), l.node_volume.on(b), metric(l, b),
                                          l.kind.on(b), bound<S>(gas_), bound<S>(friction_), dissipation(),
                                          counts_.on(b), T(step));
  if (l.irregular) step_irregular<NiForm<Form::friction, false>>(from, to, Form::local ? 0 : step);
}
template <class S, class T>
template <class Form>
void NiFlow<S, T>::step_irregular(StateFields<S, T>& from, StateFields<S, T>& to, double uniform) {
  Level& l = levels_[0];
  for (const auto& [b, cells] : l.irregular->cells()) {
    find_steps(l, from, uniform, b, Set(cells, d_));
    send<Form>(from, b, Set(cells, d_));
  }
  sum_irregular<Form>(from, to);
}
template <class S, class T>
void NiFlow<S, T>::step_in_one_pass(StateFields<S, T>& from, StateFields<S, T>& to, double uniform) {
  const bool viscous = options_.gas.viscous();
  if (uniform > 0)
    viscous ? pass_over_nodes<PassForm<true, false>>(from, to, uniform)
            : pass_over_nodes<PassForm<false, false>>(from, to, uniform);
  else
    viscous ? pass_over_nodes<PassForm<true, true>>(from, to, run_.cfl)
            : pass_over_nodes<PassForm<false, true>>(from, to, run_.cfl);
}
template <class S, class T>
void NiFlow<S, T>::step_in_two(StateFields<S, T>& from, StateFields<S, T>& to, double uniform) {
  find_steps(levels_[0], from, uniform);
  const bool viscous = options_.gas.viscous();
  if (dual_)
    viscous ? step_nodes<NiForm<true, true>>(from, to) : step_nodes<NiForm<false, true>>(from, to);
  else
    viscous ? step_nodes<NiForm<true, false>>(from, to) : step_nodes<NiForm<false, false>>(from, to);
}

template <class S, class T>
void NiFlow<S, T>::one_step(StateFields<S, T>& from, StateFields<S, T>& to, double uniform) {
  in_one_pass() ? step_in_one_pass(from, to, uniform) : step_in_two(from, to, uniform);
  apply_conditions(to);
  if (levels_.size() > 1) add_coarse(from, to);
}

// Coarse grids carry the change of the fine grid further per step: the change around the middle of a coarse cell is
// sent to the corners of this cell.
template <class S, class T>
void NiFlow<S, T>::add_coarse(const StateFields<S, T>& before, StateFields<S, T>& now) {
  for (int b = 0; b < domain_.blocks(); ++b)
    for_each<kernels::StateDifference>(exec_, Set(domain_.nodes(b).grown(Domain::ghosts, d_), d_), before.on(b),
                                       now.on(b), levels_[0].change.on(b));
  const bool mean = options_.scheme.restriction == RestrictionKind::mean;
  int ratio = 1;
  for (std::size_t n = 1; n < levels_.size(); ++n) {
    Level &fine = levels_[n - 1], &l = levels_[n];
    ratio *= 2;
    for (int b = 0; b < domain_.blocks(); ++b) {
      for_each<kernels::NiRestrictState>(exec_, nodes(l, b), (n == 1 ? now : fine.state).on(b), l.state.on(b));
      for_each<kernels::NiRestrictChange>(exec_, cells(l, b), fine.change.on(b), l.given.on(b), T(mean ? 0.25 : 0),
                                          T(mean ? 0.5 : 1));
    }
    copy_across(l, l.state);
    find_steps(l, l.state, 0);
    for (int b = 0; b < domain_.blocks(); ++b) {
      const CellTables<S, T> tables{l.kind.on(b), l.step.on(b)};
      for_each<kernels::NiCell, NiForm<false, false, true>>(exec_, cells(l, b), l.state.on(b), l.given.on(b),
                                                            l.whole.on(b), along_on(l.along, b), metric(l, b), tables,
                                                            bound<S>(gas_), bound<S>(friction_));
    }
    for (int b = 0; b < domain_.blocks(); ++b)
      for_each<kernels::NiCoarseNode>(exec_, nodes(l, b), l.whole.on(b), along_on(l.along, b), l.node_volume.on(b),
                                      l.change.on(b));
    if (l.irregular)
      with_axes(d_,
                [&](auto d) { l.irregular->template coarse_change<decltype(d)::value>(l.whole, l.along, l.change); });
    copy_across(l, l.change);
    for (int b = 0; b < domain_.blocks(); ++b) {
      PerAxisValues<int> first;
      for (int a = 0; a < d_; ++a) first.of[a] = domain_.nodes(b).lo[a];
      for_each<kernels::NiAddCoarse>(exec_, nodes(levels_[0], b), now.on(b), l.change.on(b), bound<S>(gas_), first,
                                     ratio, T(1.0 / ratio));
    }
    apply_conditions(now);
  }
}

template <class S, class T>
void NiFlow<S, T>::advance(double time, double dt) {
  if (timed_ && time + dt != time_) {
    time_ = time + dt;
    for (Condition& c : conditions_)
      if (c.timed) set_given(c, time_);
  }
  if (dual_) return inner_iterations(dt);
  replayed(exec_, now_.of[0].identity(), dt, dt == last_dt_, [&] { one_step(now_, next_, dt); });
  last_dt_ = dt;
  std::swap(now_, next_);
}

// BDF2 in time (BDF1 in the first step): iterates in pseudo-time until dU/dt and the fluxes balance.
template <class S, class T>
void NiFlow<S, T>::inner_iterations(double dt) {
  const bool first = steps_ == 0;
  implicit_ = (first ? 1.0 : 1.5) / dt;
  for (int b = 0; b < domain_.blocks(); ++b) {
    const Set all(domain_.nodes(b).grown(Domain::ghosts, d_), d_);
    for_each<kernels::NextStart>(exec_, all, now_.on(b), start_.on(b), before_.on(b), T(first ? 0 : 1));
  }
  double largest = 0;
  for (int n = 0; n < options_.scheme.inner_iterations; ++n) {
    for (int b = 0; b < domain_.blocks(); ++b) {
      const Set all(domain_.nodes(b).grown(1, d_), d_);
      for_each<kernels::TimeDerivative>(exec_, all, now_.on(b), start_.on(b), before_.on(b), levels_[0].given.on(b),
                                        T((first ? 1.0 : 1.5) / dt), T((first ? -1.0 : -2.0) / dt),
                                        T((first ? 0.0 : 0.5) / dt));
    }
    one_step(now_, next_, 0);
    std::swap(now_, next_);
    if (n % 5 != 4) continue;
    const double size = norm_of_change(next_);
    largest = std::max(largest, size);
    if (size <= options_.scheme.inner_tolerance * largest) break;
  }
  ++steps_;
}

template <class S, class T>
double NiFlow<S, T>::norm_of_change(const StateFields<S, T>& before) {
  return std::sqrt(reduce_over_blocks<kernels::SquaredDifference>(
      exec_, Reduction::sum, domain_.blocks(), [&](int b, const auto& take) {
        take(nodes(levels_[0], b), before.of[d_ + 1].on(b), now_.of[d_ + 1].on(b), once_.on(b), 0);
      }));
}

// Devices replay the series of launches; the parity of `count` tells which fields hold the result.
template <class S, class T>
void NiFlow<S, T>::iterate(int count, double) {
  replayed(exec_, now_.of[0].identity(), double(count), true, [&] {
    for (int n = 0; n < count; ++n) one_step(n % 2 ? next_ : now_, n % 2 ? now_ : next_, 0);
  });
  if (count % 2) std::swap(now_, next_);
}

template <class S, class T>
double NiFlow<S, T>::wave_rate() {
  const Level& l = levels_[0];
  return reduce_over_blocks<kernels::NiStep>(exec_, Reduction::max, domain_.blocks(), [&](int b, const auto& take) {
    take(Set(domain_.cells(b), d_), now_.on(b), metric(l, b), l.kind.on(b), bound<S>(gas_), bound<S>(friction_));
  });
}

template <class S, class T>
std::vector<double> NiFlow<S, T>::rates_of_change() {
  std::vector<double> rates;
  const double points = double(domain_.point_count());
  for (int v = 0; v < d_ + 2; ++v) {
    const double sum = reduce_over_blocks<kernels::SquaredDifference>(
        exec_, Reduction::sum, domain_.blocks(), [&](int b, const auto& take) {
          take(nodes(levels_[0], b), next_.of[v].on(b), now_.of[v].on(b), once_.on(b), v == 0 ? 1 : 0);
        });
    rates.push_back(std::sqrt(sum / points));
  }
  return rates;
}

template <class S, class T>
Mended NiFlow<S, T>::mended() {
  const auto count = [&](int what) {
    return static_cast<std::int64_t>(reduce_over_blocks<kernels::CountMendedOnce>(
        exec_, Reduction::sum, domain_.blocks(), [&](int b, const auto& take) {
          take(nodes(levels_[0], b), now_.of[0].on(b), counts_.on(b), once_.on(b), what);
        }));
  };
  return {count(0), count(1), count(2)};
}

// Sums over cells, which belong to one block each; a cell holds the mean of its corners times its volume.
template <class S, class T>
std::vector<double> NiFlow<S, T>::totals() {
  std::vector<double> all;
  for (int v = 0; v < d_ + 2; ++v)
    all.push_back(
        reduce_over_blocks<kernels::CellContent>(exec_, Reduction::sum, domain_.blocks(), [&](int b, const auto& take) {
          take(Set(domain_.cells(b), d_), now_.of[v].on(b), levels_[0].per_volume.on(b), v == 0 ? 1 : 0);
        }));
  return all;
}

template <class S, class T>
double NiFlow<S, T>::kinetic_energy() {
  return reduce_over_blocks<kernels::KineticEnergyOfNodes>(
      exec_, Reduction::sum, domain_.blocks(),
      [&](int b, const auto& take) { take(Set(domain_.cells(b), d_), now_.on(b), levels_[0].per_volume.on(b)); });
}

template <class S, class T>
double NiFlow<S, T>::largest_value() {
  double most = 0;
  for (int v = 0; v < d_ + 2; ++v) {
    const double value = reduce_over_blocks<kernels::Magnitude>(
        exec_, Reduction::max, domain_.blocks(),
        [&](int b, const auto& take) { take(nodes(levels_[0], b), now_.of[v].on(b)); });
    most = value <= most ? most : value;
  }
  return most;
}

}  // namespace eddy::compressible

#define EDDY_INSTANTIATE(S, T)                                                                                      \
  extern "C" eddy::compressible::Flow* eddy_ni_##T(void* exec, const eddy::compressible::Domain& domain,            \
                                                   const eddy::Case& c, const eddy::compressible::Scales& scales) { \
    return new eddy::compressible::NiFlow<S, T>(*static_cast<eddy::Exec<S>*>(exec), domain, c, scales);             \
  }
