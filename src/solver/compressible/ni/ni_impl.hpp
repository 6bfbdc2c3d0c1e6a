// The steps of Ni's scheme.
#pragma once
#include "base/ranks.hpp"
#include "field/mesh_reduce.hpp"
#include "solver/compressible/kernels_boundary.hpp"
#include "solver/compressible/kernels_dual.hpp"
#include "solver/compressible/ni/kernels.hpp"
#include "solver/compressible/ni/ni.hpp"
#include "solver/compressible/numbers.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

template <class S, class T>
struct AlongFields {  // of one block
  using value_type = T;
  StateView<S, T> of[3];
  template <class View, int D>
  operator AlongViews<View, D>() const {
    AlongViews<View, D> v;
    v.x = of[0];
    v.y = of[1];
    if constexpr (D == 3) v.z = of[2];
    return v;
  }
};
template <class S, class T>
AlongFields<S, T> along_on(const std::vector<StateFields<S, T>>& along, int b) {
  AlongFields<S, T> all;
  for (std::size_t a = 0; a < along.size(); ++a) all.of[a] = along[a].on(b);
  return all;
}
template <class Call>
void with_axes(int d, const Call& call) {
  if (d == 2)
    call(std::integral_constant<int, 2>());
  else
    call(std::integral_constant<int, 3>());
}

template <class S, class T>
NiFlow<S, T>::NiFlow(Exec<S>& exec, const Domain& domain, const Case& c, const Scales& scales)
    : exec_(exec),
      domain_(domain),
      run_(c.run),
      options_(c.options_as<CompressibleOptions>()),
      d_(domain.dimensions()),
      steady_(c.run.steady.has_value()),
      dual_(!steady_ && options_.scheme.time == TimeKind::dual),
      gas_(gas_numbers<T>(options_, scales)),
      friction_(friction_numbers<T>(options_)) {
  const int wanted = steady_ || dual_ ? options_.scheme.levels : 1;
  std::vector<std::unique_ptr<Domain>> coarse;
  const Domain* last = &domain;
  for (int l = 1; l < wanted; ++l) {
    coarse.push_back(last->coarser());
    if (!coarse.back()) break;
    last = coarse.back().get();
  }
  levels_.reserve(coarse.size() + 1);  // fields refer to the layouts of their level
  add_level(domain, true);
  for (auto& one : coarse) {
    if (!one) break;
    add_level(*one, false);
    levels_.back().own = std::move(one);
  }
  const MeshLayout& layout = levels_[0].nodes;
  now_ = StateFields<S, T>(exec, layout);
  next_ = StateFields<S, T>(exec, layout);
  if (dual_) {
    start_ = StateFields<S, T>(exec, layout);
    before_ = StateFields<S, T>(exec, layout);
    levels_[0].given = StateFields<S, T>(exec, layout);
  }
}

