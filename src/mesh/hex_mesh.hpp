// Makes a mesh of hexahedra from [mesh] and [seam.NAME]: reads, scales, extrudes and checks it, and numbers it along a
// space-filling curve.
#pragma once
#include "case/mesh_options.hpp"
#include "mesh/file_mesh.hpp"

namespace eddy {

// For the kinds "gmsh" and "vtu". Throws Error(usage) with what is wrong, Error(missing) where the file cannot be read.
HexMesh make_hex_mesh(const MeshOptions& options);

FileMesh extruded(const FileMesh& flat, const ExtrudeOptions& extrude);  // with patches 'front' and 'back'
HexMesh hex_mesh_of(const FileMesh& file);                               // checked, and in the order of the file

}  // namespace eddy
