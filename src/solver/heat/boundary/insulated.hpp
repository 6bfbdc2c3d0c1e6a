// ∂T/∂n = 0.
#pragma once
#include "case/keys.hpp"
#include "solver/heat/boundary/face.hpp"

namespace eddy::heat::insulated {

inline BoundaryKind kind() { return {"insulated", "no heat flux", {}}; }
inline Face face(double, const double*) { return {}; }

}  // namespace eddy::heat::insulated
