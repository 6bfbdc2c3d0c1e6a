// Passes over a mesh of hexahedra: elements find their nodes in tables and store what they send; nodes then sum the
// values at the places that a table lists, in the order of the elements.
#pragma once
#include "exec/shapes/element_face.hpp"
#include "solver/galerkin/works.hpp"

namespace eddy::galerkin {

// The elements of a mesh with a state. Corners by bits: bit a is 1 at the upper end of axis a.
template <class S, class T>
struct HexElements {
  static constexpr bool bundle = true;
  using Num = Value<S, T>;
  Vec<In<S, int>, 8> node;   // place of the values of each corner
  Vec<In<S, int>, 8> point;  // place of its coordinates, which differ across a periodic seam
  Vec<In<S, T>, 3> position;
  Vec<In<S, T>, 4> state;
  In<S, T> length_squared;
  ElementNumbers<S, T> numbers;
  Param<S, T> third;  // ⅓, or 0 for gradients at the centre

  // Transforms the values of eight corners into modes, in place.
  template <int Step>
  FN static void transform_along(Num (&v)[8]) {
    UNROLL
    for (int n = 0; n < 4; ++n) {
      const int at = n / Step * 2 * Step + n % Step;
      const Num low = v[at], high = v[at + Step];
      sum_and_difference(low, high, v[at], v[at + Step]);
    }
  }
  FN static void transform(Num (&v)[8]) {
    transform_along<1>(v);
    transform_along<2>(v);
    transform_along<4>(v);
  }
  FN HexGeometry<T, Num> geometry(Cell<S> e) const {
    Num a[8][3];
    UNROLL
    for (int j = 0; j < 3; ++j) {
      Num x[8];
      const Num first = position[j](Index<S>(point[0](e)));  // relative coordinates keep more digits
      UNROLL_ALL
      for (int c = 0; c < 8; ++c) x[c] = position[j](Index<S>(point[c](e))) - first;
      transform(x);
      UNROLL_ALL
      for (int m = 0; m < 8; ++m) a[m][j] = Num(T(0.125)) * x[m];
    }
    return HexGeometry<T, Num>::of(a, third);
  }
  FN void values(Cell<S> e, Modes<Num, 3> (&value)[4]) const {
    UNROLL_ALL
    for (int c = 0; c < 8; ++c) {
      const Index<S> at = node[c](e);
      UNROLL
      for (int v = 0; v < 4; ++v) value[v].of[c] = state[v](at);
    }
    UNROLL
    for (int v = 0; v < 4; ++v) transform(value[v].of);
  }
};

template <class W, int N>
struct NodeForm {  // the variant for nodes with at most N elements
  using Work = W;
  static constexpr const char* words[2] = {W::words[0], N == 8 ? "8 elements" : "24 elements"};
  static constexpr int most_axes = 1, elements = N;
};

}  // namespace eddy::galerkin

namespace eddy::kernels {

// Computes what each element sends to its corners: row c of the result belongs to corner c.
template <class S, class T, int One, class V>
struct HexShares {
  static constexpr const char* name = "hex_shares";
  static constexpr bool gathers = true;
  using Num = Value<S, T>;
  static constexpr int shares = galerkin::PassForm<typename V::Work>::template shares<3>;
  galerkin::HexElements<S, T> from;
  Vec<Out<S, T>, shares> share;
  FN void operator()(Cell<S> e) const {
    galerkin::Modes<Num, 3> value[4], sent[shares];
    from.values(e, value);
    Num length = Num(T(0));
    if constexpr (V::Work::Model::reads_length) length = from.length_squared(e);
    V::Work::template send<3>(value, from.geometry(e), length, from.numbers, sent);
    UNROLL
    for (int v = 0; v < shares; ++v) {
      corners_of(sent[v].of);
      UNROLL_ALL
      for (int c = 0; c < 8; ++c) share[v](e + c * Axis::y) = sent[v].of[c];
    }
  }

