// Volume and mean gradients of elements, on the host.
//
//   B_x[0] = ( y₁((z₅−z₂)−(z₃−z₄)) + y₂(z₁−z₃) + y₃((z₂−z₇)−(z₄−z₁)) + y₄((z₇−z₅)−(z₁−z₃)) + y₅(z₄−z₁) + y₇(z₃−z₄) ) / 12
//
// is ∂V/∂x of node 0, exact for trilinear elements; other nodes follow by other labels, other axes by a cyclic shift.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "mesh/vectors.hpp"
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {
namespace {

constexpr std::array<std::array<int, 3>, 8> sign{
    {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}};
constexpr std::array<std::array<int, 6>, 8> label{{{1, 2, 3, 4, 5, 7},
                                                   {2, 3, 0, 5, 6, 4},
                                                   {3, 0, 1, 6, 7, 5},
                                                   {0, 1, 2, 7, 4, 6},
                                                   {7, 6, 5, 0, 3, 1},
                                                   {4, 7, 6, 1, 0, 2},
                                                   {5, 4, 7, 2, 1, 3},
                                                   {6, 5, 4, 3, 2, 0}}};

double volume_slope(const std::array<Point, 8>& x, int node, int axis) {
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  const auto& l = label[node];
  const auto y = [&](int n) { return x[l[n]][b]; };
  const auto z = [&](int n, int m) { return x[l[n]][c] - x[l[m]][c]; };
  return (y(0) * (z(4, 1) - z(2, 3)) + y(1) * z(0, 2) + y(2) * (z(1, 5) - z(3, 0)) + y(3) * (z(5, 4) - z(0, 2)) +
          y(4) * z(3, 0) + y(5) * z(2, 3)) /
         12;
}

// The shortest and the longest side, 2/√G_i with the metric G_i = |∇ξ_i|² at the centre.
std::pair<double, double> sides(const std::array<Point, 8>& x) {
  std::array<Point, 3> j{};  // ∂x/∂ξ_i
  for (int i = 0; i < 3; ++i)
    for (int n = 0; n < 8; ++n)
      for (int a = 0; a < 3; ++a) j[i][a] += 0.125 * sign[n][i] * x[n][a];
  const Point c = cross(j[1], j[2]);
  const double det = std::inner_product(c.begin(), c.end(), j[0].begin(), 0.0);
  double least = 1e300, most = 0;
  for (int i = 0; i < 3; ++i) {
    const Point r = cross(j[(i + 1) % 3], j[(i + 2) % 3]);
    const double length = 2 * std::abs(det) / std::hypot(r[0], r[1], r[2]);
    least = std::min(least, length);
    most = std::max(most, length);
  }
  return {least, most};
}

}  // namespace

ElementSize Domain::size(std::int64_t element) const {
  if (!is_box()) return shape(element);
  ElementSize s{1, 1e300, 0};
  const auto e = element_at(element);
  for (int a = 0; a < dimensions(); ++a) {
    const double h = grid_.width(a, e[a]);
    s.volume *= h;
    s.shortest = std::min(s.shortest, h);
    s.longest = std::max(s.longest, h);
  }
  return s;
}

ElementShape Domain::shape(std::int64_t element) const {
  ElementShape s;
  s.corners = 1 << dimensions();
  s.nodes = nodes_of(element);
  if (is_box()) {
    const auto e = element_at(element);
    static_cast<ElementSize&>(s) = size(element);
    for (int a = 0; a < dimensions(); ++a) {
      const double h = grid_.width(a, e[a]);
      for (int n = 0; n < s.corners; ++n) s.slopes[n][a] = sign[n][a] * 2 / (s.corners * h);
    }
    return s;
  }
  std::array<Point, 8> x;
  for (int n = 0; n < 8; ++n)
    x[n] = mesh().nodes[static_cast<std::size_t>(mesh().elements[static_cast<std::size_t>(element)][n])];
  for (int n = 0; n < 8; ++n)
    for (int a = 0; a < 3; ++a) {
      s.slopes[n][a] = volume_slope(x, n, a);
      s.volume += x[n][a] * s.slopes[n][a] / 3;
    }
  for (Point& slope : s.slopes)
    for (double& value : slope) value /= s.volume;
  std::tie(s.shortest, s.longest) = sides(x);
  return s;
}

}  // namespace eddy::galerkin
