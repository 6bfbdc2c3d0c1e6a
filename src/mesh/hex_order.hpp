// Numbers nodes and elements along a space-filling curve, so that neighbours in space are near in memory, and cuts the
// mesh into pieces for ranks.
#pragma once
#include <cstdint>
#include <vector>

#include "mesh/hexahedra.hpp"

namespace eddy {

// Place on the Hilbert curve through a cube of 2^bits cells per axis.
std::uint64_t hilbert_place(const std::array<std::uint32_t, 3>& cell, int bits);

struct HexOrder {  // the number that each node and element had before
  std::vector<int> nodes, elements;
};
HexOrder order_along_curve(HexMesh& mesh);

bool has_metis();
// The rank of each element. METIS cuts few faces; without it all ranks get equally long pieces of the curve. No result
// depends on the partition.
std::vector<int> partition(const HexMesh& mesh, int parts);

}  // namespace eddy
