// u = u_w: a wall, at rest or moving.
#pragma once
#include "solver/artificial/boundary/side.hpp"

namespace eddy::artificial::no_slip {

inline Condition condition() {
  return {{"no-slip", "a wall, at rest or moving", {{"velocity", per_axis, "of the wall", "m/s", 0.0}}},
          Given::velocity};
}

}  // namespace eddy::artificial::no_slip
