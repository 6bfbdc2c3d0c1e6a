// The distance of a point from the surface of a shape.
#pragma once
#include <array>
#include <memory>
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

 private:
  class Triangles;
  Shape shape_;
  int dimensions_;
  std::vector<RowLine> lines_;  // edges of a polygon
  std::unique_ptr<const Triangles> triangles_;
};

}  // namespace eddy
