// Inflow from a reservoir: total pressure, total temperature and direction are given; the Riemann invariant that leaves
// the domain, Q = u·n + 2a/(γ − 1), comes from inside.
//
//   with k = −d·n:  (1 + 2/((γ−1) k²)) a² − (2Q/k²) a + (γ−1) Q²/(2k²) − a₀² = 0, the larger root;
//   |u| = (2a/(γ−1) − Q) / k,  T = a²/(γR),  p = p₀ (T/T₀)^{γ/(γ−1)}
#pragma once
#include "solver/compressible/boundary/condition.hpp"

namespace eddy::compressible {

struct SubsonicInflow {
  static constexpr const char* name = "subsonic-inflow";
  static constexpr bool from_two = false, extrapolates = false;
  static BoundaryKind kind() {
    return {name,
            "inflow from a reservoir",
            {{"total_temperature", 1, "of the reservoir", "K", {}, positive},
             {"direction", per_axis, "of the flow", "", {}},
             {"total_pressure", 1, "of the reservoir", "Pa", {}, positive}}};
  }
  template <class T, class V, int D, class G>
  FN static Primitive<V, D> beyond(const Primitive<V, D>& w, const V (&normal)[D], const Primitive<V, D>& given,
                                   const G& gas) {
    const V total = given.density, one(T(1)), two(T(2));
    const V per_size = one / sqrt(dot(given.velocity, given.velocity));
    const V k = -dot(given.velocity, normal) * per_size;
    const V q = dot(w.velocity, normal) + two * sound_of<T>(w, gas) * gas.per_less_one;
    const V per_k2 = one / (k * k);
    const V a = one + two * gas.per_less_one * per_k2, b = q * per_k2;  // a x² − 2b x + c = 0
    const V c = V(T(0.5)) * gas.less_one * q * q * per_k2 - gas.gamma * gas.constant * total;
    const V sound = (b + sqrt(larger(b * b - a * c, V(T(0))))) / a;
    const V speed = larger((two * sound * gas.per_less_one - q) / k, V(T(0)));
    const V temperature = sound * sound / (gas.gamma * gas.constant);
    Primitive<V, D> beyond;
    beyond.pressure = given.pressure * pow_of<T>(temperature / total, gas.gamma * V(gas.per_less_one));
    beyond.density = beyond.pressure / (gas.constant * temperature);
    UNROLL
    for (int n = 0; n < D; ++n) beyond.velocity[n] = speed * per_size * given.velocity[n];
    return beyond;
  }
};

}  // namespace eddy::compressible
