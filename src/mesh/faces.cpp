#include "mesh/faces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace eddy {

double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

int Turn::corner(int c) const {
  int other = 0;
  for (int a = 0; a < 2; ++a) {
    const bool upper = ((c >> a) & 1) != int(reversed[a]);
    other |= int(upper) << (exchanged ? 1 - a : a);
  }
  return other;
}

namespace {

// One face of the side of a block, made of the sides of the cells from `cells.lo` to `cells.hi`.
SideFace face_of(const std::vector<Block>& blocks, int block, int side, const Box& cells) {
  const Block& b = blocks[block];
  const auto along = axes_along(side);
  SideFace f{block, side, b.dimensions == 3 ? 4 : 2, cells.lo, {}, {}, 0};
  for (int c = 0; c < f.corners; ++c) {
    std::array<int, 3> node = cells.lo;
    node[side_axis(side)] += side_upper(side) ? 1 : 0;
    for (int a = 0; a < 2; ++a)
      if ((c >> a) & 1) node[along[a]] = cells.hi[along[a]];
    f.corner[c] = b.at(b.node(node[0], node[1], node[2]));
    for (int a = 0; a < 3; ++a) f.centre[a] += f.corner[c][a] / f.corners;
  }
  return f;
}

// A thousandth of the shortest edge; more where coordinates have only seven digits, but never so much that two nodes
// of the face could be taken for one.
double tolerance_of(const SideFace& f) {
  double shortest = distance(f.corner[0], f.corner[1]), reach = 0;
  if (f.corners == 4)
    shortest = std::min({shortest, distance(f.corner[0], f.corner[2]), distance(f.corner[1], f.corner[3]),
                         distance(f.corner[2], f.corner[3])});
  for (double x : f.corner[0]) reach = std::max(reach, std::abs(x));
  return std::min(0.25 * shortest, std::max(1e-3 * shortest, 5e-7 * reach));
}

double gap_of(const SideFace& first, const SideFace& second, const Turn& turn, const Point& shift) {
  double gap = 0;
  for (int c = 0; c < first.corners; ++c) {
    Point p = first.corner[c];
    for (int a = 0; a < 3; ++a) p[a] += shift[a];
    gap = std::max(gap, distance(p, second.corner[turn.corner(c)]));
  }
  return gap;
}

}  // namespace

SideFace side_as_face(const std::vector<Block>& blocks, int block, int side) {
  return face_of(blocks, block, side, side_cells(blocks[block], side));
}

std::vector<SideFace> side_faces(const std::vector<Block>& blocks) {
  std::vector<SideFace> faces;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (int side = 0; side < 2 * blocks[b].dimensions; ++side) {
      const Box cells = side_cells(blocks[b], side);
      for (int k = cells.lo[2]; k < cells.hi[2]; ++k)
        for (int j = cells.lo[1]; j < cells.hi[1]; ++j)
          for (int i = cells.lo[0]; i < cells.hi[0]; ++i) {
            faces.push_back(face_of(blocks, static_cast<int>(b), side, {{i, j, k}, {i + 1, j + 1, k + 1}}));
            faces.back().tolerance = tolerance_of(faces.back());
          }
    }
  return faces;
}

std::pair<Turn, double> best_turn(const SideFace& first, const SideFace& second, const Point& shift) {
  std::pair<Turn, double> best{{}, std::numeric_limits<double>::infinity()};
  for (int n = 0; n < (first.corners == 4 ? 8 : 2); ++n) {
    const Turn turn{(n & 4) != 0, {(n & 1) != 0, (n & 2) != 0}};
    if (const double gap = gap_of(first, second, turn, shift); gap < best.second) best = {turn, gap};
  }
  return best;
}

