// A wall without friction: the velocity is mirrored, and density and pressure are extrapolated to second order.
#pragma once
#include "solver/compressible/boundary/condition.hpp"

namespace eddy::compressible {

struct FreeSlip {
  static constexpr const char* name = "free-slip";
  static constexpr bool from_two = true, extrapolates = true, slips = true;
  static BoundaryKind kind() { return {name, "a wall without friction", {}}; }

  template <class T, class V, int D, class G>
  FN static Primitive<V, D> beyond(Primitive<V, D> w, const V (&normal)[D], const Primitive<V, D>&, const G&) {
    add_normal(w.velocity, V(T(-2)) * dot(w.velocity, normal), normal);
    return w;
  }
};

}  // namespace eddy::compressible
