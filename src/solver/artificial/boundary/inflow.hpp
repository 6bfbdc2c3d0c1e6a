// u = u_b.
#pragma once
#include "solver/artificial/boundary/side.hpp"

namespace eddy::artificial::inflow {

inline Condition condition() {
  return {{"inflow", "given velocity", {{"velocity", per_axis, "of what comes in", "m/s"}}}, Given::velocity};
}

}  // namespace eddy::artificial::inflow
