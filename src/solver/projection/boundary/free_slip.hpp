// u·n = 0, ∂u_t/∂n = 0: nothing crosses, and nothing is held back.
#pragma once
#include "solver/projection/boundary/side.hpp"

namespace eddy::projection::free_slip {

inline Condition condition() {
  return {{"free-slip", "a wall without friction; a plane of symmetry", {}}, true, false, -1};
}

}  // namespace eddy::projection::free_slip
