// Values at the nodes of a mesh from those in its cells, so that colours run on across seams.
#pragma once
#include <vector>

#include "mesh/hexahedra.hpp"
#include "output/block_places.hpp"

namespace eddy {

// Of a field at nodes its own values; else the mean of the cells around each node, those beyond seams included, and at
// a wall what their slope leads to. Values that are not finite do not count where there are others.
std::vector<double> node_values(const BlockMesh& mesh, const Sample& sample);
std::vector<double> node_values(const HexMesh& mesh, const Sample& sample);  // at a wall the mean

}  // namespace eddy
