// An adiabatic wall that the gas sticks to, at rest or moving.
#pragma once
#include "solver/compressible/boundary/condition.hpp"

namespace eddy::compressible {

struct NoSlip {
  static constexpr const char* name = "no-slip";
  static constexpr bool from_two = true, extrapolates = false;
  static BoundaryKind kind() {
    return {
        name, "a wall that the gas sticks to, without heat flux", {{"velocity", per_axis, "of the wall", "m/s", 0.0}}};
  }
  template <class T, class V, int D, class G>
  FN static Primitive<V, D> beyond(Primitive<V, D> w, const V (&)[D], const Primitive<V, D>& given, const G&) {
    UNROLL
    for (int a = 0; a < D; ++a) w.velocity[a] = V(T(2)) * given.velocity[a] - w.velocity[a];
    return w;
  }
};

}  // namespace eddy::compressible
