// What lies beyond is the mirror image.
#pragma once
#include "solver/artificial/boundary/side.hpp"

namespace eddy::artificial::symmetry {

inline Condition condition() { return {{"symmetry", "what lies beyond is the mirror image", {}}, Given::mirror}; }

}  // namespace eddy::artificial::symmetry
