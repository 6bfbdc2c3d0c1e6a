// p = p_b, and the velocity goes on as it came.
#pragma once
#include "solver/artificial/boundary/side.hpp"

namespace eddy::artificial::outflow {

inline Condition condition() {
  return {{"outflow", "given pressure; the velocity is extrapolated", {{"pressure", 1, "at the boundary", "Pa", 0.0}}},
          Given::pressure};
}

}  // namespace eddy::artificial::outflow
