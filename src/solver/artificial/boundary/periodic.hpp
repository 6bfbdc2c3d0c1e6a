// What leaves here enters on the opposite side: the first and the last node are one.
#pragma once
#include "solver/artificial/boundary/side.hpp"

namespace eddy::artificial::periodic {

inline Condition condition() {
  return {{"periodic", "what leaves here enters on the opposite side", {}, true}, Given::wrap};
}

}  // namespace eddy::artificial::periodic
