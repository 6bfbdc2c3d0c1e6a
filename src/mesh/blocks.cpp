#include "mesh/blocks.hpp"

namespace eddy {

Seam reversed(const Seam& s) {
  Seam r;
  r.first = s.second;
  r.second = s.first;
  for (int a = 0; a < 3; ++a) {
    r.axis[s.axis[a]] = a;
    r.sign[s.axis[a]] = s.sign[a];
    r.offset[s.axis[a]] = -s.sign[a] * s.offset[a];
    r.shift[a] = -s.shift[a];
  }
  return r;
}

std::vector<std::string> patch_names(const BlockMesh& mesh) {
  std::vector<std::string> names;
  for (const MeshPatch& patch : mesh.patches) names.push_back(patch.name);
  return names;
}

}  // namespace eddy
