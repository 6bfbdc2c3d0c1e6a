// Seams: all orientations, pieces of sides, blocks that meet themselves, periodic seams, and sides that do not match.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "mesh/join.hpp"
#include "mesh/quality.hpp"
#include "mesh/split.hpp"
#include "tests/mesh/blocks_helper.hpp"
#include "tests/mesh/orientations.hpp"

using namespace eddy;

namespace {

void expect_equal(const Point& a, const Point& b) {
  for (int n = 0; n < 3; ++n) EXPECT_NEAR(a[n], b[n], 1e-12);
}

// Every node of the seam is the same point on both sides, and the cell beyond is the neighbour.
void expect_good(const BlockMesh& mesh, const Seam& seam) {
  EXPECT_LT(largest_gap(mesh, seam).first, 1e-12);
  const Box& first = seam.first.cells;
  const int n = side_axis(seam.first.side), out = side_upper(seam.first.side) ? 1 : -1;
  for (int k = first.lo[2]; k < first.hi[2]; ++k)
    for (int j = first.lo[1]; j < first.hi[1]; ++j)
      for (int i = first.lo[0]; i < first.hi[0]; ++i) {
        std::array<int, 3> beyond{i, j, k};
        beyond[n] += out;
        const auto other = seam.cell(beyond);
        EXPECT_TRUE(seam.second.cells.holds({other, {other[0] + 1, other[1] + 1, other[2] + 1}}));
        EXPECT_EQ(reversed(seam).cell(other), beyond);
      }
}

std::size_t faces_in(const BlockMesh& mesh) {
  std::int64_t n = 0;
  for (const Seam& s : mesh.seams) n += 2 * s.first.cells.cells();
  for (const MeshPatch& p : mesh.patches)
    for (const SidePiece& piece : p.pieces) n += piece.cells.cells();
  return static_cast<std::size_t>(n);
}
std::size_t faces_of(const BlockMesh& mesh) {
  std::int64_t n = 0;
  for (const Block& b : mesh.blocks)
    for (int side = 0; side < 2 * b.dimensions; ++side) n += side_cells(b, side).cells();
  return static_cast<std::size_t>(n);
}

}  // namespace

TEST(Seams, AllOrientations) {
  for (int dimensions : {2, 3}) {
    const std::vector<int> cells = dimensions == 2 ? std::vector{3, 4} : std::vector{3, 4, 2};
    const auto all = orientations(dimensions);
    EXPECT_EQ(all.size(), dimensions == 2 ? 8u : 48u);
    for (const Orientation& o : all) {
      std::vector<int> second = cells;
      second[0] = 5;
      const BlockMesh mesh = join({unit_block("a", cells), turned(unit_block("b", second, {3, 0, 0}), o)});
      ASSERT_EQ(mesh.seams.size(), 1u);
      const Seam& seam = mesh.seams[0];
      EXPECT_EQ(seam.first.side, 1);
      EXPECT_EQ(seam.first.cells, side_cells(mesh.blocks[0], 1));
      expect_good(mesh, seam);
      expect_good(mesh, reversed(seam));
      // The cell that lies two cells beyond the side is the right one.
      Block whole = unit_block("whole", {8, 4, dimensions == 3 ? 2 : 1});
      const auto other = seam.cell({4, 2, dimensions == 3 ? 1 : 0});
      const Point centre = cell_centre(mesh.blocks[1], other);
      expect_equal(centre, {4.5, 2.5, dimensions == 3 ? 1.5 : 0});
      EXPECT_EQ(faces_in(mesh), faces_of(mesh));
    }
  }
}

TEST(Seams, ASideMeetsTwoBlocks) {
  const BlockMesh mesh = join(
      {unit_block("below", {6, 3}), unit_block("left", {2, 4}, {0, 3, 0}), unit_block("right", {3, 4}, {2, 3, 0})});
  EXPECT_EQ(mesh.seams.size(), 3u);  // below–left, below–right, left–right
  for (const Seam& s : mesh.seams) expect_good(mesh, s);
  const auto names = patch_names(mesh);
  EXPECT_EQ(std::count(names.begin(), names.end(), "below.top"), 1) << "what is left of it";
  EXPECT_EQ(faces_in(mesh), faces_of(mesh));
}

