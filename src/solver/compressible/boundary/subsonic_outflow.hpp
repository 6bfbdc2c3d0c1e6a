// Outflow against a given pressure: density and normal velocity follow from the characteristics that leave. Where the
// flow is supersonic, the whole state comes from inside.
#pragma once
#include "solver/compressible/boundary/condition.hpp"

namespace eddy::compressible {

struct SubsonicOutflow {
  static constexpr const char* name = "subsonic-outflow";
  static constexpr bool from_two = false, extrapolates = false;
  static BoundaryKind kind() {
    return {name, "outflow against a given pressure", {{"pressure", 1, "behind the outlet", "Pa", {}, positive}}};
  }
  template <class T, class V, int D, class G>
  FN static Primitive<V, D> beyond(const Primitive<V, D>& w, const V (&normal)[D], const Primitive<V, D>& given,
                                   const G& gas) {
    const V sound = sound_of<T>(w, gas);
    const auto free = sound <= dot(w.velocity, normal);
    const V excess = select(free, V(T(0)), w.pressure - given.pressure);
    Primitive<V, D> beyond = w;
    beyond.pressure = w.pressure - excess;
    beyond.density = w.density - excess / (sound * sound);
    add_normal(beyond.velocity, excess / (w.density * sound), normal);
    return beyond;
  }
};

}  // namespace eddy::compressible
