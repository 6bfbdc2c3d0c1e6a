// Faces of hexahedra by their nodes: which belong to one element alone, and which pieces hang together.
#pragma once
#include <vector>

#include "mesh/hexahedra.hpp"

namespace eddy {

struct HexFace {
  QuadNodes key{};  // its nodes in ascending order
  int element = 0, side = 0;
};

QuadNodes sorted_nodes(QuadNodes nodes);
std::vector<HexFace> faces_of(const HexMesh& mesh);  // of all elements, those with the same nodes next to each other
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

// Pairs of nodes that lie in one place, nearer than `tolerance`; the second list is moved by −shift. Each node of the
// first list comes at most once, with −1 where it has no partner.
std::vector<int> partners(const std::vector<Point>& all, const std::vector<int>& first, const std::vector<int>& second,
                          const Point& shift, double tolerance);
double shortest_edge(const HexMesh& mesh);

}  // namespace eddy
