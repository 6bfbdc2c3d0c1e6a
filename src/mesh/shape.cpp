// Is a point inside a shape? Boxes include their lower faces only, so that regions side by side never overlap.
#include <cmath>

#include "mesh/grid.hpp"

namespace eddy {
namespace {

bool inside_box(const Shape& shape, const std::array<double, 3>& point, int dimensions) {
  for (int axis = 0; axis < dimensions; ++axis)
    if (point[axis] < shape.lower[axis] || point[axis] >= shape.upper[axis]) return false;
  return true;
}

double squared_distance(const Shape& shape, const std::array<double, 3>& point, int dimensions, int skipped) {
  double sum = 0;
  for (int axis = 0; axis < dimensions; ++axis) {
    const double d = point[axis] - shape.centre[axis];
    if (axis != skipped) sum += d * d;
  }
  return sum;
}

bool inside_cylinder(const Shape& shape, const std::array<double, 3>& point, int dimensions) {
  const int axis = dimensions == 3 ? shape.axis : 2;
  const bool within =
      dimensions < 3 || ((!shape.from || point[axis] >= *shape.from) && (!shape.to || point[axis] < *shape.to));
  return within && squared_distance(shape, point, dimensions, axis) <= shape.radius * shape.radius;
}

}  // namespace

bool inside(const Shape& shape, const std::array<double, 3>& point, int dimensions) {
  switch (shape.kind) {
    case Shape::Kind::box:
      return inside_box(shape, point, dimensions);
    case Shape::Kind::sphere:
      return squared_distance(shape, point, dimensions, -1) <= shape.radius * shape.radius;
    case Shape::Kind::cylinder:
      return inside_cylinder(shape, point, dimensions);
  }
  return false;
}

}  // namespace eddy
