// O-, C- and H-grids around a body.
//
//      O: one block around the body, i clockwise from the trailing edge, where the block meets itself, j outwards
//      C: one block around body and wake, i from below the wake over the nose to above it; its bottom meets itself
//      H: a block above and one below, i from left to right, j upwards
//
// A C- or H-grid around a body without a trailing edge has more blocks: round_grids.hpp.
#pragma once
#include "mesh/blocks.hpp"
#include "mesh/join.hpp"

namespace eddy {

struct MeshOptions;

struct BodyGrid {
  std::vector<Block> blocks;
  // Wall and far; in a C-grid outflow, too; in an H-grid inflow, outflow and symmetry, too.
  std::vector<NamedPiece> names;
};
BodyGrid body_grid(const MeshOptions& options);      // its blocks are flat
double body_cell_count(const MeshOptions& options);  // 0 if the grid cannot be made

}  // namespace eddy