// Both lists are sorted along a slanting direction, so that faces in the same place are near each other in the lists.
std::vector<FacePair> matching_faces(const std::vector<SideFace>& faces, std::span<const std::size_t> some,
                                     std::span<const std::size_t> others, const Point& shift) {
  const auto along = [](const Point& p) { return 0.5377 * p[0] + 0.6581 * p[1] + 0.5270 * p[2]; };
  std::vector<std::pair<double, std::size_t>> sorted;
  for (std::size_t f : others)
    if (faces[f].tolerance > 0) sorted.emplace_back(along(faces[f].centre), f);
  std::sort(sorted.begin(), sorted.end());
  const bool one_list = some.data() == others.data();
  std::vector<FacePair> pairs;
  for (std::size_t f : some) {
    const SideFace& face = faces[f];
    const double at = along(face.centre) + along(shift), reach = face.tolerance;
    auto next = std::lower_bound(sorted.begin(), sorted.end(), std::pair(at - reach, std::size_t(0)));
    for (; next != sorted.end() && next->first <= at + reach; ++next) {
      const SideFace& other = faces[next->second];
      if (next->second == f || (one_list && next->second < f)) continue;
      const auto [turn, gap] = best_turn(face, other, shift);
      if (gap <= std::min(face.tolerance, other.tolerance)) pairs.push_back({f, next->second, turn});
    }
  }
  return pairs;
}

Seam seam_of(const std::vector<Block>& blocks, const SideFace& first, const SideFace& second, const Turn& turn) {
  Seam seam;
  seam.first.block = first.block;
  seam.first.side = first.side;
  seam.second.block = second.block;
  seam.second.side = second.side;
  const auto set = [&](int from, int to, int sign, int of_first, int of_second) {
    seam.axis[from] = to;
    seam.sign[from] = sign;
    seam.offset[from] = of_second - sign * of_first;
  };
  const int n = side_axis(first.side), m = side_axis(second.side);
  const bool up = side_upper(first.side), down = side_upper(second.side);
  set(n, m, up == down ? -1 : 1, up ? blocks[first.block].cells[n] : -1, down ? blocks[second.block].cells[m] - 1 : 0);
  const auto from = axes_along(first.side), to = axes_along(second.side);
  for (int a = 0; a < 2; ++a) {
    const int b = turn.exchanged ? 1 - a : a;
    set(from[a], to[b], turn.reversed[a] ? -1 : 1, first.cell[from[a]], second.cell[to[b]]);
  }
  return seam;
}

std::vector<Box> boxes_of(int side, const std::vector<std::array<int, 3>>& cells) {
  if (cells.empty()) return {};
  Box all{cells[0], cells[0]};
  for (const auto& c : cells)
    for (int a = 0; a < 3; ++a) {
      all.lo[a] = std::min(all.lo[a], c[a]);
      all.hi[a] = std::max(all.hi[a], c[a] + 1);
    }
  const auto [u, v] = axes_along(side);
  const int width = all.extent(u), height = all.extent(v);
  std::vector<char> left(std::size_t(width) * height, 0);
  const auto at = [&](int x, int y) -> char& { return left[std::size_t(y) * width + x]; };
  for (const auto& c : cells) at(c[u] - all.lo[u], c[v] - all.lo[v]) = 1;
  const auto full_row = [&](int x0, int x1, int y) {
    for (int x = x0; x < x1; ++x)
      if (!at(x, y)) return false;
    return true;
  };
  std::vector<Box> boxes;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      if (!at(x, y)) continue;
      int x1 = x, y1 = y;
      while (x1 < width && at(x1, y)) ++x1;
      while (y1 < height && full_row(x, x1, y1)) ++y1;
      for (int row = y; row < y1; ++row) std::fill_n(&at(x, row), x1 - x, char(0));
      Box box = all;
      box.lo[u] = all.lo[u] + x;
      box.hi[u] = all.lo[u] + x1;
      box.lo[v] = all.lo[v] + y;
      box.hi[v] = all.lo[v] + y1;
      boxes.push_back(box);
    }
  return boxes;
}

}  // namespace eddy
