// Hexahedra in files, pictures, probes and lines.
#include <fmt/format.h>

#include "mesh/vtu.hpp"
#include "output/csv.hpp"
#include "output/mesh_picture.hpp"
#include "output/picture.hpp"
#include "output/png.hpp"
#include "output/point_search.hpp"
#include "output/vtk.hpp"
#include "output/watchers.hpp"
#include "tests/output/hex_meshes.hpp"

namespace eddy {
namespace {

const Function linear_function = [](double x, double y, double z) { return 1 + 2 * x - 3 * y + 0.5 * z; };

double value_at(const PointSearch& search, const Sample& s, const Point& p) {
  double sum = 0;
  for (const auto& [place, weight] : search.stencil(p, s.location)) sum += weight * s.values[std::size_t(place)];
  return sum;
}

TEST(HexSearch, FindsEveryElementByItsMiddle) {
  const Grid grid = bent_cube(7);
  const HexSearch search(grid.hexahedra);
  for (int e = 0; e < static_cast<int>(grid.cell_count()); ++e) {
    const auto found = search.find(centre_of(*grid.hexahedra, e));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->cell.at[0], e);
  }
  EXPECT_FALSE(search.find({0.5, 0.5, 2}));
}

TEST(HexSearch, LinearFunctionsAreMet) {
  const Grid grid = bent_cube(5);
  const HexSearch search(grid.hexahedra);
  const Sample nodes = sampled_hexahedra(grid, "a", {linear_function}, Location::node),
               cells = sampled_hexahedra(grid, "b", {linear_function});
  for (const Point& p : {Point{0.5, 0.5, 0.5}, {0.31, 0.77, 0.2}, {0.9, 0.11, 0.63}}) {
    EXPECT_NEAR(value_at(search, nodes, p), linear_function(p[0], p[1], p[2]), 1e-12);
    // A cell has the value at its centre throughout.
    EXPECT_NEAR(value_at(search, cells, p), linear_function(p[0], p[1], p[2]), 0.6);
  }
  EXPECT_EQ(search.line_points({0.5, 0.5, -1}, {0.5, 0.5, 2}).size(), 5u);
}

TEST(HexPictures, ASliceShowsWhatBlocksShow) {
  const Grid blocks = warped(5), grid = hexahedra_of(*blocks.blocks);
  const Function wave = [](double x, double y, double z) { return std::sin(4 * x + y) + z; };
  for (const Location location : {Location::node, Location::cell})
    for (const int axis : {0, 1, 2}) {
      PictureOptions o;
      o.axis = axis;
      o.width = 400;
      o.slice = 0.47;
      o.range = {{-1, 2}};
      const Image one = picture(blocks, sampled_blocks(blocks, "a", {wave}, location), o);
      const Image other = picture(grid, sampled_hexahedra(grid, "a", {wave}, location), o);
      ASSERT_EQ(one.rgb.size(), other.rgb.size());
      std::size_t differ = 0;
      for (std::size_t n = 0; n < one.rgb.size(); ++n) differ += std::abs(int(one.rgb[n]) - int(other.rgb[n])) > 40;
      EXPECT_LT(differ, one.rgb.size() / 100) << "axis " << axis;  // since cells are split along other diagonals
    }
}

std::size_t inked_pixels(const Image& image) {
  std::size_t inked = 0;
  for (std::size_t n = 0; n < image.rgb.size(); n += 3)
    inked += image.rgb[n] + image.rgb[n + 1] + image.rgb[n + 2] < 740;
  return inked;
}

TEST(HexPictures, DrawingsOfTheMesh) {
  MeshPictureOptions o;
  o.width = 600;
  HexMesh mesh = hex_mesh_of(cube_file({6, 6, 3}));
  const std::size_t solid = inked_pixels(mesh_picture(mesh, o));
  mesh.layers = 3;
  const std::size_t flat = inked_pixels(mesh_picture(mesh, o));
  HexMesh coarse = hex_mesh_of(cube_file({2, 2, 1}));
  coarse.layers = 1;
  EXPECT_GT(solid, flat);                                                // three sides of the cube against one
  EXPECT_GT(flat, 1.5 * double(inked_pixels(mesh_picture(coarse, o))));  // 14 lines against 6
}

TEST(HexFiles, ReadBackBitForBit) {
  const Scratch scratch;
  const Grid grid = bent_cube(4);
  std::vector<Sample> samples{
      sampled_hexahedra(grid, "pressure", {linear_function}, Location::node),
      sampled_hexahedra(grid, "velocity", {linear_function, linear_function, linear_function}, Location::node),
      sampled_hexahedra(grid, "viscosity", {linear_function})};
  samples[2].precision = Precision::single;
  EXPECT_EQ(vtk_extension(grid), ".vtu");
  write_vtk(scratch / "a.vtu", grid, samples, 0.5);
  for (const Sample& s : samples) {
    const Sample back = read_vtk(scratch / "a.vtu", grid, s.name);
    EXPECT_EQ(back.location, s.location);
    EXPECT_EQ(back.unit, s.unit);
    for (std::size_t n = 0; n < s.values.size(); ++n)
      EXPECT_EQ(back.values.at(n), s.precision == Precision::single ? double(float(s.values[n])) : s.values[n]);
  }
  const FileMesh mesh = read_vtu(scratch / "a.vtu", "a.vtu");  // as a mesh, by the reader of foreign files
  EXPECT_EQ(mesh.nodes, grid.hexahedra->nodes);
  EXPECT_EQ(mesh.hexahedra.nodes, grid.hexahedra->elements);
  samples[0].values.pop_back();
  EXPECT_HAS(message_of([&] { write_vtk(scratch / "b.vtu", grid, samples, 0); }, Exit::fault), "values instead of");
}

TEST(HexFiles, PiecesAreTheWhole) {
  const Scratch scratch;
  const Grid grid = bent_cube(3);
  std::vector<Sample> samples{
      sampled_hexahedra(grid, "velocity", {linear_function, linear_function, linear_function}, Location::node),
      sampled_hexahedra(grid, "viscosity", {linear_function})};
  const Path index = scratch / "a.pvtu";
  EXPECT_EQ(vtk_index_extension(grid), ".pvtu");
  std::vector<int> parts[3];
  for (int e = 0; e < static_cast<int>(grid.hexahedra->elements.size()); ++e) parts[e * 7 % 3].push_back(e);
  for (int r = 0; r < 3; ++r) write_vtk_elements(vtk_piece(index, grid, r), *grid.hexahedra, parts[r], samples, 0.5);
  write_vtk_index(index, grid, std::vector<Box>(3), vtk_heads(vtk_piece(index, grid, 0)));
  EXPECT_EQ(vtk_fields(index), (std::vector<std::string>{"velocity", "viscosity"}));
  for (const Sample& s : samples) {
    const Sample back = read_vtk(index, grid, s.name);
    EXPECT_EQ(back.location, s.location);
    EXPECT_EQ(back.values, s.values);
  }
  parts[2].pop_back();
  write_vtk_elements(vtk_piece(index, grid, 2), *grid.hexahedra, parts[2], samples, 0.5);
  EXPECT_HAS(message_of([&] { read_vtk(index, grid, "viscosity"); }, Exit::missing), "are not the whole mesh");
  write_vtk_hexahedra(vtk_piece(index, grid, 1), *grid.hexahedra, samples, 0.5);
  EXPECT_HAS(message_of([&] { read_vtk(index, grid, "viscosity"); }, Exit::missing), "which part of the mesh it is");
}

class FormulaInHexahedra : public Watched {  // pressure = 1 + 2 x − 3 y + z / 2 + step at nodes
 public:
  explicit FormulaInHexahedra(Grid g) : grid(std::move(g)) {}
  std::vector<std::string> fields() const override { return {"pressure"}; }
  Sample sample(const std::string& field, const std::optional<Box>& places = {}) const override {
    const Sample all = sampled_hexahedra(
        grid, field, {[this](double x, double y, double z) { return linear_function(x, y, z) + double(step); }},
        Location::node);
    return places ? part_of(all, *places, 0) : all;
  }
  std::vector<Number> numbers() const override { return {}; }
  Grid grid;
  std::int64_t step = 0;
};

TEST(HexWatchers, WriteAllFilesOfARun) {
  const Scratch scratch;
  FormulaInHexahedra solver(bent_cube(6));
  OutputOptions o;
  o.every_steps = 1;
  o.probe = {{{0.4, 0.5, 0.6}, {"pressure"}}};
  o.line = {{"up", {0.5, 0.5, -0.5}, {0.5, 0.5, 1.5}, {}, 0}};
  o.image = {{.field = "pressure", .range = {}, .slice = {}}};
  auto watchers = output_watchers(scratch.path, solver.grid, o, "Cube");
  for (auto& w : watchers) w->begin(solver, {0, 0, 0});
  solver.step = 1;
  for (auto& w : watchers) w->after_step(solver, {1, 0.1, 0.1});
  for (auto& w : watchers) w->finish(solver, {1, 0.1, 0.1});
  EXPECT_TRUE(is_there(scratch / "fields/step-000000001.vtu") && is_there(scratch / "pressure.png"));
  EXPECT_HAS(read_file(scratch / "fields.pvd"), "fields/step-000000001.vtu");
  const Table probes = read_csv(scratch / "probes.csv"), line = read_csv(scratch / "lines/up.csv");
  EXPECT_NEAR(probes.rows.back().at(2), linear_function(0.4, 0.5, 0.6) + 1, 1e-12);
  EXPECT_EQ(line.rows.size(), 6u);
  for (const auto& row : line.rows) EXPECT_NEAR(row[4], linear_function(row[1], row[2], row[3]) + 1, 1e-12);
  o.probe = {{{0.4, 0.5, 2.6}, {}}};
  EXPECT_EQ(points_outside(solver.grid, o).at(0).text,
            "a probe at (0.4, 0.5, 2.6) lies outside of the mesh: no cell holds it. Move it.");
}

}  // namespace
}  // namespace eddy
