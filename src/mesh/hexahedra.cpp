#include "mesh/hexahedra.hpp"

#include "mesh/cell_corners.hpp"

namespace eddy {

std::array<Point, 8> corners_of(const HexMesh& mesh, int element) {
  std::array<Point, 8> corners;
  for (int n = 0; n < 8; ++n) corners[n] = mesh.nodes[mesh.corner(element, n)];
  return corners;
}

double volume_of(const HexMesh& mesh, int element) { return Corners<3>(corners_of(mesh, element)).volume(); }

Point centre_of(const HexMesh& mesh, int element) {
  Point centre{};
  for (const Point& p : corners_of(mesh, element))
    for (int a = 0; a < 3; ++a) centre[a] += p[a] / 8;
  return centre;
}

std::vector<std::string> patch_names(const HexMesh& mesh) {
  std::vector<std::string> names;
  for (const HexMesh::Patch& p : mesh.patches) names.push_back(p.name);
  return names;
}

}  // namespace eddy
