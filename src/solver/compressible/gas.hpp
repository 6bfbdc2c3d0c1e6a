// The state of a perfect gas at a point, primitive and conserved, and the conversions between them.
//
//   p = (γ − 1) (E − ½ ρ |u|²),   a² = γ p / ρ,   T = p / (ρ R),   H = (E + p) / ρ
#pragma once
#include "exec/core/view.hpp"

namespace eddy::compressible {

template <class V, int D>
struct Primitive {
  V density, velocity[D], pressure;
};
template <class V, int D>
struct Conserved {  // per volume; or the flux of these through a face
  V density, momentum[D], energy;
};

template <class T>
struct GasNumbers {
  T gamma, less_one, per_less_one;  // γ, γ − 1, 1 / (γ − 1)
  T constant;                       // R, J/(kg K)
  T least_density, least_pressure;  // states below these are mended
};
// GasNumbers as parameters of a kernel.
template <class S, class T>
struct Gas {
  static constexpr bool bundle = true;
  Param<S, T> gamma, less_one, per_less_one, constant, least_density, least_pressure;
};
template <class S, class T>
Gas<S, T> bound(const GasNumbers<T>& g) {
  return {g.gamma, g.less_one, g.per_less_one, g.constant, g.least_density, g.least_pressure};
}

template <class V, int D>
FN V dot(const V (&a)[D], const V (&b)[D]) {
  V sum = a[0] * b[0];
  UNROLL
  for (int n = 1; n < D; ++n) sum = sum + a[n] * b[n];
  return sum;
}
template <class V>
FN V larger(V a, V b) {  // NaN is not handled here, the guard finds it
  return select(a < b, b, a);
}
template <class V>
FN V smaller(V a, V b) {
  return select(b < a, b, a);
}

template <class T, class V, int D, class G>
FN V energy_of(const Primitive<V, D>& w, const G& gas) {
  return w.pressure * gas.per_less_one + V(T(0.5)) * w.density * dot(w.velocity, w.velocity);
}
template <class T, class V, int D, class G>
FN Conserved<V, D> conserved_of(const Primitive<V, D>& w, const G& gas) {
  Conserved<V, D> u;
  u.density = w.density;
  UNROLL
  for (int a = 0; a < D; ++a) u.momentum[a] = w.density * w.velocity[a];
  u.energy = energy_of<T>(w, gas);
  return u;
}
template <class T, class V, int D, class G>
FN Primitive<V, D> primitive_of(const Conserved<V, D>& u, const G& gas) {
  Primitive<V, D> w;
  const V per_density = V(T(1)) / u.density;
  w.density = u.density;
  UNROLL
  for (int a = 0; a < D; ++a) w.velocity[a] = u.momentum[a] * per_density;
  w.pressure = gas.less_one * (u.energy - V(T(0.5)) * dot(u.momentum, w.velocity));
  return w;
}
// A state that was mended in a step is marked by a minus sign on its density until the next step counts it. Whoever
// reads a state therefore takes the absolute value.
template <class V, int D>
FN Primitive<V, D> unmarked(Primitive<V, D> w) {
  w.density = abs(w.density);
  return w;
}
template <class V, int D>
FN Conserved<V, D> unmarked(Conserved<V, D> u) {
  u.density = abs(u.density);
  return u;
}
// Raises density and pressure to their least values where they are lower; the velocity is kept.
template <class V, int D, class G>
FN Primitive<V, D> mended(Primitive<V, D> w, const G& gas) {
  w.density = larger(w.density, V(gas.least_density));
  w.pressure = larger(w.pressure, V(gas.least_pressure));
  return w;
}

}  // namespace eddy::compressible
