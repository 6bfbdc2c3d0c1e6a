// The names of a kernel's members, for tables and messages. The compiler knows them, and tells them in the name of a
// function. (g++ only: clang 14 cannot take the address of a member as a template argument, and numbers the members
// instead.)
#pragma once
#include <string>
#include <string_view>
#include <tuple>

#include "exec/core/members.hpp"

namespace eddy::members {

template <class F>
struct Holder {
  F value;
};
template <class F>
extern const Holder<F> nowhere;  // never defined: only addresses in it are formed

constexpr std::string_view last_word(std::string_view s) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::size_t end = s.find(';') == std::string_view::npos ? s.size() : s.find(';');
  while (end > 0 && !is_word(s[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_word(s[begin - 1])) --begin;
  return s.substr(begin, end - begin);
}

#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
template <auto P>
consteval std::string_view text_of() {
  return __PRETTY_FUNCTION__;
}

template <std::size_t N, class F>
constexpr auto pointer_to(const F& f) {
  constexpr std::size_t n = count<F>();
  auto pick = [](auto&... m) { return std::get<N>(std::tuple(&m...)); };
  if constexpr (n == 1) {
    auto& [a] = f;
    return pick(a);
  } else if constexpr (n == 2) {
    auto& [a, b] = f;
    return pick(a, b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = f;
    return pick(a, b, c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = f;
    return pick(a, b, c, d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = f;
    return pick(a, b, c, d, e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, g] = f;
    return pick(a, b, c, d, e, g);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, g, h] = f;
    return pick(a, b, c, d, e, g, h);
  } else if constexpr (n == 8) {
    auto& [a, b, c, d, e, g, h, i] = f;
    return pick(a, b, c, d, e, g, h, i);
  } else if constexpr (n == 9) {
    auto& [a, b, c, d, e, g, h, i, j] = f;
    return pick(a, b, c, d, e, g, h, i, j);
  } else {
    auto& [a, b, c, d, e, g, h, i, j, k] = f;
    return pick(a, b, c, d, e, g, h, i, j, k);
  }
}
template <class F, std::size_t N>
std::string name_of() {
  constexpr std::string_view name = last_word(text_of<pointer_to<N>(nowhere<F>.value)>());
  return std::string(name);
}
#else
template <class F, std::size_t N>
std::string name_of() {
  return "member" + std::to_string(N);
}
#endif

}  // namespace eddy::members
