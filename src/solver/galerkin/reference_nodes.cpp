#include "solver/galerkin/reference_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/vectors.hpp"

namespace eddy::galerkin {
namespace {

double top_of(const Domain& domain, const SurfaceOptions& surface) {
  double top = -std::numeric_limits<double>::infinity();
  for (int f : domain.faces_of(domain.patches_of(surface.name, surface.patches)))
    for (int n = 0; n < 2 * (domain.dimensions() - 1); ++n) {
      const int node = domain.faces()[static_cast<std::size_t>(f)].nodes[n];
      top = std::max(top, domain.wind().height_of(domain.place(node)));
    }
  return top;
}

// In 3D those within 2 % of the height, or the nearest; in 2D all.
std::vector<ReferenceNode> inlet_at(const Domain& domain, double height) {
  struct Node {
    int number;
    double area, off;
  };
  std::vector<Node> inlet;
  const std::vector<int> places = domain.gusty_nodes();
  const std::vector<Point> areas = domain.gusty_areas();
  double within = domain.dimensions() == 2 ? std::numeric_limits<double>::infinity() : 0.02 * height, nearest = 1e300;
  for (std::size_t n = 0; n < places.size(); ++n) {
    const int node = domain.imposed()[static_cast<std::size_t>(places[n])].node;
    if (!(dot(areas[n], domain.wind().direction()) < 0)) continue;  // the wind leaves
    inlet.push_back({node, magnitude(areas[n]), std::abs(domain.wind().height_of(domain.place(node)) - height)});
    nearest = std::min(nearest, inlet.back().off);
  }
  within = std::max(within, nearest * (1 + 1e-9));
  double whole = 0;
  for (const Node& n : inlet)
    if (n.off <= within) whole += n.area;
  std::vector<ReferenceNode> all;
  for (const Node& n : inlet)
    if (n.off <= within) all.push_back({n.number, n.area / whole});
  return all;
}

}  // namespace

std::vector<ReferenceNode> reference_nodes(const Domain& domain, const SurfaceOptions& surface) {
  if (surface.reference.empty()) return inlet_at(domain, top_of(domain, surface));
  Point at{};
  std::copy(surface.reference.begin(), surface.reference.end(), at.begin());
  return {{domain.nearest_node(at), 1}};
}

}  // namespace eddy::galerkin
