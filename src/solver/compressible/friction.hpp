// Viscosity and conduction of the gas.
//
//   μ = μ_r (T/T_r)^{3/2} (T_r + S) / (T + S)  (Sutherland), or a constant;   k = c_p μ / Pr
#pragma once
#include "solver/compressible/gas.hpp"

namespace eddy::compressible {

template <class T>
struct FrictionNumbers {
  T base = 0;        // μ, or in Sutherland's law the factor of T^{3/2} / (T + S); 0: no friction
  T sutherland = 0;  // S, K
  int law = 0;       // 1: Sutherland
  T conduction = 0;  // k / μ = c_p / Pr
  T fastest = 0;     // the largest diffusivity, over the kinematic viscosity: max(4/3, γ/Pr)
};
template <class S, class T>
struct Friction {
  static constexpr bool bundle = true;
  Param<S, T> base, sutherland;
  Param<S, int> law;
  Param<S, T> conduction, fastest;

  template <class U, class V>
  FN V viscosity(V temperature) const {
    return base * select(law == 1, temperature * sqrt(temperature) / (temperature + sutherland), V(U(1)));
  }
};
template <class S, class T>
Friction<S, T> bound(const FrictionNumbers<T>& f) {
  return {f.base, f.sutherland, f.law, f.conduction, f.fastest};
}

}  // namespace eddy::compressible
