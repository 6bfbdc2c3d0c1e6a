// The watchers of a run in a mesh of blocks, with a formula in place of a solver.
#include <fmt/format.h>

#include "output/csv.hpp"
#include "output/png.hpp"
#include "output/surface_chart.hpp"
#include "output/vtk.hpp"
#include "output/watchers.hpp"
#include "tests/output/meshes.hpp"

namespace eddy {
namespace {

class FormulaInBlocks : public Watched {  // pressure = 2 + x + 2 y + step in cells, potential = x − y at nodes
 public:
  explicit FormulaInBlocks(Grid g) : grid(std::move(g)) {}
  std::vector<std::string> fields() const override { return {"pressure", "potential", "velocity"}; }
  Sample sample(const std::string& field, const std::optional<Box>& places = {}) const override {
    const Sample all = whole(field);
    asked += places ? places->extent(0) : all.size[0];
    ++questions;
    return places ? part_of(all, *places, 0) : all;
  }
  std::vector<Number> numbers() const override { return {{"residual", "", 0.5}}; }
  RankShares rank_shares() const override {
    return {{Box{}, Box{}}, [](const ShareOrder&) { throw Error(Exit::fault, "ranks have no share of blocks yet"); }};
  }
  std::vector<SurfaceTable> surfaces() const override {
    SurfaceTable wing{"wing", {"x[m]", "y[m]", "s[m]", "cp", "cf"}, {}};
    for (int n = 0; n <= 100; ++n) {
      const double turn = 2 * std::numbers::pi * n / 100, x = 0.5 * std::cos(turn);
      wing.rows.push_back({x, 0.5 * std::sin(turn), 0.5 * turn, 1 - 4 * std::pow(std::sin(turn), 2), 0.01 * x});
    }
    return {wing};
  }

  Grid grid;
  std::int64_t step = 0;
  mutable std::int64_t asked = 0, questions = 0;

