// The members of a kernel, in order: a kernel is an aggregate of views, parameters, Vecs of them, and bundles
// (aggregates that say `static constexpr bool bundle = true`). Everything else is a plain member, which must not steer
// what the kernel does.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "exec/view.hpp"

namespace eddy::members {

struct Anything {
  template <class U>
  operator U() const;
};

template <class F, std::size_t... N>
constexpr bool takes(std::index_sequence<N...>) {
  return requires { F{(static_cast<void>(N), Anything{})...}; };
}
template <class F, std::size_t N = 16>
constexpr std::size_t count() {
  if constexpr (N == 0 || takes<F>(std::make_index_sequence<N>()))
    return N;
  else
    return count<F, N - 1>();
}

template <class F, class V>
FN constexpr void each(F& f, V&& v) {
  constexpr std::size_t n = count<std::remove_const_t<F>>();
  static_assert(n >= 1 && n <= 10, "a kernel has one to ten members");
  if constexpr (n == 1) {
    auto& [a] = f;
    v(a);
  } else if constexpr (n == 2) {
    auto& [a, b] = f;
    v(a), v(b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = f;
    v(a), v(b), v(c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = f;
    v(a), v(b), v(c), v(d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = f;
    v(a), v(b), v(c), v(d), v(e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, g] = f;
    v(a), v(b), v(c), v(d), v(e), v(g);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, g, h] = f;
    v(a), v(b), v(c), v(d), v(e), v(g), v(h);
  } else if constexpr (n == 8) {
    auto& [a, b, c, d, e, g, h, i] = f;
    v(a), v(b), v(c), v(d), v(e), v(g), v(h), v(i);
  } else if constexpr (n == 9) {
    auto& [a, b, c, d, e, g, h, i, j] = f;
    v(a), v(b), v(c), v(d), v(e), v(g), v(h), v(i), v(j);
  } else {
    auto& [a, b, c, d, e, g, h, i, j, k] = f;
    v(a), v(b), v(c), v(d), v(e), v(g), v(h), v(i), v(j), v(k);
  }
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

// Calls v(member) for every view, parameter and plain member, whatever it is nested in.
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

template <class F>
int fields(const F& f) {  // how many it has
  int n = 0;
  leaves(f, [&](const auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (Bindable<M>) n += M::access != Access::line && M::access != Access::param;
  });
  return n;
}

// One buffer bound to something written and to another member would make the answer depend on the order of the cells.
template <class F>
void refuse_aliases(const F& f, const char* kernel) {
  const void* written[16];
  const void* bound[64];
  int writes = 0, all = 0;
  leaves(f, [&](const auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (requires { m.buffer; }) {
      if (writes == 16 || all == 64)
        throw Error(Exit::fault, std::string("kernel '") + kernel + "' has too many fields.");
      if (M::access == Access::out || M::access == Access::in_out) written[writes++] = m.buffer;
      bound[all++] = m.buffer;
    }
  });
  for (int w = 0; w < writes; ++w) {
    int times = 0;
    for (int b = 0; b < all; ++b) times += bound[b] == written[w];
    if (times > 1)
      throw Error(Exit::fault,
                  std::string("kernel '") + kernel + "': one buffer is written and bound to another member.");
  }
}

}  // namespace eddy::members
