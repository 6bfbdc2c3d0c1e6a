// Meshes of blocks: points found by search, values between points, VTK files read back.
#include <random>

#include "output/cell_map.hpp"
#include "output/point_search.hpp"
#include "output/vtk.hpp"
#include "tests/output/meshes.hpp"

namespace eddy {
namespace {

double linear(double x, double y, double z) { return 0.3 + 2 * x - 1.5 * y + 0.7 * z; }

double value(const Stencil& stencil, const Sample& sample) {
  double sum = 0;
  for (const WeightedPlace& w : stencil) sum += w.weight * sample.values[w.place];
  return sum;
}

Point in_ring(double radius, double turn) {
  return {radius * std::cos(2 * std::numbers::pi * turn), radius * std::sin(2 * std::numbers::pi * turn), 0};
}

TEST(CellMap, ThereAndBack) {
  const CellMap map{2, {Point{0, 0}, {1, 0.2}, {-0.1, 0.5}, {1.3, 1.1}}};
  for (double u : {0.0, 0.3, 1.0})
    for (double v : {0.0, 0.6, 1.0}) {
      const auto xi = map.inverse(map.at({u, v, 0}));
      ASSERT_TRUE(xi);
      EXPECT_NEAR((*xi)[0], u, 1e-12);
      EXPECT_NEAR((*xi)[1], v, 1e-12);
    }
}

TEST(CellMap, WeightsOfAnyPointsMeetLinearFunctions) {
  const std::array<Point, 8> points{Point{0, 0}, {1, 0}, {0.2, 0.9}};
  const auto w = linear_weights(points, 3, 2, {0.4, -0.3, 0});
  double sum = 0, x = 0, y = 0;
  for (int n = 0; n < 3; ++n) {
    sum += w[n];
    x += w[n] * points[n][0];
    y += w[n] * points[n][1];
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(x, 0.4, 1e-12);
  EXPECT_NEAR(y, -0.3, 1e-12);
}

TEST(PointSearch, FindsEveryCellByItsMiddle) {
  for (const Grid& grid : {ring(), warped()}) {
    const BlockSearch search(grid.blocks);
    const BlockPlaces places(*grid.blocks, Location::cell);
    for (std::int64_t n = 0; n < places.count(); ++n) {
      const auto found = search.find(position_of(*grid.blocks, Location::cell, places.index(n)));
      ASSERT_TRUE(found) << n;
      EXPECT_EQ(places.place(found->cell), n);
    }
  }
}

TEST(PointSearch, OnASeamTheFirstBlockHasThePoint) {
  const Grid grid = ring();
  const BlockSearch search(grid.blocks);
  EXPECT_EQ(search.find(in_ring(1.1, -1 / 3.0))->cell.block, 0);
  EXPECT_EQ(search.find(in_ring(1.1, -2 / 3.0))->cell.block, 1);
  EXPECT_EQ(search.find({1.1, 0, 0})->cell.block, 0);
}

TEST(PointSearch, AHoleIsOutside) {
  const BlockSearch search(ring().blocks);
  EXPECT_FALSE(search.find({0, 0, 0}));
  EXPECT_FALSE(search.find({0.3, 0.2, 0}));
  EXPECT_FALSE(search.find({3, 0, 0}));
  EXPECT_TRUE(search.find({0.5, 0, 0}));  // a node of the wall
  EXPECT_TRUE(search.stencil({0, 0, 0}, Location::cell).empty());
}

TEST(PointSearch, LinearFunctionsAreMetInARing) {
  const Grid grid = ring();
  const BlockSearch search(grid.blocks);
  for (Location location : {Location::cell, Location::node}) {
    const Sample sample = sampled_blocks(grid, "f", {linear}, location);
    int inside = 0;
    for (double radius : {0.501, 0.55, 0.8, 1.234, 1.7, 1.9})
      for (int n = 0; n <= 96; ++n) {
        const Point p = in_ring(radius, n / 96.0);
        if (!search.find(p)) continue;
        ++inside;
        EXPECT_NEAR(value(search.stencil(p, location), sample), linear(p[0], p[1], 0), 1e-11) << p[0] << " " << p[1];
      }
    EXPECT_GT(inside, 500);
  }
}

TEST(PointSearch, LinearFunctionsAreMetInAWarpedBody) {
  const Grid grid = warped();
  const BlockSearch search(grid.blocks);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> within(0.02, 0.98);
  for (Location location : {Location::cell, Location::node}) {
    const Sample sample = sampled_blocks(grid, "f", {linear}, location);
    int inside = 0;
    for (int n = 0; n < 500; ++n) {
      const Point p{within(random), within(random), within(random)};
      if (!search.find(p)) continue;
      ++inside;
      EXPECT_NEAR(value(search.stencil(p, location), sample), linear(p[0], p[1], p[2]), 1e-11);
    }
    EXPECT_GT(inside, 400);
  }
}

// Values in cells on both sides of a seam count on it, so that there is no jump.
TEST(PointSearch, CellValuesAreContinuousAcrossSeams) {
  const Grid grid = ring(24, 12);
  const BlockSearch search(grid.blocks);
  const Sample sample = sampled_blocks(grid, "f", {[](double x, double y, double) { return std::sin(5 * x) * y * y; }});
  for (double turn : {0.0, -1 / 3.0, -2 / 3.0})
    for (double radius : {0.7, 1.0, 1.6}) {
      const Point before = in_ring(radius, turn - 1e-7), after = in_ring(radius, turn + 1e-7);
      ASSERT_NE(search.find(before)->cell.block, search.find(after)->cell.block);
      EXPECT_NEAR(value(search.stencil(before, Location::cell), sample),
                  value(search.stencil(after, Location::cell), sample), 1e-5);
    }
}

// Cells at a wall are 10⁻⁵ thick, and the wall bends by 6·10⁻⁴ along each of them: values follow the layers.
TEST(PointSearch, ThinLayersOnABentWallAreFollowed) {
  constexpr double thick = 1e-5;
  BlockMesh mesh;
  mesh.blocks = {block_of("wall", 2, {14, 20, 1}, [](const auto& n) {
    const double angle = 0.1 * (7 - n[0]), radius = 0.5 + thick * n[1];
    return Point{radius * std::cos(angle), radius * std::sin(angle), 0};
  })};
  const Grid grid = grid_of(mesh);
  const BlockSearch search(grid.blocks);
  Sample sample = sampled_blocks(grid, "layer", {linear});
  for (std::size_t n = 0; n < sample.values.size(); ++n) sample.values[n] = double(n / 14) + 0.5;
  for (double layer : {0.0, 0.3, 3.5, 7.25, 19.9}) {
    const double angle = 0.2, radius = 0.5 + thick * layer;  // on a line of nodes
    const Point p{radius * std::cos(angle), radius * std::sin(angle), 0};
    EXPECT_NEAR(value(search.stencil(p, Location::cell), sample), layer, 0.01);
  }
}

TEST(PointSearch, ALineHasAPointInEachCellThatItCrosses) {
  const Grid grid = ring();
  const BlockSearch search(grid.blocks);
  // The line begins in the hole and ends beyond the ring.
  const auto outwards = search.line_points(in_ring(0, 0.05), in_ring(3, 0.05));
  ASSERT_EQ(outwards.size(), 6u);
  for (const Point& p : outwards) EXPECT_TRUE(search.find(p));
  EXPECT_EQ(search.line_points({0.5, 0, 0}, {2, 0, 0}).size(), 6u) << "along a seam";
  EXPECT_EQ(search.line_points({-2, 0, 0}, {2, 0, 0}).size(), 12u) << "across the hole";
  EXPECT_TRUE(search.line_points({-0.2, 0, 0}, {0.2, 0, 0}).empty());
  const auto across = BlockSearch(warped().blocks).line_points({0.1, 0.52, 0.47}, {0.9, 0.52, 0.47});
  EXPECT_GE(across.size(), 9u);
  EXPECT_LE(across.size(), 16u);
}

TEST(Vtk, BlocksComeBackInTheirOrder) {
  const Scratch scratch;
  for (const Grid& grid : {ring(), warped(3)}) {
    std::vector<Sample> samples{sampled_blocks(grid, "f", {linear}),
                                sampled_blocks(grid, "g", {linear, linear, linear}, Location::node)};
    samples[1].precision = Precision::single;
    for (double& v : samples[1].values) v = float(v);
    EXPECT_EQ(vtk_extension(grid), ".vtm");
    write_vtk(scratch / "step-000000001.vtm", grid, samples, 0.5);
    EXPECT_EQ(vtk_fields(scratch / "step-000000001.vtm"), (std::vector<std::string>{"g", "f"}));
    for (const Sample& s : samples) {
      const Sample back = read_vtk(scratch / "step-000000001.vtm", grid, s.name);
      EXPECT_EQ(back.values, s.values);
      EXPECT_EQ(back.size, s.size);
      EXPECT_EQ(back.unit, s.unit);
      EXPECT_EQ(back.precision, s.precision);
      EXPECT_EQ(back.location, s.location);
    }
  }
}

TEST(Vtk, BlocksThatAreNotThoseOfTheMeshAreRefused) {
  const Scratch scratch;
  const Grid grid = ring(), other = ring(4, 6);
  write_vtk(scratch / "a.vtm", grid, {{sampled_blocks(grid, "f", {linear})}}, 0);
  EXPECT_HAS(message_of([&] { read_vtk(scratch / "a.vtm", other, "f"); }), "another size than the grid");
  EXPECT_HAS(message_of([&] { read_vtk(scratch / "a.vtm", warped(), "f"); }), "it has 3 blocks, and the mesh 2");
  EXPECT_HAS(message_of([&] { read_vtk(scratch / "a.vtm", grid, "h"); }), "no field 'h'");
  std::filesystem::remove(scratch / "a.1.vts");
  EXPECT_HAS(message_of([&] { read_vtk(scratch / "a.vtm", grid, "f"); }), "it is not there");
}

}  // namespace
}  // namespace eddy
