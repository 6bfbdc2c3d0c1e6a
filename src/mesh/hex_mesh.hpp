// From [mesh] and [seam.NAME] to a mesh of hexahedra: read, scaled, extruded, looked at, and numbered along a curve.
#pragma once
#include "case/mesh_options.hpp"
#include "mesh/file_mesh.hpp"

namespace eddy {

// Kinds "gmsh" and "vtu". Error(usage) with what is wrong, Error(missing) where the file cannot be read.
HexMesh make_hex_mesh(const MeshOptions& options);

FileMesh extruded(const FileMesh& flat, const ExtrudeOptions& extrude);  // with patches 'front' and 'back'
HexMesh hex_mesh_of(const FileMesh& file);                               // in the order of the file, and checked

}  // namespace eddy
