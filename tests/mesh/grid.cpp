// Grids and shapes.
#include "mesh/grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"

using namespace eddy;

namespace {

MeshOptions line(double lower, double upper, int cells, Stretch stretch = {}) {
  MeshOptions options{{lower}, {upper}, {cells}, {}};
  options.stretch[0] = stretch;
  return options;
}

std::string refusal(const MeshOptions& options) {
  try {
    make_grid(options);
  } catch (const Error& error) {
    return error.code() == Exit::usage ? error.what() : "wrong code";
  }
  return "no error";
}

}  // namespace

TEST(Grid, UniformHasExactNodes) {
  const Grid grid = make_grid(line(-0.3, 0.7, 10));
  EXPECT_EQ(grid.dimensions, 1);
  EXPECT_EQ(grid.cells(), (std::array<int, 3>{10, 1, 1}));
  EXPECT_EQ(grid.cell_count(), 10);
  EXPECT_EQ(grid.lower(0), -0.3);
  EXPECT_EQ(grid.upper(0), 0.7);
  for (int i = 0; i <= 10; ++i) EXPECT_EQ(grid.nodes[0][i], -0.3 + (0.7 - -0.3) * i / 10);
  EXPECT_TRUE(grid.uniform[0]);
  EXPECT_EQ(grid.width(1, 0), 1.0);
  EXPECT_EQ(grid.centre(2, 0), 0.0);
}

TEST(Grid, GeometricReachesItsFactor) {
  for (double factor : {0.05, 0.999999, 1.0, 3.0, 20.0}) {
    const Grid grid = make_grid(line(1, 3, 17, {Stretch::Kind::geometric, factor, {}}));
    EXPECT_NEAR(grid.width(0, 16) / grid.width(0, 0), factor, 1e-9 * factor);
    EXPECT_EQ(grid.lower(0), 1);
    EXPECT_EQ(grid.upper(0), 3);
    const double ratio = grid.width(0, 1) / grid.width(0, 0);
    for (int i = 1; i < 17; ++i) EXPECT_NEAR(grid.width(0, i) / grid.width(0, i - 1), ratio, 1e-10);
  }
  EXPECT_EQ(make_grid(line(0, 1, 1, {Stretch::Kind::geometric, 5.0, {}})).nodes[0], (std::vector<double>{0, 1}));
}

TEST(Grid, TanhIsItsOwnMirrorImage) {
  for (int cells : {1, 2, 7, 64}) {
    const Grid grid = make_grid(line(-1, 1, cells, {Stretch::Kind::tanh, 2.5, {}}));
    for (int i = 0; i <= cells; ++i) {
      EXPECT_EQ(grid.nodes[0][i], -grid.nodes[0][cells - i]);
      EXPECT_NEAR(grid.nodes[0][i], std::tanh(2.5 * (2.0 * i / cells - 1)) / std::tanh(2.5), 1e-14);
    }
    EXPECT_EQ(grid.upper(0), 1);
  }
  const Grid grid = make_grid(line(0, 1, 64, {Stretch::Kind::tanh, 2.5, {}}));
  EXPECT_LT(grid.width(0, 0), grid.width(0, 32));
  EXPECT_FALSE(grid.uniform[0]);
}

TEST(Grid, TakesCoordinates) {
  const Grid grid = make_grid(line(0, 1, 2, {Stretch::Kind::coordinates, 1, {0, 0.2, 1}}));
  EXPECT_EQ(grid.nodes[0], (std::vector<double>{0, 0.2, 1}));
}

TEST(Grid, PiecesHaveTheWidthsAtTheirEnds) {
  Stretch pieces;
  pieces.kind = Stretch::Kind::pieces;
  pieces.pieces = {{-1, 10, {}, 0.1}, {1, 8, 0.1, 0.2}, {10, 3, {}, {}}};
  const Grid grid = make_grid(line(-5, 10, 21, pieces));
  EXPECT_EQ(grid.nodes[0][10], -1);
  EXPECT_EQ(grid.nodes[0][18], 1);
  EXPECT_NEAR(grid.width(0, 9), 0.1, 1e-12);
  EXPECT_NEAR(grid.width(0, 10), 0.1, 1e-12);
  EXPECT_NEAR(grid.width(0, 17), 0.2, 1e-12);
  EXPECT_NEAR(grid.width(0, 19), 3, 1e-12);
  EXPECT_NEAR(grid.width(0, 1) / grid.width(0, 0), grid.width(0, 9) / grid.width(0, 8), 1e-12);
}

