// Blocks by formulas and between edges, grids around bodies, their quality, and meshes that are refused.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "mesh/grid.hpp"
#include "mesh/quality.hpp"
#include "mesh/section.hpp"
#include "mesh/spacing.hpp"
#include "tests/mesh/blocks_helper.hpp"
#include "tests/mesh/helper.hpp"

using namespace eddy;

namespace {

double area_of(const BlockMesh& mesh) {
  double sum = 0;
  for (const Block& b : mesh.blocks)
    for (int k = 0; k < b.cells[2]; ++k)
      for (int j = 0; j < b.cells[1]; ++j)
        for (int i = 0; i < b.cells[0]; ++i) sum += cell_volume(b, {i, j, k});
  return sum;
}

std::string blocks_with(const std::string& block) { return "[mesh]\nkind = \"blocks\"\n[block.a]\n" + block; }

const std::string unit_corners = "corners = [[0, 0], [2, 0], [2, 1], [0, 1]]\n";

}  // namespace

TEST(Spacing, EndsAreExact) {
  const auto check = [](const Cluster& c, int cells, double length) {
    const auto s = spaced(c, cells, length, "test");
    EXPECT_EQ(s.front(), 0);
    EXPECT_EQ(s.back(), 1);
    for (int i = 0; i < cells; ++i) EXPECT_LT(s[i], s[i + 1]);
    EXPECT_NEAR(s[1] * length, c.first.value_or(s[1] * length), 1e-6 * s[1] * length);
    const double last = (1 - s[cells - 1]) * length;
    EXPECT_NEAR(last, c.last.value_or(last), 1e-9 * length);
  };
  for (double first : {1e-6, 1e-3, 0.09, 0.1, 0.12, 0.3}) {
    check({Cluster::Kind::tanh, first, {}, {}}, 20, 2);
    check({Cluster::Kind::tanh, {}, first, {}}, 20, 2);
    check({Cluster::Kind::tanh, first, 0.05, {}}, 20, 2);
    check({Cluster::Kind::geometric, first, {}, {}}, 20, 2);
    check({Cluster::Kind::geometric, {}, first, {}}, 20, 2);
  }
  const auto s = spaced({Cluster::Kind::geometric, {}, {}, 2.0}, 3, 1, "test");
  EXPECT_NEAR(s[1], 1.0 / 7, 1e-15);
  EXPECT_EQ(error_of([] {
              spaced({Cluster::Kind::tanh, 2.0, {}, {}}, 3, 1, "block.a.top");
            }),
            "block.a.top: a width of 2 at its ends leaves nothing of its length, 1.");
}

TEST(BlockMeshes, ByFormula) {
  const BlockMesh mesh = mesh_from(blocks_with("cells = [8, 4]\nx = \"2*xi\"\ny = \"eta*(1 + xi)\"\n"));
  EXPECT_NEAR(area_of(mesh), 3, 1e-14);
  EXPECT_EQ(patch_names(mesh), (std::vector<std::string>{"left", "right", "bottom", "top"}));
  const BlockMesh deep =
      mesh_from(blocks_with("cells = [4, 4, 4]\nx = \"xi\"\ny = \"eta\"\nz = \"zeta*(1 + xi*eta)\"\n"));
  EXPECT_NEAR(area_of(deep), 1.25, 0.01);
}

TEST(BlockMeshes, TransfiniteIsExactOnBilinearAndSheared) {
  const BlockMesh mesh = mesh_from(blocks_with("cells = [6, 5]\ncorners = [[0, 0], [3, 0.5], [2.5, 2], [-0.5, 1]]\n"));
  const Block& b = mesh.blocks[0];
  for (int j = 0; j <= 5; ++j)
    for (int i = 0; i <= 6; ++i) {
      const double u = i / 6.0, v = j / 5.0;
      const Point p = b.at(b.node(i, j, 0));
      EXPECT_NEAR(p[0], (1 - v) * 3 * u + v * (-0.5 + 3 * u), 1e-14);
      EXPECT_NEAR(p[1], (1 - v) * 0.5 * u + v * (1 + u), 1e-14);
    }
}

