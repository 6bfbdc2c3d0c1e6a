// Size and shape of one cell from its corners.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "mesh/vectors.hpp"

namespace eddy {

// The corners of a cell, and its edges: bit a of a corner's number is set at its upper end along axis a.
template <int D>
struct Corners {
  static constexpr int count = 1 << D;
  std::array<Point, count> at{};
  std::array<std::array<Point, count>, D> edge{};  // by axis and corner; each points towards the upper end

  explicit Corners(const std::array<Point, count>& points) : at(points) { set_edges(); }
  Corners(const Block& b, const std::array<int, 3>& c) {
    const std::size_t first = b.node(c[0], c[1], c[2]), row = b.node_count(0), plane = row * b.node_count(1);
    for (int n = 0; n < count; ++n) {
      const std::size_t node = first + (n & 1) + ((n >> 1) & 1) * row + ((n >> 2) & 1) * plane;
      for (int a = 0; a < D; ++a) at[n][a] = b.nodes[a][node];
    }
    set_edges();
  }
  void set_edges() {
    for (int a = 0; a < D; ++a)
      for (int n = 0; n < count; ++n) edge[a][n] = minus(at[n | 1 << a], at[n & ~(1 << a)]);
  }
  double width_squared(int axis) const {  // between the centres of the two faces
    Point sum{};
    for (const Point& e : edge[axis])
      for (int a = 0; a < D; ++a) sum[a] += e[a];
    return dot(sum, sum) / (count * count);
  }
  double volume() const {
    if constexpr (D == 2) return 0.5 * cross(minus(at[3], at[0]), minus(at[2], at[1]))[2];
    double sum = 0;  // Σ x·S / 3 over the six faces, relative to one corner
    for (int axis = 0; axis < 3 && D == 3; ++axis) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (int end = 0; end < 2; ++end) {
        const int base = end << axis;
        const Point &a = at[base], &b = at[base | 1 << u], &c = at[base | 1 << u | 1 << v], &d = at[base | 1 << v];
        const Point area = cross(minus(c, a), minus(d, b));
        Point mean{};
        for (int n = 0; n < 3; ++n) mean[n] = 0.25 * (a[n] + b[n] + c[n] + d[n]) - at[0][n];
        sum += (end ? 1 : -1) * dot(mean, area) / 6;
      }
    }
    return sum;
  }
  double corner_volume(int n) const {  // volume of the box that the edges at this corner span
    const Point area = cross(edge[0][n], edge[1][n]);
    return D == 2 ? area[2] : dot(area, edge[D - 1][n]);
  }
  bool folded() const {
    int negative = 0;
    for (int n = 0; n < count; ++n) negative += corner_volume(n) < 0;
    return 2 * negative >= count || !(volume() > 0);
  }
  double least_jacobian() const {  // corner_volume for edges of length 1
    double least = std::numeric_limits<double>::infinity();
    for (int n = 0; n < count; ++n) {
      double lengths = 1;
      for (int a = 0; a < D; ++a) lengths *= std::sqrt(dot(edge[a][n], edge[a][n]));
      least = std::min(least, corner_volume(n) / std::max(lengths, 1e-300));
    }
    return least;
  }
  // The largest value of all pairs of edges at all corners: cos² of their angle, or 2 − cos² where the corner is turned
  // inside out.
  double skewness() const {
    double worst = 0;
    std::array<std::array<double, count>, D> per_square;
    for (int a = 0; a < D; ++a)
      for (int n = 0; n < count; ++n) per_square[a][n] = 1 / std::max(dot(edge[a][n], edge[a][n]), 1e-300);
    for (int n = 0; n < count; ++n)
      for (int a = 0; a < D; ++a)
        for (int b = a + 1; b < D; ++b) {
          const double product = dot(edge[a][n], edge[b][n]);
          const double cosine = std::min(1.0, product * product * per_square[a][n] * per_square[b][n]);
          const bool turned = D == 2 && cross(edge[a][n], edge[b][n])[2] < 0;
          worst = std::max(worst, turned ? 2 - cosine : cosine);
        }
    return worst;
  }
};

inline double skew_degrees(double measure) {
  const double radians =
      measure <= 1 ? std::asin(std::sqrt(measure)) : std::numbers::pi - std::asin(std::sqrt(2 - measure));
  return radians * 180 / std::numbers::pi;
}

inline double ratio(double a, double b) {
  return std::min(a, b) > 0 ? std::max(a / b, b / a) : std::numeric_limits<double>::infinity();
}

}  // namespace eddy
