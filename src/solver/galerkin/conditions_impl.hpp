// Conditions at nodes: builds their lists on the device and launches their kernels.
#pragma once
#include <algorithm>
#include <cmath>

#include "solver/galerkin/conditions.hpp"

namespace eddy::galerkin {

template <class S, class T>
Conditions<S, T>::Conditions(Exec<S>& exec, const Domain& domain, const Share& share, const Set& set)
    : exec_(exec), domain_(domain), d_(domain.dimensions()), set_(set) {
  list_imposed(share);
  list_open(share);
  list_absorbing(share);
  list_forces(share);
  copied_ = static_cast<int>(share.copies.from.size());
  copy_from_ = make_table<S, int>(exec, share.copies.from);
  copy_to_ = make_table<S, int>(exec, share.copies.to);
  for (const NodeMessages& m : share.messages) {
    const int sent = static_cast<int>(m.send.size()), received = static_cast<int>(m.receive.size());
    messages_.push_back({m.rank, sent, received, make_table<S, int>(exec, m.send), make_table<S, int>(exec, m.receive),
                         make_tables<S, T>(exec, d_ + 1, sent), make_tables<S, T>(exec, d_ + 1, received)});
  }
}

template <class S, class T>
void Conditions<S, T>::list_imposed(const Share& share) {
  std::vector<int> places;
  const auto& all = domain_.imposed();
  for (std::size_t n = 0; n < all.size(); ++n)
    if (const int place = share.place(all[n].node); place >= 0) {
      imposed_.push_back(static_cast<int>(n));
      places.push_back(place);
    }
  const int count = static_cast<int>(places.size());
  imposed_place_ = make_table<S, int>(exec_, places);
  straight_ = make_tables<S, T>(exec_, d_, count);
  mixed_ = make_tables<S, T>(exec_, d_ * (d_ - 1) / 2, count);
  given_ = make_tables<S, T>(exec_, d_, count);
  if (domain_.options().scheme.wave_damping > 0) no_change_ = make_tables<S, T>(exec_, d_, count);
  list_gusts();
  if (count == 0) return;
  const auto entry = [&](int i) -> const std::array<double, 6>& { return all[imposed_[i]].projection; };
  for (int a = 0; a < d_; ++a) straight_[a].fill([&](int i, int, int) { return entry(i)[a]; });
  for (int p = 0; p < d_ * (d_ - 1) / 2; ++p) mixed_[p].fill([&](int i, int, int) { return entry(i)[3 + p]; });
  set_time(0);
}

template <class S, class T>
void Conditions<S, T>::list_gusts() {
  const std::vector<int> all = domain_.gusty_nodes();
  std::vector<int> here;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const auto at = std::lower_bound(imposed_.begin(), imposed_.end(), all[n]);
    if (at == imposed_.end() || *at != all[n]) continue;
    here.push_back(static_cast<int>(n));
    gusty_.push_back(static_cast<int>(at - imposed_.begin()));
  }
  gusts_ = std::make_unique<GustTables<S, T>>(exec_, domain_, here, gusty_);
}

template <class S, class T>
void Conditions<S, T>::set_time(double time) {
  if (imposed_.empty()) return;
  const std::vector<Point> given = domain_.given(time);
  for (int a = 0; a < d_; ++a) {
    given_[a].fill([&](int i, int, int) { return given[imposed_[i]][a]; });
    if (!gusts_->any()) continue;
    std::vector<double> mean;
    for (int n : gusty_) mean.push_back(given[imposed_[n]][a]);
    gusts_->set_mean(a, mean);
  }
}