TEST(BlockMeshes, AQuarterOfARing) {
  const BlockMesh mesh = mesh_from(blocks_with(
      "cells = [64, 16]\n"
      "bottom = { kind = \"arc\", from = [0, 1], to = [1, 0], centre = [0, 0] }\n"
      "top = { kind = \"arc\", from = [0, 2], to = [2, 0], through = [1.4142135623730951, 1.4142135623730951] }\n"
      "left = { cluster = { first = 0.01 } }\nright = { cluster = { first = 0.01 } }\n"));
  EXPECT_NEAR(area_of(mesh), 0.75 * M_PI, 1e-3);
  const Block& b = mesh.blocks[0];
  EXPECT_NEAR(std::hypot(b.at(b.node(20, 1, 0))[0], b.at(b.node(20, 1, 0))[1]), 1.01, 1e-6)
      << "clustering holds inside";
}

TEST(BlockMeshes, EdgesOfFormulasAndPoints) {
  const StlFolder folder;
  folder.put("bump.csv", "x,y\n# a wall\n0, 0\n0.5, 0.05\n1.0, 0.1\n1.5, 0.05\n2, 0\n");
  const BlockMesh mesh =
      mesh_from(blocks_with("cells = [16, 4]\n"
                            "bottom = { kind = \"points\", file = \"bump.csv\", smooth = false }\n"
                            "top = { kind = \"formula\", x = \"2*s\", y = \"1 + 0.1*sin(pi*s)\" }\n"),
                folder.path);
  const Block& b = mesh.blocks[0];
  EXPECT_NEAR(b.at(b.node(8, 0, 0))[1], 0.1, 1e-12);
  EXPECT_NEAR(b.at(b.node(8, 4, 0))[1], 1.1, 1e-12);
  EXPECT_NEAR(area_of(mesh), 2 + 0.4 / M_PI - 0.1, 2e-3);
}

TEST(BlockMeshes, Refusals) {
  EXPECT_EQ(
      mesh_error(blocks_with("cells = [4, 4]\ncorners = [[0, 0], [1, 0], [1, 1], [0, 1]]\nbottom = { kind = "
                             "\"line\", from = [0, 0], to = [1, 0.2] }\n")),
      "block.a.bottom ends at (1, 0.2), but the corner right bottom of the block is (1, 0). Edges run from left to "
      "right and from bottom to top, and meet in the corners.");
  EXPECT_EQ(mesh_error(blocks_with("cells = [4, 4]\nbottom = { kind = \"line\", from = [0, 0], to = [1, 0] }\n")),
            "block.a: the corner right top is nowhere given. Give corners, or edges that end there.");
  EXPECT_EQ(mesh_error(blocks_with("cells = [4, 4]\nx = \"1/xi\"\ny = \"eta\"\n")),
            "block.a.x = \"1/xi\" gives inf at xi = 0, eta = 0, zeta = 0.");
  EXPECT_EQ(mesh_error(blocks_with("cells = [4, 4]\n" + unit_corners +
                                   "sides = { top = [{ name = \"wall\", from = 2, to = 5 }] }\n")),
            "block.a.sides.top: patch 'wall' from 2 to 5 is no piece of a side of 4 cells.");
  EXPECT_EQ(mesh_error(blocks_with("cells = [4, 4]\n" + unit_corners + "sides = { front = \"wall\" }\n")),
            "block.a.sides.front: the mesh has no such side.");
  EXPECT_EQ(
      mesh_error(blocks_with("cells = [4, 4]\nbottom = { kind = \"points\", file = \"none.csv\" }\n" + unit_corners)),
      "'none.csv' cannot be read. Put it beside the case.");
}

TEST(BlockMeshes, FoldedCells) {
  const auto refused = [](const std::string& text) {
    return error_of([&] { make_grid(case_of(blocks_with(text)).mesh); });
  };
  EXPECT_EQ(refused("cells = [4, 1]\nx = \"if(xi == 0.5, 2, xi)\"\ny = \"eta\"\n"),
            "1 cell is folded or without area; the first: block 'a', cell (2, 0), near (1.375, 0.5), area -1.25. To "
            "see it: eddy check --picture.");
  EXPECT_EQ(refused("cells = [2, 2]\nx = \"eta\"\ny = \"xi\"\n"),
            "4 cells are folded or without area; the first: block 'a', cell (0, 0), near (0.25, 0.25), area -0.25. All "
            "cells of block 'a' are: its axes are left-handed. Exchange left and right, or bottom and top. To see it: "
            "eddy check --picture.");
  EXPECT_EQ(refused("cells = [2, 2]\nx = \"xi\"\ny = \"eta\"\n"), "no error");
}

