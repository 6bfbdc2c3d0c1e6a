// A far field: characteristics that enter carry the free stream, characteristics that leave carry the state inside.
//
//   R₊ = u·n + 2a/(γ−1) of inside, R₋ = u·n − 2a/(γ−1) of the free stream;  u·n = ½ (R₊ + R₋),  a = ¼ (γ−1) (R₊ − R₋);
//   entropy and tangential velocity are those upstream; so is the whole state where the flow is supersonic
#pragma once
#include "solver/compressible/boundary/condition.hpp"

namespace eddy::compressible {

struct FarField {
  static constexpr const char* name = "far-field";
  static constexpr bool from_two = false, extrapolates = false;
  static BoundaryKind kind() { return {name, "the free stream, [freestream], far away", {}}; }

  template <class T, class V, int D, class G>
  FN static Primitive<V, D> beyond(const Primitive<V, D>& w, const V (&normal)[D], const Primitive<V, D>& stream,
                                   const G& gas) {
    const V two(T(2)), half(T(0.5));
    const V inside = dot(w.velocity, normal), outside = dot(stream.velocity, normal);
    const V out = inside + two * sound_of<T>(w, gas) * gas.per_less_one;
    const V in = outside - two * sound_of<T>(stream, gas) * gas.per_less_one;
    const V through = half * (out + in), sound = V(T(0.25)) * gas.less_one * (out - in);
    const auto enters = through < V(T(0));
    const auto fast = sound <= abs(through);
    Primitive<V, D> from, beyond;
    from.density = select(enters, stream.density, w.density);
    from.pressure = select(enters, stream.pressure, w.pressure);
    const V normal_part = select(enters, outside, inside);
    // p/ρ^γ is that of `from`, and γp/ρ = a²: ρ = ρ_f (a²/a_f²)^{1/(γ−1)}
    const V ratio = sound * sound * from.density / (gas.gamma * from.pressure);
    const V density = from.density * pow_of<T>(ratio, V(gas.per_less_one));
    beyond.density = select(fast, from.density, density);
    beyond.pressure = select(fast, from.pressure, density * sound * sound / gas.gamma);
    const V by = select(fast, V(T(0)), through - normal_part);
    UNROLL
    for (int a = 0; a < D; ++a) beyond.velocity[a] = select(enters, stream.velocity[a], w.velocity[a]) + by * normal[a];
    return beyond;
  }
};

}  // namespace eddy::compressible
