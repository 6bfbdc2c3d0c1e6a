// What this rank has of a mesh of hexahedra: its nodes, copies of the nodes around them, and all elements that touch its
// nodes. Elements at a cut are computed by each rank that needs them, so that any number of ranks gives the same bits.
#pragma once
#include <array>
#include <vector>

#include "solver/galerkin/share.hpp"

namespace eddy::galerkin {

struct HexLists {
  Share share;
  std::vector<std::int64_t> elements;                   // of the mesh, ascending
  std::vector<std::array<int, 8>> nodes;                // of each of them, by corner bits: places in memory
  std::vector<std::array<int, 8>> points;               // and in `positions`
  std::vector<Point> positions;                         // of the mesh's nodes that these elements have
  std::vector<std::vector<std::array<int, 2>>> around;  // of each own node: its elements (here) and which corner it is
};
HexLists hex_lists(const Domain& domain);

}  // namespace eddy::galerkin
