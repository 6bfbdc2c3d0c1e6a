// What a boundary condition says of one face: how well it conducts from the cell's centre outwards, the value beyond
// it, which goes into the ghost cell, and a flux into the cell that depends on nothing.
#pragma once
#include <vector>

#include "case/keys.hpp"

namespace eddy::heat {

struct Face {
  double conductance = 0;  // per area
  double ghost = 0;
  double flux = 0;  // per area, into the cell
};

enum class Role { conductance, ghost, flux };  // what one of a condition's values goes into

struct Condition {
  BoundaryKind kind;
  std::vector<Role> roles;                         // of the kind's values, in their order
  Face (*face)(double half, const double* value);  // half: conductance of the half cell; null: periodic
};

}  // namespace eddy::heat
