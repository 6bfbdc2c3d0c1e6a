// A wall that the gas sticks to, with a given temperature.
#pragma once
#include "solver/compressible/boundary/condition.hpp"

namespace eddy::compressible {

struct Isothermal {
  static constexpr const char* name = "isothermal";
  static constexpr bool from_two = true, extrapolates = false;
  static BoundaryKind kind() {
    return {name,
            "a wall that the gas sticks to, with a given temperature",
            {{"temperature", 1, "of the wall", "K", {}, positive}, {"velocity", per_axis, "of the wall", "m/s", 0.0}}};
  }
  template <class T, class V, int D, class G>
  FN static Primitive<V, D> beyond(Primitive<V, D> w, const V (&)[D], const Primitive<V, D>& given, const G& gas) {
    const V wall = given.density, inside = w.pressure / (w.density * gas.constant);
    const V mirrored = larger(V(T(2)) * wall - inside, V(T(0.1)) * wall);
    w.density = w.pressure / (gas.constant * mirrored);
    UNROLL
    for (int a = 0; a < D; ++a) w.velocity[a] = V(T(2)) * given.velocity[a] - w.velocity[a];
    return w;
  }
};

}  // namespace eddy::compressible
