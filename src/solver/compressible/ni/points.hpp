// Ni's scheme (1982), point by point: the change of a cell by the flux through its faces is sent to its corners, more to those that the
// flow carries it to. Values are at the nodes: density, momentum, energy.
//
//   ΔU = −(Δt/V) Σ F·S              fluxes at a face: the mean of its corners; walls without flow: the pressure alone
//   Δf_a = (Δt/V) (∂F/∂U ΔU)·S_a    S_a: the mean of both faces across axis a
//   corner:  (ΔU ± Δf_x ± Δf_y …)/2ᴰ, + at the upper end of an axis;     node:  U += Σ V δ / V_n
//
// The cell kernel leaves q = V ΔU/2ᴰ and f_a = V Δf_a/2ᴰ, less friction; the node kernel gathers them.
#pragma once
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/fields.hpp"
#include "solver/compressible/friction.hpp"

namespace eddy::compressible {

// A state for each axis.
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
struct NodeState {  // with what every flux needs
  Conserved<V, D> u;
  V velocity[D], pressure;
};
template <class T, class V, int D, class G>
FN NodeState<V, D> node_state(const Conserved<V, D>& u, const G& gas) {
  NodeState<V, D> n;
  n.u = u;
  const Primitive<V, D> w = primitive_of<T>(u, gas);
  UNROLL
  for (int a = 0; a < D; ++a) n.velocity[a] = w.velocity[a];
  n.pressure = w.pressure;
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

// F·S at a node; `open` is 0 at a wall that nothing passes.
template <class T, class V, int D>
FN Conserved<V, D> node_flux(const NodeState<V, D>& n, const V (&area)[D], V open) {
  const V through = open * dot(n.velocity, area);
  Conserved<V, D> f;
  f.density = n.u.density * through;
  UNROLL
  for (int a = 0; a < D; ++a) f.momentum[a] = n.u.momentum[a] * through + n.pressure * area[a];
  f.energy = (n.u.energy + n.pressure) * through;
  return f;
}

// (∂F/∂U δ)·S at the state of the mean.
template <class T, class V, int D, class G>
FN Conserved<V, D> flux_of_change(const NodeState<V, D>& m, const Conserved<V, D>& d, const V (&area)[D],
                                  const G& gas) {
  const V half(T(0.5)), per_density = V(T(1)) / m.u.density;
  V change[D];  // of the velocity
  UNROLL
  for (int a = 0; a < D; ++a) change[a] = (d.momentum[a] - m.velocity[a] * d.density) * per_density;
  const V square = dot(m.velocity, m.velocity);
  const V pressure = gas.less_one * ((d.energy - dot(m.velocity, d.momentum)) + half * square * d.density);
  const V through = dot(m.velocity, area), more = dot(change, area);
  Conserved<V, D> f;
  f.density = dot(d.momentum, area);
  UNROLL
  for (int a = 0; a < D; ++a) f.momentum[a] = d.momentum[a] * through + m.u.momentum[a] * more + pressure * area[a];
  f.energy = (d.energy + pressure) * through + (m.u.energy + m.pressure) * more;
  return f;
}

// What a cell is (a table of integers): 0 where there is none, else 1 + Σ 2ˢ over its sides s that are walls without flow.
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

template <class S, class T>
struct CellTables {
  static constexpr bool bundle = true;
  In<S, int> kind;
  In<S, T> step;  // Δt
};

template <class S, class T>
struct Dissipation {
  static constexpr bool bundle = true;
  Param<S, T> second, fourth;  // k₂, k₄
  Param<S, T> enthalpy;        // 1: dissipates ρH in place of E
  Param<S, T> implicit;        // 3/(2Δt) of a step of dual time
};

// What a condition makes of the state that a node has after a step: a wall turns the flow along it and takes the
// pressure that this costs; others have the state that they put beyond a face.
template <class C, class T, class V, int D, class G>
FN Primitive<V, D> at_node(Primitive<V, D> w, const V (&normal)[D], const Primitive<V, D>& given, const G& gas) {
  if constexpr (C::extrapolates || !C::from_two || std::is_same_v<C, Symmetry>) {
    if constexpr (!C::from_two) return C::template beyond<T>(w, normal, given, gas);
    const V sound = sound_of<T>(w, gas), through = dot(w.velocity, normal);
    const V more = w.density * sound * through;
    w.pressure = w.pressure + more;
    w.density = w.density + more / (sound * sound);
    add_normal(w.velocity, -through, normal);
    return w;
  } else {
    UNROLL
    for (int a = 0; a < D; ++a) w.velocity[a] = given.velocity[a];
    if constexpr (std::is_same_v<C, Isothermal>) w.density = w.pressure / (gas.constant * given.density);
    return w;
  }
}

// On the grid of the flow: with friction, with a source. On a coarser grid the change of a cell is given: that of the
// finer grid's node in its middle.
template <bool WithFriction, bool WithSource, bool OnCoarse = false>
struct NiForm {
  static constexpr bool friction = WithFriction, source = WithSource, coarse = OnCoarse;
  static constexpr const char* words[3] = {coarse ? "coarse" : "fine", friction ? "friction" : "ideal",
                                           source ? "source" : "no source"};
  static constexpr int fewest_axes = 2;
};

}  // namespace eddy::compressible
