// [mesh], [block.NAME] and [seam.NAME] are read, written back, and refused where they are wrong.
#include <gtest/gtest.h>

#include "tests/case/helper.hpp"

using namespace eddy;

namespace {

struct NoKeys {};
void describe(Keys&, NoKeys&) {}
void check(const Case&, NoKeys&, Problems&) {}

const Solvers& solver_of_blocks() {
  static const Solvers list = [] {
    SolverKeys keys = solver_keys<NoKeys>("some", "for tests");
    keys.blocks = true;
    return Solvers{keys, heat_keys()};
  }();
  return list;
}

const std::string begin = "solver = \"some\"\n[run]\nsteps = 1\n";  // three lines

Case read_mesh(const std::string& text, bool small = false) {
  return read_case_text(begin + text, "case.toml", {}, solver_of_blocks(), small);
}
std::string refused(const std::string& text) {
  try {
    read_mesh(text);
  } catch (const Error& error) {
    const std::string all = error.what(), end = "\n1 error. Nothing was run.";
    return all.ends_with(end) ? all.substr(0, all.size() - end.size()) : all;
  }
  return "no error";
}

const std::string blocks = "[mesh]\nkind = \"blocks\"\n[block.a]\n";  // 4 … 6
const std::string o_grid = "[mesh]\nkind = \"o-grid\"\naround = { shape = \"circle\" }\ncells = [32, 8]\n";

}  // namespace

TEST(CaseMeshes, SolversOfBoxesSaySo) {
  EXPECT_EQ(errors("solver = \"heat\"\n[run]\nsteps = 1\n" + blocks + "cells = [4, 4]\nx = \"xi\"\ny = \"eta\"\n"),
            "case.toml:5:1 error: solver 'heat' needs mesh.kind = \"box\".\n1 error. Nothing was run.");
}

TEST(CaseMeshes, SolversOfBlocksKnowNoSingleHexahedra) {
  EXPECT_EQ(refused("[mesh]\nkind = \"gmsh\"\nfile = \"a.msh\"\n"),
            "case.toml:5:1 error: solver 'some' knows no single hexahedra: take another mesh.kind than \"gmsh\" and "
            "\"vtu\".");
}

