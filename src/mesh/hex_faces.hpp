// Faces of hexahedra, found by their nodes; disjoint sets, which tell the connected pieces of a mesh.
#pragma once
#include <vector>

#include "mesh/hexahedra.hpp"

namespace eddy {

struct HexFace {
  QuadNodes key{};  // its nodes in ascending order
  int element = 0, side = 0;
};

QuadNodes sorted_nodes(QuadNodes nodes);
// The faces of all elements, those with the same nodes next to each other.
std::vector<HexFace> faces_of(const HexMesh& mesh);
Point centre_of(const HexMesh& mesh, const QuadNodes& face);

// Disjoint sets of numbers: root(n) is the least number in the set of n.
class Groups {
 public:
  explicit Groups(std::size_t count);
  int root(int n);
  void join(int a, int b);

 private:
  std::vector<int> parent_;
};

// For each node of the first list the node of the second that lies in the same place, nearer than `tolerance`, when the
// second list is moved by −shift; −1 where there is none.
std::vector<int> partners(const std::vector<Point>& all, const std::vector<int>& first, const std::vector<int>& second,
                          const Point& shift, double tolerance);
double shortest_edge(const HexMesh& mesh);

}  // namespace eddy