TEST(Grid, ThinnedKeepsItsEnds) {
  const Grid grid = make_grid({{0, -1}, {1, 2}, {1000, 500}, {}});
  EXPECT_EQ(thinned(grid, 500'000).cell_count(), 500'000);
  const Grid few = thinned(grid, 1000);  // every 23rd node
  EXPECT_EQ(few.cells(), (std::array<int, 3>{44, 22, 1}));
  EXPECT_EQ(few.nodes[0][1], grid.nodes[0][23]);
  EXPECT_FALSE(few.uniform[0]);
  EXPECT_TRUE(thinned(grid, 5000).uniform[0]);
  for (int a = 0; a < 2; ++a) {
    EXPECT_EQ(few.lower(a), grid.lower(a));
    EXPECT_EQ(few.upper(a), grid.upper(a));
  }
}

TEST(Grid, RefusesWhatIsNoGrid) {
  EXPECT_EQ(refusal({{0}, {1, 1}, {4}, {}}),
            "mesh: lower, upper and cells need one, two or three numbers each, all alike.");
  EXPECT_EQ(refusal({}), "mesh: lower, upper and cells need one, two or three numbers each, all alike.");
  EXPECT_EQ(refusal(line(0, 1, 0)), "mesh: axis x needs between 1 and 100000000 cells.");
  EXPECT_EQ(refusal(line(0, 1, 2000000000)), "mesh: axis x needs between 1 and 100000000 cells.");
  EXPECT_EQ(refusal(line(1, 1, 4)), "mesh: axis x needs lower below upper, both finite.");
  EXPECT_EQ(refusal(line(0, INFINITY, 4)), "mesh: axis x needs lower below upper, both finite.");
  EXPECT_EQ(refusal(line(0, 1, 4, {Stretch::Kind::geometric, -1, {}})),
            "mesh: axis x needs a positive stretch factor.");
  EXPECT_EQ(refusal(line(0, 1, 4, {Stretch::Kind::coordinates, 1, {0, 1}})),
            "mesh: axis x needs one coordinate more than cells.");
  EXPECT_EQ(refusal(line(0, 1, 2, {Stretch::Kind::coordinates, 1, {0, 1, 1}})),
            "mesh: axis x has a cell without width, number 2 of 2: let the coordinates ascend.");
  EXPECT_EQ(refusal(line(1, 2, 8, {Stretch::Kind::geometric, 1e300, {}})),
            "mesh: axis x has a cell without width, number 1 of 8: take a milder stretch factor or fewer cells.");
}

TEST(Shape, Insides) {
  Shape box{Shape::Kind::box, {0, 0}, {1, 2}, {}, 0, 2, {}, {}};
  EXPECT_TRUE(inside(box, {0, 1.9, 50}, 2));
  EXPECT_FALSE(inside(box, {1, 1, 0}, 2));
  Shape sphere{Shape::Kind::sphere, {}, {}, {1, 1, 1}, 0.5, 2, {}, {}};
  EXPECT_TRUE(inside(sphere, {1, 1, 1.5}, 3));
  EXPECT_FALSE(inside(sphere, {1, 1, 1.51}, 3));
  EXPECT_TRUE(inside(sphere, {1, 1.5, 9}, 2));
  Shape rod{Shape::Kind::cylinder, {}, {}, {0, 1, 1}, 0.5, 0, 2.0, 3.0};
  EXPECT_TRUE(inside(rod, {2.5, 1.2, 1.2}, 3));
  EXPECT_FALSE(inside(rod, {1.9, 1.2, 1.2}, 3));
  EXPECT_FALSE(inside(rod, {3.1, 1.2, 1.2}, 3));
  EXPECT_FALSE(inside(rod, {2.5, 1.6, 1.0}, 3));
  rod.from.reset();
  EXPECT_TRUE(inside(rod, {-1e9, 1, 1}, 3));
  EXPECT_FALSE(inside(rod, {0, 1, 9}, 2) && !inside(rod, {0, 1, 0}, 2));
}