template <class S, class T>
void NiFlow<S, T>::add_level(const Domain& domain, bool finest) {
  Level& l = levels_.emplace_back();
  l.domain = &domain;
  l.nodes = domain.node_layout(sizeof(T));
  l.cells = domain.cell_layout(sizeof(T));
  const NodeLists lists(domain);
  for (int a = 0; a < d_; ++a) {
    std::vector<T> all(static_cast<std::size_t>(l.nodes.size()), T(0));
    for (int b = 0; b < domain.blocks(); ++b)
      each(domain.nodes(b).grown(Domain::ghosts, d_), [&](const Place& n) {
        all[l.nodes.place(b, n)] = static_cast<T>(domain.geometry(b).node(domain.local(b, n))[a]);
      });
    l.node.emplace_back(exec_, l.nodes);
    l.node.back().upload(all);
  }
  std::vector<T> volumes(static_cast<std::size_t>(l.cells.size()), T(1));
  std::vector<int> kinds(static_cast<std::size_t>(l.cells.size()), 0);
  std::vector<T> node_volumes(static_cast<std::size_t>(l.nodes.size()), T(1));
  for (int b = 0; b < domain.blocks(); ++b) {
    const Box own = domain.cells(b);
    each(own.grown(Domain::ghosts, d_), [&](const Place& c) {
      const Place at = domain.local(b, c);
      const std::size_t place = static_cast<std::size_t>(l.cells.place(b, c));
      volumes[place] = static_cast<T>(1 / domain.geometry(b).volume(at));
      bool inner = true;  // far from all sides, the answer is known
      for (int a = 0; a < d_; ++a) inner = inner && c[a] > own.lo[a] && c[a] < own.hi[a] - 1;
      kinds[place] = inner ? 1 : lists.cell_kind({domain.block(b), at});
    });
    each(domain.nodes(b), [&](const Place& n) {
      node_volumes[l.nodes.place(b, n)] = static_cast<T>(1 / lists.node_volume(b, domain.local(b, n)));
    });
  }
  l.per_volume = MeshField<S, T>(exec_, l.cells);
  l.per_volume.upload(volumes);
  l.node_volume = MeshField<S, T>(exec_, l.nodes);
  l.node_volume.upload(node_volumes);
  l.kind = MeshField<S, int>(exec_, l.cells);
  l.kind.upload(kinds);
  l.step = MeshField<S, T>(exec_, l.cells);
  l.step.upload(std::vector<T>(static_cast<std::size_t>(l.cells.size()), T(1)));
  l.whole = StateFields<S, T>(exec_, l.cells);
  for (int a = 0; a < d_; ++a) l.along.emplace_back(exec_, l.cells);
  if (!finest) {
    l.state = StateFields<S, T>(exec_, l.nodes);
    l.given = StateFields<S, T>(exec_, l.cells);
  }
  l.change = StateFields<S, T>(exec_, l.nodes);
  const CopyLists copies = lists.copies(l.nodes);
  l.copied = static_cast<int>(copies.to.size());
  l.from = make_table<S, int>(exec_, copies.from);
  l.to = make_table<S, int>(exec_, copies.to);
  l.neighbours = make_exchanges<S, T>(exec_, lists.between_ranks(l.nodes), d_);
  if (finest) {
    lists.refuse_crowded_corners();
    add_conditions(lists);
  }
}

template <class S, class T>
void NiFlow<S, T>::add_conditions(const NodeLists& lists) {
  for (const NodePass& pass : lists.conditions()) {
    Condition c;
    c.kind = pass.kind;
    c.count = static_cast<int>(pass.nodes.size());
    c.faces = pass.faces;
    std::vector<int> places;
    for (const MeshIndex& n : pass.nodes) {
      Place at = n.at;
      for (int a = 0; a < 3; ++a) at[a] += domain_.offset(n.block)[a];
      places.push_back(levels_[0].nodes.place(domain_.number(n.block), at));
    }
    c.place = make_table<S, int>(exec_, places);
    for (int a = 0; a < d_; ++a) {
      std::vector<T> normal;
      for (const Point& n : pass.normals) normal.push_back(static_cast<T>(n[a]));
      c.normal.of.push_back(make_table<S, T>(exec_, normal));
    }
    for (const BoundaryFace& f : c.faces)
      for (const Formula& formula : f.condition->values) c.timed = c.timed || formula.uses_time();
    timed_ = timed_ || c.timed;
    c.given = StateTable<S, T>(exec_, d_, c.count);
    set_given(c, 0);
    conditions_.push_back(std::move(c));
  }
}

template <class S, class T>
void NiFlow<S, T>::set_given(Condition& c, double time) {
  std::vector<HostState> given;
  for (const BoundaryFace& f : c.faces) given.push_back(given_at(f, options_, d_, time));
  c.given.put(given, d_);
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
  for (int b = 0; b < domain_.blocks(); ++b)
    if (uniform > 0)
      for_each<kernels::UniformSteps>(exec_, cells(level, b), level.step.on(b), T(uniform));
    else
      for_each<kernels::NiLocalStep>(exec_, cells(level, b), state.on(b), metric(level, b), level.kind.on(b),
                                     bound<S>(gas_), bound<S>(friction_), level.step.on(b), T(run_.cfl));
}

