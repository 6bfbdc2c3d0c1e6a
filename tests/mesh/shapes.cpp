// Polygons and STL surfaces: cells inside, refused shapes, and speed.
#include <gtest/gtest.h>

#include <chrono>

#include "base/error.hpp"
#include "mesh/polygon.hpp"
#include "mesh/shape.hpp"
#include "tests/mesh/helper.hpp"

namespace eddy {
namespace {

Grid grid_of(std::vector<int> cells, double lower = 0, double upper = 1) {
  MeshOptions o;
  o.cells = cells;
  o.lower.assign(cells.size(), lower);
  o.upper.assign(cells.size(), upper);
  return make_grid(o);
}

std::size_t count(const std::vector<std::uint8_t>& cells) {
  return std::size_t(std::count(cells.begin(), cells.end(), std::uint8_t(1)));
}

void expect_same_as_points(const Grid& grid, const Shape& shape) {
  const auto cells = cells_inside(grid, shape);
  std::size_t c = 0, wrong = 0;
  for (int k = 0; k < grid.cells(2); ++k)
    for (int j = 0; j < grid.cells(1); ++j)
      for (int i = 0; i < grid.cells(0); ++i)
        wrong +=
            inside(shape, {grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)}, grid.dimensions) != cells[c++];
  EXPECT_EQ(wrong, 0u);
}

Shape polygon(std::vector<std::vector<double>> points) {
  Shape s;
  s.kind = Shape::Kind::polygon;
  s.points = std::move(points);
  return s;
}

Shape surface(const Triangles& triangles) {
  Shape s;
  s.kind = Shape::Kind::stl;
  s.surface = std::make_shared<const Surface>(make_surface(triangles, "test.stl"));
  return s;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.code() == Exit::usage ? e.what() : std::string("wrong code: ") + e.what();
  }
  return "no error";
}

#define EXPECT_PART(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(Polygon, IsABoxWhereItIsOne) {
  const Grid grid = grid_of({16, 16});  // centres at odd 32nds
  Shape box;
  box.lower = {0.25, 0.15625};  // y lies on centres, of which the lower ones are inside
  box.upper = {0.75, 0.53125};
  const Shape same = polygon({{0.25, 0.15625}, {0.75, 0.15625}, {0.75, 0.53125}, {0.25, 0.53125}});
  EXPECT_EQ(cells_inside(grid, same), cells_inside(grid, box));
  const Shape backward = polygon({{0.25, 0.53125}, {0.75, 0.53125}, {0.75, 0.15625}, {0.25, 0.15625}});
  EXPECT_EQ(cells_inside(grid, backward), cells_inside(grid, box));
  expect_same_as_points(grid, same);
}

