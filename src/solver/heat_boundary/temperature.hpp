// T = T_b at the face: only the half cell lies between the face and the centre.
#pragma once
#include "solver/heat_boundary/face.hpp"

namespace eddy::heat::temperature {

inline Face face(double half, const double* value) { return {half, value[0], 0}; }
inline Condition condition() {
  return {{"temperature", "fixed temperature", {{"temperature", 1, "of the boundary", "K"}}}, {Role::ghost}, face};
}

}  // namespace eddy::heat::temperature
