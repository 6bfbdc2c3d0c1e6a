// Supersonic outflow: the whole state comes from inside.
#pragma once
#include "solver/compressible/boundary/condition.hpp"

namespace eddy::compressible {

struct SupersonicOutflow {
  static constexpr const char* name = "supersonic-outflow";
  static constexpr bool from_two = false, extrapolates = false;
  static BoundaryKind kind() { return {name, "nothing comes back; for flow that leaves faster than sound", {}}; }

  template <class T, class V, int D, class G>
  FN static Primitive<V, D> beyond(const Primitive<V, D>& w, const V (&)[D], const Primitive<V, D>&, const G&) {
    return w;
  }
};

}  // namespace eddy::compressible