TEST(Seams, FivePointStarOfBlocks) {  // five blocks around one corner
  std::vector<Block> blocks;
  for (int n = 0; n < 5; ++n) {
    Block b = empty_block("b" + std::to_string(n), {4, 4});
    const double from = 2 * M_PI * n / 5, to = 2 * M_PI * (n + 1) / 5, tip = 0.5 * (from + to);
    for (int j = 0; j <= 4; ++j)
      for (int i = 0; i <= 4; ++i) {
        const double u = i / 4.0, v = j / 4.0;
        b.nodes[0][b.node(i, j, 0)] =
            u * (1 - v) * std::cos(from) + v * (1 - u) * std::cos(to) + u * v * 1.6 * std::cos(tip);
        b.nodes[1][b.node(i, j, 0)] =
            u * (1 - v) * std::sin(from) + v * (1 - u) * std::sin(to) + u * v * 1.6 * std::sin(tip);
      }
    blocks.push_back(turned(b, orientations(2)[n]));
  }
  const BlockMesh mesh = join(blocks);
  EXPECT_EQ(mesh.seams.size(), 5u);
  for (const Seam& s : mesh.seams) expect_good(mesh, s);
  EXPECT_EQ(faces_in(mesh), faces_of(mesh));
}

TEST(Seams, ABlockWithItself) {
  const BlockMesh o =
      mesh_from("[mesh]\nkind = \"o-grid\"\naround = { shape = \"circle\" }\ncells = [16, 4]\nfirst = 0.1\nfar = 2\n");
  ASSERT_EQ(o.seams.size(), 1u);
  EXPECT_EQ(o.seams[0].first.block, o.seams[0].second.block);
  EXPECT_EQ((std::set{o.seams[0].first.side, o.seams[0].second.side}), (std::set{0, 1}));
  expect_good(o, o.seams[0]);
  const BlockMesh c = mesh_from(
      "[mesh]\nkind = \"c-grid\"\naround = { shape = \"naca\" }\ncells = [32, 8]\nwake = 6\nfirst = 0.02\nfar = 5\n");
  ASSERT_EQ(c.seams.size(), 1u);
  EXPECT_EQ(c.seams[0].first.side, 2);
  EXPECT_EQ(c.seams[0].second.side, 2);
  EXPECT_EQ(c.seams[0].first.cells.cells(), 6);
  expect_good(c, c.seams[0]);
}

TEST(Seams, Periodic) {
  const BlockMesh mesh = join({unit_block("a", {3, 2, 2}), unit_block("b", {2, 2, 2}, {3, 0, 0})}, {},
                              {{"x", "a.left", "b.right"}, {"z", "a.front", "a.back"}});
  ASSERT_EQ(mesh.seams.size(), 3u);
  EXPECT_EQ(mesh.seams[1].shift, (Point{5, 0, 0}));
  EXPECT_EQ(mesh.seams[2].shift, (Point{0, 0, 2}));
  for (const Seam& s : mesh.seams) expect_good(mesh, s);
  EXPECT_EQ(faces_in(mesh), faces_of(mesh));
}

TEST(Seams, Refusals) {
  const auto with = [](const std::vector<NamedPiece>& names, const std::vector<PeriodicPair>& pairs) {
    return error_of([&] { join({unit_block("a", {3, 2}), unit_block("b", {2, 2}, {3, 0, 0})}, names, pairs); });
  };
  EXPECT_EQ(with({}, {{"s", "a.left", "b.rihgt"}}),
            "seam.s: there is no patch 'b.rihgt'. Did you mean 'b.right'? Patches: a.left, a.bottom, a.top, b.right, "
            "b.bottom, b.top.");
  EXPECT_EQ(with({}, {{"s", "a.left", "b.top"}}),
            "seam.s: patches 'a.left' and 'b.top' do not agree when one is moved "
            "to the other: the largest gap is 1 near (0, 0.5).");
  EXPECT_EQ(with({}, {{"s", "a.top", "b.top"}}),
            "seam.s: patches 'a.top' and 'b.top' have 3 and 2 faces: they must be alike.");
  const Box left{{0, 0, 0}, {1, 2, 1}}, half{{0, 1, 0}, {1, 2, 1}}, right{{2, 0, 0}, {3, 2, 1}};
  EXPECT_EQ(with({{{0, 0, left}, "in"}, {{0, 0, half}, "out"}}, {}),
            "block 'a', side 'left': a piece of it is named both 'in' and 'out'.");
  EXPECT_EQ(
      with({{{0, 1, right}, "wall"}}, {}),
      "block 'a', side 'right' is named 'wall', but meets block 'b', side 'left'. Remove the name, or name both for "
      "a wall between them.");
  EXPECT_EQ(with({{{0, 1, right}, "wall"}, {{1, 0, left}, "wall"}}, {}), "no error") << "a wall without thickness";
}

TEST(Seams, AlmostMeeting) {
  Block a = unit_block("a", {3, 4}), b = unit_block("b", {2, 4}, {3, 0, 0});
  b.nodes[1][b.node(0, 2, 0)] += 0.01;
  EXPECT_EQ(
      error_of([&] {
        join({a, b});
      }),
      "block 'a', side 'right' and block 'b', side 'left' have the same ends, but do not meet: the largest gap is "
      "0.009999999999999787 at (3, 2). Let them agree, or name both if they are boundaries.");
  Block c = empty_block("c", {2, 3});
  for (int j = 0; j <= 3; ++j)
    for (int i = 0; i <= 2; ++i) {
      c.nodes[0][c.node(i, j, 0)] = 3 + i;
      c.nodes[1][c.node(i, j, 0)] = j * 4 / 3.0;
    }
  EXPECT_EQ(error_of([&] {
              join({a, c});
            }),
            "block 'a', side 'right' and block 'c', side 'left' have the same ends, but 4 and 3 cells: give both the "
            "same, or name both if they are boundaries.");
}

