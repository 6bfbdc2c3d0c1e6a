// What a boundary condition says of one face: how well it conducts from the cell's centre outwards, the value beyond
// it, which goes into the ghost cell, and a flux into the cell that depends on nothing.
#pragma once

namespace eddy::heat {

struct Face {
  double conductance = 0;  // per area
  double ghost = 0;
  double flux = 0;  // per area, into the cell
};

}  // namespace eddy::heat
