#include "solver/galerkin/face_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/vectors.hpp"

namespace eddy::galerkin {
namespace {

double to_edge(const Point& p, const Point& a, const Point& b) {
  const Point along = minus(b, a), from = minus(p, a);
  const double length = dot(along, along);
  const double t = length > 0 ? std::clamp(dot(from, along) / length, 0.0, 1.0) : 0;
  return magnitude({from[0] - t * along[0], from[1] - t * along[1], from[2] - t * along[2]});
}

double to_triangle(const Point& p, const Point& a, const Point& b, const Point& c) {
  const Point normal = cross(minus(b, a), minus(c, a));
  const double area = dot(normal, normal);
  const auto on_inner_side = [&](const Point& from, const Point& to) {
    return dot(cross(minus(to, from), minus(p, from)), normal) >= 0;
  };
  if (area > 0 && on_inner_side(a, b) && on_inner_side(b, c) && on_inner_side(c, a))
    return std::abs(dot(minus(p, a), normal)) / std::sqrt(area);
  return std::min({to_edge(p, a, b), to_edge(p, b, c), to_edge(p, c, a)});
}

}  // namespace

FaceSearch::FaceSearch(std::vector<Corners> faces) {
  for (const Corners& c : faces) {
    Point middle{};
    for (const Point& p : c)
      for (int a = 0; a < 3; ++a) middle[a] += 0.25 * p[a];
    for (const Point& p : c) reach_ = std::max(reach_, magnitude(minus(p, middle)));
    faces_.push_back({c, middle});
  }
  sort(0, faces_.size(), 0);
}

void FaceSearch::sort(std::size_t begin, std::size_t end, int axis) {
  if (end - begin < 2) return;
  const std::size_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t n) { return faces_.begin() + static_cast<std::ptrdiff_t>(n); };
  std::nth_element(at(begin), at(middle), at(end),
                   [&](const Face& a, const Face& b) { return a.centre[axis] < b.centre[axis]; });
  sort(begin, middle, (axis + 1) % 3);
  sort(middle + 1, end, (axis + 1) % 3);
}

void FaceSearch::look(const Point& from, std::size_t begin, std::size_t end, int axis, double& best) const {
  if (begin >= end) return;
  const std::size_t middle = begin + (end - begin) / 2;
  const Face& f = faces_[middle];
  if (magnitude(minus(from, f.centre)) - reach_ < best) {
    const Corners& c = f.corners;
    best = std::min({best, to_triangle(from, c[0], c[1], c[2]), to_triangle(from, c[0], c[2], c[3])});
  }
  const double gap = from[axis] - f.centre[axis];
  const bool lower = gap < 0;
  const int next = (axis + 1) % 3;
  look(from, lower ? begin : middle + 1, lower ? middle : end, next, best);
  if (std::abs(gap) - reach_ < best) look(from, lower ? middle + 1 : begin, lower ? end : middle, next, best);
}

double FaceSearch::distance(const Point& from) const {
  double best = std::numeric_limits<double>::infinity();
  look(from, 0, faces_.size(), 0, best);
  return best;
}

}  // namespace eddy::galerkin