template <class S, class T>
template <class Form>
void NiFlow<S, T>::step_nodes(StateFields<S, T>& from, StateFields<S, T>& to) {
  Level& l = levels_[0];
  const Dissipation<S, T> by{T(options_.scheme.second), T(options_.scheme.fourth), T(steady_ ? 1 : 0), T(implicit_)};
  const auto tables = [&](int b) { return CellTables<S, T>{l.kind.on(b), l.step.on(b)}; };
  for (int b = 0; b < domain_.blocks(); ++b)
    for_each<kernels::NiCell, Form>(exec_, cells(l, b), from.on(b), Form::source ? l.given.on(b) : from.on(b),
                                    l.whole.on(b), along_on(l.along, b), metric(l, b), tables(b), bound<S>(gas_),
                                    bound<S>(friction_));
  for (int b = 0; b < domain_.blocks(); ++b)
    for_each<kernels::NiNode, Form>(exec_, nodes(l, b), from.on(b), to.on(b), l.whole.on(b), along_on(l.along, b),
                                    l.node_volume.on(b), metric(l, b), tables(b), bound<S>(gas_), bound<S>(friction_),
                                    by);
}

template <class S, class T>
void NiFlow<S, T>::one_step(StateFields<S, T>& from, StateFields<S, T>& to, double uniform) {
  find_steps(levels_[0], from, uniform);
  const bool viscous = options_.gas.viscous();
  if (dual_)
    viscous ? step_nodes<NiForm<true, true>>(from, to) : step_nodes<NiForm<false, true>>(from, to);
  else
    viscous ? step_nodes<NiForm<true, false>>(from, to) : step_nodes<NiForm<false, false>>(from, to);
  apply_conditions(to);
  if (levels_.size() > 1) add_coarse(from, to);
}

// Coarse grids carry the change of the fine one on faster: δ of the middle of a coarse cell is sent to its corners.
template <class S, class T>
void NiFlow<S, T>::add_coarse(const StateFields<S, T>& before, StateFields<S, T>& now) {
  for (int b = 0; b < domain_.blocks(); ++b)
    for_each<kernels::StateDifference>(exec_, Set(domain_.nodes(b).grown(1, d_), d_), before.on(b), now.on(b),
                                       levels_[0].change.on(b));
  int ratio = 1;
  for (std::size_t n = 1; n < levels_.size(); ++n) {
    Level &fine = levels_[n - 1], &l = levels_[n];
    ratio *= 2;
    for (int b = 0; b < domain_.blocks(); ++b) {
      for_each<kernels::NiRestrict>(exec_, nodes(l, b), (n == 1 ? now : fine.state).on(b), l.state.on(b), 0);
      for_each<kernels::NiRestrict>(exec_, cells(l, b), fine.change.on(b), l.given.on(b), 1);
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
    copy_across(l, l.change);
    for (int b = 0; b < domain_.blocks(); ++b) {
      PerAxisValues<int> first;
      for (int a = 0; a < d_; ++a) first.of[a] = domain_.nodes(b).lo[a];
      for_each<kernels::NiAddCoarse>(exec_, nodes(levels_[0], b), now.on(b), l.change.on(b), first, ratio,
                                     T(1.0 / ratio));
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
  one_step(now_, next_, dt);
  std::swap(now_, next_);
}

// BDF2 in time (the first step BDF1): iterations in pseudo-time until dU/dt and the fluxes balance.
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
      exec_, Reduction::sum, domain_.blocks(),
      [&](int b, const auto& take) { take(nodes(levels_[0], b), before.of[0].on(b), now_.of[0].on(b)); }));
}

// Devices replay the series of launches; where the last of them wrote follows from how many there were.
template <class S, class T>
void NiFlow<S, T>::iterate(int count, double) {
  const auto key = reinterpret_cast<std::uintptr_t>(now_.of[0].identity()) * 1000003u + static_cast<unsigned>(count);
  const auto some = [&] {
    for (int n = 0; n < count; ++n) one_step(n % 2 ? next_ : now_, n % 2 ? now_ : next_, 0);
  };
  if (ranks::many())
    some();
  else
    exec_.replay(key, some);
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
        exec_, Reduction::sum, domain_.blocks(),
        [&](int b, const auto& take) { take(nodes(levels_[0], b), next_.of[v].on(b), now_.of[v].on(b)); });
    rates.push_back(std::sqrt(sum / points));
  }
  return rates;
}

template <class S, class T>
std::int64_t NiFlow<S, T>::mended() {
  return static_cast<std::int64_t>(reduce_over_blocks<kernels::MendedNodes>(
      exec_, Reduction::sum, domain_.blocks(),
      [&](int b, const auto& take) { take(nodes(levels_[0], b), now_.on(b), bound<S>(gas_)); }));
}