TEST(CaseMeshes, Hexahedra) {
  SolverKeys keys = solver_keys<NoKeys>("some", "for tests");
  keys.hexahedra = true;
  const auto read = [&](const std::string& text) { return read_case_text(begin + text, "case.toml", {}, {keys}); };
  const std::string file = "[mesh]\nkind = \"gmsh\"\nfile = \"a.msh\"\n";
  const Case c = read(file + "scale = 0.001\nextrude = { cells = 2, from = 0.0, to = 3.0 }\n");
  EXPECT_EQ(c.dimensions(), 3);
  EXPECT_TRUE(c.mesh.of_hexahedra() && c.mesh.from_file());
  EXPECT_EQ(c.mesh.scale, 0.001);
  EXPECT_EQ(c.mesh.extrude.cells, 2);
  const auto wrong = [&](const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(
      wrong(file + "dimensions = 2\n"),
      "case.toml:7:1 error: mesh.dimensions has no meaning with mesh.kind = \"gmsh\". It belongs to plot3d, cgns.\n"
      "1 error. Nothing was run.");
  EXPECT_EQ(wrong(blocks + "cells = [4, 4]\nx = \"xi\"\ny = \"eta\"\n"),
            "case.toml:5:1 error: solver 'some' knows boxes and hexahedra: mesh.kind = \"box\", \"gmsh\" or "
            "\"vtu\".\n1 error. Nothing was run.");
}

TEST(CaseMeshes, Dimensions) {
  EXPECT_EQ(read_mesh(blocks + "cells = [4, 4]\nx = \"xi\"\ny = \"eta\"\n").dimensions(), 2);
  EXPECT_EQ(read_mesh(blocks + "cells = [4, 4, 2]\nx = \"xi\"\ny = \"eta\"\nz = \"zeta\"\n").dimensions(), 3);
  EXPECT_EQ(read_mesh(o_grid + "first = 0.1\nfar = 2\nextrude = { cells = 4 }\n").dimensions(), 3);
  EXPECT_EQ(read_mesh("[mesh]\nkind = \"plot3d\"\nfile = \"a.p3d\"\ndimensions = 3\n").dimensions(), 3);
}

TEST(CaseMeshes, WrittenBackTheSame) {
  for (const std::string& text :
       {blocks +
            "cells = [8, 4]\nbottom = { kind = \"arc\", from = [0, 0], to = [1, 0], through = [0.5, -0.1], cluster = { "
            "first = 0.01, last = 0.02 } }\ntop = { kind = \"formula\", x = \"s\", y = \"1 + 0.1*s\" }\nsides = { left "
            "= "
            "\"in\", top = [{ name = \"wall\", from = 0, to = 3 }, { name = \"lid\", from = 3, to = 8 }] "
            "}\n[seam.s]\nfirst "
            "= \"in\"\nsecond = \"right\"\n",
        blocks + "cells = [8, 4]\nx = \"xi\"\ny = \"eta^2\"\n", o_grid + "first = 0.1\ngrowth = 1.1\n",
        std::string(
            "[mesh]\nkind = \"c-grid\"\naround = { shape = \"naca\", digits = \"2412\", angle = 3 }\ncells = [64, "
            "16]\nwake = 8\nfirst = 0.01\nfar = 10\nextrude = { cells = 4, to = 2, cluster = { first = 0.1 } }\n"),
        std::string("[mesh]\nkind = \"plot3d\"\nfile = \"a.p3d\"\ndimensions = 3\nscale = 0.001\n")}) {
    const Case c = read_mesh(text);
    const std::string once = write_case(c, solver_of_blocks());
    const std::string twice = write_case(read_case_text(once, "case.toml", {}, solver_of_blocks()), solver_of_blocks());
    EXPECT_EQ(once, twice);
    EXPECT_TRUE(contains(once, "kind = \"" + word_of(c.mesh.kind) + "\"")) << once;
  }
}

TEST(CaseMeshes, Overridden) {
  const std::string text = blocks + "cells = [8, 4]\nx = \"xi\"\ny = \"eta\"\n[small]\n\"block.a.cells\" = [4, 2]\n";
  EXPECT_EQ(read_mesh(text).mesh.block[0].cells, (std::vector<int>{8, 4}));
  EXPECT_EQ(read_mesh(text, true).mesh.block[0].cells, (std::vector<int>{4, 2}));
}

TEST(CaseMeshes, FormulasOfIndices) {
  EXPECT_EQ(refused(blocks + "cells = [4, 4]\nx = \"x\"\ny = \"eta\"\n"),
            "case.toml:8:5 error: block.a.x: Unknown name 'x' in the formula. Did you mean 'xi'?\n    x\n    ^");
  EXPECT_EQ(
      refused(blocks + "cells = [4, 4]\nbottom = { kind = \"formula\", x = \"xi\", y = \"0\" }\n"),
      "case.toml:8:34 error: block.a.bottom.x: Unknown name 'xi' in the formula. Did you mean 'pi'?\n    xi\n    ^");
}

TEST(CaseMeshes, KeysOfOtherKinds) {
  EXPECT_EQ(
      refused("[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [4, 4]\nfirst = 0.1\n"),
      "case.toml:8:1 error: mesh.first has no meaning with mesh.kind = \"box\". It belongs to o-grid, c-grid, h-grid.");
  EXPECT_EQ(
      refused("[mesh]\nfile = \"tower.msh\"\n"),
      "case.toml:5:1 error: mesh.file has no meaning with mesh.kind = \"box\". It belongs to plot3d, cgns, gmsh, vtu.");
  EXPECT_EQ(
      refused("[mesh]\nkind = \"hexahedra\"\nfile = \"tower.msh\"\n"),
      "case.toml:5:8 error: mesh.kind has no word 'hexahedra'. Words: box, blocks, o-grid, c-grid, h-grid, plot3d, "
      "cgns, gmsh, vtu.");
  EXPECT_EQ(refused(o_grid + "first = 0.1\nfar = 2\nlower = [0, 0]\n"),
            "case.toml:10:1 error: mesh.lower has no meaning with mesh.kind = \"o-grid\". It belongs to box.");
  EXPECT_EQ(
      refused("[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [4, 4]\n[block.a]\ncells = [4, 4]\nx = \"xi\"\ny = "
              "\"eta\"\n"),
      "case.toml:9:1 error: [block.a] has no meaning with mesh.kind = \"box\". Take \"blocks\".");
  EXPECT_EQ(
      refused("[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [4, 4]\n[seam.s]\nfirst = \"left\"\nsecond = "
              "\"right\"\n"),
      "case.toml:9:1 error: [seam.s] has no meaning with mesh.kind = \"box\". Take boundaries of kind 'periodic'.");
  EXPECT_EQ(
      refused("[mesh]\nkind = \"o-gird\"\n").substr(0, 80),
      std::string("case.toml:5:8 error: mesh.kind has no word 'o-gird'. Did you mean 'o-grid'? Words").substr(0, 80));
}

TEST(CaseMeshes, Blocks) {
  EXPECT_EQ(refused("[mesh]\nkind = \"blocks\"\n"),
            "case.toml:4:2 error: mesh.kind = \"blocks\" needs blocks: [block.NAME].");
  EXPECT_EQ(refused(blocks + "cells = [4, 4]\n"),
            "case.toml:7:1 error: block.a has no shape. Give x and y as formulas of xi and eta, or corners, or edges.");
  EXPECT_EQ(refused(blocks + "cells = [4, 4]\nx = \"xi\"\n"),
            "case.toml:7:1 error: block.a needs formulas for both x and y.");
  EXPECT_EQ(refused(blocks + "cells = [4]\nx = \"xi\"\ny = \"eta\"\n"),
            "case.toml:7:1 error: block.a.cells has 1 entries and needs two or three.");
  EXPECT_EQ(
      refused(blocks + "cells = [4, 4]\nbottom = { kind = \"arc\" }\ncorners = [[0, 0], [1, 0], [1, 1], [0, 1]]\n"),
      "case.toml:8:12 error: block.a.bottom: an arc needs either centre or through.");
  EXPECT_EQ(refused(blocks + "cells = [4, 4]\nx = \"xi\"\ny = \"eta\"\nsides = { top = [{ nam = \"wall\" }] }\n"),
            "case.toml:10:18 error: block.a.sides.top 1 needs a name.\n"
            "case.toml:10:20 error: unknown key 'nam' in block.a.sides.top 1. Did you mean 'name'?\n"
            "2 errors. Nothing was run.");
  EXPECT_EQ(
      refused(blocks + "cells = [4, 4]\nx = \"xi\"\ny = \"eta\"\nsides = { top = [{ name = \"wall\", from = 2 }] }\n"),
      "case.toml:10:18 error: block.a.sides.top 1 needs both from and to, or neither.");
}

TEST(CaseMeshes, Bodies) {
  EXPECT_EQ(refused(o_grid + "first = 0.1\n"),
            "case.toml:8:1 error: a grid around a body needs two of mesh.first, mesh.growth and mesh.far; the third "
            "follows.");
  EXPECT_EQ(
      refused("[mesh]\nkind = \"c-grid\"\naround = { shape = \"naca\", digits = \"12\" }\ncells = [32, 8]\nfirst = "
              "0.1\nfar = 2\nwake = 4\n"),
      "case.toml:6:28 error: mesh.around: digits are four, as in \"2412\": camber, its place, and a thickness of at "
      "least 01.");
  EXPECT_EQ(
      refused("[mesh]\nkind = \"c-grid\"\naround = { shape = \"naca\" }\ncells = [32, 8]\nfirst = 0.1\nfar = 2\n"),
      "case.toml:5:1 error: a c-grid needs mesh.wake, cells along the wake.");
  EXPECT_EQ(refused("[mesh]\nkind = \"plot3d\"\n"), "case.toml:4:2 error: key 'file' is missing in [mesh].");
  EXPECT_EQ(refused("[mesh]\nkind = \"plot3d\"\nfile = \"../a.p3d\"\n").substr(0, 80),
            std::string("case.toml:6:8 error: mesh.file = '../a.p3d' leaves the folder of the case. Put the file")
                .substr(0, 80));
}
