// k ∂T/∂n = h (T∞ − T): half cell and film in series, with T∞ as the ghost value.
#pragma once
#include "solver/heat_boundary/face.hpp"

namespace eddy::heat::convection {

inline Face face(double half, const double* value) { return {half * value[0] / (half + value[0]), value[1], 0}; }
inline Condition condition() {
  return {{"convection",
           "heat flux h (T∞ − T) into the domain",
           {{"coefficient", 1, "heat transfer coefficient h", "W/(m² K)", {}, not_negative},
            {"ambient", 1, "temperature T∞ far from the boundary", "K"}}},
          {Role::conductance, Role::ghost},
          face};
}

}  // namespace eddy::heat::convection
