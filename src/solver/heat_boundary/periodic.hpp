// Opposite sides are connected: the two outermost cells are neighbours, and each ghost cell holds the value of the
// opposite cell.
#pragma once
#include "solver/heat_boundary/face.hpp"

namespace eddy::heat::periodic {

inline double conductance(double half, double half_opposite) { return half * half_opposite / (half + half_opposite); }
inline Condition condition() {
  return {{"periodic", "what leaves here enters on the opposite side", {}, true}, {}, nullptr};
}

}  // namespace eddy::heat::periodic
