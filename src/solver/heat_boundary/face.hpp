// The effect of a boundary condition on one face: the conductance from the cell's centre outwards, the value of the
// ghost cell, and a flux into the cell that does not depend on its temperature.
#pragma once
#include <vector>

#include "case/keys.hpp"

namespace eddy::heat {

struct Face {
  double conductance = 0;  // per area
  double ghost = 0;
  double flux = 0;  // per area, into the cell
};

enum class Role { conductance, ghost, flux };  // the part of a Face that one of a condition's values determines

struct Condition {
  BoundaryKind kind;
  std::vector<Role> roles;                         // of the kind's values, in their order
  Face (*face)(double half, const double* value);  // half: conductance of the half cell; null: periodic
};

}  // namespace eddy::heat
