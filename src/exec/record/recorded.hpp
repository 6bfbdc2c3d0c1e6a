// Records a kernel: calls its functor once with symbols in place of values.
#pragma once
#include <type_traits>
#include <utility>

#include "exec/core/member_names.hpp"
#include "exec/record/record.hpp"

namespace eddy {

namespace detail {

template <class M>
concept Iterated = requires {
  M::iterated;
};

template <class M>
void enlist(M& m, const std::string& name, Recording& r) {
  if constexpr (members::Bindable<M>) {
    m.member = static_cast<int>(r.members.size());
    r.members.push_back({name, M::access, type_of<typename M::value_type>(), Iterated<M>});
    if constexpr (M::access == Access::param)
      m.node = r.add({Op::param, type_of<typename M::value_type>(), -1, -1, -1, -1, m.member});
  }
}

template <class F, std::size_t... N>
void enlist_all(F& f, const std::string& prefix, Recording& r, std::index_sequence<N...>) {
  std::size_t n = 0;
  const std::string names[] = {members::name_of<F, N>()...};
  members::each(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    const std::string name = prefix + names[n++];
    if constexpr (members::Bundle<M>)
      enlist_all(m, name + ".", r, std::make_index_sequence<members::count<M>()>());
    else if constexpr (members::axes<M> > 0) {
      for (int a = 0; a < members::axes<M>; ++a) enlist(m.of[a], name + "." + "xyz"[a], r);
    } else
      enlist(m, name, r);
  });
}

}  // namespace detail

// Calls `call` with the functor ready to be recorded. `shift` is added to every plain member: two recordings with
// different shifts must be the same.
template <class F, class Call>
Recording record_part(F f, int shift, const Call& call) {
  Recording r;
  Recording*& current = Recording::current();
  Recording* const outer = std::exchange(current, &r);
  struct Restore {
    Recording*& current;
    Recording* outer;
    ~Restore() { current = outer; }
  } restore{current, outer};
  detail::enlist_all(f, "", r, std::make_index_sequence<members::count<F>()>());
  members::leaves(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (std::is_arithmetic_v<M> || std::is_enum_v<M>) m = static_cast<M>(static_cast<int>(m) + shift);
  });
  call(f);
  return r;
}

template <class F>
Recording record(F f = {}, int shift = 0) {
  return record_part(f, shift, [](const F& g) {
    using Result = decltype(g(Cell<OpenCl>::here()));
    if constexpr (std::is_void_v<Result>) {
      g(Cell<OpenCl>::here());
    } else {
      const auto v = g(Cell<OpenCl>::here());
      Recording& r = *Recording::current();
      r.add({Op::result, r.nodes[v.node].type, v.node});
    }
  });
}

namespace detail {
// By type: what a kernel does must not depend on its values (the kernel analysis checks it).
template <class F>
[[gnu::noinline]] const Recording& recorded() {
  static const Recording r = record<F>();
  return r;
}
}  // namespace detail

}  // namespace eddy
