// Numbers of nodes and elements along a space-filling curve, so that neighbours in space are near in memory; and pieces
// of the mesh for ranks.
#pragma once
#include <cstdint>
#include <vector>

#include "mesh/hexahedra.hpp"

namespace eddy {

// Place on the Hilbert curve through a cube of 2^bits cells per axis.
std::uint64_t hilbert_place(const std::array<std::uint32_t, 3>& cell, int bits);

struct HexOrder {  // the number that each had before
  std::vector<int> nodes, elements;
};
HexOrder order_along_curve(HexMesh& mesh);

bool has_metis();
// The rank of each element. METIS cuts few faces; without it each rank gets as long a piece of the curve. No answer
// depends on it.
std::vector<int> partition(const HexMesh& mesh, int parts);

}  // namespace eddy
