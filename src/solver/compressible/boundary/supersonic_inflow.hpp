// Supersonic inflow: the whole state is given.
#pragma once
#include "solver/compressible/boundary/condition.hpp"

namespace eddy::compressible {

struct SupersonicInflow {
  static constexpr const char* name = "supersonic-inflow";
  static constexpr bool from_two = false, extrapolates = false;
  static BoundaryKind kind() {
    return {name,
            "a given state; for flow that enters faster than sound",
            {{"density", 1, "of what comes in", "kg/m³", {}, positive},
             {"velocity", per_axis, "of what comes in", "m/s", {}},
             {"pressure", 1, "of what comes in", "Pa", {}, positive}}};
  }
  template <class T, class V, int D, class G>
  FN static Primitive<V, D> beyond(const Primitive<V, D>&, const V (&)[D], const Primitive<V, D>& given, const G&) {
    return given;
  }
};

}  // namespace eddy::compressible
