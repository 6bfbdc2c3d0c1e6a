// Cells and nodes beyond the sides of blocks in all orientations, and the geometry of cells there.
#include "mesh/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mesh/geometry.hpp"
#include "mesh/join.hpp"
#include "mesh/quality.hpp"
#include "mesh/vectors.hpp"
#include "tests/mesh/blocks_helper.hpp"
#include "tests/mesh/orientations.hpp"

using namespace eddy;

namespace {

void expect_point(const Point& a, const Point& b, double limit = 1e-13) {
  for (int n = 0; n < 3; ++n) EXPECT_NEAR(a[n], b[n], limit) << "axis " << n;
}
Point node_of(const BlockMesh& mesh, const MeshIndex& n) {
  const Block& b = mesh.blocks[n.block];
  return b.at(b.node(n.at[0], n.at[1], n.at[2]));
}
Point centre_of(const BlockMesh& mesh, const MeshIndex& cell) { return cell_centre(mesh.blocks[cell.block], cell.at); }

// In a grid of cells of width 1 the cell or node at these indices of block 0 has the coordinates of its indices.
void expect_cell(const Neighbours& all, const std::array<int, 3>& at, int block) {
  const Found found = all.cell({0, at});
  ASSERT_EQ(found.what, Beyond::block);
  EXPECT_EQ(found.index.block, block);
  const bool flat = all.mesh().dimensions == 2;
  expect_point(centre_of(all.mesh(), found.index), {at[0] + 0.5, at[1] + 0.5, flat ? 0 : at[2] + 0.5});
}
void expect_node(const Neighbours& all, const std::array<int, 3>& at) {
  const Found found = all.node({0, at});
  ASSERT_EQ(found.what, Beyond::block);
  const Point place{double(at[0]), double(at[1]), double(at[2])};
  expect_point(node_of(all.mesh(), found.index), place);
  expect_point(all.place_of({0, at}), place);
}

// A quadrilateral with these corners, in the order left bottom, right bottom, right top, left top.
Block quadrilateral(const std::string& name, const std::array<Point, 4>& corner, int n) {
  Block b = empty_block(name, {n, n});
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double s = double(i) / n, t = double(j) / n;
      const double weight[4] = {(1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t};
      for (int a = 0; a < 2; ++a)
        for (int c = 0; c < 4; ++c) b.nodes[a][b.node(i, j, 0)] += weight[c] * corner[c][a];
    }
  return b;
}
// `count` quadrilaterals around the origin.
BlockMesh star(int count, int n) {
  std::vector<Block> blocks;
  const auto at = [&](double turn, double radius) {
    const double angle = 2 * M_PI * turn / count;
    return Point{radius * std::cos(angle), radius * std::sin(angle), 0};
  };
  for (int b = 0; b < count; ++b)
    blocks.push_back(
        quadrilateral(std::string(1, char('a' + b)), {Point{}, at(b, 1), at(b + 0.5, 1.3), at(b + 1, 1)}, n));
  return join(blocks);
}

template <class Warp>
Block warped_block(const std::vector<int>& cells, const Warp& warp) {
  Block b = unit_block("warped", cells);
  for (std::size_t n = 0; n < b.nodes[0].size(); ++n) {
    const Point p = warp(b.at(n));
    for (int a = 0; a < b.dimensions; ++a) b.nodes[a][n] = p[a];
  }
  return b;
}
Point bent(const Point& p) {  // the outside of a cube of width 4 stays a cube
  const double by = 0.3 * std::sin(M_PI * p[0] / 4) * std::sin(M_PI * p[1] / 4 + 0.7) * std::cos(p[2]);
  return {p[0] + by, p[1] - 0.5 * by, p[2] == 0 ? 0 : p[2] + 0.8 * by};
}

// The surface of a cell is closed: areas that point outwards sum to 0.
void expect_closed(const BlockGeometry& g, const std::array<int, 3>& cell, int dimensions) {
  Point sum{};
  for (int a = 0; a < dimensions; ++a) {
    std::array<int, 3> next = cell;
    ++next[a];
    const Point low = g.area(cell, a), high = g.area(next, a);
    for (int n = 0; n < 3; ++n) sum[n] += high[n] - low[n];
  }
  expect_point(sum, {}, 1e-14);
}

// ∫ |∂x/∂ξ| dξ of the trilinear cell, by Gauss's rule with two points per axis, which is exact for it.
double trilinear_volume(const BlockGeometry& g, const std::array<int, 3>& cell) {
  double volume = 0;
  for (int q = 0; q < 8; ++q) {
    double s[3];
    for (int a = 0; a < 3; ++a) s[a] = 0.5 + ((q >> a & 1) - 0.5) / std::sqrt(3.0);
    Point along[3]{};
    for (int c = 0; c < 8; ++c) {
      const Point p = g.node({cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2)});
      for (int d = 0; d < 3; ++d) {
        double weight = 1;
        for (int a = 0; a < 3; ++a) {
          const bool upper = c >> a & 1;
          weight *= a == d ? (upper ? 1 : -1) : (upper ? s[a] : 1 - s[a]);
        }
        for (int n = 0; n < 3; ++n) along[d][n] += weight * p[n];
      }
    }
    const Point face = cross(along[0], along[1]);
    for (int n = 0; n < 3; ++n) volume += face[n] * along[2][n] / 8;
  }
  return volume;
}

}  // namespace