template <class S, class T>
void Conditions<S, T>::list_open(const Share& share) {
  std::vector<int> places, fixed;
  std::vector<T> pressure, imposed;
  std::vector<Point> areas;
  for (const OpenNode& n : domain_.open()) {
    const int place = share.place(n.node);
    if (place < 0) continue;
    places.push_back(place);
    pressure.push_back(static_cast<T>(n.pressure));
    Point area = n.area;
    for (double& x : area) x /= domain_.volume(n.node);
    areas.push_back(area);
    if (!n.fixed) continue;
    fixed.push_back(place);
    imposed.push_back(static_cast<T>(n.pressure));
  }
  open_ = static_cast<int>(places.size());
  fixed_ = static_cast<int>(fixed.size());
  open_place_ = make_table<S, int>(exec_, places);
  fixed_place_ = make_table<S, int>(exec_, fixed);
  outside_ = make_table<S, T>(exec_, pressure);
  fixed_pressure_ = make_table<S, T>(exec_, imposed);
  no_fixed_change_ = make_table<S, T>(exec_, std::vector<T>(imposed.size(), T(0)));
  area_ = make_tables<S, T>(exec_, d_, open_);
  for (int a = 0; a < d_ && open_ > 0; ++a) area_[a].fill([&](int i, int, int) { return areas[i][a]; });
}

template <class S, class T>
void Conditions<S, T>::list_absorbing(const Share& share) {
  std::vector<int> places;
  std::vector<Point> normals;
  std::vector<T> rates;
  for (const OpenNode& n : domain_.open()) {
    if (!n.absorbs || share.place(n.node) < 0) continue;
    const double area = std::hypot(n.area[0], n.area[1], n.area[2]);
    places.push_back(share.place(n.node));
    normals.push_back({n.area[0] / area, n.area[1] / area, n.area[2] / area});
    rates.push_back(static_cast<T>(domain_.options().sound() * area / domain_.volume(n.node)));
  }
  absorbing_ = static_cast<int>(places.size());
  absorbing_place_ = make_table<S, int>(exec_, places);
  absorption_ = make_table<S, T>(exec_, rates);
  normal_ = make_tables<S, T>(exec_, d_, absorbing_);
  for (int a = 0; a < d_ && absorbing_ > 0; ++a) normal_[a].fill([&](int i, int, int) { return normals[i][a]; });
  const auto& open = domain_.open();
  if (std::any_of(open.begin(), open.end(), [](const OpenNode& n) { return n.absorbs; }))
    mean_outflow_ = MeshField<S, T>(exec_, share.layout);
}

template <class S, class T>
double Conditions<S, T>::part_of_mean(double dt) const {
  const FluidOptions& f = domain_.options().fluid;
  return std::min(1.0, dt * f.velocity / (2 * f.length));
}

template <class S, class T>
void Conditions<S, T>::follow(const NodalFields<S, T>& state, double part) {
  if (absorbing_ == 0) return;
  in_dimension([&](auto d) {
    for_each<kernels::FollowOutflow, OnNodes<decltype(d)::value>>(
        exec_, entries(absorbing_), state.places(), mean_outflow_.places(), absorbing_place_, normal_, T(part));
  });
}

template <class S, class T>
void Conditions<S, T>::list_forces(const Share& share) {
  const GalerkinOptions& o = domain_.options();
  const auto field_of = [&](const auto& value) {
    std::vector<double> values;  // formulas are evaluated by one thread only
    for (std::int64_t n = 0; n < share.own.cells(); ++n) values.push_back(value(domain_.place(share.node(n))));
    std::vector<T> all(static_cast<std::size_t>(share.layout.size()), T(0));
    share.each_own(share.layout, [&](std::size_t n, std::int64_t, std::size_t place) { all[place] = T(values[n]); });
    MeshField<S, T> field(exec_, share.layout);
    field.upload(all);
    return field;
  };
  for (int a = 0; a < d_ && !o.fluid.force.empty(); ++a)
    force_.push_back(field_of([&](const Point& at) { return evaluate(o.fluid.force[a], "fluid.force", at, 0); }));
  sponge_ = o.sponge.length > 0;
  if (sponge_) pull_ = field_of([&](const Point& at) { return domain_.pull(at); });
}

