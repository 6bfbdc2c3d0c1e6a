// Converts the options of gas and scheme into the numbers that kernels take.
#pragma once
#include <algorithm>
#include <cmath>

#include "solver/compressible/flow.hpp"
#include "solver/compressible/friction.hpp"
#include "solver/compressible/kernels_muscl.hpp"

namespace eddy::compressible {

template <class T>
GasNumbers<T> gas_numbers(const CompressibleOptions& o, const Scales& scales) {
  const double g = o.gas.gamma;
  return {T(g), T(g - 1), T(1 / (g - 1)), T(o.gas.constant), T(1e-6 * scales.density), T(1e-6 * scales.pressure)};
}

template <class T>
FrictionNumbers<T> friction_numbers(const CompressibleOptions& o) {
  FrictionNumbers<T> f;
  if (!o.gas.viscous()) return f;
  const double viscosity = viscosity_of(o), g = o.gas.gamma, t = o.gas.temperature, s = o.gas.sutherland;
  const bool law = o.gas.law == ViscosityLaw::sutherland;
  f.base = T(law ? viscosity * (t + s) / std::pow(t, 1.5) : viscosity);
  f.sutherland = T(s);
  f.law = law ? 1 : 0;
  f.conduction = T(g * o.gas.constant / (g - 1) / o.gas.prandtl);
  f.fastest = T(std::max(4.0 / 3, g / o.gas.prandtl));
  return f;
}

// Squared differences between neighbours up to which the limiter regards the flow as smooth.
template <class S, class T>
Limiter<S, T> limiter_numbers(const CompressibleOptions& o, const Scales& scales) {
  const auto square = [](double scale) { return T(1e-6 * scale * scale); };
  return {square(scales.density), square(scales.velocity), square(scales.pressure),
          o.scheme.limiter == LimiterKind::minmod ? 1 : 0};
}

}  // namespace eddy::compressible
