// Point functions of Ni's scheme (1982). Density, momentum and energy are stored at nodes. The change of a cell by the
// flux through its faces is distributed to its corners, with larger parts for those downstream.
//
//   R = −(1/V) Σ F·S                flux at a face: the mean of its corners; on slip walls the pressure alone
//   Δf_a = (Δt/V) (∂F/∂U R)·S_a     S_a: the mean of both faces across axis a
//   corner:  (R ± Δf_x ± Δf_y …)/2ᴰ, + at the upper end of an axis;     node:  U += Δt_n Σ V δ / V_n
//
// The cell kernel stores q = V R/2ᴰ and f_a = V Δf_a/2ᴰ, less friction; the node kernel gathers them. The local steps
// of cells enter Δf_a alone, so the sum at a node, friction and dissipation included, vanishes in steady flow whatever
// the node's step.
#pragma once
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/fields.hpp"
#include "solver/compressible/friction.hpp"

namespace eddy::compressible {

// One state per axis.
template <class View, int D>
struct AlongViews {
  static constexpr bool bundle = true;
  StateViews<View, D> x, y;
  template <int A>
  FN const StateViews<View, D>& of() const {
    return A == 0 ? x : y;
  }
};
template <class View>
struct AlongViews<View, 3> {
  static constexpr bool bundle = true;
  StateViews<View, 3> x, y, z;
  template <int A>
  FN const StateViews<View, 3>& of() const {
    return A == 0 ? x : A == 1 ? y : z;
  }
};

template <class V, int D>
struct NodeState {  // a conserved state with the velocity and the pressure that fluxes need
  Conserved<V, D> u;
  V velocity[D], pressure;
};
template <class T, class V, int D, class G>
FN NodeState<V, D> node_state(const Conserved<V, D>& u, const G& gas) {
  NodeState<V, D> n;
  n.u = u;
  const V per_density = ordinary_reciprocal(u.density);
  UNROLL
  for (int a = 0; a < D; ++a) n.velocity[a] = u.momentum[a] * per_density;
  n.pressure = gas.less_one * (u.energy - V(T(0.5)) * dot(u.momentum, n.velocity));
  return n;
}

template <class V, int D>
FN Conserved<V, D> scaled(Conserved<V, D> u, V by) {
  u.density = u.density * by;
  UNROLL
  for (int a = 0; a < D; ++a) u.momentum[a] = u.momentum[a] * by;
  u.energy = u.energy * by;
  return u;
}
template <class V, int D>
FN Conserved<V, D> plus(Conserved<V, D> u, const Conserved<V, D>& v) {
  u.density = u.density + v.density;
  UNROLL
  for (int a = 0; a < D; ++a) u.momentum[a] = u.momentum[a] + v.momentum[a];
  u.energy = u.energy + v.energy;
  return u;
}
template <class V, int D>
FN Conserved<V, D> minus(Conserved<V, D> u, const Conserved<V, D>& v) {
  u.density = u.density - v.density;
  UNROLL
  for (int a = 0; a < D; ++a) u.momentum[a] = u.momentum[a] - v.momentum[a];
  u.energy = u.energy - v.energy;
  return u;
}

template <class T, class V, int D, class View, class Where, class G>
FN NodeState<V, D> node_at(const View& now, const Where& where, const G& gas) {
  return node_state<T>(unmarked(now.template conserved_at<V>(where)), gas);
}
// The mended state of a node: density and pressure are at least the least values and a tenth of the old ones, and the
// minus sign of the density marks the state.
template <class T, class V, int D, class G>
FN Conserved<V, D> mend(const Conserved<V, D>& next, const NodeState<V, D>& old, const G& gas) {
  const V part(T(0.1));
  const V least_density = larger(V(gas.least_density), part * old.u.density);
  Primitive<V, D> w = primitive_of<T>(next, gas);
  const auto thin = next.density < least_density;
  UNROLL
  for (int a = 0; a < D; ++a) w.velocity[a] = select(thin, old.velocity[a], w.velocity[a]);
  w.density = larger(w.density, least_density);
  w.pressure = larger(w.pressure, larger(V(gas.least_pressure), part * old.pressure));
  Conserved<V, D> u = conserved_of<T>(w, gas);
  u.density = -u.density;
  return u;
}
template <class V, int D, class B>
FN Conserved<V, D> chosen(B which, const Conserved<V, D>& one, const Conserved<V, D>& other) {
  Conserved<V, D> u;
  u.density = select(which, one.density, other.density);
  UNROLL
  for (int a = 0; a < D; ++a) u.momentum[a] = select(which, one.momentum[a], other.momentum[a]);
  u.energy = select(which, one.energy, other.energy);
  return u;
}
// The state of a node after a change, mended where density or pressure would fall too low; `old` has no mark. Pressures
// are compared as ρ p/(γ − 1), which takes no division.
template <class T, class V, int D, class G>
FN Conserved<V, D> changed(const NodeState<V, D>& old, const Conserved<V, D>& change, const G& gas) {
  const V part(T(0.1)), half(T(0.5));
  const Conserved<V, D> next = plus(old.u, change);
  const V least_pressure = larger(V(gas.least_pressure), part * old.pressure);
  const V content = next.energy * next.density - half * dot(next.momentum, next.momentum);
  const V thin_by = larger(V(gas.least_density), part * old.u.density) - next.density;
  const V low_by = least_pressure * gas.per_less_one * next.density - content;
  const auto bad = V(T(0)) < larger(thin_by, low_by);  // a second condition would prevent vectorisation on the host
#ifdef __CUDA_ARCH__
  return bad ? mend<T>(next, old, gas) : next;  // rarely taken
#else
  return chosen(bad, mend<T>(next, old, gas), next);
#endif
}
template <class T, class V, int D, class G>
FN Conserved<V, D> changed(const Conserved<V, D>& now, const Conserved<V, D>& change, const G& gas) {
  Conserved<V, D> u = changed<T>(node_state<T>(unmarked(now), gas), change, gas);
  u.density = select(now.density < V(T(0)), -abs(u.density), u.density);
  return u;
}

// F·S at a node; `open` is the part of S that the flow passes. On the rest, slip walls, the pressure acts alone.
template <class T, class V, int D>
FN Conserved<V, D> node_flux(const NodeState<V, D>& n, const V (&area)[D], const V (&open)[D]) {
  const V through = dot(n.velocity, open);
  Conserved<V, D> f;
  f.density = n.u.density * through;
  UNROLL
  for (int a = 0; a < D; ++a) f.momentum[a] = n.u.momentum[a] * through + n.pressure * area[a];
  f.energy = (n.u.energy + n.pressure) * through;
  return f;
}

// The changes of velocity and pressure by a change δ of the mean state.
template <class V, int D>
struct Rise {
  V velocity[D], pressure;
};
template <class T, class V, int D, class G>
FN Rise<V, D> rise_of(const NodeState<V, D>& m, const Conserved<V, D>& d, const G& gas) {
  const V per_density = ordinary_reciprocal(m.u.density);
  Rise<V, D> r;
  UNROLL
  for (int a = 0; a < D; ++a) r.velocity[a] = (d.momentum[a] - m.velocity[a] * d.density) * per_density;
  r.pressure =
      gas.less_one * ((d.energy - dot(m.velocity, d.momentum)) + V(T(0.5)) * dot(m.velocity, m.velocity) * d.density);
  return r;
}
// (∂F/∂U δ)·S at the mean state.
template <class V, int D>
FN Conserved<V, D> flux_of_change(const NodeState<V, D>& m, const Conserved<V, D>& d, const Rise<V, D>& rise,
                                  const V (&area)[D]) {
  const V through = dot(m.velocity, area), more = dot(rise.velocity, area);
  Conserved<V, D> f;
  f.density = dot(d.momentum, area);
  UNROLL
  for (int a = 0; a < D; ++a)
    f.momentum[a] = d.momentum[a] * through + m.u.momentum[a] * more + rise.pressure * area[a];
  f.energy = (d.energy + rise.pressure) * through + (m.u.energy + m.pressure) * more;
  return f;
}

// The kind of a cell is an integer: 0 for no cell, else 1 + Σ 2ˢ over its sides s that are slip walls.
template <class V, class T, class I>
FN V exists(I kind) {
  return select(kind == 0, V(T(0)), V(T(1)));
}
template <int Side, class V, class T, class I>
FN V open_side(I kind) {
  const auto bits = kind - 1;
  const auto shifted = bits / (1 << Side);
  return select(shifted == (shifted / 2) * 2, V(T(1)), V(T(0)));
}

template <class V, int D>
struct CellOpenings {
  V there, side[2 * D];  // 1 or 0: whether the cell exists; whether flow passes this side
};
template <int Side, class T, class V, int D, class I>
FN void put_openings(I kind, CellOpenings<V, D>& o) {
  o.side[Side] = open_side<Side, V, T>(kind);
  if constexpr (Side + 1 < 2 * D) put_openings<Side + 1, T>(kind, o);
}
template <class T, class V, int D, class I>
FN CellOpenings<V, D> openings(I kind) {
  CellOpenings<V, D> o;
  o.there = exists<V, T>(kind);
  put_openings<0, T>(kind, o);
  return o;
}

template <class S, class T>
struct CellTables {
  static constexpr bool bundle = true;
  In<S, int> kind;
  In<S, T> step;  // Δt
};

// Applies a boundary condition to the state of a node after a step. At walls the balance of the cells around the node
// gives mass and energy: the density stays, and the kinetic energy that is removed becomes heat. Other conditions take
// their ghost state beyond a face.
template <class C, class T, class V, int D, class G>
FN Primitive<V, D> at_node(Primitive<V, D> w, const V (&normal)[D], const Primitive<V, D>& given, const G& gas) {
  if constexpr (!C::from_two) return C::template beyond<T>(w, normal, given, gas);
  V lost[D];
  if constexpr (C::extrapolates || std::is_same_v<C, Symmetry>) {
    const V through = dot(w.velocity, normal);
    UNROLL
    for (int a = 0; a < D; ++a) lost[a] = through * normal[a];
  } else {
    UNROLL
    for (int a = 0; a < D; ++a) lost[a] = w.velocity[a] - given.velocity[a];
  }
  UNROLL
  for (int a = 0; a < D; ++a) w.velocity[a] = w.velocity[a] - lost[a];
  w.pressure = w.pressure + gas.less_one * V(T(0.5)) * w.density * dot(lost, lost);
  if constexpr (std::is_same_v<C, Isothermal>) w.pressure = w.density * gas.constant * given.density;
  return w;
}

// The form of the kernels: with friction or not, with a source or not. On a coarse grid the change of a cell is given
// by the finer grid's nodes around its middle.
template <bool WithFriction, bool WithSource, bool OnCoarse = false>
struct NiForm {
  static constexpr bool friction = WithFriction, source = WithSource, coarse = OnCoarse;
  static constexpr const char* words[3] = {coarse ? "coarse" : "fine", friction ? "friction" : "ideal",
                                           source ? "source" : "no source"};
  static constexpr int fewest_axes = 2;
};

}  // namespace eddy::compressible