template <class S, class T>
void Conditions<S, T>::push(NodalFields<S, T>& state, double step) {
  for (std::size_t a = 0; a < force_.size(); ++a)
    for_each<kernels::AddForce>(exec_, set_, state.of[a].on(0), force_[a].on(0), T(step));
  for (int a = 0; a < d_ && sponge_; ++a)
    for_each<kernels::PullTowards>(exec_, set_, state.of[a].on(0), pull_.on(0), T(domain_.pulled_to(a)), T(step));
}

template <class S, class T>
void Conditions<S, T>::let_out(const NodalFields<S, T>& from, NodalFields<S, T>& to, double step) {
  if (open_ == 0) return;
  const T sign = domain_.options().scheme.skew() ? T(1) : T(-1);
  in_dimension([&](auto d) {
    for_each<kernels::OpenBoundary, OnNodes<decltype(d)::value>>(exec_, entries(open_), to.places(), from.places(),
                                                                 open_place_, area_, outside_, T(step), sign);
  });
  if (absorbing_ > 0)
    in_dimension([&](auto d) {
      for_each<kernels::AbsorbSound, OnNodes<decltype(d)::value>>(exec_, entries(absorbing_), to.places(),
                                                                  mean_outflow_.places(), absorbing_place_, normal_,
                                                                  absorption_, T(step));
    });
}

template <class S, class T>
void Conditions<S, T>::impose(NodalFields<S, T>& state, const PerAxis<LineField<S, T>>& given,
                              const LineField<S, T>& pressure) {
  if (!imposed_.empty())
    in_dimension([&](auto d) {
      for_each<kernels::ImposeVelocity, OnNodes<decltype(d)::value>>(
          exec_, entries(static_cast<int>(imposed_.size())), state.places(), imposed_place_, straight_, mixed_, given);
    });
  if (fixed_ > 0)
    for_each<kernels::ImposePressure>(exec_, entries(fixed_), state.of[d_].places(), fixed_place_, pressure);
  exchange(state);
}

template <class S, class T>
void Conditions<S, T>::impose(NodalFields<S, T>& state) {
  impose(state, given_, fixed_pressure_);
}
template <class S, class T>
void Conditions<S, T>::impose_on_change(NodalFields<S, T>& change) {
  impose(change, no_change_, no_fixed_change_);
}

template <class S, class T>
void Conditions<S, T>::exchange(NodalFields<S, T>& state) {
  in_dimension([&](auto d) {
    using V = OnNodes<decltype(d)::value>;
    if (copied_ > 0) for_each<kernels::CopyNodes, V>(exec_, entries(copied_), state.places(), copy_from_, copy_to_);
    for (Messages& m : messages_)
      if (m.sent > 0) for_each<kernels::PackNodes, V>(exec_, entries(m.sent), state.places(), m.send, m.out);
    if (messages_.empty()) return;
    send_and_receive();
    for (Messages& m : messages_)
      if (m.received > 0)
        for_each<kernels::UnpackNodes, V>(exec_, entries(m.received), state.places(), m.receive, m.in);
  });
}

template <class S, class T>
void Conditions<S, T>::send_and_receive() {
  std::vector<std::vector<double>> out, in;
  std::vector<ranks::Message> sent, received;
  out.reserve(messages_.size() * (d_ + 1));
  in.reserve(out.capacity());
  for (Messages& m : messages_)
    for (int v = 0; v < d_ + 1; ++v) {
      out.push_back(m.out[v].get());
      in.emplace_back(std::max(1, m.received));
      if (m.sent > 0) sent.push_back({m.rank, out.back().data(), m.sent * sizeof(double)});
      if (m.received > 0) received.push_back({m.rank, in.back().data(), m.received * sizeof(double)});
    }
  ranks::Messages messages(received, sent);
  messages.wait();
  for (std::size_t n = 0; n < messages_.size(); ++n)
    for (int v = 0; v < d_ + 1; ++v)
      if (messages_[n].received > 0) messages_[n].in[v].fill([&](int i, int, int) { return in[n * (d_ + 1) + v][i]; });
}

}  // namespace eddy::galerkin