TEST(Seams, NearlyMeeting) {  // the gap is much less than a cell, so a seam was meant
  EXPECT_EQ(
      error_of([&] {
        join({unit_block("a", {3, 4}), unit_block("b", {2, 4}, {3.125, 0, 0})});
      }),
      "block 'a', side 'right' and block 'b', side 'left' nearly have the same ends, but do not meet: the largest "
      "gap is 0.125 at (3, 0). Let them agree, or name both if they are boundaries.");
  EXPECT_TRUE(join({unit_block("a", {3, 4}), unit_block("b", {2, 4}, {3.5, 0, 0})}).seams.empty())
      << "two bodies of gas";
  EXPECT_TRUE(join({unit_block("thin", {100, 1})}).seams.empty()) << "its own sides are a cell apart";
}

TEST(Seams, SinglePrecisionIsEnough) {
  Block a = unit_block("a", {3, 4}), b = unit_block("b", {2, 4}, {3, 0, 0});
  for (double& x : b.nodes[1]) x = double(float(x * 1.0000001));
  EXPECT_EQ(join({a, b}).seams.size(), 1u);
}

TEST(Split, KeepsEverything) {
  const BlockMesh mesh = mesh_from(
      "[mesh]\nkind = \"c-grid\"\naround = { shape = \"naca\" }\ncells = [64, 16]\nwake = 16\nfirst = 0.02\nfar = 5\n"
      "extrude = { cells = 4 }\n[seam.span]\nfirst = \"front\"\nsecond = \"back\"\n");
  for (int parts : {1, 2, 3, 5, 8, 16}) {
    const SplitMesh cut = split(mesh, parts, 4);
    EXPECT_EQ(cut.mesh.cell_count(), mesh.cell_count());
    EXPECT_GE(cut.mesh.blocks.size(), std::size_t(parts > 1 ? 2 : 1));
    EXPECT_EQ(faces_in(cut.mesh), faces_of(cut.mesh)) << parts;
    for (const Seam& s : cut.mesh.seams) expect_good(cut.mesh, s);
    EXPECT_EQ(patch_names(cut.mesh), patch_names(mesh));
    for (std::size_t p = 0; p < cut.from.size(); ++p) {
      const auto& from = cut.from[p];
      const Block &whole = mesh.blocks[from.block], &piece = cut.mesh.blocks[p];
      for (int a = 0; a < 3; ++a) EXPECT_EQ(from.offset[a] % 4, 0);
      const auto& n = from.offset;
      EXPECT_EQ(piece.at(piece.node(1, 1, 1)), whole.at(whole.node(n[0] + 1, n[1] + 1, n[2] + 1)));
    }
  }
}

TEST(Split, Balances) {
  const BlockMesh mesh = join(
      {unit_block("a", {100, 40}), unit_block("b", {100, 40}, {100, 0, 0}), unit_block("c", {100, 40}, {200, 0, 0})});
  for (int ranks : {1, 2, 3, 4, 5, 7, 8}) {
    const SplitMesh cut = split_for_ranks(mesh, ranks, 2);
    const auto owner = owners(cut.mesh, ranks);
    EXPECT_LE(imbalance(cut.mesh, owner, ranks), 1.1) << ranks;
    EXPECT_EQ(std::set<int>(owner.begin(), owner.end()).size(), std::size_t(ranks));
    for (const Seam& s : cut.mesh.seams) expect_good(cut.mesh, s);
    EXPECT_EQ(faces_in(cut.mesh), faces_of(cut.mesh));
  }
}

TEST(BoxMesh, OneBlock) {
  MeshOptions o{{0, 0, 0}, {4, 2, 1}, {8, 4, 2}, {}};
  const BlockMesh mesh = mesh_of(make_grid(o), {true, false, true});
  EXPECT_EQ(patch_names(mesh), (std::vector<std::string>{"bottom", "top"}));
  ASSERT_EQ(mesh.seams.size(), 2u);
  EXPECT_EQ(mesh.seams[0].shift, (Point{-4, 0, 0}));
  for (const Seam& s : mesh.seams) expect_good(mesh, s);
  EXPECT_EQ(faces_in(mesh), faces_of(mesh));
  EXPECT_EQ(mesh.blocks[0].at(mesh.blocks[0].node(1, 1, 1)), (Point{0.5, 0.5, 0.5}));
}
