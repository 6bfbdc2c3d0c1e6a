// The quality of hexahedra; inverted, flat and folded ones are refused.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "mesh/hexahedra.hpp"

namespace eddy {

struct HexQuality {
  struct Worst {
    double value = 0;
    int element = 0;
  };
  Worst least_volume;
  Worst skewness;        // degrees by which the angle between two edges differs from 90
  Worst aspect;          // largest ratio of the widths of one element
  Worst least_jacobian;  // volume at a corner with edges of length 1: 1 in a box, 0 where flat, negative where folded
};
HexQuality quality(const HexMesh& mesh);

// If all elements have negative volumes, they are turned around, with a remark. Throws Error(usage) where some are
// inverted, flat, folded or collapsed: how many, the first ones by their numbers in the file, and where they lie. A
// remark tells of elements that are folded in fewer than half of their corners.
void refuse_inverted(HexMesh& mesh, const std::vector<std::int64_t>& number, const std::string& file);
// Throws Error(usage) if the mesh is in several pieces: how many, and where the smallest is.
void refuse_pieces(const HexMesh& mesh, const std::string& file);

std::string place_text(const HexMesh& mesh, int element);  // "element 12, near (0, 1, 2)"

}  // namespace eddy
