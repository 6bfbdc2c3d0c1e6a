// Values at the nodes of a mesh from those in its cells, so that colours are continuous across seams.
#pragma once
#include <vector>

#include "mesh/hexahedra.hpp"
#include "output/block_places.hpp"

namespace eddy {

// A field at nodes keeps its values. For a field in cells: the mean of the cells around each node, also beyond seams,
// and at a wall the extrapolation by their slope. Values that are not finite do not count where there are others.
std::vector<double> node_values(const BlockMesh& mesh, const Sample& sample);
std::vector<double> node_values(const HexMesh& mesh, const Sample& sample);  // at a wall the mean, too

}  // namespace eddy