TEST(BlockMeshes, Quality) {
  const BlockMesh sheared = mesh_from(blocks_with("cells = [4, 4]\nx = \"xi + eta\"\ny = \"eta\"\n"));
  EXPECT_NEAR(quality(sheared).skewness.value, 45, 1e-9);
  const BlockMesh wide = mesh_from(blocks_with("cells = [4, 4]\nx = \"3*xi\"\ny = \"(2^(4*eta) - 1)/15\"\n"));
  const MeshQuality q = quality(wide);
  EXPECT_NEAR(q.growth.value, 2, 1e-12);
  EXPECT_NEAR(q.aspect.value, 0.75 * 15, 1e-9);
  EXPECT_NEAR(q.least_volume.value, 0.75 / 15, 1e-12);
  EXPECT_EQ(q.folded, 0);
}

TEST(BlockMeshes, Pieces) {
  const BlockMesh mesh = mesh_from(blocks_with("cells = [8, 4]\n" + unit_corners +
                                               "sides = { left = \"inlet\", bottom = [{ name = \"symmetry\", from = 0, "
                                               "to = 3 }, { name = \"wall\", from = 3, to = 8 }] }\n"));
  EXPECT_EQ(patch_names(mesh), (std::vector<std::string>{"inlet", "symmetry", "wall", "right", "top"}));
  EXPECT_EQ(mesh.patches[2].pieces[0].cells, (Box{{3, 0, 0}, {8, 1, 1}}));
}

TEST(BodyGrids, ACircleInACircle) {
  const std::string text =
      "[mesh]\nkind = \"o-grid\"\naround = { shape = \"circle\", centre = [1, 2], radius = 0.5 }\n"
      "cells = [96, 40]\nfirst = 0.01\nfar = 9.5\n";
  const BlockMesh mesh = mesh_from(text);
  const double exact = 0.5 * 96 * std::sin(2 * M_PI / 96) * (100 - 0.25);  // area between polygons
  EXPECT_NEAR(area_of(mesh), exact, 1e-9 * exact);
  const Block& b = mesh.blocks[0];
  for (int i = 0; i < 96; ++i)
    EXPECT_NEAR(std::hypot(b.at(b.node(i, 1, 0))[0] - 1, b.at(b.node(i, 1, 0))[1] - 2), 0.51, 1e-10);
  EXPECT_NO_THROW(refuse_folded(mesh));
  // A mesh twice as fine has every node of the coarse mesh.
  const BlockMesh fine = make_block_mesh(*resized(case_of(text).mesh, 2));
  for (int a = 0; a < 2; ++a)
    EXPECT_NEAR(fine.blocks[0].at(fine.blocks[0].node(20, 40, 0))[a], b.at(b.node(10, 20, 0))[a], 1e-9);
}

namespace {

std::string round_body(const std::string& kind, const std::string& around, const std::string& cells) {
  return "[mesh]\nkind = \"" + kind + "\"\naround = { " + around + " }\ncells = " + cells + "\n";
}
const std::string circle = "shape = \"circle\", centre = [1, 2], radius = 0.5";

// The area inside of the outer boundary, less that of the polygon around the body.
double area_around_circle(bool c, double far, int cells) {
  const double r = 0.5 + far, body = 0.5 * cells * std::sin(2 * M_PI / cells) * 0.25;
  return (c ? 2 * r * r : 4 * r * r) + (c ? 0.5 * M_PI * r * r : 0) - body;
}

}  // namespace

