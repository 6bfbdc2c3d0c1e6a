// The transfers of exec/ranks/halo.hpp; included where they are instantiated, once per space.
#pragma once
#include <algorithm>
#include <cstring>

#include "base/ranks.hpp"
#include "exec/core/move.hpp"
#include "exec/ranks/crossing.hpp"
#include "exec/ranks/halo.hpp"

namespace eddy {

namespace detail {

// The slabs of a box around an inner one; if the inner box is empty, the whole box.
inline std::vector<Box> around(Box whole, const Box& inner) {
  if (inner.empty()) return {whole};
  std::vector<Box> all;
  for (int a = 2; a >= 0; --a) {
    Box low = whole, high = whole;
    low.hi[a] = whole.lo[a] = inner.lo[a];
    high.lo[a] = whole.hi[a] = inner.hi[a];
    all.push_back(low), all.push_back(high);
  }
  return all;
}

// Binds a view to the values of a box that are packed in a buffer, i fastest, from byte `at` on.
inline Binding packed_binding(const Held& held, const Box& box, void* memory, std::size_t at, bool symbolic) {
  Binding b;
  b.sy = box.extent(0);
  b.sz = box.extent(0) * box.extent(1);
  b.origin = static_cast<std::int64_t>(at) / held.value_bytes - box.lo[0] - std::int64_t(box.lo[1]) * b.sy -
             std::int64_t(box.lo[2]) * b.sz;
  b.memory = symbolic ? memory : static_cast<char*>(memory) + b.origin * held.value_bytes;
  b.buffer = memory;
  b.bounds = box;
  return b;
}
inline std::size_t bytes_of(const Piece& p) {
  return p.box.empty() ? 0 : static_cast<std::size_t>(p.box.cells()) * static_cast<std::size_t>(p.held->value_bytes);
}

template <class S>
void move_box(Exec<S>& exec, const Piece& p, const Binding& from, const Binding& to) {
  const auto with = [&]<class T>(T) {
    with_dimension(p.held->dimensions, [&](auto d) {
      launch(exec, Set(p.box, p.held->dimensions),
             kernels::Move<S, T, decltype(d)::value>{In<S, T>(from), Out<S, T>(to)}, sizeof(T));
    });
  };
  p.held->value_bytes == 4 ? with(float()) : with(double());
}

inline void move_rows(const Piece& p, char* packed, bool pack) {  // the host needs no kernel to pack and unpack
  const Binding& b = p.held->binding;
  const std::size_t n = static_cast<std::size_t>(p.held->value_bytes),
                    row = static_cast<std::size_t>(p.box.extent(0)) * n;
  for (int k = p.box.lo[2]; k < p.box.hi[2]; ++k)
    for (int j = p.box.lo[1]; j < p.box.hi[1]; ++j, packed += row) {
      char* const there = static_cast<char*>(b.memory) +
                          (p.box.lo[0] + std::int64_t(j) * b.sy + std::int64_t(k) * b.sz) * std::int64_t(n);
      std::memcpy(pack ? packed : there, pack ? there : packed, row);
    }
}

}  // namespace detail

template <class S>
struct Transfer<S>::State {
  Exec<S>& exec;
  std::vector<Piece> receive;
  std::vector<std::size_t> at{};  // where each received piece begins in `in`, in bytes
  std::vector<ranks::Message> incoming{}, outgoing{};
  Crossing<S> crossing{};
  char *in = nullptr, *out = nullptr;  // the messages that MPI receives and sends
  std::size_t in_bytes = 0, out_bytes = 0;
  bool direct = false;  // `in` and `out` are in the device's memory, not in the host's
  std::unique_ptr<ranks::Messages> messages{};