TEST(Neighbours, BeyondASideInAllOrientations) {
  for (int dimensions : {2, 3})
    for (const Orientation& o : orientations(dimensions)) {
      const bool flat = dimensions == 2;
      const std::vector<int> first = flat ? std::vector{3, 4} : std::vector{3, 4, 2};
      const std::vector<int> second = flat ? std::vector{5, 4} : std::vector{5, 4, 2};
      const BlockMesh mesh = join({unit_block("a", first), turned(unit_block("b", second, {3, 0, 0}), o)});
      const Neighbours all(mesh);
      for (int depth = 0; depth < 2; ++depth)
        for (int j = 0; j < 4; ++j)
          for (int k = 0; k < (flat ? 1 : 2); ++k) {
            expect_cell(all, {3 + depth, j, k}, 1);
            expect_node(all, {4 + depth, j, k});
          }
      EXPECT_TRUE(all.is_seam(0, 1, {2, 1, 0}));
      EXPECT_FALSE(all.is_seam(0, 0, {0, 1, 0}));
    }
}

TEST(Neighbours, InsideNothingIsLookedFor) {
  const BlockMesh mesh = join({unit_block("a", {3, 4})});
  const Found found = Neighbours(mesh).cell({0, {2, 3, 0}});
  EXPECT_EQ(found.what, Beyond::block);
  EXPECT_EQ(found.index, (MeshIndex{0, {2, 3, 0}}));
}

TEST(Neighbours, PeriodicSidesSayHowFarTheyAreApart) {
  const Block block = unit_block("a", {5, 3});
  const std::vector<NamedPiece> named{{{0, 0, side_cells(block, 0)}, "west"}, {{0, 1, side_cells(block, 1)}, "east"}};
  const BlockMesh mesh = join({block}, named, {{"x", "west", "east"}});
  const Neighbours all(mesh);
  const Found cell = all.cell({0, {-1, 2, 0}});
  EXPECT_EQ(cell.what, Beyond::block);
  EXPECT_EQ(cell.index, (MeshIndex{0, {4, 2, 0}}));
  expect_point(cell.shift, {5, 0, 0});
  EXPECT_EQ(all.cell({0, {6, 1, 0}}).index, (MeshIndex{0, {1, 1, 0}}));
  expect_point(all.place_of({0, {-2, 1, 0}}), {-2, 1, 0});
  expect_point(all.place_of({0, {7, 3, 0}}), {7, 3, 0});
  EXPECT_EQ(all.cell({0, {-1, -1, 0}}).what, Beyond::patch) << "round the seam, below the patch";
  expect_point(all.place_of({0, {-1, -1, 0}}), {-1, -1, 0});
}