TEST(BodyGrids, CAndHAroundACircle) {
  const std::string spacing = "first = 0.01\nfar = 9.5\n";
  const std::string c = round_body("c-grid", circle, "[256, 64]") + "wake = 80\n" + spacing;
  const std::string h = round_body("h-grid", circle, "[128, 64]") + "upstream = 64\ndownstream = 80\n" + spacing;
  for (const std::string& text : {c, h, h + "half = true\n"}) {
    const BlockMesh mesh = mesh_from(text);
    const bool half = text.find("half") != text.npos, is_c = text == c;
    EXPECT_EQ(mesh.blocks.size(), is_c ? 6u : half ? 8u : 12u);
    const double area = area_around_circle(is_c, 9.5, 256) / (half ? 2 : 1);
    EXPECT_NEAR(area_of(mesh), area, (is_c ? 1e-3 : 1e-12) * area);  // the front of the C is a polygon
    const MeshQuality q = quality(mesh);
    EXPECT_EQ(q.folded, 0);
    EXPECT_EQ(q.gap, 0);
    EXPECT_LT(q.skewness.value, 31);
    EXPECT_LT(q.growth.value, 1.2);
    EXPECT_EQ(cell_count_of(case_of(text).mesh), double(mesh.cell_count()));
    const auto names = is_c   ? std::vector<std::string>{"wall", "far", "outflow"}
                       : half ? std::vector<std::string>{"wall", "inflow", "far", "outflow", "symmetry"}
                              : std::vector<std::string>{"wall", "inflow", "far", "outflow"};
    EXPECT_EQ(patch_names(mesh), names);
    for (const Block& b : mesh.blocks) {
      if (b.name.rfind("ring", 0) != 0) continue;
      for (int i = 0; i <= b.cells[0]; ++i)
        for (int j = 0; j < 2; ++j) {
          const Point p = b.at(b.node(i, j, 0));
          EXPECT_NEAR(std::hypot(p[0] - 1, p[1] - 2), 0.5 + 0.01 * j, 1e-10) << b.name;
        }
    }
    // A mesh twice as fine has twice as many cells in every block.
    const BlockMesh fine = make_block_mesh(*resized(case_of(text).mesh, 2));
    for (std::size_t n = 0; n < mesh.blocks.size(); ++n)
      for (int a = 0; a < 2; ++a) EXPECT_EQ(fine.blocks[n].cells[a], 2 * mesh.blocks[n].cells[a]);
    EXPECT_EQ(quality(fine).folded, 0);
  }
  // The mesh is symmetric: each node has its image.
  const BlockMesh mesh = mesh_from(h);
  const Block &above = mesh.blocks[2], &below = mesh.blocks[6];
  ASSERT_EQ(above.name + below.name, "ring-abovering-below");
  for (int j = 0; j <= above.cells[1]; ++j) {
    const Point p = above.at(above.node(0, j, 0)), q = below.at(below.node(below.cells[0], j, 0));
    EXPECT_NEAR(p[0], q[0], 1e-14);
    EXPECT_NEAR(p[1] - 2, 2 - q[1], 1e-14);
  }
}

TEST(BodyGrids, CAndHAroundRoundBodiesOfAnyKind) {
  const StlFolder folder;
  std::string text;  // an ellipse, two to one
  for (int n = 0; n < 100; ++n)
    text +=
        std::to_string(std::cos(2 * M_PI * n / 100)) + " " + std::to_string(0.5 * std::sin(2 * M_PI * n / 100)) + "\n";
  folder.put("ellipse.dat", text);
  const std::string ellipse = "shape = \"points\", file = \"ellipse.dat\"";
  for (const std::string& body : {ellipse, ellipse + ", angle = 30", circle})
    for (const char* spacing : {"first = 0.002\nfar = 50\n", "first = 0.02\ngrowth = 1.15\n", "growth = 1\nfar = 3\n",
                                "first = 0.05\nfar = 0.6\n", "growth = 1.3\nfar = 100\n"})
      for (const char* cells : {"[64, 32]", "[30, 13]", "[8, 5]"})
        for (const std::string& kind : {round_body("c-grid", body, cells) + "wake = 24\n",
                                        round_body("h-grid", body, cells) + "upstream = 7\ndownstream = 24\n"}) {
          const BlockMesh mesh = mesh_from(kind + spacing, folder.path);
          EXPECT_EQ(quality(mesh).folded, 0) << kind << spacing;
          EXPECT_EQ(quality(mesh).gap, 0) << kind << spacing;
          EXPECT_LT(quality(mesh).skewness.value, 60) << kind << spacing;
        }
  EXPECT_EQ(
      mesh_error(round_body("h-grid", circle, "[16, 8]") + "upstream = 1\ndownstream = 8\nfirst = 0.1\nfar = 4\n"),
      "a c-grid or h-grid around a round body needs two cells or more in each direction: mesh.upstream, "
      "mesh.downstream or mesh.wake count from the body on.");
}

TEST(BodyGrids, AirfoilsAreClosedAndNotFolded) {
  for (const char* digits : {"0012", "2412", "4415", "0006", "0030"})
    for (const char* kind : {"o-grid\"\n", "c-grid\"\nwake = 16\n", "h-grid\"\nupstream = 16\ndownstream = 16\n"})
      for (const char* angle : {"0", "8"}) {
        const BlockMesh mesh =
            mesh_from(std::string("[mesh]\nkind = \"") + kind + "around = { shape = \"naca\", digits = \"" + digits +
                      "\", angle = " + angle + " }\ncells = [64, 24]\nfirst = 0.01\nfar = 10\n");
        EXPECT_NO_THROW(refuse_folded(mesh)) << digits << " " << kind;
        EXPECT_FALSE(mesh.seams.empty()) << digits << " " << kind;
        EXPECT_EQ(quality(mesh).gap, 0);
      }
  SectionOptions o;
  o.shape = SectionOptions::Kind::naca;
  const Section naca = make_section(o, "", true);
  EXPECT_EQ(naca.outline(0), naca.outline(1));
  EXPECT_NEAR(naca.outline(0.5 + 0.5 * std::sqrt(0.3))[1], 0.06, 1e-4) << "thickest at 30 % of the chord";
  o.sharp = false;
  EXPECT_NEAR(make_section(o, "", false).outline(1 - 0.004)[1], 0.00126, 1e-5) << "blunt as defined";
}

