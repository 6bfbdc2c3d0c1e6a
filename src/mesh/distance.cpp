#include "mesh/distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/error.hpp"
#include "mesh/polygon.hpp"
#include "mesh/rows.hpp"
#include "mesh/surface.hpp"
#include "mesh/vectors.hpp"

namespace eddy {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The distance from the intersection of two shapes, computed from the distances from each of them. It is exact outside
// of both, and where one of them lies inside of the other.
double common_distance(double one, double other) {
  return one > 0 && other > 0 ? std::hypot(one, other) : std::max(one, other);
}

double along_distance(const Shape& s, double x) {  // distance from the ends of a cylinder or a prism
  return std::max(s.from ? *s.from - x : -infinity, s.to ? x - *s.to : -infinity);
}

double box_distance(const Shape& s, const Point& x, int dimensions) {
  double inside = -infinity, outside = 0;
  for (int a = 0; a < dimensions; ++a) {
    const double d = std::max(s.lower[a] - x[a], x[a] - s.upper[a]);
    inside = std::max(inside, d);
    outside += std::pow(std::max(d, 0.0), 2);
  }
  return inside > 0 ? std::sqrt(outside) : inside;
}

double round_distance(const Shape& s, const Point& x, int dimensions, int skipped) {
  double sum = 0;
  for (int a = 0; a < dimensions; ++a)
    if (a != skipped) sum += std::pow(x[a] - s.centre[a], 2);
  return std::sqrt(sum) - s.radius;
}

double edge_distance(const std::vector<double>& a, const std::vector<double>& b, double x, double y) {
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  const double part = std::clamp(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  return std::hypot(x - a[0] - part * dx, y - a[1] - part * dy);
}
double polygon_distance(const Shape& s, double x, double y) {  // distance from the polygon's edges
  double least = infinity;
  for (std::size_t n = 0; n < s.points.size(); ++n)
    least = std::min(least, edge_distance(s.points[n], s.points[(n + 1) % s.points.size()], x, y));
  return least;
}

Point between(const Point& a, const Point& b, double part) {
  return {a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])};
}
double segment_distance(const Point& a, const Point& b, const Point& x) {
  const Point along = minus(b, a);
  const double square = dot(along, along);
  return magnitude(minus(x, between(a, b, square > 0 ? std::clamp(dot(minus(x, a), along) / square, 0.0, 1.0) : 0)));
}
double triangle_distance(const std::array<Point, 3>& t, const Point& x) {
  const Point normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
  const double size = magnitude(normal);
  bool above = size > 0;
  double edges = infinity;
  for (int n = 0; n < 3; ++n) {
    const Point &a = t[n], &b = t[(n + 1) % 3];
    above = above && dot(cross(minus(b, a), minus(x, a)), normal) >= 0;
    edges = std::min(edges, segment_distance(a, b, x));
  }
  return above ? std::abs(dot(minus(x, t[0]), normal)) / size : edges;
}

}  // namespace

// A tree of triangles: each box is halved at the middle of its longest side.
class Distance::Triangles {
 public:
  explicit Triangles(std::shared_ptr<const Surface> surface) : surface_(std::move(surface)) {
    const Surface& s = *surface_;
    for (const auto& t : s.triangles) all_.push_back({s.points[t[0]], s.points[t[1]], s.points[t[2]]});
    order_.resize(all_.size());
    std::iota(order_.begin(), order_.end(), 0u);
    build(0, all_.size());
  }
  double distance(const Point& x) const {
    double least = infinity;
    nearest(0, x, least);
    return least;
  }
  bool inside(const Point& x) const {  // the row through the point meets no triangle that is left out
    std::vector<RowLine> lines;
    add_cuts(0, x, lines);
    return inside_lines(lines, x[0], x[1]);
  }

