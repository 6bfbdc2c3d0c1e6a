// The distance of a point from the surface of a shape.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "case/options.hpp"
#include "mesh/rows.hpp"

namespace eddy {

// Signed distances, negative inside. The triangles of an STL file are kept in a tree of boxes, so that few are tried.
class Distance {
 public:
  Distance(const Shape& shape, int dimensions);
  ~Distance();
  Distance(Distance&&) noexcept;
  double operator()(const std::array<double, 3>& point) const;
  // The same of several points, `count` of them: faster, since no result waits for another.
  void find(const std::array<double, 3>* points, double* distances, std::size_t count) const;

 private:
  class Triangles;
  bool round_everywhere() const;  // a sphere, or a cylinder without ends
  Shape shape_;
  int dimensions_;
  std::vector<RowLine> lines_;  // edges of a polygon
  std::unique_ptr<const Triangles> triangles_;
};

// The place of a rigid shape at one time.
//
//      place in the shape as drawn ──turned around the pivot, moved with it──▶ place in the domain
struct Placement {
  bool turned = false;
  std::array<double, 3> pivot{}, centre{};                                       // the pivot as drawn, and at this time
  std::array<std::array<double, 3>, 3> turn{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows of a rotation

  std::array<double, 3> drawn(const std::array<double, 3>& x) const {  // from a place in the domain
    const double r0 = x[0] - centre[0], r1 = x[1] - centre[1], r2 = x[2] - centre[2];
    if (!turned) return {pivot[0] + r0, pivot[1] + r1, pivot[2] + r2};
    const auto along = [&](int a) { return ((pivot[a] + turn[0][a] * r0) + turn[1][a] * r1) + turn[2][a] * r2; };
    return {along(0), along(1), along(2)};
  }
};

// The distance from a shape, which stands where it was drawn or at another place.
class PlacedDistance {
 public:
  explicit PlacedDistance(std::shared_ptr<const Distance> shape) : shape_(std::move(shape)) {}
  PlacedDistance(std::shared_ptr<const Distance> shape, const Placement& at)
      : shape_(std::move(shape)), moved_(true), at_(at) {}
  double operator()(const std::array<double, 3>& x) const { return moved_ ? (*shape_)(at_.drawn(x)) : (*shape_)(x); }
  void find(const std::array<double, 3>* points, double* distances, std::size_t count) const {
    constexpr std::size_t most = 8;
    std::array<std::array<double, 3>, most> drawn;
    for (; count > 0; points += most, distances += most) {
      const std::size_t n = std::min(count, most);
      for (std::size_t p = 0; p < n && moved_; ++p) drawn[p] = at_.drawn(points[p]);
      shape_->find(moved_ ? drawn.data() : points, distances, n);
      count -= n;
    }
  }

 private:
  std::shared_ptr<const Distance> shape_;
  bool moved_ = false;
  Placement at_;
};

}  // namespace eddy
