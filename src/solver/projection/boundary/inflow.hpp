// u = u_b, of position and time.
#pragma once
#include "solver/projection/boundary/side.hpp"

namespace eddy::projection::inflow {

inline Condition condition() {
  return {{"inflow", "given velocity", {{"velocity", per_axis, "of what comes in", "m/s"}}}, true, true, 0};
}

}  // namespace eddy::projection::inflow
