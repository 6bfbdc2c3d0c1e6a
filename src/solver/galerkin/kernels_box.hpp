// Kernels for a box of rectilinear elements: widths come from tables along the axes; in bodies elements have volume 0.
#pragma once
#include "exec/shapes/element_face.hpp"
#include "solver/galerkin/works.hpp"

namespace eddy::galerkin {

// The elements of a box. Element e lies between nodes e and e + 1 along each axis; beyond the ends its width is 0.
template <class S, class T, int D, class W>
struct BoxElements {
  static constexpr bool bundle = true;
  using Num = Value<S, T>;
  static constexpr int variables = D + 1, shares = PassForm<W>::template shares<D>;
  Vec<In<S, T>, D + 1> state;
  Vec<Line<S, T>, D> width, per_width;
  In<S, T> there;           // 1, or 0 in a body
  In<S, T> length_squared;  // ℓ² of the model for small eddies
  ElementNumbers<S, T> numbers;

  FN void read(Cell<S> node, Num (&values)[D + 1]) const {
    UNROLL
    for (int v = 0; v < D + 1; ++v) values[v] = state[v](node);
  }
  struct Given {
    Num there, length_squared;
  };
  FN Given given(Cell<S> e) const {
    Given g;
    g.there = there(e);
    g.length_squared = Num(T(0));
    if constexpr (W::Model::reads_length) g.length_squared = length_squared(e);
    return g;
  }
  struct Column {  // widths along all axes but the last
    Num width[D], per_width[D];
  };
  FN Column column(Cell<S> e) const {
    Column c;
    UNROLL
    for (int a = 0; a < D - 1; ++a) {
      c.width[a] = width[a](e[a]);
      c.per_width[a] = per_width[a](e[a]);
    }
    c.width[D - 1] = c.per_width[D - 1] = Num(T(0));
    return c;
  }
  FN BoxGeometry<T, Num, D> geometry(Cell<S> e, const Column& c, Num exists) const {
    BoxGeometry<T, Num, D> g;
    g.volume = exists;
    UNROLL
    for (int a = 0; a < D; ++a) {
      const Num h = a < D - 1 ? c.width[a] : width[a](e[a]), per = a < D - 1 ? c.per_width[a] : per_width[a](e[a]);
      g.volume = g.volume * h;
      g.slope[a] = per * Num(T(D == 2 ? 0.5 : 0.25));
      g.metric[a] = Num(T(4)) * (per * per);
      g.shortest = a == 0 ? h : select(h < g.shortest, h, g.shortest);
    }
    return g;
  }
  FN void element(Cell<S> e, const Column& column_here, const Given& given_here,
                  const ElementFace<Num, D + 1, D>& below, const ElementFace<Num, D + 1, D>& above,
                  ElementFace<Num, shares, D>& to_below, ElementFace<Num, shares, D>& to_above) const {
    constexpr int half = 1 << (D - 1);
    Modes<Num, D> value[D + 1], sent[shares];
    UNROLL
    for (int v = 0; v < D + 1; ++v) {
      UNROLL
      for (int m = 0; m < half; ++m)
        sum_and_difference(below.of[v][m], above.of[v][m], value[v].of[m], value[v].of[m + half]);
    }
    W::template send<D>(value, geometry(e, column_here, given_here.there), given_here.length_squared, numbers, sent);
    UNROLL
    for (int v = 0; v < shares; ++v) {
      UNROLL
      for (int m = 0; m < half; ++m) {
        to_above.of[v][m] = sent[v].of[m] + sent[v].of[m + half];
        to_below.of[v][m] = sent[v].of[m] - sent[v].of[m + half];
      }
    }
  }
};

}  // namespace eddy::galerkin

namespace eddy::kernels {

// One stage of a step: to = base + step · R(from) / M.
template <class S, class T, int D, class V>
struct GalerkinPass {
  static constexpr const char* name = "galerkin_pass";
  using Work = typename V::Work;
  using Elements = galerkin::BoxElements<S, T, D, Work>;
  using Num = Value<S, T>;
  static constexpr int variables = D + 1, shares = Elements::shares;
  Elements from;
  Vec<In<S, T>, D + 1> base;
  Vec<Out<S, T>, D + 1> to;
  In<S, T> per_volume;  // 1/M
  Param<S, T> step, pressure_step;

