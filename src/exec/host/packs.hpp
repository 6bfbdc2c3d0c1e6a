// Packs of cells on the host: a kernel is called for several cells of a row at once, and each of its numbers fills one or
// more whole registers. The compiler then has no loop to vectorise, and makes code without branches. The instructions for
// several registers stand side by side, so the core works on one while another waits for a quotient or a root.
#pragma once
#include <algorithm>
#include <bit>
#include <concepts>
#include <experimental/simd>

#include "exec/core/view.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

// A space in which a cell stands for a pack: itself and the next cells along x, as many as fill these registers.
template <int registers>
struct Packs {};

template <class T, int registers>
struct PackMask {
  std::experimental::native_simd_mask<T> part[registers];

  FN friend PackMask operator&&(PackMask a, const PackMask& b) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] = a.part[n] && b.part[n];
    return a;
  }
  FN friend PackMask operator||(PackMask a, const PackMask& b) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] = a.part[n] || b.part[n];
    return a;
  }
  FN friend PackMask operator!(PackMask a) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] = !a.part[n];
    return a;
  }
  FN friend bool any(const PackMask& a) {
    bool is = false;
    UNROLL
    for (int n = 0; n < registers; ++n) is = is || any_of(a.part[n]);
    return is;
  }
};

template <class T, int registers>
struct Pack {
  using Register = std::experimental::native_simd<T>;
  using Mask = PackMask<T, registers>;
  static constexpr int lanes = int(Register::size()), size = registers * lanes;
  Register part[registers];

  FN static void choose(const std::experimental::native_simd_mask<T>& c, const Register& a, Register& b) {
#ifdef __clang__  // where() of libstdc++ 12 then takes all of `a` if any bit of an AVX-512 mask is set
    b = Register([&](auto lane) { return c[lane] ? T(a[lane]) : T(b[lane]); });
#else
    where(c, b) = a;
#endif
  }
  Pack() = default;
  template <std::same_as<T> U>
  FN Pack(U v) {  // the same value for all cells
    UNROLL
    for (int n = 0; n < registers; ++n) part[n] = v;
  }
  FN explicit Pack(const T* from) {
    UNROLL
    for (int n = 0; n < registers; ++n) part[n].copy_from(from + n * lanes, std::experimental::element_aligned);
  }
  FN void store(T* to) const {
    UNROLL
    for (int n = 0; n < registers; ++n) part[n].copy_to(to + n * lanes, std::experimental::element_aligned);
  }

  FN friend Pack operator+(Pack a, const Pack& b) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] += b.part[n];
    return a;
  }
  FN friend Pack operator-(Pack a, const Pack& b) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] -= b.part[n];
    return a;
  }
  FN friend Pack operator*(Pack a, const Pack& b) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] *= b.part[n];
    return a;
  }
  FN friend Pack operator/(Pack a, const Pack& b) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] /= b.part[n];
    return a;
  }
  FN friend Pack operator-(Pack a) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] = -a.part[n];
    return a;
  }
  FN friend Pack abs(Pack a) {
    UNROLL
    for (int n = 0; n < registers; ++n) a.part[n] = std::experimental::abs(a.part[n]);
    return a;
  }
  FN friend Pack sqrt(Pack a) {  // one instruction; g++ 12 warns about the library's sqrt
    UNROLL
    for (int n = 0; n < registers; ++n)
      a.part[n] = Register([&](auto lane) INLINED { return std::sqrt(a.part[n][lane]); });
    return a;
  }
  FN friend Mask operator<(const Pack& a, const Pack& b) {
    Mask m;
    UNROLL
    for (int n = 0; n < registers; ++n) m.part[n] = a.part[n] < b.part[n];
    return m;
  }
  FN friend Mask operator<=(const Pack& a, const Pack& b) {
    Mask m;
    UNROLL
    for (int n = 0; n < registers; ++n) m.part[n] = a.part[n] <= b.part[n];
    return m;
  }
  FN friend Mask operator==(const Pack& a, const Pack& b) {
    Mask m;
    UNROLL
    for (int n = 0; n < registers; ++n) m.part[n] = a.part[n] == b.part[n];
    return m;
  }
  FN friend Pack select(const Mask& c, const Pack& a, Pack b) {
    UNROLL
    for (int n = 0; n < registers; ++n) choose(c.part[n], a.part[n], b.part[n]);
    return b;
  }
};

template <int R, class T>
struct ValueOf<Packs<R>, T> {
  using type = Pack<T, R>;
};

// Views: the address of a pack is that of its first cell.
template <int R, class T>
FN T* place_of(const View<Packs<R>, T>& view, Cell<Packs<R>> first) {
#ifndef NDEBUG
  static_cast<void>(view.at(first + (Pack<T, R>::size - 1) * Axis::x));  // refuses a pack whose last cell lies outside
#endif
  return view.at(first);
}
template <class T, int R>
struct PackPlace {
  T* at;
  FN operator Pack<T, R>() const { return Pack<T, R>(at); }
  FN void operator=(const Pack<T, R>& v) const { v.store(at); }
};
template <int R, class T>
struct In<Packs<R>, T> : View<Packs<R>, T> {
  static constexpr Access access = Access::in;
  FN Pack<T, R> operator()(Cell<Packs<R>> c) const { return Pack<T, R>(static_cast<const T*>(place_of(*this, c))); }
};
template <int R, class T>
struct Out<Packs<R>, T> : View<Packs<R>, T> {
  static constexpr Access access = Access::out;
  FN PackPlace<T, R> operator()(Cell<Packs<R>> c) const { return {place_of(*this, c)}; }
};
template <int R, class T>
struct InOut<Packs<R>, T> : View<Packs<R>, T> {
  static constexpr Access access = Access::in_out;
  FN PackPlace<T, R> operator()(Cell<Packs<R>> c) const { return {place_of(*this, c)}; }
};

namespace detail {

// The same kernel for packs; its views have the same members in memory.
template <int R, class F>
FN auto in_packs_of(const F& f) {
  return std::bit_cast<typename Made<F>::template Rebound<Packs<R>>>(f);
}
// Calls body(kernel, space, m) for the cells begin … end − 1, pack by pack, and cell by cell where no pack fits.
template <class F, class Body>
FN void in_packs_once(const F& f, int begin, int end, const Body& body) {
  constexpr int size = Pack<typename Made<F>::Real, 1>::size;
  const auto packed = in_packs_of<1>(f);
  int m = begin;
  for (; m + size <= end; m += size) body(packed, Packs<1>{}, m);
  for (; m < end; ++m) body(f, Host{}, m);
}
// The same with packs of R registers, then of one; single cells only if the range is shorter than a pack. The last pack may
// overlap the one before, so a repeated call must give the same result.
template <int R, class F, class Body>
FN void in_packs(const F& f, int begin, int end, const Body& body) {
  constexpr int large = Pack<typename Made<F>::Real, R>::size, small = Pack<typename Made<F>::Real, 1>::size;
  int m = begin;
  if constexpr (R > 1) {
    const auto packed = in_packs_of<R>(f);
    for (; end - begin >= large && end - m > small; m += large) body(packed, Packs<R>{}, std::min(m, end - large));
  }
  const auto packed = in_packs_of<1>(f);
  for (; end - begin >= small && m < end; m += small) body(packed, Packs<1>{}, std::min(m, end - small));
  for (; m < end; ++m) body(f, Host{}, m);
}

}  // namespace detail

}  // namespace eddy
