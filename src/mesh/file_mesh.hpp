// The content of an unstructured mesh file: hexahedra and the quadrilaterals on their surface, or, in a flat mesh,
// quadrilaterals and the lines around them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "mesh/hexahedra.hpp"

namespace eddy {

struct FileMesh {
  template <class Nodes>
  struct Cells {
    std::vector<Nodes> nodes;          // places in FileMesh::nodes
    std::vector<int> group;            // place in FileMesh::names; −1: none
    std::vector<std::int64_t> number;  // the file's own number of each cell
  };

  std::string file;                // name of the file, for messages
  std::vector<Point> nodes;        // nodes of all cells, also of those that are left out
  std::vector<std::string> names;  // names of the groups
  Cells<HexNodes> hexahedra;
  Cells<QuadNodes> quadrilaterals;
  Cells<std::array<int, 2>> lines;

  bool flat() const { return hexahedra.nodes.empty(); }
};

// Counts cells that are no hexahedra, and refuses them all in one sentence, with what to do about it.
class ForeignCells {
 public:
  void add(const std::string& name, std::int64_t count, bool curved);  // name: "tetrahedra" …; curved: of second order
  void refuse(const std::string& file, bool from_gmsh) const;          // throws Error(usage) if any were added

 private:
  std::vector<std::pair<std::string, std::int64_t>> seen_;
  bool curved_ = false;
};

std::string group_name(const std::string& name);  // the name of its patch: blanks become '_'

}  // namespace eddy
