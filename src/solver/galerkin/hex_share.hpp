// This rank's part of a mesh of hexahedra: its own nodes, copies of the nodes around them, and all elements that touch
// its own nodes. Each rank computes all elements that it needs, so that any number of ranks gives the same bits.
#pragma once
#include <array>
#include <vector>

#include "solver/galerkin/share.hpp"

namespace eddy::galerkin {

struct HexLists {
  Share share;
  std::vector<std::int64_t> elements;                   // numbers in the mesh, ascending
  std::vector<std::array<int, 8>> nodes;                // per element and corner (by bits): the node's place in memory
  std::vector<std::array<int, 8>> points;               // likewise: the node's place in `positions`
  std::vector<Point> positions;                         // coordinates of the nodes of these elements
  std::vector<std::vector<std::array<int, 2>>> around;  // per own node: its elements (places here) and its corner there
};
HexLists hex_lists(const Domain& domain);

}  // namespace eddy::galerkin
