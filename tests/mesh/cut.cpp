// Cells that are cut by shapes, and outlines of shapes.
#include "mesh/cut.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mesh/outline.hpp"

namespace eddy {
namespace {

Grid square_grid(int cells, int dimensions) {
  MeshOptions o;
  o.lower.assign(dimensions, 0);
  o.upper.assign(dimensions, 1);
  o.cells.assign(dimensions, cells);
  return make_grid(o);
}

Shape round_shape(double radius) {
  Shape s;
  s.kind = Shape::Kind::sphere;
  s.centre = {0.47, 0.52, 0.49};
  s.radius = radius;
  return s;
}

struct Measured {
  double volume = 0, area = 0;
};
Measured measured_cells(const Grid& grid, const Shape& shape) {
  const CutShapes cut(grid, std::vector<Shape>{shape});
  Measured m;
  std::array<int, 3> c{};
  for (c[2] = 0; c[2] < grid.cells(2); ++c[2])
    for (c[1] = 0; c[1] < grid.cells(1); ++c[1])
      for (c[0] = 0; c[0] < grid.cells(0); ++c[0]) {
        double volume = 1;
        for (int a = 0; a < grid.dimensions; ++a) volume *= grid.width(a, c[a]);
        m.volume += (1 - cut.fraction(c)) * volume;
        m.area += cut.wall_area(c);
      }
  return m;
}

// Many points at once, here more than are taken together; a moved shape at a point is the drawn one where the point came from.
TEST(Distance, OfManyPointsIsThatOfEach) {
  Shape cylinder = round_shape(0.2), box, prism;
  cylinder.kind = Shape::Kind::cylinder;
  Shape with_end = cylinder;
  with_end.to = 0.6;
  box.lower = {0.2, 0.3, 0.4};
  box.upper = {0.7, 0.5, 0.6};
  prism.kind = Shape::Kind::polygon;
  prism.points = {{0.23, 0.5}, {0.5, 0.23}, {0.77, 0.5}};
  std::array<Point, 19> x;
  for (int n = 0; n < 19; ++n) x[n] = {0.05 * n, 0.5 + 0.4 * std::sin(1.0 * n), 0.5 + 0.4 * std::cos(2.0 * n)};
  Placement turned{true, {0.5, 0.5, 0.5}, {0.6, 0.4, 0.5}, {{{0.8, -0.6, 0}, {0.6, 0.8, 0}, {0, 0, 1}}}};
  Placement moved = turned;
  moved.turned = false;
  moved.turn = Placement().turn;
  for (const Shape& s : {round_shape(0.31), cylinder, with_end, box, prism})
    for (int dimensions : {2, 3}) {
      const auto drawn = std::make_shared<const Distance>(s, dimensions);
      for (const PlacedDistance& placed :
           {PlacedDistance(drawn), PlacedDistance(drawn, moved), PlacedDistance(drawn, turned)}) {
        std::array<double, 19> all;
        placed.find(x.data(), all.data(), all.size());
        for (int n = 0; n < 19; ++n) EXPECT_EQ(all[n], placed(x[n]));
      }
      const Point middle{0.51, 0.44, 0.52};  // turned by hand around the pivot
      const double u = middle[0] - 0.5, v = middle[1] - 0.5;
      const Point there{0.6 + 0.8 * u - 0.6 * v, 0.4 + 0.6 * u + 0.8 * v, middle[2]};
      EXPECT_NEAR(PlacedDistance(drawn, turned)(there), (*drawn)(middle), 1e-15);
    }
}

TEST(CutShapes, VolumeAndSurfaceOfADisc) {
  const Measured m = measured_cells(square_grid(20, 2), round_shape(0.31));
  EXPECT_NEAR(m.volume, std::numbers::pi * 0.31 * 0.31, 2e-4);
  EXPECT_NEAR(m.area, 2 * std::numbers::pi * 0.31, 5e-3);
}
TEST(CutShapes, VolumeAndSurfaceOfASphere) {
  const Measured m = measured_cells(square_grid(14, 3), round_shape(0.31));
  EXPECT_NEAR(m.volume, 4.0 / 3 * std::numbers::pi * std::pow(0.31, 3), 1e-3);
  EXPECT_NEAR(m.area, 4 * std::numbers::pi * 0.31 * 0.31, 2e-2);
}
// Corners of a shape lie within cells. The area that closes the cell's faces would cut them off.
TEST(CutShapes, CornersKeepTheirLength) {
  Shape s;
  s.kind = Shape::Kind::polygon;
  s.points = {{0.23, 0.5}, {0.5, 0.23}, {0.77, 0.5}, {0.5, 0.77}};
  const double edge = 0.27 * std::numbers::sqrt2;
  EXPECT_NEAR(measured_cells(square_grid(11, 2), s).area, 4 * edge, 4e-3 * edge);
  Shape box;
  box.lower = {0.23, 0.31};
  box.upper = {0.71, 0.64};
  EXPECT_NEAR(measured_cells(square_grid(11, 2), box).area, 2 * (0.48 + 0.33), 5e-3);
}

double drawn_area(const std::vector<RowLine>& lines) {
  constexpr int n = 400;
  std::vector<double> at;
  for (int i = 0; i < n; ++i) at.push_back((i + 0.5) / n);
  double inside = 0;
  for (std::uint8_t in : points_inside(lines, at, at)) inside += in;
  return inside / (n * n);
}

TEST(Outlines, SectionsHaveTheirArea) {
  EXPECT_NEAR(drawn_area(outline_of(round_shape(0.31), 2, {}, 10)), std::numbers::pi * 0.31 * 0.31, 2e-3);
  const double reduced = 0.31 * 0.31 - 0.2 * 0.2;
  EXPECT_NEAR(drawn_area(outline_of(round_shape(0.31), 3, {1, 0.72}, 10)), std::numbers::pi * reduced, 2e-3);
  EXPECT_TRUE(outline_of(round_shape(0.31), 3, {0, 0.9}, 10).empty());
  Shape prism;
  prism.kind = Shape::Kind::polygon;
  prism.axis = 2;
  prism.points = {{0.2, 0.2}, {0.8, 0.2}, {0.2, 0.8}};
  prism.from = 0.3;
  prism.to = 0.5;
  EXPECT_NEAR(drawn_area(outline_of(prism, 3, {2, 0.4}, 10)), 0.18, 2e-3);
  EXPECT_TRUE(outline_of(prism, 3, {2, 0.6}, 10).empty());
  EXPECT_NEAR(drawn_area(outline_of(prism, 3, {1, 0.4}, 10)), 0.4 * 0.2, 2e-3);  // y = 0.4: x from 0.2 to 0.6
  EXPECT_NEAR(drawn_area(outline_of(prism, 3, {0, 0.3}, 10)), 0.5 * 0.2, 2e-3);  // x = 0.3: y from 0.2 to 0.7
  Shape pipe;
  pipe.kind = Shape::Kind::cylinder;
  pipe.axis = 0;
  pipe.centre = {0, 0.5, 0.5};
  pipe.radius = 0.25;
  EXPECT_NEAR(drawn_area(outline_of(pipe, 3, {2, 0.5}, 10)), 0.5, 2e-3);  // a band without ends
  EXPECT_NEAR(drawn_area(outline_of(pipe, 3, {0, 0.5}, 10)), std::numbers::pi * 0.0625, 2e-3);
}

}  // namespace
}  // namespace eddy
