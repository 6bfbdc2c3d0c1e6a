#include "output/cell_tree.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {
namespace {

constexpr int most_in_leaf = 8;  // cells
// The margin around bounds, relative to their size: rounding may put a point on a wall beyond it.
constexpr double room = 1e-6;

double size_of(const Bounds& b) { return std::hypot(b.high[0] - b.low[0], b.high[1] - b.low[1], b.high[2] - b.low[2]); }

Bounds around(const Block& block, const Box& cells) {
  const auto& c = cells.lo;
  const Point first = block.at(block.node(c[0], c[1], c[2]));
  Bounds bounds{first, first};
  for (int k = c[2]; k < cells.hi[2] + (block.dimensions > 2); ++k)
    for (int j = c[1]; j < cells.hi[1] + (block.dimensions > 1); ++j)
      for (int i = c[0]; i <= cells.hi[0]; ++i) bounds.add(block.at(block.node(i, j, k)), block.dimensions);
  return bounds;
}

Bounds around(const HexMesh& mesh, const Box& elements) {
  const Point first = mesh.nodes[mesh.elements[elements.lo[0]][0]];
  Bounds bounds{first, first};
  for (int e = elements.lo[0]; e < elements.hi[0]; ++e)
    for (const int n : mesh.elements[e]) bounds.add(mesh.nodes[n], 3);
  return bounds;
}

}  // namespace

void Bounds::add(const Point& p, int dimensions) {
  for (int a = 0; a < dimensions; ++a) {
    low[a] = std::min(low[a], p[a]);
    high[a] = std::max(high[a], p[a]);
  }
}

void Bounds::add(const Bounds& b, int dimensions) {
  add(b.low, dimensions);
  add(b.high, dimensions);
}

bool Bounds::holds(const Point& p, int dimensions) const {
  const double more = room * size_of(*this);
  for (int a = 0; a < dimensions; ++a)
    if (!(p[a] >= low[a] - more && p[a] <= high[a] + more)) return false;
  return true;
}

// A line meets a box if some part of it lies between both planes of every axis. Each axis in turn shortens that part.
bool Bounds::meets(const Point& from, const Point& to, int dimensions) const {
  const double more = room * size_of(*this);
  double begin = 0, end = 1;
  for (int a = 0; a < dimensions; ++a) {
    const double along = to[a] - from[a];
    double enter = low[a] - more - from[a], leave = high[a] + more - from[a];
    if (along == 0) {
      if (enter > 0 || leave < 0) return false;
      continue;
    }
    enter /= along;
    leave /= along;
    begin = std::max(begin, std::min(enter, leave));
    end = std::min(end, std::max(enter, leave));
  }
  return begin <= end;
}

CellTree::CellTree(const Block& block) {
  build({{0, 0, 0}, block.cells}, block.dimensions, [&](const Box& cells) { return around(block, cells); });
}

CellTree::CellTree(const HexMesh& mesh) {
  const Box all{{0, 0, 0}, {static_cast<int>(mesh.elements.size()), 1, 1}};
  build(all, 3, [&](const Box& cells) { return around(mesh, cells); });
}

void CellTree::build(const Box& cells, int dimensions, const BoundsOf& around) {
  const std::size_t here = parts_.size();
  parts_.push_back({{}, cells, 0});
  if (cells.cells() <= most_in_leaf) {
    parts_[here].bounds = around(cells);
    return;
  }
  int axis = 0;
  for (int a = 1; a < 3; ++a)
    if (cells.extent(a) > cells.extent(axis)) axis = a;
  Box first = cells, second = cells;
  first.hi[axis] = second.lo[axis] = cells.lo[axis] + cells.extent(axis) / 2;
  build(first, dimensions, around);
  const std::size_t other = parts_.size();
  build(second, dimensions, around);
  parts_[here].second = static_cast<int>(other);
  parts_[here].bounds = parts_[here + 1].bounds;
  parts_[here].bounds.add(parts_[other].bounds, dimensions);
}

}  // namespace eddy
