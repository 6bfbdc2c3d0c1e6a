// Makes the patches of a mesh of hexahedra from the faces in its file, and joins periodic pairs of patches.
#pragma once
#include <string>
#include <vector>

#include "case/mesh_options.hpp"
#include "mesh/file_mesh.hpp"

namespace eddy {

// Gives every outer face one patch. Throws Error(usage) with all that is wrong: faces in no patch or in two, patches
// inside of the fluid, faces of three elements.
void add_patches(HexMesh& mesh, const FileMesh& file);

// Pairs of nodes (first patch, second patch) that one shift carries into each other. Throws Error(usage) where the
// patches do not agree.
std::vector<std::array<int, 2>> matching_nodes(const HexMesh& mesh, const SeamOptions& seam);
// Removes the two patches of each seam, and makes their nodes the same (HexMesh::master).
void join_seams(HexMesh& mesh, const std::vector<SeamOptions>& seams);

}  // namespace eddy