  using Column = typename Elements::Column;
  using Given = typename Elements::Given;
  struct Own {
    Num base[D + 1], per_volume;
  };
  FN void read(Cell<S> node, Num (&values)[variables]) const { from.read(node, values); }
  FN Column column(Cell<S> e) const { return from.column(e); }
  FN Given given(Cell<S> e) const { return from.given(e); }
  FN void element(Cell<S> e, const Column& column_here, const Given& given_here,
                  const ElementFace<Num, variables, D>& below, const ElementFace<Num, variables, D>& above,
                  ElementFace<Num, shares, D>& to_below, ElementFace<Num, shares, D>& to_above) const {
    from.element(e, column_here, given_here, below, above, to_below, to_above);
  }
  FN Own own(Cell<S> node) const {
    Own o;
    if constexpr (V::alone) {
      UNROLL
      for (int a = 0; a < D + 1; ++a) o.base[a] = Num(T(0));
    } else {
      UNROLL
      for (int a = 0; a < D; ++a) o.base[a] = base[a](node);
      o.base[D] = Work::kept == galerkin::KeptPressure::of_from ? from.state[D](node) : base[D](node);
    }
    o.per_volume = per_volume(node);
    return o;
  }
  FN void update(Cell<S> node, const Own& own_here, const Num (&sum)[shares]) const {
    const Num weight = step * own_here.per_volume;
    UNROLL
    for (int a = 0; a < D; ++a) to[a](node) = own_here.base[a] + weight * sum[a];
    if constexpr (Work::kept == galerkin::KeptPressure::none)
      to[D](node) = own_here.base[D] + pressure_step * own_here.per_volume * sum[D];
    else
      to[D](node) = own_here.base[D];
  }
  FN void operator()(Cell<S> node) const {
    Num sum[shares];
    sum_at_node<D>(*this, node, sum);
    update(node, own(node), sum);
  }
};

// Sums what the elements around a wall node send to it, which is the force of the fluid on the node over density, and
// takes the pressure there.
template <class S, class T, int One, class V>
struct WallReaction {
  static constexpr const char* name = "wall_reaction";
  static constexpr bool gathers = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  galerkin::BoxElements<S, T, D, typename V::Work> from;
  Vec<In<S, int>, D> index;  // indices of each listed node
  Out<S, T> result;          // one row per component, then one of the pressure
  FN void operator()(Cell<S> c) const {
    Cell<S> node{};
    node.i = index[0](c);
    node.j = index[1](c);
    if constexpr (D == 3)
      node.k = index[2](c);
    else
      node.k = Index<S>(0);
    Num sum[decltype(from)::shares];
    sum_at_node<D>(from, node, sum);
    UNROLL
    for (int a = 0; a < D; ++a) result(c + a * Axis::y) = sum[a];
    result(c + D * Axis::y) = from.state[D](node);
  }
};
// ℓ² = C² Δ² of the dynamic model, from the sums at the nodes of an element.
template <class S, class T, int D>
struct BoxDynamicLength {
  static constexpr const char* name = "dynamic_length";
  static constexpr int fewest_axes = 2;
  static constexpr bool rare = true;
  using Num = Value<S, T>;
  In<S, T> above, below, width_squared;
  Out<S, T> length_squared;
  FN void operator()(Cell<S> e) const {
    Num up = above(e), down = below(e);
    UNROLL_ALL
    for (int n = 1; n < 1 << D; ++n) {
      up = up + above(e + detail::corner_offset<D>(n));
      down = down + below(e + detail::corner_offset<D>(n));
    }
    length_squared(e) = galerkin::dynamic_constant<T>(up, down) * width_squared(e);
  }
};

// The eddy viscosity ν_t of an element.
template <class S, class T, int D, class V>
struct BoxEddyViscosity {
  static constexpr const char* name = "eddy_viscosity";
  using Num = Value<S, T>;
  galerkin::BoxElements<S, T, D, typename V::Work> from;
  Out<S, T> viscosity;
  FN void operator()(Cell<S> e) const {
    constexpr int half = 1 << (D - 1);
    ElementFace<Num, D + 1, D> below, above;
    detail::read_face(from, e, below);
    detail::read_face(from, e + detail::corner_offset<D>(half), above);
    const auto geometry = from.geometry(e, from.column(e), from.there(e));
    Num slope[D + 1][D];
    UNROLL
    for (int v = 0; v < D; ++v) {
      galerkin::Modes<Num, D> value;
      UNROLL
      for (int m = 0; m < half; ++m)
        sum_and_difference(below.of[v][m], above.of[v][m], value.of[m], value.of[m + half]);
      geometry.slopes(value, slope[v]);
    }
    viscosity(e) = V::Work::Model::template eddy_viscosity<T, D>(slope, from.length_squared(e));
  }
};

}  // namespace eddy::kernels