TEST(Polygon, PartsFitTogetherWithoutGapsAndOverlaps) {
  const Grid grid = grid_of({37, 41});
  const std::vector<double> m{0.4123, 0.3777};  // a point inside, around which four triangles make the square
  const std::vector<std::vector<double>> c{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  std::vector<int> times(37 * 41, 0);
  for (int n = 0; n < 4; ++n) {
    const auto part = cells_inside(grid, polygon({c[n], c[(n + 1) % 4], m}));
    for (std::size_t i = 0; i < part.size(); ++i) times[i] += part[i];
  }
  for (int t : times) EXPECT_EQ(t, 1);
}

TEST(Polygon, MayBeHollow) {  // an L and a star
  const Grid grid = grid_of({64, 64});
  const Shape l = polygon({{0.1, 0.1}, {0.9, 0.1}, {0.9, 0.3}, {0.3, 0.3}, {0.3, 0.9}, {0.1, 0.9}});
  EXPECT_NEAR(double(count(cells_inside(grid, l))) / 4096, 0.8 * 0.2 + 0.2 * 0.6, 0.02);
  EXPECT_FALSE(inside(l, {0.5, 0.5, 0}, 2));
  EXPECT_TRUE(inside(l, {0.2, 0.8, 0}, 2));
  expect_same_as_points(grid, l);
}

TEST(Polygon, IsAPrismIn3D) {
  const Grid grid = grid_of({12, 14, 16});
  for (int axis = 0; axis < 3; ++axis) {
    Shape prism = polygon({{0.2, 0.1}, {0.8, 0.3}, {0.4, 0.9}});
    prism.axis = axis;
    const std::size_t endless = count(cells_inside(grid, prism));
    expect_same_as_points(grid, prism);
    prism.from = 0.25;
    prism.to = 0.75;
    EXPECT_EQ(2 * count(cells_inside(grid, prism)), endless);
    expect_same_as_points(grid, prism);
  }
}

TEST(Polygon, Faults) {
  EXPECT_EQ(polygon_fault({{0, 0}, {1, 0}, {0, 1}}), "");
  EXPECT_EQ(polygon_fault({{0, 0}, {1, 0}}), "a polygon needs three points or more, not 2.");
  EXPECT_PART(polygon_fault({{0, 0}, {1, 1}, {1, 0}, {0, 1}}), "edges (0, 0)–(1, 1) and (1, 0)–(0, 1) meet");
  EXPECT_PART(polygon_fault({{0, 0}, {1, 0}, {1, 1}, {1, 1}, {0, 1}}), "corners 3 and 4 are the same point");
  EXPECT_PART(polygon_fault({{0, 0}, {1, 0}, {0, 1}, {0, 0}}), "corners 4 and 1 are the same point");
  EXPECT_PART(polygon_fault({{0, 0}, {1, 0}, {2, 0}}), "meet");                      // no area
  EXPECT_PART(polygon_fault({{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}), "meet");      // touches itself
  EXPECT_PART(polygon_fault({{0, 0}, {1, 0}, {1, 1}, {1, 0.5}, {0, 0.5}}), "meet");  // a spike
  EXPECT_EQ(polygon_fault({{0, 0}, {1, 0}, {2, 0}, {2, 2}}), "");                    // a corner of 180°
}

TEST(Surface, IsABoxWhereItIsOne) {
  const Grid grid = grid_of({16, 16, 16});
  Shape box;
  box.lower = {0.25, 0.15625, 0.28125};  // y and z lie on cell centres
  box.upper = {0.75, 0.53125, 0.90625};
  const Shape s = surface(box_triangles({0.25, 0.15625, 0.28125}, {0.75, 0.53125, 0.90625}));
  EXPECT_EQ(cells_inside(grid, s), cells_inside(grid, box));
  expect_same_as_points(grid, s);
}

TEST(Surface, DiagonalsAndCornersOnCellCentresDoNotLeak) {
  const Grid grid = grid_of({32, 32, 32}, -1, 1);
  const double c = grid.centre(0, 15);  // every plane x = c, y = c and the corners go through centres
  const Triangles octahedron = [&] {
    Triangles all;
    const double r = 10 * grid.width(0, 0);
    for (int n = 0; n < 8; ++n) {
      const double x = n & 1 ? r : -r, y = n & 2 ? r : -r, z = n & 4 ? r : -r;
      std::array<Corner, 3> t{Corner{c + x, c, c}, Corner{c, c + y, c}, Corner{c, c, c + z}};
      if ((x < 0) != ((y < 0) != (z < 0))) std::swap(t[1], t[2]);
      all.push_back(t);
    }
    return all;
  }();
  const auto cells = cells_inside(grid, surface(octahedron));
  std::size_t n = 0;
  for (int k = 0; k < 32; ++k)
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 32; ++i, ++n) {
        const int d = std::abs(i - 15) + std::abs(j - 15) + std::abs(k - 15);
        if (d != 10) {
          EXPECT_EQ(int(cells[n]), int(d < 10)) << i << " " << j << " " << k;
        }
      }
}

TEST(Surface, SphereHasItsVolume) {
  const Grid grid = grid_of({64, 64, 64});
  const Shape s = surface(sphere_triangles({0.5, 0.5, 0.5}, 0.3, 60, 40));
  const double volume = double(count(cells_inside(grid, s))) / (64.0 * 64 * 64);
  EXPECT_NEAR(volume, 4.0 / 3 * std::numbers::pi * 0.027, 0.002);
  expect_same_as_points(grid_of({17, 19, 23}), s);
}

TEST(Surface, IsFast) {  // 10⁵ triangles on 256³ cells
  const Triangles triangles = sphere_triangles({0.5, 0.5, 0.5}, 0.4, 250, 201);
  ASSERT_EQ(triangles.size(), 100000u);
  const Grid grid = grid_of({256, 256, 256});
  const auto begin = std::chrono::steady_clock::now();
  const Shape s = surface(triangles);
  const auto middle = std::chrono::steady_clock::now();
  const std::size_t in = count(cells_inside(grid, s));
  const auto end = std::chrono::steady_clock::now();
  const auto seconds = [](auto d) { return std::chrono::duration<double>(d).count(); };
  RecordProperty("joined_s", std::to_string(seconds(middle - begin)));
  RecordProperty("cells_s", std::to_string(seconds(end - middle)));
  std::printf("joined in %.3f s, cells in %.3f s\n", seconds(middle - begin), seconds(end - middle));
  EXPECT_NEAR(double(in), 4.0 / 3 * std::numbers::pi * std::pow(0.4 * 256, 3), 0.002 * double(in));
  EXPECT_LT(seconds(end - begin), 20);  // takes a second on an idle machine; the bound excludes a quadratic cost
}

TEST(Surface, RefusesWhatIsOpen) {
  Triangles t = box_triangles({0, 0, 0}, {1, 1, 1});
  t.pop_back();
  const std::string text = refusal([&] { make_surface(t, "box.stl"); });
  EXPECT_PART(text, "'box.stl' is not watertight: 3 edges are not shared");
  EXPECT_PART(text, "The largest hole has 3 of them and is 1.41421 across, around (");
  EXPECT_PART(text, " of the file. Repair the surface.");
  t = box_triangles({0, 0, 0}, {1, 1, 1});
  std::swap(t[3][0], t[3][1]);  // turned around
  EXPECT_PART(refusal([&] { make_surface(t, "box.stl"); }),
              "3 edges are not shared by exactly two triangles of opposite");
  const Triangles one{{Corner{0, 0, 0}, Corner{0, 0, 0}, Corner{1, 1, 1}}};
  EXPECT_PART(refusal([&] { make_surface(one, "box.stl"); }), "only triangles without area");
}

TEST(Stl, ReadsBothKinds) {
  const StlFolder folder;
  const Triangles t = box_triangles({0.5, -0.25, 0}, {1, 1, 2});
  EXPECT_EQ(read_stl(folder.put("b.stl", binary_stl(t)), "b.stl"), t);
  EXPECT_EQ(read_stl(folder.put("s.stl", binary_stl(t, "solid, and binary all the same")), "s.stl"), t);
  EXPECT_EQ(read_stl(folder.put("a.stl", ascii_stl(t)), "a.stl"), t);
  Triangles both = t;
  both.insert(both.end(), t.begin(), t.end());
  EXPECT_EQ(read_stl(folder.put("two.stl", ascii_stl(t) + ascii_stl(t)), "two.stl"), both);
}

TEST(Stl, Refuses) {
  const StlFolder folder;
  const auto said = [&](const std::string& bytes) {
    const auto file = folder.put("x.stl", bytes);
    return refusal([&] { read_stl(file, "x.stl"); });
  };
  const Triangles t = box_triangles({0, 0, 0}, {1, 1, 1});
  std::string bytes = binary_stl(t);
  EXPECT_EQ(refusal([&] { read_stl(folder.path / "none.stl", "none.stl"); }),
            "'none.stl' is not there. Paths are relative to the case file.");
  EXPECT_EQ(refusal([&] { read_stl(folder.path, "folder"); }), "'folder' is not a regular file.");
  EXPECT_EQ(said(""), "'x.stl' is empty.");
  EXPECT_EQ(said(binary_stl({})), "'x.stl' holds no triangles.");
  EXPECT_EQ(said("solid nothing\nendsolid nothing\n"), "'x.stl' holds no triangles.");
  EXPECT_PART(said("hello"), "not an STL file");
  EXPECT_PART(said(bytes.substr(0, bytes.size() - 7)), "12 triangles, 684 B in all, but it has 677 B");
  bytes.replace(80, 4, "\xff\xff\xff\xff");  // four billion triangles
  EXPECT_PART(said(bytes), "4294967295 triangles, 200.0 GiB in all, but it has 684 B");
  Triangles bad = t;
  bad[4][1][2] = std::nan("");
  EXPECT_EQ(said(binary_stl(bad)), "'x.stl' is damaged: triangle 5 has a coordinate that is not finite.");
  bad[4][1][2] = HUGE_VAL;
  EXPECT_PART(said(binary_stl(bad)), "triangle 5");
  std::string text = ascii_stl(t);
  EXPECT_PART(said(text.substr(0, 250)), "where");
  text.replace(text.find("vertex"), 6, "wertex");
  EXPECT_EQ(said(text), "'x.stl' is damaged: line 4 has 'wertex' where 'vertex' belongs.");
  text = ascii_stl(t);
  text.replace(text.find("vertex") + 7, 1, "q");
  EXPECT_EQ(said(text), "'x.stl' is damaged: line 4 has 'q' where a number belongs.");
  text = ascii_stl(t);
  text.replace(text.find("vertex") + 7, 1, "nan");
  EXPECT_PART(said(text), "triangle 1 has a coordinate that is not finite");
}

}  // namespace
}  // namespace eddy
