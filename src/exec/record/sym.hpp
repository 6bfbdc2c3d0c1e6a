// A symbol stands for a value that a kernel will have when it runs. Arithmetic on symbols is recorded.
// Only a T converts to a Sym<T>: 4.0 * u with u in single precision does not compile, since its result would depend on
// the space.
#pragma once
#include <bit>
#include <concepts>
#include <cstdint>
#include <utility>

#include "exec/record/record.hpp"

namespace eddy {

template <class T>
std::uint64_t bits_of(T v) {
  if constexpr (std::same_as<T, double>)
    return std::bit_cast<std::uint64_t>(v);
  else if constexpr (std::same_as<T, float>)
    return std::bit_cast<std::uint32_t>(v);
  else
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(v));
}

template <class T>
struct Sym;

template <>
struct Sym<bool> {
  int node = -1;

  Sym() = default;
  static Sym of(int n) {
    Sym s;
    s.node = n;
    return s;
  }
  template <class... Ids>
  static Sym make(Op op, Ids... operands) {
    return of(Part::current()->add({op, Type::truth, operands...}));
  }
  friend Sym operator&&(Sym a, Sym b) { return make(Op::and_, a.node, b.node); }
  friend Sym operator||(Sym a, Sym b) { return make(Op::or_, a.node, b.node); }
  friend Sym operator!(Sym a) { return make(Op::not_, a.node); }
};

template <class T>
struct Sym {
  int node = -1;

  Sym() = default;
  template <std::same_as<T> U>
  Sym(U v) : node(Part::current()->add({Op::constant, type_of<T>(), -1, -1, -1, -1, -1, bits_of(v)})) {}
  static Sym of(int n) {
    Sym s;
    s.node = n;
    return s;
  }
  template <class... Ids>
  static Sym make(Op op, Ids... operands) {
    return of(Part::current()->add({op, type_of<T>(), operands...}));
  }

  friend Sym operator+(Sym a, Sym b) { return make(Op::add, a.node, b.node); }
  friend Sym operator-(Sym a, Sym b) { return make(Op::sub, a.node, b.node); }
  friend Sym operator*(Sym a, Sym b) { return make(Op::mul, a.node, b.node); }
  friend Sym operator/(Sym a, Sym b) { return make(Op::div, a.node, b.node); }
  friend Sym operator-(Sym a) { return make(Op::neg, a.node); }
  Sym& operator+=(Sym b) { return *this = *this + b; }
  Sym& operator-=(Sym b) { return *this = *this - b; }
  friend Sym<bool> operator<(Sym a, Sym b) { return Sym<bool>::make(Op::less, a.node, b.node); }
  friend Sym<bool> operator>(Sym a, Sym b) { return Sym<bool>::make(Op::less, b.node, a.node); }
  friend Sym<bool> operator<=(Sym a, Sym b) { return Sym<bool>::make(Op::less_equal, a.node, b.node); }
  friend Sym<bool> operator>=(Sym a, Sym b) { return Sym<bool>::make(Op::less_equal, b.node, a.node); }
  friend Sym<bool> operator==(Sym a, Sym b) { return Sym<bool>::make(Op::equal, a.node, b.node); }
  friend Sym<bool> operator!=(Sym a, Sym b) { return Sym<bool>::make(Op::not_equal, a.node, b.node); }
  friend Sym fma(Sym a, Sym b, Sym c) { return make(Op::fma, a.node, b.node, c.node); }
  friend Sym reciprocal(Sym a) { return Sym(T(1)) / a; }
  friend Sym ordinary_reciprocal(Sym a) { return reciprocal(a); }
  friend Sym ordinary_sqrt(Sym a) { return sqrt(a); }
  friend Sym sqrt(Sym a) { return make(Op::sqrt, a.node); }
  friend Sym abs(Sym a) { return make(Op::abs, a.node); }
  friend Sym min(Sym a, Sym b) { return make(Op::min, a.node, b.node); }
  friend Sym max(Sym a, Sym b) { return make(Op::max, a.node, b.node); }
  friend Sym<int> exponent(Sym a) { return Sym<int>::of(Part::current()->add({Op::exponent, Type::integer, a.node})); }
  friend Sym scale(Sym a, Sym<int> n) { return make(Op::scale, a.node, n.node); }
  friend Sym select(Sym<bool> c, Sym a, Sym b) { return make(Op::select, c.node, a.node, b.node); }
};

// Converts to the other precision, rounded to the nearest.
template <class To, class T>
Sym<To> convert(Sym<T> v) {
  if constexpr (std::same_as<To, T>)
    return v;
  else
    return Sym<To>::make(Op::convert, v.node);
}
template <class T>
Sym<int> to_int(Sym<T> v) {
  return Sym<int>::make(Op::convert, v.node);
}
template <class T>
Sym<T> to_real(Sym<int> n) {
  return Sym<T>::make(Op::convert, n.node);
}

}  // namespace eddy
