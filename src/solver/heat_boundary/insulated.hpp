// ∂T/∂n = 0.
#pragma once
#include "solver/heat_boundary/face.hpp"

namespace eddy::heat::insulated {

inline Face face(double, const double*) { return {}; }
inline Condition condition() { return {{"insulated", "no heat flux", {}}, {}, face}; }

}  // namespace eddy::heat::insulated
