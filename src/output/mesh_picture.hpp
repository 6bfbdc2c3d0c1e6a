// A drawing of a mesh: its lines, its blocks in light colours with their names, its patches in strong colours.
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
  std::map<std::string, std::string> conditions{};  // conditions of patches in words; "others": of all other patches
  std::vector<DrawnShape> shapes{};                 // bodies, holes and regions of a flat mesh
};

// Where a patch is much smaller than the mesh around it, a second drawing shows its neighbourhood.
Image mesh_picture(const BlockMesh& mesh, const MeshPictureOptions& options);
// The lines on the surface of hexahedra, or in the plane of a mesh that was extruded.
Image mesh_picture(const HexMesh& mesh, const MeshPictureOptions& options);

}  // namespace eddy
