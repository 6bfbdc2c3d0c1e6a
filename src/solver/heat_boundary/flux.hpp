// k ∂T/∂n = q, positive into the domain.
#pragma once
#include "solver/heat_boundary/face.hpp"

namespace eddy::heat::flux {

inline Face face(double, const double* value) { return {0, 0, value[0]}; }
inline Condition condition() {
  return {{"flux", "fixed heat flux into the domain", {{"flux", 1, "into the domain", "W/m²"}}}, {Role::flux}, face};
}

}  // namespace eddy::heat::flux
