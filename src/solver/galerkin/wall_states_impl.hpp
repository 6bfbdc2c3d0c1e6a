// What a flow tells of its walls: forces on their nodes, pressures, the state around them. Included by device_flow_impl.hpp.
#pragma once
#include <algorithm>
#include <atomic>

#include "base/gather.hpp"
#include "solver/galerkin/device_flow.hpp"

namespace eddy::galerkin {

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::react(const State& at, int slot) {
  if (topology_.walls() > 0)
    with_model([&]<class M>() { topology_.template react<Rates<M, PressureForm::kept>>(at, numbers(0), slot); });
}

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::find_wall_state(const State& at, WallState& state) {
  react(at, 0);
  if (!wall_values_) wall_values_ = room_for_walls(1);
  topology_.wall_result().download(1, wall_values_.get());
  read_slot(wall_values_.get(), 0, state);
}

template <class S, class T, class Topology>
std::shared_ptr<const WallStates> DeviceFlow<S, T, Topology>::fetch_wall_states() {
  const auto free =
      std::find_if(fetched_.begin(), fetched_.end(), [](const auto& fetched) { return fetched.use_count() == 1; });
  const auto to = free != fetched_.end() ? *free : fetched_.emplace_back(std::make_shared<Fetched>(*this));
  std::atomic_thread_fence(std::memory_order_acquire);  // the thread that held it last may be another one
  topology_.wall_result().download(kept_ + 1, to->values.get());
  kept_ = 0;
  return to;
}

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::read_slot(const T* values, int slot, WallState& state) const {
  std::array<const T*, 4> row{};  // of each variable
  for (int v = 0; v <= d_; ++v) row[v] = values + topology_.wall_result().layout().place(slot, {0, v, 0});
  const auto put = [&](std::size_t place, const std::array<double, 4>& values) {
    state.reaction[place] = {values[0], values[1], values[2]};
    state.pressure[place] = values[3];
  };
  state.reaction.resize(wall_count_);
  state.pressure.resize(wall_count_);
  struct Entry {
    std::size_t place;
    std::array<double, 4> values;  // reaction, pressure
  };
  const bool many = ranks::many();
  std::vector<Entry> mine;
  for (int n = 0; n < topology_.walls(); ++n) {
    const Entry e{static_cast<std::size_t>(topology_.wall_places()[static_cast<std::size_t>(n)]),
                  {double(row[0][n]), double(row[1][n]), d_ == 3 ? double(row[2][n]) : 0.0, double(row[d_][n])}};
    if (many)
      mine.push_back(e);
    else
      put(e.place, e.values);
  }
  if (!many) return;
  for (const Entry& e : ranks::gather(mine)) put(e.place, e.values);
}

// After the swap at the end of a step, next_ holds the state at its beginning.
template <class S, class T, class Topology>
LastStep DeviceFlow<S, T, Topology>::last_step() {
  const bool lumps = options_.scheme.kind == SchemeKind::tg2;
  const State &before = lumps ? lumped_ : next_, &middle = lumps ? half_ : middle_;
  LastStep step;
  for (int a = 0; a < d_; ++a) {
    step.before[a] = gathered(before.of[a]);
    step.middle[a] = gathered(middle.of[a]);
    step.after[a] = gathered(now_.of[a]);
  }
  WallState walls;
  find_wall_state(middle, walls);
  step.reaction = std::move(walls.reaction);
  return step;
}

template <class S, class T, class Topology>
void DeviceFlow<S, T, Topology>::list_forces() {
  const std::vector<int> all = domain_.nodes_at_forces();
  force_count_ = all.size();
  std::vector<int> places;
  for (std::size_t n = 0; n < all.size(); ++n)
    if (const int place = topology_.share().place(all[n]); place >= 0) {
      force_number_.push_back(static_cast<int>(n));
      places.push_back(place);
    }
  force_node_ = make_table<S, int>(exec_, places);
  force_values_ = make_tables<S, T>(exec_, d_ + 1, static_cast<int>(places.size()));
}

template <class S, class T, class Topology>
std::vector<std::array<double, 4>> DeviceFlow<S, T, Topology>::at_forces() {
  struct Entry {
    std::size_t place;
    std::array<double, 4> values;
  };
  std::vector<Entry> mine(force_number_.size());
  for (std::size_t n = 0; n < mine.size(); ++n) mine[n] = {static_cast<std::size_t>(force_number_[n]), {}};
  const int count = static_cast<int>(mine.size());
  if (count > 0)
    detail::with_dimension<2>(d_, [&](auto d) {
      for_each<kernels::PackNodes, OnNodes<decltype(d)::value>>(exec_, Set(line_box(count), 1), now_.places(),
                                                                force_node_, force_values_);
    });
  for (int v = 0; v <= d_ && count > 0; ++v) {
    const std::vector<double> values = force_values_[v].get();
    for (std::size_t n = 0; n < mine.size(); ++n) mine[n].values[v == d_ ? 3 : v] = values[n];
  }
  std::vector<std::array<double, 4>> all(force_count_);
  for (const Entry& e : ranks::gather(mine)) all[e.place] = e.values;
  return all;
}

}  // namespace eddy::galerkin
