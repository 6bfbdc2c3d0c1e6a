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
#pragma omp parallel for collapse(2) schedule(static) if (nodes_[0].size() > 50'000)
  for (int k = low[2]; k < high[2]; ++k)
    for (int j = low[1]; j < high[1]; ++j) {
      std::array<int, 3> n{0, j, k};
      for (n[0] = low[0]; n[0] < high[0]; ++n[0]) {
        bool inside = true;
        for (int a = 0; a < dimensions_; ++a) inside = inside && n[a] >= 0 && n[a] < b.node_count(a);
        const Point p = inside ? b.at(b.node(n[0], n[1], n[2])) : neighbours.place_of({block, n});
        for (int a = 0; a < dimensions_; ++a) nodes_[a][place(n)] = p[a];
      }
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

// ∮ (x − x₀)·n dS / D, with x at the centre of each face.
template <int D>
double BlockGeometry::volume_of(const std::array<int, 3>& cell) const {
  constexpr int corners = 1 << D, of_face = corners / 2;
  std::array<Point, corners> at;  // bit a: the upper end of axis a
  for (int m = 0; m < corners; ++m) at[m] = node({cell[0] + (m & 1), cell[1] + (m >> 1 & 1), cell[2] + (m >> 2)});
  double sum = 0;
  for (int a = 0; a < D; ++a)
    for (int upper = 0; upper < 2; ++upper) {
      const int first = upper << a, along = 1 << (a + 1) % D, across = D == 3 ? 1 << (a + 2) % D : 0;
      const Point diagonal = minus(at[first | along | across], at[first]);
      Point s, centre{};
      if constexpr (D == 2) s = a == 0 ? Point{diagonal[1], -diagonal[0], 0} : Point{-diagonal[1], diagonal[0], 0};
      if constexpr (D == 3) {
        const Point twice = cross(diagonal, minus(at[first | across], at[first | along]));
        s = {0.5 * twice[0], 0.5 * twice[1], 0.5 * twice[2]};
      }
      for (int m = 0; m < of_face; ++m) {
        const Point& p = at[first | (m & 1 ? along : 0) | (m >> 1 ? across : 0)];
        for (int n = 0; n < 3; ++n) centre[n] += p[n] / of_face;
      }
      const Point r = minus(centre, at[0]);
      for (int n = 0; n < D; ++n) sum += (upper ? 1 : -1) * s[n] * r[n];
    }
  return sum / D;
}
double BlockGeometry::volume(const std::array<int, 3>& cell) const {
  return dimensions_ == 3 ? volume_of<3>(cell) : volume_of<2>(cell);
}

}  // namespace eddy
