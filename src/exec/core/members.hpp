// Visits the members of a kernel in their order. A kernel is an aggregate of views, parameters, Vecs of these, and
// bundles (aggregates that say `static constexpr bool bundle = true`). Any other member is a plain one: the operations
// of the kernel must not depend on its value.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "exec/core/view.hpp"

namespace eddy::members {

struct Anything {
  template <class U>
  operator U() const;
};

template <class F, std::size_t... N>
constexpr bool takes(std::index_sequence<N...>) {
  return requires { F{(static_cast<void>(N), Anything{})...}; };
}
template <class F, std::size_t N = 11>
constexpr std::size_t count() {
  if constexpr (N == 0 || takes<F>(std::make_index_sequence<N>()))
    return N;
  else
    return count<F, N - 1>();
}

// Calls call(members…). No other function takes a kernel apart.
template <class F, class Call>
FN constexpr decltype(auto) with_members(F& f, Call&& call) {
  constexpr std::size_t n = count<std::remove_const_t<F>>();
  static_assert(n >= 1 && n <= 10, "a kernel has one to ten members");
  if constexpr (n == 1) {
    auto& [a] = f;
    return call(a);
  } else if constexpr (n == 2) {
    auto& [a, b] = f;
    return call(a, b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = f;
    return call(a, b, c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = f;
    return call(a, b, c, d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = f;
    return call(a, b, c, d, e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, g] = f;
    return call(a, b, c, d, e, g);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, g, h] = f;
    return call(a, b, c, d, e, g, h);
  } else if constexpr (n == 8) {
    auto& [a, b, c, d, e, g, h, i] = f;
    return call(a, b, c, d, e, g, h, i);
  } else if constexpr (n == 9) {
    auto& [a, b, c, d, e, g, h, i, j] = f;
    return call(a, b, c, d, e, g, h, i, j);
  } else {
    auto& [a, b, c, d, e, g, h, i, j, k] = f;
    return call(a, b, c, d, e, g, h, i, j, k);
  }
}
template <class F, class V>
FN constexpr void each(F& f, V&& v) {
  with_members(f, [&](auto&... m) INLINED { (v(m), ...); });
}

template <class M>
concept Bindable = requires {
  std::remove_cvref_t<M>::access;
};
template <class M>
concept View = requires(M m) {
  m.data;
};
template <class M>
concept Bundle = requires {
  std::remove_cvref_t<M>::bundle;
};
template <class M>
inline constexpr int axes = 0;
template <class M, int D>
inline constexpr int axes<Vec<M, D>> = D;

// Calls v(member) for every view, parameter and plain member, also for those in Vecs and bundles.
template <class F, class V>
FN constexpr void leaves(F& f, V&& v) {
  each(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (Bundle<M>)
      leaves(m, v);
    else if constexpr (axes<M> > 0) {
      for (int a = 0; a < axes<M>; ++a) v(m.of[a]);
    } else
      v(m);
  });
}

struct Counts {
  int views = 0, fields = 0;  // a Line is a view, but not a field
  int bytes_read = 0;         // bytes per cell of the fields that are only read
};
template <class F>
constexpr Counts count_leaves() {
  Counts n;
  F f{};
  leaves(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    n.views += View<M>;
    if constexpr (Bindable<M>) {
      n.fields += M::access != Access::line && M::access != Access::param;
      if (M::access == Access::in) n.bytes_read += sizeof(typename M::value_type);
    }
  });
  return n;
}
template <class F>
inline constexpr Counts counts = count_leaves<F>();

struct Use {  // how a kernel uses a buffer, by one of its views
  const void* buffer = nullptr;
  Access access = Access::in;
};
struct Uses {  // how a kernel uses all its buffers, in the order of its members
  static constexpr int most = 64;
  Use all[most];
  int count = 0;
  void add(const void* buffer, Access access) {
    if (count < most) all[count] = {buffer, access};
    ++count;
  }
  std::size_t size() const { return static_cast<std::size_t>(count); }
  const Use* begin() const { return all; }
  const Use* end() const { return all + count; }
};
// Throws if a buffer that is written is also bound to another member: results would depend on the order of the cells.
void refuse_aliases(const Uses& uses, const char* kernel);

template <class F>
Uses uses_of(const F& f) {
  Uses uses;
  leaves(f, [&](const auto& m) {
    if constexpr (requires { m.buffer; }) uses.add(m.buffer, std::remove_cvref_t<decltype(m)>::access);
  });
  return uses;
}
template <class F>
void refuse_aliases(const F& f, const char* kernel) {
  refuse_aliases(uses_of(f), kernel);
}

}  // namespace eddy::members
