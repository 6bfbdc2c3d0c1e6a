// Messages between ranks: they carry the states at lists of places.
#pragma once
#include <vector>

#include "base/ranks.hpp"
#include "solver/compressible/flow.hpp"
#include "solver/compressible/kernels_boundary.hpp"
#include "solver/compressible/state_fields.hpp"

namespace eddy::compressible {

template <class S, class T>
struct RankExchange {  // the messages to and from one other rank
  int rank = 0, sent = 0, received = 0;
  LineField<S, int> send, receive;
  StateTable<S, T> out, in;
};

template <class S, class T>
std::vector<RankExchange<S, T>> make_exchanges(Exec<S>& exec, const std::vector<RankLists>& lists, int dimensions) {
  std::vector<RankExchange<S, T>> all;
  for (const RankLists& r : lists) {
    RankExchange<S, T> n;
    n.rank = r.rank;
    n.sent = static_cast<int>(r.send.size());
    n.received = static_cast<int>(r.receive.size());
    n.send = make_table<S, int>(exec, r.send);
    n.receive = make_table<S, int>(exec, r.receive);
    n.out = StateTable<S, T>(exec, dimensions, std::max(1, n.sent));
    n.in = StateTable<S, T>(exec, dimensions, std::max(1, n.received));
    all.push_back(std::move(n));
  }
  return all;
}

// The values of a state at a list of places, packed on the device; indexed by variable, then by place.
template <int D, class S, class T>
std::vector<std::vector<double>> gathered_state(Exec<S>& exec, const StateFields<S, T>& state,
                                                const std::vector<int>& places) {
  const int count = static_cast<int>(places.size());
  const LineField<S, int> from = make_table<S, int>(exec, places);
  StateTable<S, T> table(exec, D, count);
  for_each<kernels::PackPlaces, OnPlaces<D>>(exec, Set(line_box(count), 1), state.places(), from, table);
  std::vector<std::vector<double>> all;
  for (int v = 0; v < D + 2; ++v) all.push_back(table.of[v].get());
  return all;
}
template <class S, class T>
std::vector<std::vector<double>> state_of_points(Exec<S>& exec, const StateFields<S, T>& state,
                                                 const MeshLayout& layout, const std::vector<OwnPoint>& points) {
  std::vector<int> places;
  for (const OwnPoint& p : points) places.push_back(static_cast<int>(layout.place(p.block, p.at)));
  return layout.dimensions() == 2 ? gathered_state<2>(exec, state, places) : gathered_state<3>(exec, state, places);
}

template <int D, class S, class T>
void exchange(Exec<S>& exec, std::vector<RankExchange<S, T>>& ranks_around, StateFields<S, T>& state) {
  if (ranks_around.empty()) return;
  std::vector<std::vector<std::vector<double>>> out(ranks_around.size()), in(ranks_around.size());
  std::vector<ranks::Message> sent, received;
  for (std::size_t m = 0; m < ranks_around.size(); ++m) {
    RankExchange<S, T>& n = ranks_around[m];
    if (n.sent > 0)
      for_each<kernels::PackPlaces, OnPlaces<D>>(exec, Set(line_box(n.sent), 1), state.places(), n.send, n.out);
    for (int v = 0; v < D + 2; ++v) {
      out[m].push_back(n.out.of[v].get());
      in[m].emplace_back(n.received);
    }
    for (int v = 0; v < D + 2; ++v) {
      if (n.sent > 0) sent.push_back({n.rank, out[m][v].data(), n.sent * sizeof(double)});
      if (n.received > 0) received.push_back({n.rank, in[m][v].data(), n.received * sizeof(double)});
    }
  }
  ranks::Messages messages(received, sent);
  messages.wait();
  for (std::size_t m = 0; m < ranks_around.size(); ++m) {
    RankExchange<S, T>& n = ranks_around[m];
    if (n.received == 0) continue;
    for (int v = 0; v < D + 2; ++v) n.in.of[v].fill([&](int i, int, int) { return in[m][v][i]; });
    for_each<kernels::UnpackPlaces, OnPlaces<D>>(exec, Set(line_box(n.received), 1), state.places(), n.receive, n.in);
  }
}

}  // namespace eddy::compressible