 private:
  template <int Step>
  FN static void corners_along(Num (&m)[8]) {
    UNROLL
    for (int n = 0; n < 4; ++n) {
      const int at = n / Step * 2 * Step + n % Step;
      const Num sum = m[at], difference = m[at + Step];
      m[at] = sum - difference;
      m[at + Step] = sum + difference;
    }
  }
  FN static void corners_of(Num (&m)[8]) {  // transforms modes into corners
    corners_along<1>(m);
    corners_along<2>(m);
    corners_along<4>(m);
  }
};

// Sums what the elements around a node send to it: row n of the table is the place of the n-th value.
template <class S, class T, int N, int Shares>
FN void sum_of_shares(const In<S, int>& entry, const Vec<In<S, T>, Shares>& share, Cell<S> c,
                      Value<S, T> (&sum)[Shares]) {
  UNROLL_ALL
  for (int n = 0; n < N; ++n) {
    const Index<S> at = entry(c + n * Axis::y);
    UNROLL
    for (int v = 0; v < Shares; ++v) sum[v] = n == 0 ? share[v](at) : sum[v] + share[v](at);
  }
}

template <class S, class T, int One, class V>
struct HexUpdate {
  static constexpr const char* name = "hex_update";
  static constexpr bool gathers = true;
  using Num = Value<S, T>;
  using Work = typename V::Work;
  static constexpr int shares = galerkin::PassForm<Work>::template shares<3>;
  Vec<In<S, T>, shares> share;
  In<S, int> entry;
  In<S, T> from_pressure;
  Vec<In<S, T>, 4> base;
  Vec<Out<S, T>, 4> to;
  In<S, T> per_volume;
  Param<S, T> step, pressure_step;
  FN Num base_at(int a, Cell<S> c) const {
    if constexpr (galerkin::PassForm<Work>::alone)
      return Num(T(0));
    else
      return base[a](c);
  }
  FN void operator()(Cell<S> c) const {
    Num sum[shares];
    sum_of_shares<S, T, V::elements, shares>(entry, share, c, sum);
    const Num per = per_volume(c), weight = step * per;
    UNROLL
    for (int a = 0; a < 3; ++a) to[a](c) = base_at(a, c) + weight * sum[a];
    if constexpr (Work::kept == galerkin::KeptPressure::none)
      to[3](c) = base_at(3, c) + pressure_step * per * sum[3];
    else
      to[3](c) = Work::kept == galerkin::KeptPressure::of_from ? from_pressure(c) : base[3](c);
  }
};

// The sum at wall nodes, which is the force of the fluid on the node over density, and the pressure there.
template <class S, class T, int One, class V>
struct HexReaction {
  static constexpr const char* name = "hex_reaction";
  static constexpr bool gathers = true, rare = true;
  using Num = Value<S, T>;
  Vec<In<S, T>, 3> share;
  In<S, int> entry, node;
  In<S, T> pressure;
  Out<S, T> result;  // one row per component, then one of the pressure
  FN void operator()(Cell<S> c) const {
    Num sum[3];
    sum_of_shares<S, T, V::elements, 3>(entry, share, c, sum);
    UNROLL
    for (int a = 0; a < 3; ++a) result(c + a * Axis::y) = sum[a];
    result(c + 3 * Axis::y) = pressure(Index<S>(node(c)));
  }
};
// ℓ² = C² Δ² of the dynamic model, from the sums at the nodes of an element.
template <class S, class T, int One>
struct HexDynamicLength {
  static constexpr const char* name = "hex_dynamic_length";
  static constexpr bool gathers = true, rare = true;
  static constexpr int most_axes = 1;
  using Num = Value<S, T>;
  In<S, T> above, below, width_squared;
  Vec<In<S, int>, 8> node;
  Out<S, T> length_squared;
  FN void operator()(Cell<S> e) const {
    Num up = Num(T(0)), down = Num(T(0));
    UNROLL_ALL
    for (int c = 0; c < 8; ++c) {
      const Index<S> at = node[c](e);
      up = up + above(at);
      down = down + below(at);
    }
    length_squared(e) = galerkin::dynamic_constant<T>(up, down) * width_squared(e);
  }
};

// The eddy viscosity ν_t of an element.
template <class S, class T, int One, class V>
struct HexEddyViscosity {
  static constexpr const char* name = "hex_eddy_viscosity";
  static constexpr bool gathers = true, rare = true;
  using Num = Value<S, T>;
  galerkin::HexElements<S, T> from;
  Out<S, T> viscosity;
  FN void operator()(Cell<S> e) const {
    galerkin::Modes<Num, 3> value[4];
    from.values(e, value);
    const auto geometry = from.geometry(e);
    Num slope[4][3];
    UNROLL
    for (int v = 0; v < 3; ++v) geometry.slopes(value[v], slope[v]);
    viscosity(e) = V::Work::Model::template eddy_viscosity<T, 3>(slope, from.length_squared(e));
  }
};

}  // namespace eddy::kernels
