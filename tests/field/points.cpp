// Fields at cells, nodes and faces are filled, changed by kernels, sampled as a whole and in part, written and read
// back.
#include <gtest/gtest.h>

#include <random>

#include "case/formula.hpp"
#include "exec/core/devices.hpp"
#include "field/field.hpp"
#include "field/kernels.hpp"
#include "output/checkpoint.hpp"
#include "output/interpolate.hpp"
#include "output/picture.hpp"
#include "output/vtk.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {
namespace {

const Function plane = [](double x, double y, double z) { return 1 + 2 * x - 3 * y + 0.5 * z; };

Point place(const Grid& grid, Location location, int i, int j, int k) {
  const std::array<int, 3> index{i, j, k};
  Point p;
  for (int a = 0; a < 3; ++a) p[a] = at_ends(location, a) ? grid.nodes[a][index[a]] : grid.centre(a, index[a]);
  return p;
}

template <class F>
void fill_with(F& field, const Grid& grid) {
  field.fill([&](int i, int j, int k) {
    const Point p = place(grid, field.location(), i, j, k);
    return plane(p[0], p[1], p[2]);
  });
}

template <class F>
void expect_plane(const F& field, const Grid& grid, double tolerance) {
  const Sample s = field.sample("K");
  EXPECT_EQ(s.location, field.location());
  ASSERT_EQ(s.values.size(), std::size_t(s.size[0]) * s.size[1] * s.size[2]);
  std::size_t n = 0;
  for (int k = 0; k < s.size[2]; ++k)
    for (int j = 0; j < s.size[1]; ++j)
      for (int i = 0; i < s.size[0]; ++i) {
        const Point p = place(grid, s.location, i, j, k);
        ASSERT_NEAR(s.values[n++], plane(p[0], p[1], p[2]), tolerance) << i << " " << j << " " << k;
      }
  std::mt19937 random(5);
  std::uniform_real_distribution<double> part(0, 1);
  const Interpolator whole(grid, s);
  for (int m = 0; m < 200; ++m) {
    Point p = place(grid, s.location, 0, 0, 0);  // along absent axes
    for (int a = 0; a < grid.dimensions; ++a) p[a] = grid.lower(a) + part(random) * (grid.upper(a) - grid.lower(a));
    if (m < 2) p[0] = m ? grid.upper(0) : grid.lower(0);
    if (m == 2) p[0] = grid.nodes[0][2];
    EXPECT_NEAR(whole(p), plane(p[0], p[1], p[2]), 10 * tolerance);
    const Sample few = field.sample("K", cells_around(grid, p));
    EXPECT_LE(few.values.size(), 64u);
    EXPECT_EQ(Interpolator(grid, few)(p), whole(p)) << "the points around give the same bits";
  }
}

template <class S, class T>
void exercise(int device) {
  Exec<S> exec(device);
  const double tolerance = sizeof(T) == 8 ? 1e-14 : 1e-6;
  for (int d : {1, 2, 3}) {
    const Grid grid = box(d, {7, 6, 5}, true);
    const Box cells = cell_box(grid.cells());
    NodeField<S, T> nodes(exec, "potential", points_of(cells, Location::node, d), d);
    CellField<S, T> centres(exec, "temperature", cells, d, 1);
    auto faces = make_faces<S, T>(exec, "flux", cells, d);
    for (int a = 0; a < 3; ++a) EXPECT_EQ(nodes.sample("V").size[a], a < d ? grid.cells(a) + 1 : 1);
    fill_with(nodes, grid);
    for_each<kernels::AddConstant>(exec, nodes.set(), nodes, T(2));
    for_each<kernels::AddConstant>(exec, nodes.set(), nodes, T(-2));
    expect_plane(nodes, grid, tolerance);
    centres.put(sampled(grid, "temperature", {plane}).values);
    expect_plane(centres, grid, tolerance);
    for (int a = 0; a < d; ++a) {
      fill_with(faces[a], grid);
      EXPECT_EQ(static_cast<int>(faces[a].location()), static_cast<int>(Location::face_x) + a);
      EXPECT_EQ(faces[a].sample("W").size[a], grid.cells(a) + 1);
      expect_plane(faces[a], grid, tolerance);
    }
  }
}

TEST(Points, OnTheHost) {
  exercise<Host, double>(2);
  exercise<Host, float>(2);
}

#ifdef EDDY_HAS_OPENCL
TEST(Points, OnOpenCl) {
  std::string why;
  const auto all = opencl_devices(why);
  if (all.empty()) GTEST_SKIP() << why;
  for (const Device& d : all) {
    if (d.refusal_double.empty()) exercise<OpenCl, double>(d.number);
#ifdef EDDY_TESTS_ALL
    if (d.refusal_single.empty()) exercise<OpenCl, float>(d.number);
#endif
  }
}
#endif

TEST(Points, NodesFromAFormulaAndBackFromFiles) {
  Scratch scratch;
  Exec<Host> exec(1);
  const Grid grid = box(2, {4, 3, 1});
  const Box points = points_of(cell_box(grid.cells()), Location::node, 2);
  NodeField<Host, float> f(exec, "potential", points, 2, 1), g(exec, "potential", points, 2);
  const std::vector<double> level{0.0};
  f.put(evaluate(Formula("x^2 + sin(y)"), "initial.potential", {grid.nodes[0], grid.nodes[1], level}, 0));
  EXPECT_EQ(f.get()[7], double(float(std::pow(grid.nodes[0][2], 2) + std::sin(grid.nodes[1][1]))));
  const Sample s = f.sample("V");

  Checkpoint c;
  std::vector<float> exact(s.values.begin(), s.values.end());
  const auto* bytes = reinterpret_cast<const std::byte*>(exact.data());
  c.arrays.push_back({s.name, s.size, 1, s.precision, {bytes, bytes + 4 * exact.size()}});
  const Checkpoint back = read_checkpoint(write_checkpoint(scratch.path, c));
  ASSERT_EQ(back.array("potential").bytes.size(), 4 * exact.size());
  std::memcpy(exact.data(), back.array("potential").bytes.data(), 4 * exact.size());
  g.put({exact.begin(), exact.end()});
  EXPECT_EQ(g.get(), f.get());

  write_vtk(scratch / "nodes.vti", grid, std::vector<Sample>{s}, 0);
  const std::string file = read_file(scratch / "nodes.vti");
  const std::size_t data = file.find("<PointData>"), end = file.find("</PointData>"), raw = file.find("\n_");
  ASSERT_LT(file.find("Name=\"potential\"", data), end);
  std::uint64_t count = 0;
  std::memcpy(&count, file.data() + raw + 2, 8);
  ASSERT_EQ(count, 4 * exact.size());
  EXPECT_EQ(std::memcmp(file.data() + raw + 10, exact.data(), count), 0);
  EXPECT_NO_THROW(picture(grid, s, {.width = 240}));
}

TEST(Points, FacesAreNotTakenForCells) {
  Scratch scratch;
  Exec<Host> exec(1);
  const Grid grid = box(2, {4, 3, 1});
  const auto faces = make_faces<Host, double>(exec, "flux", cell_box(grid.cells()), 2);
  const Sample s = faces[1].sample("W");
  EXPECT_EQ(positions(grid, s, 0).size(), 4u);
  EXPECT_EQ(positions(grid, s, 1), grid.nodes[1]);
  EXPECT_HAS(message_of([&] { write_vtk(scratch / "f.vti", grid, std::vector<Sample>{s}, 0); }, Exit::fault),
             "field 'flux.y' lies on faces");
  EXPECT_FALSE(std::filesystem::exists(scratch / "f.vti"));
  EXPECT_NO_THROW(picture(grid, s, {.width = 240}));
  const FaceField<Host, double> lost(exec, "lost", face_box(cell_box(grid.cells()), 0), 2);
  EXPECT_HAS(message_of([&] { lost.sample("W"); }, Exit::fault), "not told its axis");
}

TEST(Points, ASumTakesAllCells) {
  Exec<Host> exec(1);
  const Box cells{{0, 0, 0}, {8, 8, 1}};
  CellField<Host, double> f(exec, "f", cells, 2);
  EXPECT_HAS(message_of([&] { reduce<kernels::Identity>(exec, Reduction::sum, Set(cells, 2, 0), f); }, Exit::fault),
             "works on all cells, not on one colour");
}

TEST(Points, APlaneHasNoMoreThanThereCanBe) {
  const Box wide{{0, 0, 0}, {50000, 50000, 4}}, high{{0, 0, 0}, {4, 20000, 20000}};
  EXPECT_THROW(Layout(wide, 3, 2, sizeof(double)), Error);
  EXPECT_GT(Layout(high, 3, 2, sizeof(double)).size(), 1600000000u);
  EXPECT_GT(Layout({{0, 0, 0}, {60000, 60000, 1}}, 2, 2, sizeof(double)).size(), 3600000000u);
}

TEST(Points, APartMustLieInItsGrid) {
  const Grid grid = box(1, {4, 1, 1});
  Sample s = part_of(sampled(grid, "f", {plane}), {{2, 0, 0}, {4, 1, 1}}, 1);
  EXPECT_EQ(positions(grid, s, 0), (std::vector<double>{grid.centre(0, 2), grid.centre(0, 3)}));
  (*s.first)[0] = 3;
  EXPECT_HAS(message_of([&] { positions(grid, s, 0); }, Exit::fault), "field 'f' has 5 points along x, its grid 4.");
}

}  // namespace
}  // namespace eddy
