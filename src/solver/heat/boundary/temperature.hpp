// T = T_b at the face: the half cell alone lies between it and the centre.
#pragma once
#include "case/keys.hpp"
#include "solver/heat/boundary/face.hpp"

namespace eddy::heat::temperature {

inline BoundaryKind kind() {
  return {"temperature", "fixed temperature", {{"temperature", 1, "of the boundary", "K"}}};
}
inline Face face(double half, const double* value) { return {half, value[0], 0}; }

}  // namespace eddy::heat::temperature