TEST(BodyGrids, PointsOfAFile) {
  const StlFolder folder;
  std::string text = "my airfoil\n";  // counter-clockwise from the trailing edge, with a small gap there
  SectionOptions o;
  o.shape = SectionOptions::Kind::naca;
  o.digits = "2412";
  o.sharp = false;
  const Section naca = make_section(o, "", false);
  for (int n = 0; n <= 80; ++n) {
    const Point p = naca.outline(0.5 + 0.496 * std::cos(M_PI * n / 80));
    text += std::to_string(p[0]) + " " + std::to_string(p[1]) + "\n";
  }
  folder.put("mine.dat", text);
  for (const char* kind : {"o-grid\"\n", "c-grid\"\nwake = 16\n", "h-grid\"\nupstream = 16\ndownstream = 16\n"}) {
    const BlockMesh mesh =
        mesh_from(std::string("[mesh]\nkind = \"") + kind +
                      "around = { shape = \"points\", file = \"mine.dat\" }\ncells = [64, 24]\nfirst = "
                      "0.01\nfar = 10\n",
                  folder.path);
    EXPECT_NO_THROW(refuse_folded(mesh)) << kind;
    EXPECT_FALSE(mesh.seams.empty()) << kind;
  }
}

TEST(BodyGrids, Diamond) {
  const std::string text =
      "[mesh]\nkind = \"h-grid\"\naround = { shape = \"diamond\", half_angle = 10 }\ncells = [20, 12]\n"
      "upstream = 8\ndownstream = 10\ngrowth = 1.05\nfar = 1\n";
  const BlockMesh mesh = mesh_from(text);
  EXPECT_EQ(mesh.blocks.size(), 2u);
  EXPECT_NEAR(area_of(mesh), 6 - 0.5 * std::tan(M_PI / 18), 1e-12);
  const BlockMesh half = mesh_from(text + "half = true\n");
  EXPECT_NEAR(area_of(half), 3 - 0.25 * std::tan(M_PI / 18), 1e-12);
  EXPECT_EQ(patch_names(half), (std::vector<std::string>{"inflow", "outflow", "far", "wall", "symmetry"}));
  EXPECT_TRUE(half.seams.empty());
}

TEST(BodyGrids, Extruded) {
  const BlockMesh mesh = mesh_from(
      "[mesh]\nkind = \"o-grid\"\naround = { shape = \"circle\" }\ncells = [32, 8]\nfirst = "
      "0.1\nfar = 4\nextrude = { cells = 6, to = 2 }\n[seam.span]\nfirst = \"front\"\nsecond = "
      "\"back\"\n");
  EXPECT_EQ(mesh.dimensions, 3);
  EXPECT_EQ(patch_names(mesh), (std::vector<std::string>{"wall", "far"}));
  EXPECT_EQ(mesh.seams.size(), 2u);
  EXPECT_NEAR(area_of(mesh), 2 * 0.5 * 32 * std::sin(2 * M_PI / 32) * (4.5 * 4.5 - 0.25), 1e-9);
}

TEST(Grids, KnowTheirBlocks) {
  const Case c = case_of(blocks_with("cells = [8, 4]\nx = \"2*xi\"\ny = \"eta\"\n"));
  const Grid grid = make_grid(c.mesh);
  ASSERT_TRUE(grid.blocks);
  EXPECT_EQ(grid.cell_count(), 32);
  EXPECT_EQ(grid.nodes[0], (std::vector<double>{0, 2}));
  EXPECT_EQ(cells_of_blocks(grid), (std::vector<std::vector<int>>{{8, 4}}));
  EXPECT_EQ(mesh_text(c.mesh, 32), "1 block with 32 cells");
  EXPECT_FALSE(resized(c.mesh, 0.125)) << "half a cell";
}
