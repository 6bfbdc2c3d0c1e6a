// O-, C- and H-grids around a body.
//
//      O: one block around it, i clockwise from the trailing edge, j outwards; it meets itself there
//      C: one block around it and its wake, i from below the wake over the nose to above it; its bottom meets itself
//      H: a block above and one below, i from left to right, j upwards
#pragma once
#include "mesh/blocks.hpp"
#include "mesh/join.hpp"

namespace eddy {

struct MeshOptions;

struct BodyGrid {
  std::vector<Block> blocks;
  std::vector<NamedPiece> names;  // wall, far; of an H-grid inflow, outflow and symmetry as well, of a C-grid outflow
};
BodyGrid body_grid(const MeshOptions& options);  // flat

}  // namespace eddy
