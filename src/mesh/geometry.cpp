#include "mesh/geometry.hpp"

#include "mesh/vectors.hpp"

namespace eddy {
namespace {

std::array<int, 3> stepped(std::array<int, 3> n, int axis, int by = 1) {
  n[axis] += by;
  return n;
}

}  // namespace

BlockGeometry::BlockGeometry(const Neighbours& neighbours, int block, int ghosts)
    : dimensions_(neighbours.mesh().dimensions), ghosts_(ghosts) {
  const Block& b = neighbours.mesh().blocks[block];
  std::array<int, 3> low{}, high{1, 1, 1};
  for (int a = 0; a < dimensions_; ++a) {
    low[a] = -ghosts;
    high[a] = b.node_count(a) + ghosts;
    size_[a] = high[a] - low[a];
  }
  for (int a = 0; a < dimensions_; ++a) nodes_[a].resize(std::size_t(size_[0]) * size_[1] * size_[2]);
  std::array<int, 3> n;
  for (n[2] = low[2]; n[2] < high[2]; ++n[2])
    for (n[1] = low[1]; n[1] < high[1]; ++n[1])
      for (n[0] = low[0]; n[0] < high[0]; ++n[0]) {
        bool inside = true;
        for (int a = 0; a < dimensions_; ++a) inside = inside && n[a] >= 0 && n[a] < b.node_count(a);
        const Point p = inside ? b.at(b.node(n[0], n[1], n[2])) : neighbours.place_of({block, n});
        for (int a = 0; a < dimensions_; ++a) nodes_[a][place(n)] = p[a];
      }
}

std::size_t BlockGeometry::place(const std::array<int, 3>& n) const {
  const int gz = dimensions_ == 3 ? ghosts_ : 0;
  return static_cast<std::size_t>(n[0] + ghosts_) +
         static_cast<std::size_t>(size_[0]) * (n[1] + ghosts_ + static_cast<std::size_t>(size_[1]) * (n[2] + gz));
}
Point BlockGeometry::node(const std::array<int, 3>& n) const {
  Point p{};
  const std::size_t at = place(n);
  for (int a = 0; a < dimensions_; ++a) p[a] = nodes_[a][at];
  return p;
}

Point BlockGeometry::centre(const std::array<int, 3>& cell) const {
  Point sum{};
  const int corners = 1 << dimensions_;
  for (int m = 0; m < corners; ++m) {
    const Point p = node({cell[0] + (m & 1), cell[1] + (m >> 1 & 1), cell[2] + (m >> 2)});
    for (int n = 0; n < 3; ++n) sum[n] += p[n] / corners;
  }
  return sum;
}
Point BlockGeometry::face_centre(const std::array<int, 3>& cell, int axis) const {
  const int b = (axis + 1) % dimensions_, c = (axis + 2) % dimensions_, corners = 1 << (dimensions_ - 1);
  Point sum{};
  for (int m = 0; m < corners; ++m) {
    std::array<int, 3> at = stepped(cell, b, m & 1);
    if (dimensions_ == 3) at[c] += m >> 1;
    const Point p = node(at);
    for (int n = 0; n < 3; ++n) sum[n] += p[n] / corners;
  }
  return sum;
}

Point BlockGeometry::area(const std::array<int, 3>& cell, int axis) const {
  if (dimensions_ == 2) {
    const Point d = minus(node(stepped(cell, 1 - axis)), node(cell));
    return axis == 0 ? Point{d[1], -d[0], 0} : Point{-d[1], d[0], 0};
  }
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  const Point s = cross(minus(node(stepped(stepped(cell, b), c)), node(cell)),
                        minus(node(stepped(cell, c)), node(stepped(cell, b))));
  return {0.5 * s[0], 0.5 * s[1], 0.5 * s[2]};
}

// ∮ (x − x₀)·n dS / D, with the middle of each face.
double BlockGeometry::volume(const std::array<int, 3>& cell) const {
  const Point origin = node(cell);
  double sum = 0;
  for (int a = 0; a < dimensions_; ++a)
    for (int upper = 0; upper < 2; ++upper) {
      const std::array<int, 3> face = stepped(cell, a, upper);
      const Point s = area(face, a), r = minus(face_centre(face, a), origin);
      for (int n = 0; n < dimensions_; ++n) sum += (upper ? 1 : -1) * s[n] * r[n];
    }
  return sum / dimensions_;
}

}  // namespace eddy