TEST(Neighbours, CornerOfFourBlocksInAllOrientations) {
  for (const Orientation& o : orientations(2)) {
    const BlockMesh mesh = join({unit_block("a", {3, 2}), turned(unit_block("b", {4, 2}, {3, 0, 0}), o),
                                 unit_block("c", {3, 5}, {0, 2, 0}), turned(unit_block("d", {4, 5}, {3, 2, 0}), o)});
    const Neighbours all(mesh);
    for (int i : {0, 1})
      for (int j : {0, 1}) {
        expect_cell(all, {3 + i, 2 + j, 0}, 3);
        expect_node(all, {4 + i, 3 + j, 0});
      }
  }
}

// Where a side of one block meets two others, both ways around the corner lead to the same cell.
TEST(Neighbours, CornerOnTheSideOfAnotherBlock) {
  const BlockMesh mesh = join(
      {unit_block("below", {6, 3}, {0, -3, 0}), unit_block("left", {2, 4}), unit_block("right", {4, 4}, {2, 0, 0})});
  const Neighbours all(mesh);
  const Found found = all.cell({1, {2, -1, 0}});
  ASSERT_EQ(found.what, Beyond::block);
  EXPECT_EQ(found.index, (MeshIndex{0, {2, 2, 0}}));
}

TEST(Neighbours, WhereThreeOrFiveBlocksMeetIsACorner) {
  for (int count : {3, 5}) {
    const BlockMesh mesh = star(count, 4);
    ASSERT_EQ(mesh.seams.size(), std::size_t(count));
    const Neighbours all(mesh);
    for (int b = 0; b < count; ++b) {
      EXPECT_EQ(all.cell({b, {-1, -1, 0}}).what, Beyond::corner) << count;
      EXPECT_EQ(all.cell({b, {-1, 0, 0}}).what, Beyond::block);
      EXPECT_EQ(all.cell({b, {0, -1, 0}}).what, Beyond::block);
      for (double x : all.place_of({b, {-1, -1, 0}})) EXPECT_TRUE(std::isfinite(x));
    }
  }
  const BlockMesh four = star(4, 4);
  EXPECT_EQ(Neighbours(four).cell({0, {-1, -1, 0}}).what, Beyond::block) << "four meet as they should";
}

TEST(Neighbours, BeyondPatchesNodesGoOnAsTheyCame) {
  const BlockMesh mesh = join({warped_block({4, 4}, bent)});
  const Neighbours all(mesh);
  EXPECT_EQ(all.cell({0, {-1, 2, 0}}).what, Beyond::patch);
  EXPECT_EQ(all.cell({0, {4, 4, 0}}).what, Beyond::corner);
  const auto place = [&](int i, int j) { return all.place_of({0, {i, j, 0}}); };
  for (int j = 0; j <= 4; ++j)
    for (int a = 0; a < 2; ++a) {
      EXPECT_NEAR(place(-1, j)[a], 2 * place(0, j)[a] - place(1, j)[a], 1e-13);
      EXPECT_NEAR(place(-2, j)[a], 3 * place(0, j)[a] - 2 * place(1, j)[a], 1e-13);
      EXPECT_NEAR(place(5, j)[a], 2 * place(4, j)[a] - place(3, j)[a], 1e-13);
    }
}

// A cell beyond a seam and a patch is found beyond the patch of the block at the seam.
TEST(Neighbours, BeyondASeamAndAPatch) {
  const BlockMesh mesh = join({unit_block("a", {3, 4}), unit_block("b", {5, 4}, {3, 0, 0})});
  const Neighbours all(mesh);
  const Found found = all.cell({0, {3, -1, 0}});
  EXPECT_EQ(found.what, Beyond::patch);
  EXPECT_EQ(found.index, (MeshIndex{1, {0, -1, 0}}));
  expect_point(all.place_of({0, {4, -1, 0}}), {4, -1, 0});
}