 private:
  Sample whole(const std::string& field) const {
    const Function x_and_2y = [this](double x, double y, double) { return 2 + x + 2 * y + double(step); };
    if (field == "pressure") return sampled_blocks(grid, field, {x_and_2y});
    if (field == "potential")
      return sampled_blocks(grid, field, {[](double x, double y, double) { return x - y; }}, Location::node);
    return sampled_blocks(grid, field,
                          {[](double x, double, double) { return x; }, [](double, double y, double) { return -y; }});
  }
};

OutputOptions everything_of_ring() {
  OutputOptions o;
  o.every_steps = 2;
  o.probe = {{{0.9, 0.3}, {"pressure", "velocity.y"}}, {{-0.7, -0.1}, {"potential"}}};
  o.line = {{"out", {0.5, 0}, {2, 0}, {"pressure", "potential"}, 0}, {"even", {0.6, 0.6}, {-1, 0.9}, {}, 5}};
  o.image = {{.field = "pressure", .range = {}, .slice = {}},
             {.field = "velocity.x", .range = {}, .slice = {}, .window_lower = {{0, 0}}, .window_upper = {{1, 1}}}};
  return o;
}

void run(const Path& folder, FormulaInBlocks& solver, const OutputOptions& o, std::int64_t from, std::int64_t to) {
  auto watchers = output_watchers(folder, solver.grid, o, "Ring");
  const auto at = [](std::int64_t step) { return Moment{step, 0.1 * double(step), 0.1}; };
  solver.step = from;
  for (auto& w : watchers) w->begin(solver, at(from));
  while (solver.step < to) {
    ++solver.step;
    for (auto& w : watchers) w->after_step(solver, at(solver.step));
  }
  for (auto& w : watchers) w->finish(solver, at(to));
}

TEST(BlockWatchers, WriteAllFilesOfARun) {
  const Scratch scratch;
  FormulaInBlocks solver(ring(24, 12));
  run(scratch.path, solver, everything_of_ring(), 0, 5);
  EXPECT_EQ(names_in(scratch.path / "lines"), (std::vector<std::string>{"even.csv", "out.csv"}));
  EXPECT_EQ(names_in(scratch.path / "surfaces"), (std::vector<std::string>{"wing.csv", "wing.png"}));
  EXPECT_TRUE(is_there(scratch / "pressure-000004.png") && is_there(scratch / "velocity.x.png"));
  EXPECT_HAS(read_file(scratch / "fields.pvd"), "fields/step-000000004.vtm");
  EXPECT_EQ(read_vtk(scratch / "fields/step-000000005.vtm", solver.grid, "pressure").values,
            solver.sample("pressure").values);
}

TEST(BlockWatchers, ProbesAndLinesMeetLinearFunctions) {
  const Scratch scratch;
  FormulaInBlocks solver(ring(24, 12));
  run(scratch.path, solver, everything_of_ring(), 0, 5);
  const Table probes = read_csv(scratch / "probes.csv");
  EXPECT_EQ(probes.columns, (std::vector<std::string>{"step", "time[s]", "pressure(0.9 0.3)[K]",
                                                      "velocity.y(0.9 0.3)[K]", "potential(-0.7 -0.1)[K]"}));
  ASSERT_EQ(probes.rows.size(), 5u);
  EXPECT_NEAR(probes.rows[4][2], 2 + 0.9 + 0.6 + 5, 1e-11);
  EXPECT_NEAR(probes.rows[4][3], -0.3, 1e-11);
  EXPECT_NEAR(probes.rows[4][4], -0.6, 1e-11);
  const Table out = read_csv(scratch / "lines/out.csv"), even = read_csv(scratch / "lines/even.csv");
  EXPECT_EQ(out.columns, (std::vector<std::string>{"distance[m]", "x[m]", "y[m]", "pressure[K]", "potential[K]"}));
  ASSERT_EQ(out.rows.size(), 12u);
  for (const auto& row : out.rows) EXPECT_NEAR(row[3], 7 + row[1] + 2 * row[2], 1e-11);
  for (const auto& row : out.rows) EXPECT_NEAR(row[4], row[1] - row[2], 1e-11);
  ASSERT_EQ(even.rows.size(), 5u);
  for (const auto& row : even.rows) EXPECT_NEAR(row[3], 7 + row[1] + 2 * row[2], 1e-11);
}

TEST(BlockWatchers, AProbeAsksForFewValues) {
  FormulaInBlocks solver(ring(400, 300));
  OutputOptions o;
  o.probe = {{{0.9, 0.3}, {"pressure"}}};
  Probes probes("", solver.grid, o);
  probes.values(solver);
  solver.asked = solver.questions = 0;
  probes.values(solver);
  EXPECT_LE(solver.asked, 1500);
  EXPECT_LE(solver.questions, 2);
}

TEST(BlockWatchers, StoppedAndResumedEqualsUnbroken) {
  const Scratch whole, parts;
  FormulaInBlocks solver(ring());
  run(whole.path, solver, everything_of_ring(), 0, 6);
  run(parts.path, solver, everything_of_ring(), 0, 3);
  run(parts.path, solver, everything_of_ring(), 3, 6);
  EXPECT_EQ(names_in(whole.path), names_in(parts.path));
  for (const std::string& name : names_in(whole.path))
    EXPECT_EQ(read_file(whole / name), read_file(parts / name)) << name;
}

TEST(BlockWatchers, PointsInAHoleAreNamedBeforeTheRun) {
  OutputOptions o = everything_of_ring();
  o.probe.push_back({{0.1, 0}, {}});
  o.line.push_back({"through", {-1, 0}, {1, 0}, {}, 11});
  o.line.push_back({"inside", {-0.2, 0}, {0.2, 0}, {}, 0});
  const auto wrong = points_outside(ring(), o);
  ASSERT_EQ(wrong.size(), 3u);
  EXPECT_EQ(wrong[0].key, "output.probe 3.at");
  EXPECT_HAS(wrong[0].text, "a probe at (0.1, 0) lies outside of the mesh: no cell holds it");
  EXPECT_HAS(wrong[1].text, "line 'through' lies outside of the mesh at (-0.4");
  EXPECT_HAS(wrong[2].text, "line 'inside' crosses no cell of the mesh");
  EXPECT_TRUE(points_outside(ring(), everything_of_ring()).empty());
}

TEST(BlockWatchers, APlaceIsNamedByBlockCellAndCoordinates) {
  const Grid grid = ring();
  const Sample s = sampled_blocks(
      grid, "f", {[](double x, double, double) { return x; }, [](double, double y, double) { return y; }});
  const BlockPlaces places(*grid.blocks, Location::cell);
  const std::int64_t place = places.place({1, {2, 3, 0}});
  const Point p = centre_of(grid.blocks->blocks[1], {2, 3, 0});
  EXPECT_EQ(place_text(grid, s, std::size_t(2 * place + 1)),
            fmt::format("block 'quarter', cell (2, 3), x = {:.4g}, y = {:.4g}", p[0], p[1]));
  const Grid plain = box(2, {4, 4, 1});
  EXPECT_EQ(place_text(plain, sampled(plain, "f", {[](double x, double, double) { return x; }}), 6),
            "cell (2, 1), x = 0.125, y = 0.25");
}

TEST(BlockWatchers, ASurfaceGetsItsLengthAndShowsWhatVaries) {
  const SurfaceTable wall{
      "wall", {"x[m]", "y[m]", "pressure[Pa]", "cp", "cf"}, {{0, 0, 7, 1, 0}, {3, 4, 8, 2, 0}, {3, 5, 9, 3, 0}}};
  const SurfaceTable longer = with_length(wall);
  EXPECT_EQ(longer.columns, (std::vector<std::string>{"x[m]", "y[m]", "s[m]", "pressure[Pa]", "cp", "cf"}));
  EXPECT_EQ(longer.rows[2], (std::vector<double>{3, 5, 6, 9, 3, 0}));
  EXPECT_EQ(with_length(longer).columns.size(), 6u);
  EXPECT_EQ(surface_chart(longer, "").height, 600) << "cp alone: pressure says the same, cf is 0";
  const SurfaceTable body{"body", {"x[m]", "y[m]", "z[m]", "cp"}, {{0, 0, 0, 1}, {1, 0, 0, 2}, {0, 0, 1, 3}}};
  EXPECT_EQ(with_length(body).columns.size(), 4u) << "all over a body there is no length along it";
  EXPECT_EQ(surface_chart({"none", {"x[m]", "cp"}, {}}, "").width, 0);
}

TEST(BlockWatchers, TheTableOfASurfaceIsWrittenAndDrawn) {
  const Scratch scratch;
  FormulaInBlocks solver(ring());
  Surfaces surfaces(scratch.path, "Ring", {});
  surfaces.finish(solver, {});
  const Table table = read_csv(scratch / "surfaces/wing.csv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"x[m]", "y[m]", "s[m]", "cp", "cf"}));
  EXPECT_EQ(table.rows.size(), 101u);
  const Image image = read_png(scratch / "surfaces/wing.png");
  EXPECT_EQ(image.width, 960);
  EXPECT_EQ(image.height, 2 * 420) << "one chart for cp, one for cf";
}

}  // namespace
}  // namespace eddy
