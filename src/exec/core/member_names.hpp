// The names of a kernel's members, for tables and messages, read from the name that g++ gives to a function template.
// (Other compilers number the members: clang 14, for one, cannot take the address of a member as a template argument.)
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
  return with_members(f, [](auto&... m) { return std::get<N>(std::tuple(&m...)); });
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