TEST(Geometry, SurfacesAreClosed) {
  for (const std::vector<int>& cells : {std::vector{4, 4}, std::vector{4, 4, 4}}) {
    const int dimensions = int(cells.size());
    const BlockMesh mesh = join({warped_block(cells, bent)});
    const BlockGeometry g(Neighbours(mesh), 0, 2);
    for (int k = dimensions == 3 ? -2 : 0; k < (dimensions == 3 ? 6 : 1); ++k)
      for (int j = -2; j < 6; ++j)
        for (int i = -2; i < 6; ++i) expect_closed(g, {i, j, k}, dimensions);
  }
}

TEST(Geometry, AreasPointTowardsTheUpperIndex) {
  const BlockMesh mesh = join({unit_block("a", {3, 4, 2})});
  const BlockGeometry g(Neighbours(mesh), 0, 2);
  expect_point(g.area({1, 1, 1}, 0), {1, 0, 0});
  expect_point(g.area({1, 1, 1}, 1), {0, 1, 0});
  expect_point(g.area({1, 1, 1}, 2), {0, 0, 1});
  expect_point(g.centre({-1, 0, 1}), {-0.5, 0.5, 1.5});
  expect_point(g.face_centre({1, 2, 1}, 1), {1.5, 2, 1.5});
  EXPECT_NEAR(g.volume({-2, 5, -1}), 1, 1e-13);
  const BlockMesh flat = join({unit_block("a", {3, 4})});
  const BlockGeometry h(Neighbours(flat), 0, 2);
  expect_point(h.area({1, 1, 0}, 0), {1, 0, 0});
  expect_point(h.area({1, 1, 0}, 1), {0, 1, 0});
  EXPECT_NEAR(h.volume({4, 1, 0}), 1, 1e-13);
}

TEST(Geometry, VolumesOfWarpedCellsAreThoseOfTrilinearOnes) {
  const BlockMesh mesh = join({warped_block({4, 4, 4}, bent)});
  const BlockGeometry g(Neighbours(mesh), 0, 2);
  double most = 0;
  for (int k = -1; k < 5; ++k)
    for (int j = -1; j < 5; ++j)
      for (int i = -1; i < 5; ++i) {
        EXPECT_NEAR(g.volume({i, j, k}), trilinear_volume(g, {i, j, k}), 1e-13);
        most = std::max(most, std::abs(g.volume({i, j, k}) - 1));
      }
  EXPECT_GT(most, 0.1) << "nothing was warped";
}

TEST(Geometry, VolumesOfAShearedBox) {
  const auto sheared = [](const Point& p) {
    return Point{2 * p[0] + 0.5 * p[1], 1.5 * p[1] - 0.2 * p[2], p[2] + 0.3 * p[0]};
  };
  const BlockMesh mesh = join({warped_block({3, 3, 3}, sheared)});
  const BlockGeometry g(Neighbours(mesh), 0, 2);
  EXPECT_NEAR(g.volume({1, 1, 1}), 2 * 1.5 - 0.5 * 0.2 * 0.3, 1e-13);  // the determinant
  EXPECT_NEAR(g.volume({-2, 4, 1}), 2 * 1.5 - 0.5 * 0.2 * 0.3, 1e-13);
}

TEST(Geometry, CellsBeyondASeamAreThoseOfTheOtherBlock) {
  const auto right = [](const Point& p) { return bent({p[0] + 4, p[1], p[2]}); };
  const BlockMesh mesh = join({warped_block({4, 4}, bent), warped_block({4, 4}, right)});
  ASSERT_EQ(mesh.seams.size(), 1u);
  const Neighbours all(mesh);
  const BlockGeometry one(all, 0, 2), other(all, 1, 2);
  for (int j = 0; j < 4; ++j)
    for (int depth = 0; depth < 2; ++depth) {
      EXPECT_EQ(one.volume({4 + depth, j, 0}), other.volume({depth, j, 0}));
      EXPECT_EQ(other.volume({-1 - depth, j, 0}), one.volume({3 - depth, j, 0}));
    }
}
