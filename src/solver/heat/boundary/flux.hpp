// k ∂T/∂n = q, positive into the domain.
#pragma once
#include "case/keys.hpp"
#include "solver/heat/boundary/face.hpp"

namespace eddy::heat::flux {

inline BoundaryKind kind() {
  return {"flux", "fixed heat flux into the domain", {{"flux", 1, "into the domain", "W/m²"}}};
}
inline Face face(double, const double* value) { return {0, 0, value[0]}; }

}  // namespace eddy::heat::flux
