// Meshes of blocks from formulas: a ring of three blocks that are turned against each other, and a warped body of two.
#pragma once
#include <cmath>
#include <memory>
#include <numbers>

#include "mesh/grid.hpp"
#include "output/block_places.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {

inline Grid grid_of(BlockMesh mesh) {
  Grid grid;
  grid.dimensions = mesh.dimensions;
  for (int a = 0; a < 3; ++a) {
    double low = a < mesh.dimensions ? HUGE_VAL : -0.5, high = a < mesh.dimensions ? -HUGE_VAL : 0.5;
    if (a < mesh.dimensions)
      for (const Block& b : mesh.blocks)
        for (double x : b.nodes[a]) {
          low = std::min(low, x);
          high = std::max(high, x);
        }
    grid.nodes[a] = {low, high};
  }
  grid.blocks = std::make_shared<const BlockMesh>(std::move(mesh));
  return grid;
}

using NodeFormula = std::function<Point(const std::array<int, 3>&)>;

inline Block block_of(const std::string& name, int dimensions, std::array<int, 3> cells, const NodeFormula& at) {
  Block b;
  b.name = name;
  b.dimensions = dimensions;
  b.cells = cells;
  for (int k = 0; k < b.node_count(2); ++k)
    for (int j = 0; j < b.node_count(1); ++j)
      for (int i = 0; i < b.node_count(0); ++i) {
        const Point p = at({i, j, k});
        for (int a = 0; a < dimensions; ++a) b.nodes[a].push_back(p[a]);
      }
  return b;
}

// Three blocks, each a third of the ring with radii 0.5 to 2, clockwise from the x axis:
//   "plain": i around, j outwards;  "quarter": i outwards, j back;  "half": i back, j inwards
inline Grid ring(int around = 8, int outwards = 6) {
  const int na = around, nr = outwards;
  const auto at = [=](int third, int a, int r) {
    const double angle = -2 * std::numbers::pi / 3 * (third + double(a) / na), u = double(r) / nr;
    const double radius = 0.5 + 1.5 * u * (0.5 + 0.5 * u);
    return third == 2 && a == na ? Point{radius, 0, 0} : Point{radius * std::cos(angle), radius * std::sin(angle), 0};
  };
  BlockMesh mesh;
  mesh.blocks = {block_of("plain", 2, {na, nr, 1}, [&](const auto& n) { return at(0, n[0], n[1]); }),
                 block_of("quarter", 2, {nr, na, 1}, [&](const auto& n) { return at(1, na - n[1], n[0]); }),
                 block_of("half", 2, {na, nr, 1}, [&](const auto& n) { return at(2, na - n[0], nr - n[1]); })};
  const auto side = [&](int block, int side) {
    return SidePiece{block, side, Box{{0, 0, 0}, mesh.blocks[block].cells}.layer(side / 2, side % 2)};
  };
  mesh.seams = {{side(0, 1), side(1, 3), {1, 0, 2}, {-1, 1, 1}, {2 * na - 1, 0, 0}, {}},
                {side(1, 2), side(2, 1), {1, 0, 2}, {-1, 1, 1}, {nr - 1, na, 0}, {}},
                {side(2, 0), side(0, 0), {0, 1, 2}, {-1, -1, 1}, {-1, nr - 1, 0}, {}}};
  mesh.patches = {{"inner", {side(0, 2), side(1, 0), side(2, 3)}}, {"outer", {side(0, 3), side(1, 1), side(2, 2)}}};
  return grid_of(std::move(mesh));
}

// A unit cube with bent lines, cut in two across x; the second block is turned: its i is z, its j is x, its k is y.
inline Grid warped(int n = 6) {
  const auto at = [n](int i, int j, int k) {
    const double x = double(i) / (2 * n), y = double(j) / n, z = double(k) / n;
    const double bend = 0.05 * std::sin(3 * x + 2 * y) * std::cos(2 * z);
    return Point{x + bend, y - 0.7 * bend, z + 0.5 * bend};
  };
  BlockMesh mesh;
  mesh.dimensions = 3;
  mesh.blocks = {block_of("left", 3, {n, n, n}, [&](const auto& p) { return at(p[0], p[1], p[2]); }),
                 block_of("right", 3, {n, n, n}, [&](const auto& p) { return at(n + p[1], p[2], p[0]); })};
  const Box all{{0, 0, 0}, {n, n, n}};
  mesh.seams = {{{0, 1, all.layer(0, true)}, {1, 2, all.layer(1, false)}, {1, 2, 0}, {1, 1, 1}, {-n, 0, 0}, {}}};
  return grid_of(std::move(mesh));
}

inline Sample sampled_blocks(const Grid& grid, const std::string& name, const std::vector<Function>& parts,
                             Location location = Location::cell) {
  const BlockPlaces places(*grid.blocks, location);
  Sample s;
  s.name = name;
  s.unit = "K";
  s.location = location;
  s.components = static_cast<int>(parts.size());
  s.size[0] = static_cast<int>(places.count());
  for (std::int64_t n = 0; n < places.count(); ++n) {
    const Point p = position_of(*grid.blocks, location, places.index(n));
    for (const Function& f : parts) s.values.push_back(f(p[0], p[1], p[2]));
  }
  return s;
}

}  // namespace eddy
