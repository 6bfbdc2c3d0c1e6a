// What leaves here enters on the opposite side.
#pragma once
#include "solver/projection/boundary/side.hpp"

namespace eddy::projection::periodic {

inline Condition condition() {
  return {{"periodic", "what leaves here enters on the opposite side", {}, true}, false, false, -1};
}

}  // namespace eddy::projection::periodic