  void* staging(int which, std::size_t bytes) {
    auto& s = exec.parts.staging[which];
    if (s.bytes < bytes) {
      if (s.memory) exec.release(s.memory, s.bytes);
      s.memory = nullptr;
      s.bytes = 0;
      s.memory = exec.allocate(bytes + bytes / 4);
      s.bytes = bytes + bytes / 4;
    }
    return s.memory;
  }
  void make_room() {
    if (direct) {
      in = static_cast<char*>(staging(1, in_bytes + 1));
      out = static_cast<char*>(staging(0, out_bytes + 1));
    } else {
      in = crossing.memory(exec, 1, in_bytes + 1);
      out = crossing.memory(exec, 0, out_bytes + 1);
    }
  }
  void pack(const std::vector<Piece>& send) {
    std::size_t at = 0;
    if constexpr (std::is_same_v<S, Host>) {
      for (const Piece& p : send) {
        detail::move_rows(p, out + at, true);
        at += detail::bytes_of(p);
      }
    } else {
      void* const stage = out_bytes > 0 ? staging(0, out_bytes) : nullptr;
      for (const Piece& p : send) {
        detail::move_box(exec, p, p.held->binding, detail::packed_binding(*p.held, p.box, stage, at, is_symbolic<S>));
        at += detail::bytes_of(p);
      }
      direct ? crossing.leave(exec) : crossing.leave(exec, stage, out, out_bytes);
    }
  }
  void unpack() {
    if constexpr (std::is_same_v<S, Host>) {
      for (std::size_t n = 0; n < receive.size(); ++n) detail::move_rows(receive[n], in + at[n], false);
    } else if (in_bytes > 0) {
      void* const stage = staging(1, in_bytes);
      if (!direct) crossing.enter(exec, stage, in, in_bytes);
      for (std::size_t n = 0; n < receive.size(); ++n)
        detail::move_box(exec, receive[n],
                         detail::packed_binding(*receive[n].held, receive[n].box, stage, at[n], is_symbolic<S>),
                         receive[n].held->binding);
    }
  }
  void send() {
    if (messages) return;
    if constexpr (!std::is_same_v<S, Host>) crossing.arrive(exec);
    const auto own = [](const auto& m) { return m.rank == ranks::here(); };
    for (auto& m : incoming)  // messages of this rank to itself
      for (auto& o : outgoing)
        if (own(m) && own(o)) std::memcpy(m.data, o.data, m.bytes);
    std::erase_if(incoming, own), std::erase_if(outgoing, own);
    messages = std::make_unique<ranks::Messages>(incoming, outgoing);
  }
};

namespace detail {
// Sorts pieces by rank, so that those of a rank lie next to each other, and leaves out empty ones.
inline std::vector<Piece> by_rank(std::vector<Piece> all) {
  std::erase_if(all, [](const Piece& p) { return p.box.empty(); });
  std::stable_sort(all.begin(), all.end(),
                   [](const Piece& a, const Piece& b) {  // wider values first, so that all are aligned
                     return a.rank != b.rank ? a.rank < b.rank : a.held->value_bytes > b.held->value_bytes;
                   });
  return all;
}
// Joins the pieces of each rank to one message.
inline std::vector<ranks::Message> messages_of(const std::vector<Piece>& all, char* memory) {
  std::vector<ranks::Message> m;
  for (const Piece& p : all) {
    const std::size_t n = bytes_of(p);
    if (m.empty() || m.back().rank != p.rank)
      m.push_back({p.rank, memory, n});
    else
      m.back().bytes += n;
    memory += n;
  }
  return m;
}
}  // namespace detail

template <class S>
Transfer<S>::Transfer(Exec<S>& exec, std::vector<Piece> receive, const std::vector<Piece>& send)
    : state_(new State{exec, detail::by_rank(std::move(receive))}) {
  State& s = *state_;
  const auto own = [](const auto& m) { return m.rank == ranks::here(); };
  const std::vector<Piece> sent = detail::by_rank(send);
  for (const Piece& p : sent) s.out_bytes += detail::bytes_of(p);
  for (const Piece& p : s.receive) {
    s.at.push_back(s.in_bytes);
    s.in_bytes += detail::bytes_of(p);
  }
  s.direct = std::is_same_v<S, Cuda> && ranks::device_memory() && std::none_of(sent.begin(), sent.end(), own);
  s.make_room();
  s.pack(sent);
  s.incoming = detail::messages_of(s.receive, s.in);
  s.outgoing = detail::messages_of(sent, s.out);
  if (std::is_same_v<S, Host>) s.send();
}
template <class S>
Transfer<S>::~Transfer() = default;
template <class S>
void Transfer<S>::finish() {
  state_->send();
  state_->messages->wait();
  state_->unpack();
}

template <class S>
std::unique_ptr<Transfer<S>> start_halos(Exec<S>& exec, const Plan& plan) {
  std::vector<Piece> receive, send;
  for (const Need& n : plan.needs)
    for (int d = 0; d < directions; ++d) {
      if (!(n.directions >> d & 1u)) continue;
      const Partition& p = *n.held->part;
      const std::array<int, 3> here = p.place(ranks::here()), step = step_of(d);
      const int there = p.rank({here[0] + step[0], here[1] + step[1], here[2] + step[2]});
      const int back = p.rank({here[0] - step[0], here[1] - step[1], here[2] - step[2]});
      const auto add = [&](std::vector<Piece>& to, int rank, const Box& box) {
        for (const Box& b : detail::around(box, box.common(n.without))) to.push_back({rank, n.held, b});
      };
      if (there >= 0) add(receive, there, n.held->halo(ranks::here(), d, n.width));
      if (back >= 0) add(send, back, n.held->halo(back, d, n.width));
    }
  return std::make_unique<Transfer<S>>(exec, std::move(receive), send);
}
template <class S>
void finish_halos(const Plan& plan, Transfer<S>& transfer) {
  transfer.finish();
  for (const Need& n : plan.needs)
    for (int d = 0; d < directions; ++d)
      if (n.without.empty() && (n.directions >> d & 1u)) n.held->valid[d] = static_cast<signed char>(n.width);
}

template <class S>
void fetch_around(Exec<S>& exec, const void* field) {
  Held* const held = exec.parts.many() ? exec.parts.find(field) : nullptr;
  const Plan plan = held ? exec.parts.plan_around(*held) : Plan();
  if (!plan.needs.empty()) finish_halos(plan, *start_halos(exec, plan));
}

// Cells that need no halo are computed while messages are under way.
template <class S>
void detail::launch_part(Exec<S>& exec, const Plan& plan, const RunPart& run) {
  if (plan.needs.empty()) {
    if (!plan.here.box.empty()) run(plan.here);
  } else {
    const auto transfer = start_halos(exec, plan);
    const Box own = plan.part->own(ranks::here());
    Box inner = plan.here.box;
    for (int a = 0; a < 3; ++a)
      inner.set(a, std::max(inner.lo[a], own.lo[a] + plan.below[a]), std::min(inner.hi[a], own.hi[a] - plan.above[a]));
    if (!plan.overlaps || inner.empty()) inner = Box{{0, 0, 0}, {0, 0, 0}};
    const auto launch_box = [&](const Box& b) {
      Set part = plan.here;
      part.box = b;
      if (!b.empty()) run(part);
    };
    launch_box(inner);
    finish_halos(plan, *transfer);
    if (inner.empty())
      launch_box(plan.here.box);
    else
      for (const Box& b : around(plan.here.box, inner)) launch_box(b);
  }
  exec.parts.wrote(plan);
}

template <class S>
void copy_shifted(Exec<S>& exec, const void* from, const void* to, const Box& box, int axis, int shift) {
  Held& source = *exec.parts.find(from);
  Held& target = *exec.parts.find(to);
  std::vector<Piece> receive, send;
  const int here = ranks::here();
  for (int r = 0; r < ranks::count(); ++r) {
    receive.push_back({r, &target, box.common(target.own(here)).common(source.own(r).shifted(axis, -shift))});
    send.push_back(
        {r, &source, box.common(target.own(r)).common(source.own(here).shifted(axis, -shift)).shifted(axis, shift)});
  }
  Transfer<S>(exec, std::move(receive), send).finish();
  target.set_valid(0);
}

template <class S>
void copy_whole(Exec<S>& exec, const void* from, const void* to) {
  Held& source = *exec.parts.find(from);
  Held& target = *exec.parts.find(to);
  std::vector<Piece> receive, send;
  for (int r = 0; r < ranks::count(); ++r) {
    receive.push_back({r, &target, source.own(r).common(target.bounds)});
    send.push_back({r, &source, source.own(ranks::here()).common(target.bounds)});
  }
  Transfer<S>(exec, std::move(receive), send).finish();
}

}  // namespace eddy

#define EDDY_INSTANTIATE_TRANSFER(S)                                                                        \
  template class eddy::Transfer<S>;                                                                         \
  template std::unique_ptr<eddy::Transfer<S>> eddy::start_halos(eddy::Exec<S>&, const eddy::Plan&);         \
  template void eddy::finish_halos(const eddy::Plan&, eddy::Transfer<S>&);                                  \
  template void eddy::detail::launch_part(eddy::Exec<S>&, const eddy::Plan&, const eddy::detail::RunPart&); \
  template void eddy::fetch_around(eddy::Exec<S>&, const void*);                                            \
  template void eddy::copy_shifted(eddy::Exec<S>&, const void*, const void*, const eddy::Box&, int, int);   \
  template void eddy::copy_whole(eddy::Exec<S>&, const void*, const void*);