// Over control volumes of nodes: those that several blocks have count once, in the block that the others follow.
template <class S, class T>
std::vector<double> NiFlow<S, T>::totals() {
  std::vector<double> all;
  for (int v = 0; v < d_ + 2; ++v)
    all.push_back(
        reduce_over_blocks<kernels::CellContent>(exec_, Reduction::sum, domain_.blocks(), [&](int b, const auto& take) {
          take(Set(domain_.cells(b), d_), now_.of[v].on(b), levels_[0].per_volume.on(b));
        }));
  return all;
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

// On the host as density, velocity, pressure.
template <class S, class T>
std::vector<std::vector<T>> NiFlow<S, T>::downloaded() {
  std::vector<std::vector<T>> all;
  for (int v = 0; v < d_ + 2; ++v) all.push_back(now_.of[v].download());
  const GasNumbers<T> gas = gas_;
  for (std::size_t n = 0; n < all[0].size(); ++n) {
    if (!(all[0][n] > T(0))) continue;
    T square = 0;
    for (int a = 0; a < d_; ++a) {
      all[a + 1][n] /= all[0][n];
      square += all[a + 1][n] * all[a + 1][n];
    }
    all[d_ + 1][n] = gas.less_one * (all[d_ + 1][n] - T(0.5) * all[0][n] * square);
  }
  return all;
}
template <class S, class T>
BlockValues NiFlow<S, T>::values(int variable) {
  const auto all = downloaded();
  BlockValues values(static_cast<std::size_t>(domain_.blocks()));
  for (int b = 0; b < domain_.blocks(); ++b)
    each(domain_.nodes(b), [&](const Place& n) {
      values[b].push_back(static_cast<double>(all[variable][levels_[0].nodes.place(b, n)]));
    });
  return values;
}
// Beyond patches values go on as they came.
template <class S, class T>
BlockValues NiFlow<S, T>::with_ghosts(int variable) {
  const auto all = downloaded();
  BlockValues values(static_cast<std::size_t>(domain_.blocks()));
  for (int b = 0; b < domain_.blocks(); ++b) {
    const Box own = domain_.nodes(b);
    const auto value = [&](const Place& n) { return static_cast<double>(all[variable][levels_[0].nodes.place(b, n)]); };
    each(own.grown(1, d_), [&](const Place& n) {
      const bool known = domain_.neighbours().node({domain_.block(b), domain_.local(b, n)}).what == Beyond::block;
      Place near = n, far = n;
      for (int a = 0; a < d_; ++a) {
        near[a] = std::clamp(n[a], own.lo[a], own.hi[a] - 1);
        far[a] = 2 * near[a] - n[a];
      }
      values[b].push_back(known ? value(n) : 2 * value(near) - value(far));
    });
  }
  return values;
}

template <class S, class T>
void NiFlow<S, T>::put(const std::vector<BlockValues>& state) {
  const GasNumbers<T> gas = gas_;
  std::vector<std::vector<T>> all(static_cast<std::size_t>(d_) + 2,
                                  std::vector<T>(static_cast<std::size_t>(levels_[0].nodes.size()), T(0)));
  std::fill(all.front().begin(), all.front().end(), T(1));  // nodes beyond patches are read, and must be harmless
  std::fill(all.back().begin(), all.back().end(), T(1));
  for (int b = 0; b < domain_.blocks(); ++b) {
    std::size_t n = 0;
    each(domain_.nodes(b), [&](const Place& at) {
      const std::size_t place = static_cast<std::size_t>(levels_[0].nodes.place(b, at));
      const T density = static_cast<T>(state[0][b][n]);
      T square = 0;
      all[0][place] = density;
      for (int a = 0; a < d_; ++a) {
        const T u = static_cast<T>(state[a + 1][b][n]);
        all[a + 1][place] = density * u;
        square += u * u;
      }
      all[d_ + 1][place] = static_cast<T>(state[d_ + 1][b][n]) * gas.per_less_one + T(0.5) * density * square;
      ++n;
    });
  }
  for (int v = 0; v < d_ + 2; ++v)
    for (StateFields<S, T>* s : {&now_, &next_}) s->of[v].upload(all[v]);
  copy_across(levels_[0], now_);
  copy_across(levels_[0], next_);
}

// The mean of a face's nodes; of walls that the gas sticks to, the nodes behind them as the cell before the face.
template <class S, class T>
FaceStates NiFlow<S, T>::face_states() {
  const auto all = downloaded();
  const auto mean = [&](const BoundaryFace& f, int inwards) {
    HostState w{};
    const int axis = f.side / 2, corners = 1 << (d_ - 1), b = domain_.number(f.cell.block);
    for (int m = 0; m < corners; ++m) {
      Place n = f.cell.at;
      for (int a = 0; a < 3; ++a) n[a] += domain_.offset(f.cell.block)[a];
      n[axis] += f.side % 2 ? 1 - inwards : inwards;
      n[(axis + 1) % d_] += m & 1;
      if (d_ == 3) n[(axis + 2) % d_] += m >> 1;
      const std::size_t place = static_cast<std::size_t>(levels_[0].nodes.place(b, n));
      w.density += static_cast<double>(all[0][place]) / corners;
      for (int a = 0; a < d_; ++a) w.velocity[a] += static_cast<double>(all[a + 1][place]) / corners;
      w.pressure += static_cast<double>(all[d_ + 1][place]) / corners;
    }
    return w;
  };
  FaceStates s;
  for (const BoundaryFace& f : domain_.faces()) {
    const HostState here = mean(f, 0);
    HostState inner = here;
    const std::string name = condition_name(f.condition->kind);
    if (name == NoSlip::name || name == Isothermal::name) {
      inner = mean(f, 1);
      inner.density = here.pressure * inner.density / inner.pressure;  // its temperature, at the wall's pressure
      inner.pressure = here.pressure;
    }
    s.before.push_back(inner);
    s.behind.push_back(inner);
    s.beyond.push_back(here);
    s.second.push_back(here);
  }
  return s;
}

template <class S, class T>
std::vector<std::string> NiFlow<S, T>::stored_names() const {
  std::vector<std::string> names;
  for (const char* when : {"", "start."}) {
    names.push_back(std::string(when) + "density");
    for (int a = 0; a < d_; ++a) names.push_back(std::string(when) + "momentum." + "xyz"[a]);
    names.push_back(std::string(when) + "energy");
    if (!dual_) break;
  }
  return names;
}
template <class S, class T>
BlockValues NiFlow<S, T>::stored(int number) {
  const StateFields<S, T>& state = number < d_ + 2 ? now_ : start_;
  const std::vector<T> all = state.of[number % (d_ + 2)].download();
  BlockValues values(static_cast<std::size_t>(domain_.blocks()));
  for (int b = 0; b < domain_.blocks(); ++b)
    each(domain_.nodes(b),
         [&](const Place& n) { values[b].push_back(static_cast<double>(all[levels_[0].nodes.place(b, n)])); });
  return values;
}
template <class S, class T>
void NiFlow<S, T>::restore(const std::vector<BlockValues>& stored) {
  for (std::size_t m = 0; m < stored.size(); ++m) {
    StateFields<S, T>& state = m < std::size_t(d_ + 2) ? now_ : start_;
    const std::size_t v = m % std::size_t(d_ + 2);
    std::vector<T> all = now_.of[v].download();
    for (int b = 0; b < domain_.blocks(); ++b) {
      std::size_t n = 0;
      each(domain_.nodes(b),
           [&](const Place& at) { all[levels_[0].nodes.place(b, at)] = static_cast<T>(stored[m][b][n++]); });
    }
    state.of[v].upload(all);
  }
  copy_across(levels_[0], now_);
  if (dual_) copy_across(levels_[0], start_);
}
template <class S, class T>
std::vector<std::pair<std::string, double*>> NiFlow<S, T>::scalars() {
  return {{"dual_steps", &steps_}};
}

}  // namespace eddy::compressible

#define EDDY_INSTANTIATE(S, T)                                                                                      \
  extern "C" eddy::compressible::Flow* eddy_ni_##T(void* exec, const eddy::compressible::Domain& domain,            \
                                                   const eddy::Case& c, const eddy::compressible::Scales& scales) { \
    return new eddy::compressible::NiFlow<S, T>(*static_cast<eddy::Exec<S>*>(exec), domain, c, scales);             \
  }