 private:
  struct Node {
    Point lower, upper;
    // The range of triangles, and the node of its second half; the node of its first half comes next.
    std::size_t first, last, second = 0;
    double from(const Point& x) const {
      Point d{};
      for (int a = 0; a < 3; ++a) d[a] = std::max({lower[a] - x[a], x[a] - upper[a], 0.0});
      return magnitude(d);
    }
  };
  double middle(unsigned t, int axis) const { return all_[t][0][axis] + all_[t][1][axis] + all_[t][2][axis]; }
  void build(std::size_t first, std::size_t last) {
    Node n{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}, first, last};
    for (std::size_t t = first; t < last; ++t)
      for (const Point& p : all_[order_[t]])
        for (int a = 0; a < 3; ++a) {
          n.lower[a] = std::min(n.lower[a], p[a]);
          n.upper[a] = std::max(n.upper[a], p[a]);
        }
    const std::size_t here = nodes_.size();
    nodes_.push_back(n);
    if (last - first <= 4) return;
    const Point size = minus(n.upper, n.lower);
    const int axis = static_cast<int>(std::max_element(size.begin(), size.end()) - size.begin());
    const std::size_t half = (first + last) / 2;
    const auto begin = order_.begin();
    std::nth_element(begin + std::ptrdiff_t(first), begin + std::ptrdiff_t(half), begin + std::ptrdiff_t(last),
                     [&](unsigned s, unsigned t) { return middle(s, axis) < middle(t, axis); });
    build(first, half);
    nodes_[here].second = nodes_.size();
    build(half, last);
  }
  void nearest(std::size_t node, const Point& x, double& least) const {
    const Node& n = nodes_[node];
    if (n.from(x) >= least) return;
    if (n.second == 0) {
      for (std::size_t t = n.first; t < n.last; ++t) least = std::min(least, triangle_distance(all_[order_[t]], x));
      return;
    }
    const bool first = nodes_[node + 1].from(x) <= nodes_[n.second].from(x);
    nearest(first ? node + 1 : n.second, x, least);
    nearest(first ? n.second : node + 1, x, least);
  }

  void add_cuts(std::size_t node, const Point& x, std::vector<RowLine>& lines) const {
    const Node& n = nodes_[node];
    for (int a = 1; a < 3; ++a)
      if (x[a] < n.lower[a] || x[a] > n.upper[a]) return;
    if (n.second == 0) {
      for (std::size_t t = n.first; t < n.last; ++t) add_cut(lines, *surface_, surface_->triangles[order_[t]], x[2]);
      return;
    }
    add_cuts(node + 1, x, lines);
    add_cuts(n.second, x, lines);
  }

  std::shared_ptr<const Surface> surface_;
  std::vector<std::array<Point, 3>> all_;
  std::vector<unsigned> order_;
  std::vector<Node> nodes_;
};

Distance::Distance(const Shape& shape, int dimensions) : shape_(shape), dimensions_(dimensions) {
  if (shape.kind == Shape::Kind::polygon) lines_ = polygon_lines(shape.points);
  if (shape.kind != Shape::Kind::stl) return;
  if (!shape.surface) throw Error(Exit::fault, "the STL file '" + shape.file + "' was not read.");
  triangles_ = std::make_unique<const Triangles>(shape.surface);
}
Distance::~Distance() = default;
Distance::Distance(Distance&&) noexcept = default;

bool Distance::round_everywhere() const {
  const bool cylinder = shape_.kind == Shape::Kind::cylinder, ends = dimensions_ == 3 && (shape_.from || shape_.to);
  return shape_.kind == Shape::Kind::sphere || (cylinder && !ends);
}
void Distance::find(const Point* points, double* distances, std::size_t count) const {
  if (!round_everywhere()) {
    for (std::size_t n = 0; n < count; ++n) distances[n] = (*this)(points[n]);
    return;
  }
  const int skipped = shape_.kind == Shape::Kind::sphere ? -1 : dimensions_ == 3 ? shape_.axis : 2;
  for (std::size_t n = 0; n < count; ++n) distances[n] = round_distance(shape_, points[n], dimensions_, skipped);
}

double Distance::operator()(const Point& x) const {
  const int axis = dimensions_ == 3 ? shape_.axis : 2;
  const double along = dimensions_ == 3 ? along_distance(shape_, x[axis]) : -infinity;
  switch (shape_.kind) {
    case Shape::Kind::box:
      return box_distance(shape_, x, dimensions_);
    case Shape::Kind::sphere:
      return round_distance(shape_, x, dimensions_, -1);
    case Shape::Kind::cylinder:
      return common_distance(round_distance(shape_, x, dimensions_, axis), along);
    case Shape::Kind::polygon: {
      const double across = x[axis == 0 ? 1 : 0], up = x[axis == 2 ? 1 : 2], d = polygon_distance(shape_, across, up);
      return common_distance(inside_lines(lines_, across, up) ? -d : d, along);
    }
    case Shape::Kind::stl:
      return triangles_->inside(x) ? -triangles_->distance(x) : triangles_->distance(x);
  }
  return infinity;
}

}  // namespace eddy
