// A drawing of a mesh: its lines, its blocks in light colours with their names, its patches in strong ones.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "mesh/hexahedra.hpp"
#include "mesh/outline.hpp"
#include "mesh/quality.hpp"
#include "output/image.hpp"

namespace eddy {

struct MeshPictureOptions {
  std::string title{}, subtitle{};
  int width = 1280;
  std::vector<CellPlace> marked{};                  // cells that are circled
  std::map<std::string, std::string> conditions{};  // of patches, in words; "others": of those that are not named
  std::vector<DrawnShape> shapes{};                 // of a flat mesh: bodies, holes and regions
};

// Where a patch inside of the mesh is much smaller than it, a second drawing shows what lies around it.
Image mesh_picture(const BlockMesh& mesh, const MeshPictureOptions& options);
// Hexahedra: the lines of their surface; of a mesh that was extruded those in its plane.
Image mesh_picture(const HexMesh& mesh, const MeshPictureOptions& options);

}  // namespace eddy
