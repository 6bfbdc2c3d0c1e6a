// ∂u/∂t + U ∂u/∂n = 0: what arrives is carried out, U the mean velocity there. What leaves in all is what enters: the
// difference is shared by all faces.
#pragma once
#include "solver/projection/boundary/side.hpp"

namespace eddy::projection::outflow {

inline Condition condition() {
  return {{"outflow", "carried out with the mean velocity; as much leaves as enters", {}}, false, false, -1};
}

}  // namespace eddy::projection::outflow
