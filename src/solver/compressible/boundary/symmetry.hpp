// A plane of symmetry: ghost cells are the mirror image of the cells before the face.
#pragma once
#include "solver/compressible/boundary/free_slip.hpp"

namespace eddy::compressible {

struct Symmetry : FreeSlip {
  static constexpr const char* name = "symmetry";
  static constexpr bool extrapolates = false;
  static BoundaryKind kind() { return {name, "what lies beyond is the mirror image", {}}; }
};

}  // namespace eddy::compressible
