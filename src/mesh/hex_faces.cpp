#include "mesh/hex_faces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "mesh/faces.hpp"

namespace eddy {

QuadNodes sorted_nodes(QuadNodes nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::vector<HexFace> faces_of(const HexMesh& mesh) {
  std::vector<HexFace> all;
  all.reserve(6 * mesh.elements.size());
  for (int e = 0; e < static_cast<int>(mesh.elements.size()); ++e)
    for (int side = 0; side < 6; ++side) all.push_back({sorted_nodes(mesh.face(e, side)), e, side});
  std::stable_sort(all.begin(), all.end(), [](const HexFace& a, const HexFace& b) { return a.key < b.key; });
  return all;
}

Point centre_of(const HexMesh& mesh, const QuadNodes& face) {
  Point centre{};
  for (const int n : face)
    for (int a = 0; a < 3; ++a) centre[a] += mesh.nodes[n][a] / 4;
  return centre;
}

Groups::Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

int Groups::root(int n) {
  while (parent_[n] != n) n = parent_[n] = parent_[parent_[n]];
  return n;
}

void Groups::join(int a, int b) {
  const int one = root(a), other = root(b);
  parent_[std::max(one, other)] = std::min(one, other);
}

namespace {

// Nodes are sorted along a slanted direction, along which those of a regular mesh hardly ever coincide.
double along_slant(const Point& p) { return 0.5773 * p[0] + 0.7281 * p[1] + 0.3697 * p[2]; }

}  // namespace

std::vector<int> partners(const std::vector<Point>& all, const std::vector<int>& first, const std::vector<int>& second,
                          const Point& shift, double tolerance) {
  const auto moved = [&](int node) {
    const Point& p = all[node];
    return Point{p[0] - shift[0], p[1] - shift[1], p[2] - shift[2]};
  };
  std::vector<std::pair<double, int>> sorted;
  for (const int node : second) sorted.emplace_back(along_slant(moved(node)), node);
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> found(first.size(), -1);
  for (std::size_t n = 0; n < first.size(); ++n) {
    const Point& p = all[first[n]];
    const double here = along_slant(p);
    for (auto s = std::lower_bound(sorted.begin(), sorted.end(), std::pair(here - 2 * tolerance, -1));
         s != sorted.end() && s->first <= here + 2 * tolerance && found[n] < 0; ++s)
      if (s->second != first[n] && distance(p, moved(s->second)) <= tolerance) found[n] = s->second;
  }
  return found;
}

double shortest_edge(const HexMesh& mesh) {
  double least = std::numeric_limits<double>::infinity();
  for (const HexNodes& e : mesh.elements)
    for (const QuadNodes& face : hex_faces)
      for (int n = 0; n < 4; ++n)
        if (const double d = distance(mesh.nodes[e[face[n]]], mesh.nodes[e[face[(n + 1) % 4]]]); d > 0)
          least = std::min(least, d);
  return least;
}

}  // namespace eddy
