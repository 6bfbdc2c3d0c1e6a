// u = u_w: a wall, at rest or moving.
#pragma once
#include "solver/projection/boundary/side.hpp"

namespace eddy::projection::no_slip {

inline Condition condition() {
  return {{"no-slip", "a wall, at rest or moving", {{"velocity", per_axis, "of the wall", "m/s", 0.0}}},
          true,
          true,
          0,
          true};
}

}  // namespace eddy::projection::no_slip
