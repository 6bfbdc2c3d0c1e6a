// Dissipation along a line of nodes (Jameson, Schmidt and Turkel): second differences where the pressure has a large
// second difference, fourth differences elsewhere.
//
//      a ─── b ─── c ─── d          the flux from c to b through the dual face between them
#pragma once
#include "solver/compressible/ni/points.hpp"

namespace eddy::compressible {

template <class S, class T>
struct Dissipation {
  static constexpr bool bundle = true;
  Param<S, T> second, fourth;  // k₂, k₄
  Param<S, T> enthalpy;        // 1: dissipates ρH in place of E
  Param<S, T> implicit;        // 3/(2Δt) in a step of dual time
};

template <class V, int D>
struct DualFace {
  V area[D], volume;      // shares of the cells beside the edge; volume: only with friction
  V before, here, after;  // number of cells beside the edges a─b, b─c, c─d
};

// Adds the share of a cell beside the edge.
template <class T, class V, int D>
FN void add_cell(DualFace<V, D>& e, V there, const V (&area)[D], bool first) {
  UNROLL
  for (int k = 0; k < D; ++k) {
    const V share = there * area[k] * V(T(1.0 / (1 << (D - 1))));
    e.area[k] = first ? share : e.area[k] + share;
  }
  e.here = first ? there : e.here + there;
}
template <class T, class V, int D>
FN void add_volume(DualFace<V, D>& e, V volume, bool first) {
  const V share = volume * V(T(1.0 / (1 << (D - 1))));
  e.volume = first ? share : e.volume + share;
}

template <class S, class T, int D, class V>
struct LineDissipation {
  using Num = Value<S, T>;
  using Flow = Conserved<Num, D>;
  using Node = NodeState<Num, D>;
  const Dissipation<S, T>& by;
  const Gas<S, T>& gas;
  const Friction<S, T>& friction;

  FN static Num bend(Num a, Num b, Num c) {  // the normalised second difference of the pressure
    const Num ends = a + c, twice = b + b;
    return abs(ends - twice) * ordinary_reciprocal(ends + twice);
  }
  // The larger value at b and c, if they have edges on both sides.
  FN static Num largest_bend(Num bend_b, Num bend_c, const DualFace<Num, D>& e) {
    const Num zero(T(0));
    return larger(select(zero < e.before * e.here, bend_b, zero), select(zero < e.here * e.after, bend_c, zero));
  }
  FN Flow carried(const Node& n) const {  // in steady flow with ρH in place of E
    Flow u = n.u;
    u.energy = u.energy + by.enthalpy * n.pressure;
    return u;
  }
  FN Flow jump(const Node& a, const Node& b) const { return minus(carried(b), carried(a)); }
  FN Flow through(const Node& a, const Node& b, const Node& c, const Node& d, const DualFace<Num, D>& e) const {
    return through(b, c, jump(a, b), jump(b, c), jump(c, d), bend(a.pressure, b.pressure, c.pressure),
                   bend(b.pressure, c.pressure, d.pressure), e);
  }
  FN Flow through(const Node& b, const Node& c, const Flow& jump_before, const Flow& jump, const Flow& jump_after,
                  Num bend_b, Num bend_c, const DualFace<Num, D>& e) const {
    const Num half(T(0.5)), zero(T(0));
    Num twice[D];
    UNROLL
    for (int k = 0; k < D; ++k) twice[k] = b.velocity[k] + c.velocity[k];
    const Num density = b.u.density + c.u.density, pressure = b.pressure + c.pressure;  // sums over b and c
    const Num square = dot(e.area, e.area), normal = half * abs(dot(twice, e.area));
    const Num per_density = ordinary_reciprocal(density);
    const Num waves = normal + sqrt(gas.gamma * pressure * per_density * square);  // |u·S| + a |S|
    const Num second = smaller(half, by.second * largest_bend(bend_b, bend_c, e));
    Num fourth = larger(zero, by.fourth - second);
    if constexpr (V::friction) {  // factor r / (r + 10), r is the cell Reynolds number along the line
      const Num temperature = pressure / (density * gas.constant);
      const Num r = half * density * normal * e.volume / (friction.template viscosity<T>(temperature) * square);
      fourth = fourth * r / (r + Num(T(10)));
    }
    fourth = select(zero < e.before * e.after, fourth, zero);
    const Flow third = minus(plus(jump_after, jump_before), scaled(jump, Num(T(2))));
    return scaled(minus(scaled(jump, second), scaled(third, fourth)), waves);
  }
};

}  // namespace eddy::compressible
