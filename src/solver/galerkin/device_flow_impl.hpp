// The time schemes of the galerkin solver, one call per line, and the transfer of fields to and from the host.
#pragma once
#include <bit>

#include "field/mesh_reduce.hpp"
#include "solver/galerkin/conditions_impl.hpp"
#include "solver/galerkin/device_flow.hpp"
#include "solver/galerkin/mixing_length.hpp"
#include "solver/galerkin/wall_states_impl.hpp"

namespace eddy::galerkin {

template <class S, class T, class Topology>
DeviceFlow<S, T, Topology>::DeviceFlow(Exec<S>& exec, const Domain& domain, const Case& c, const Device& device)
    : exec_(exec),
      domain_(domain),
      options_(domain.options()),
      d_(domain.dimensions()),
      topology_(exec, domain, c.run, mixing_lengths_squared(domain)),
      conditions_(exec, domain, topology_.share(), topology_.nodes()),
      now_(exec, topology_.share().layout, d_ + 1),
      middle_(exec, topology_.share().layout, d_ + 1),
      next_(exec, topology_.share().layout, d_ + 1),
      statistics_(exec, device, c.statistics, topology_.share(), topology_.nodes(), domain),
      dynamic_(exec, domain, topology_),
      waves_(domain, topology_, conditions_),
      wall_count_(domain.wall_nodes().size()) {
  list_forces();
  if (options_.scheme.kind != SchemeKind::tg2) return;
  lumped_ = State(exec, topology_.share().layout, d_ + 1);
  half_ = State(exec, topology_.share().layout, d_ + 1);
}

template <class S, class T, class Topology>
PassNumbers<S, T> DeviceFlow<S, T, Topology>::numbers(double streamline) const {
  const auto& s = options_.scheme;
  const double c = options_.sound(), beta = s.skew() ? 0.5 : 1;
  return {T(options_.fluid.kinematic()), T(c * c),
          T(s.c_lambda() * c),           T(s.hourglass_velocity),
          T(s.hourglass_pressure * c),   T(beta / (1 << d_)),
          T(s.skew() ? 0.5 : 0),         T(streamline)};
}

template <class S, class T, class Topology>
template <class Call>
void DeviceFlow<S, T, Topology>::with_model(const Call& call) const {
  switch (options_.turbulence.model) {
    case Model::none:
      return call.template operator()<NoModel>();
    case Model::wale:
      return call.template operator()<Wale>();
    case Model::smagorinsky:
    case Model::dynamic:
      return call.template operator()<Smagorinsky>();
  }
}

template <class S, class T, class Topology>
template <class W>
void DeviceFlow<S, T, Topology>::pass(const State& from, const State& base, State& to, const PassNumbers<S, T>& n,
                                      double step, double pressure_step) {
  topology_.template pass<W>(from, base, to, n, T(step), T(pressure_step));
}

template <class S, class T, class Topology>
template <PressureForm P>
void DeviceFlow<S, T, Topology>::stage(const State& from, const State& base, State& to, double step,
                                       double pressure_step, double streamline) {
  with_model([&]<class M>() { pass<Rates<M, P>>(from, base, to, numbers(streamline), step, pressure_step); });
  conditions_.apply(from, to, step);
}

// The pressure leapfrogs the velocity: q belongs to the middle of the last step.
template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::step_lf(double dt) {
  stage<PressureForm::advanced>(now_, now_, middle_, dt / 2, dt, dt / 4);  // v* = v + ½Δt R_v(v, q), q* = q + Δt R_q
  stage<PressureForm::kept>(middle_, now_, next_, dt, 0, 0);               // vⁿ⁺¹ = vⁿ + Δt R_v(v*, q*)
}

// Three-step Taylor–Galerkin, after Jiang and Kawahara.
template <class S, class T, class Topology>
template <PressureForm P>
void DeviceFlow<S, T, Topology>::step_tg3(double dt) {
  stage<P>(now_, now_, next_, dt / 3, dt / 3, 0);     // u¹ = uⁿ + ⅓Δt R(uⁿ)
  stage<P>(next_, now_, middle_, dt / 2, dt / 2, 0);  // u² = uⁿ + ½Δt R(u¹)
  stage<P>(middle_, now_, next_, dt, dt, 0);          // uⁿ⁺¹ = uⁿ + Δt R(u²)
}

// Two-step Taylor–Galerkin with the selective mass matrix M̄ = e M + (1 − e) M_consistent.
template <class S, class T, class Topology>
template <PressureForm P>
void DeviceFlow<S, T, Topology>::step_tg2(double dt) {
  pass<Lumping>(now_, now_, lumped_, numbers(1 - options_.scheme.e()), 1, 1);  // M⁻¹ M̄ uⁿ
  stage<P>(now_, lumped_, next_, dt / 2, dt / 2, dt / 4);            // v̄, qⁿ⁺½ = M⁻¹ M̄ uⁿ + ½Δt R(uⁿ)
  subtract_pressure(next_, now_, middle_);                           // Δq = qⁿ⁺½ − qⁿ
  pass<WeakGradient>(middle_, next_, half_, numbers(0), dt / 4, 0);  // vⁿ⁺½ = v̄ − ¼Δt M⁻¹ G Δq
  conditions_.impose(half_);
  stage<P>(half_, lumped_, next_, dt, dt, 0);  // uⁿ⁺¹ = M⁻¹ M̄ uⁿ + Δt R(uⁿ⁺½)
}

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::subtract_pressure(const State& one, const State& other, State& result) {
  for_each<kernels::Difference>(exec_, topology_.nodes(), one.of[d_].on(0), other.of[d_].on(0), result.of[d_].on(0));
  conditions_.exchange(result);
}

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::one_step(double dt) {
  const SchemeKind kind = options_.scheme.kind;
  if (kind == SchemeKind::lf) {
    step_lf(dt);
    return conditions_.follow(next_, conditions_.part_of_mean(dt));
  }
  const auto with_pressure = [&]<PressureForm P>() { kind == SchemeKind::tg2 ? step_tg2<P>(dt) : step_tg3<P>(dt); };
  if (options_.scheme.advects_pressure())
    with_pressure.template operator()<PressureForm::advected>();
  else
    with_pressure.template operator()<PressureForm::advanced>();
  conditions_.follow(next_, conditions_.part_of_mean(dt));
}

// The key of a step in the replay of launches: its length, and the addresses of its state and its stages. Damping has
// the time that was waited for it, with the other sign.
template <class S, class T, class Topology>
std::uint64_t DeviceFlow<S, T, Topology>::replay_key(double part) const {
  const auto at = [](const State& s) { return reinterpret_cast<std::uintptr_t>(s.of[0].identity()); };
  return (at(now_) * 1000003u + at(middle_)) * 1000003u + std::bit_cast<std::uint64_t>(part);
}

template <class S, class T, class Topology>
template <class Work>
void DeviceFlow<S, T, Topology>::replayed(double part, const Work& work) {
  if (conditions_.asks_others())
    work();
  else
    exec_.replay(replay_key(part), work);
}

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::damp_waves(double dt) {
  if (waves_.due(dt)) {
    replayed(-waves_.waited(), [&] { waves_.smooth(now_, middle_, next_, numbers(0)); });
    std::swap(now_, middle_);
    waves_.begin_anew();
  }
  waves_.wait(dt);
}

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::advance(double time, double dt) {
  if (time < domain_.given_varies_until()) conditions_.set_time(time + dt);
  conditions_.blow(time + dt);
  damp_waves(dt);
  dynamic_.look_at(now_, numbers(0), conditions_);
  replayed(dt, [&] { one_step(dt); });
  std::swap(now_, next_);
  if (statistics_.begin_step(time, dt)) statistics_.add(now_);
}

template <class S, class T, class Topology>
template <class Value>
void DeviceFlow<S, T, Topology>::upload(MeshField<S, T>& field, const Value& value) {
  const Share& share = topology_.share();
  std::vector<T> all(static_cast<std::size_t>(share.layout.size()), T(0));
  share.each_own(share.layout, [&](std::size_t, std::int64_t node, std::size_t place) {
    all[place] = static_cast<T>(value(static_cast<std::size_t>(node)));
  });
  field.upload(all);
}

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::put(const std::vector<std::array<double, 3>>& velocity,
                                     const std::vector<double>& pressure) {
  for (int a = 0; a < d_; ++a) upload(now_.of[a], [&](std::size_t node) { return velocity[node][a]; });
  for (State* state : {&now_, &next_}) upload(state->of[d_], [&](std::size_t node) { return pressure[node]; });
  conditions_.impose(now_);
  conditions_.follow(now_, 1);
}

template <class S, class T, class Topology>
std::vector<double> DeviceFlow<S, T, Topology>::own(const MeshField<S, T>& field) const {
  const std::vector<T> all = field.download();
  const Share& share = topology_.share();
  std::vector<double> mine(static_cast<std::size_t>(share.own.cells()));
  share.each_own(share.layout, [&](std::size_t n, std::int64_t, std::size_t place) { mine[n] = double(all[place]); });
  return mine;
}

// The leapfrogged pressure is extrapolated from the middles of the last two steps to the end of the last step.
template <class S, class T, class Topology>
std::vector<double> DeviceFlow<S, T, Topology>::values(int variable) {
  const bool is_pressure = variable == 3;
  std::vector<double> mine = own(now_.of[is_pressure ? d_ : variable]);
  if (is_pressure && options_.scheme.kind == SchemeKind::lf) {
    const std::vector<double> before = own(next_.of[d_]);
    for (std::size_t n = 0; n < mine.size(); ++n) mine[n] += 0.5 * (mine[n] - before[n]);
  }
  return gathered(std::move(mine));
}

template <class S, class T, class Topology>
std::vector<double> DeviceFlow<S, T, Topology>::eddy_viscosity() {
  if (options_.turbulence.model == Model::none)
    return std::vector<double>(static_cast<std::size_t>(domain_.grid().cell_count()), 0.0);
  with_model(
      [&]<class M>() { topology_.template find_eddy_viscosity<Rates<M, PressureForm::kept>>(now_, numbers(0)); });
  return topology_.eddy_viscosity();
}

template <class S, class T, class Topology>
template <template <class, class, int, class> class K, ReductionKind R, class... A>
double DeviceFlow<S, T, Topology>::reduced(ReductionTag<R> reduction, const A&... args) {
  return detail::with_dimension<2>(d_, [&](auto d) {
    return reduce_over_blocks<K, OfNodes<decltype(d)::value>>(
        exec_, reduction, 1, [&](int, const auto& take) { take(topology_.nodes(), args...); });
  });
}

template <class S, class T, class Topology>
double DeviceFlow<S, T, Topology>::fastest() {
  return reduced<kernels::LargestSpeed>(Reduction::max, now_.nodes(), T(0));
}

template <class S, class T, class Topology>
double DeviceFlow<S, T, Topology>::largest_speed() {
  return reduced<kernels::LargestSpeed>(Reduction::max, now_.nodes(), T(1 / options_.sound()));
}

template <class S, class T, class Topology>
double DeviceFlow<S, T, Topology>::kinetic_energy() {
  return reduced<kernels::KineticEnergy>(Reduction::sum, now_.nodes(), topology_.volume().on(0));
}

template <class S, class T, class Topology>
std::vector<double> DeviceFlow<S, T, Topology>::average(const std::string& name) {
  const Share& share = topology_.share();
  return gathered(statistics_.values(name, share));
}

// A field at nodes in the form that an archive stores and restores.
template <class S, class V>
struct StoredNodes {
  MeshField<S, V>& field;
  const Share& share;
  const MeshLayout& layout;
  std::int64_t nodes;
  Sample sample(const std::string&) const {
    const std::vector<V> all = field.download();
    std::vector<double> mine(static_cast<std::size_t>(share.own.cells()));
    share.each_own(layout, [&](std::size_t n, std::int64_t, std::size_t place) { mine[n] = double(all[place]); });
    Sample s;
    s.location = Location::node;
    s.size = {static_cast<int>(nodes), 1, 1};
    s.precision = sizeof(V) == 4 ? Precision::single : Precision::double_;
    s.values = share.gathered(nodes, std::move(mine));
    return s;
  }
  void put(const std::vector<double>& values) {
    std::vector<V> all(static_cast<std::size_t>(layout.size()), V(0));
    share.each_own(layout, [&](std::size_t, std::int64_t node, std::size_t place) {
      all[place] = static_cast<V>(values[static_cast<std::size_t>(node)]);
    });
    field.upload(all);
  }
  FieldMemory memory() const {  // only for a box on one rank
    const Layout& block = layout.block(0);
    FieldMemory m;
    m.space = std::is_same_v<S, Cuda> ? SpaceKind::cuda : is_symbolic<S> ? SpaceKind::opencl : SpaceKind::cpu;
    if constexpr (!is_symbolic<S>) m.first = static_cast<V*>(field.on(0).binding.memory);
    m.precision = sizeof(V) == 4 ? Precision::single : Precision::double_;
    m.location = Location::node;
    m.size = {block.box.extent(0), block.box.extent(1), block.box.extent(2)};
    m.stride = {1, block.sy(), block.sz()};
    return m;
  }
};

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::state(Archive& archive) {
  const auto store = [&]<class V>(Archive& a, const std::string& name, MeshField<S, V>& field,
                                  const MeshLayout& layout) {
    StoredNodes<S, V> nodes{field, topology_.share(), layout, domain_.nodes()};
    if (domain_.is_box() && name.starts_with("velocity."))
      a.shown(name, nodes);
    else
      a.field(name, nodes);
  };
  const MeshLayout& layout = topology_.share().layout;
  exec_.wait();
  for (int a = 0; a < d_; ++a) store(archive, std::string("velocity.") + "xyz"[a], now_.of[a], layout);
  store(archive, "pressure", now_.of[d_], layout);
  store(archive, "pressure before", next_.of[d_], layout);
  statistics_.state(archive, store);
  if (conditions_.mean_outflow().identity() != nullptr)
    store(archive, "mean outflow", conditions_.mean_outflow(), layout);
  dynamic_.state(archive, store, conditions_);
  waves_.state(archive);
  if (archive.restores()) conditions_.exchange(now_);
}

}  // namespace eddy::galerkin
