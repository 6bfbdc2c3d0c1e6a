// Watchers write what the options ask for; a broken and resumed run leaves the files of an unbroken one.
#include "output/watchers.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "output/png.hpp"
#include "output/vtk.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {
namespace {

OutputOptions everything() {
  OutputOptions o;
  o.every = 0.5;
  o.image = {{.field = "temperature", .range = {}, .slice = {}, .axis = 2, .width = 240},
             {.field = "velocity.y", .range = {}, .slice = {}, .axis = 2, .width = 240},
             {.field = "temperature", .range = std::array{0.0, 9.0}, .slice = {}, .axis = 2, .width = 240}};
  o.probe = {{{0.1, 0.3}, {"temperature", "velocity"}}, {{-0.5, 1.5}, {}}};
  o.line = {{"middle", {0.0, -0.5}, {0.0, 1.5}, {"temperature"}, 0}, {"slanted", {-0.5, -0.5}, {0.5, 1.5}, {}, 11}};
  o.history_every = 4;
  return o;
}

constexpr double dt = 0.11;

// Steps from → to in one process; `killed`: without finish.
void run(const Path& folder, const OutputOptions& options, std::int64_t from, std::int64_t to, bool killed = false) {
  Formula2D solver(box(2, {6, 8, 1}, true));
  auto watchers = output_watchers(folder, solver.grid, options, "A test");
  const auto moment = [](std::int64_t step) {
    double time = 0;
    for (std::int64_t i = 0; i < step; ++i) time += dt;
    return Moment{step, time, step > 0 ? dt : 0};
  };
  solver.step = from;
  for (auto& w : watchers) w->begin(solver, moment(from));
  for (std::int64_t step = from + 1; step <= to; ++step) {
    solver.step = step;
    for (auto& w : watchers) w->after_step(solver, moment(step));
  }
  if (!killed)
    for (auto& w : watchers) w->finish(solver, moment(to));
}

void expect_same_files(const Path& left, const Path& right) {
  ASSERT_EQ(names_in(left), names_in(right));
  for (const std::string& name : names_in(left)) EXPECT_EQ(read_file(left / name), read_file(right / name)) << name;
}

TEST(Watchers, FilesOfARun) {
  Scratch scratch;
  run(scratch.path, everything(), 0, 10);
  EXPECT_EQ(names_in(scratch.path), (std::vector<std::string>{"fields.pvd",
                                                              "fields/step-000000000.vtr",
                                                              "fields/step-000000005.vtr",
                                                              "fields/step-000000010.vtr",
                                                              "history.csv",
                                                              "lines/middle.csv",
                                                              "lines/slanted.csv",
                                                              "probes.csv",
                                                              "temperature-000000.png",
                                                              "temperature-000005.png",
                                                              "temperature-000010.png",
                                                              "temperature.png",
                                                              "temperature_2-000000.png",
                                                              "temperature_2-000005.png",
                                                              "temperature_2-000010.png",
                                                              "temperature_2.png",
                                                              "velocity.y-000000.png",
                                                              "velocity.y-000005.png",
                                                              "velocity.y-000010.png",
                                                              "velocity.y.png"}));
  const Table history = read_csv(scratch / "history.csv");
  EXPECT_EQ(history.columns, (std::vector<std::string>{"step", "time[s]", "dt[s]", "residual", "heat[W]"}));
  ASSERT_EQ(history.rows.size(), 3u);  // 4, 8 and the last
  EXPECT_EQ(history.rows[2][0], 10);
  EXPECT_EQ(history.rows[2][4], 0.1 * 10);
}

// Large fields stay on the device while a probe looks at a few of their cells.
TEST(Watchers, ProbesAskForTheCellsAroundThem) {
  struct Few : Formula2D {
    using Formula2D::Formula2D;
    Sample sample(const std::string& field, const std::optional<Box>& cells = {}) const override {
      if (!cells) throw Error(Exit::fault, "the whole of " + field);
      EXPECT_LE(cells->cells(), 9);
      return Formula2D::sample(field, cells);
    }
  } solver(box(2, {60, 80, 1}, true));
  Scratch scratch;
  OutputOptions o;
  o.probe = {{{0.1, 0.3}, {"temperature", "velocity.y"}}, {{-0.5, 1.5}, {}}};
  Probes probes(scratch.path, solver.grid, o);
  probes.begin(solver, {});
  probes.after_step(solver, {1, 0.1, 0.1});
  const Table table = read_csv(scratch / "probes.csv");
  ASSERT_EQ(table.rows.at(0).size(), 7u);
  EXPECT_NEAR(table.rows[0][2], 0.1 + 2 * 0.3, 1e-13);
  EXPECT_NEAR(table.rows[0][3], -0.3, 1e-13);
  EXPECT_NEAR(table.rows[0][4], -0.5 + 2 * 1.5, 1e-13);
}

TEST(Watchers, ProbesAndLinesInterpolate) {
  Scratch scratch;
  run(scratch.path, everything(), 0, 8);
  const Table probes = read_csv(scratch / "probes.csv");
  EXPECT_EQ(probes.columns,
            (std::vector<std::string>{"step", "time[s]", "temperature(0.1 0.3)[K]", "velocity.x(0.1 0.3)[K]",
                                      "velocity.y(0.1 0.3)[K]", "temperature(-0.5 1.5)[K]", "velocity.x(-0.5 1.5)[K]",
                                      "velocity.y(-0.5 1.5)[K]"}));
  ASSERT_EQ(probes.rows.size(), 2u);
  const std::vector<double> expected{0.1 + 0.6 + 8, 0.1, -0.3, -0.5 + 3 + 8, -0.5, -1.5};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(probes.rows[1][i + 2], expected[i], 1e-13);
  const Table middle = read_csv(scratch / "lines/middle.csv");
  EXPECT_EQ(middle.columns, (std::vector<std::string>{"distance[m]", "x[m]", "y[m]", "temperature[K]"}));
  ASSERT_EQ(middle.rows.size(), 8u);
  for (const auto& row : middle.rows) EXPECT_NEAR(row[3], 2 * row[2] + 8, 1e-13);
  EXPECT_EQ(read_csv(scratch / "lines/slanted.csv").rows.size(), 11u);
}

// The colours of a series mean the same for as long as they can: a range only grows, also after a resume.
TEST(Watchers, PicturesOfASeriesHaveOneLook) {
  Scratch whole, parts;
  run(whole.path, everything(), 0, 20);
  run(parts.path, everything(), 0, 7);
  run(parts.path, everything(), 7, 13, true);
  std::filesystem::create_directory(parts / "temperature-000011.png");  // not a picture: not read
  run(parts.path, everything(), 12, 20);
  std::pair last(1.0, -1.0);
  std::set<std::pair<int, int>> sizes;
  for (int step : {0, 5, 10, 14, 19}) {  // temperature = x + 2 y + step
    const std::string file = fmt::format("temperature-{:06}.png", step);
    const std::string note = png_note(whole / file, "range").value_or("");
    EXPECT_EQ(png_note(parts / file, "range"), note);
    std::istringstream words(note);
    std::pair<double, double> range;
    words >> range.first >> range.second;
    if (step > 0) {
      EXPECT_EQ(range.first, last.first) << file;
      EXPECT_GT(range.second, last.second) << file;
    }
    last = range;
    sizes.emplace(read_png(whole / file).width, read_png(whole / file).height);
  }
  sizes.emplace(read_png(whole / "temperature.png").width, read_png(whole / "temperature.png").height);
  EXPECT_EQ(sizes.size(), 1u);
}

TEST(Watchers, StoppedAndResumedEqualsUnbroken) {
  Scratch whole;
  run(whole.path, everything(), 0, 20);
  for (std::int64_t stop = 1; stop < 20; ++stop) {
    Scratch parts;
    run(parts.path, everything(), 0, stop);
    run(parts.path, everything(), stop, 20);
    expect_same_files(whole.path, parts.path);
  }
}

TEST(Watchers, KilledAndResumedEqualsUnbroken) {
  Scratch whole;
  run(whole.path, everything(), 0, 20);
  for (std::int64_t kill : {4, 7, 13, 17}) {  // the newest checkpoint is three steps older
    Scratch parts;
    run(parts.path, everything(), 0, kill, true);
    run(parts.path, everything(), kill - 3, 20);
    expect_same_files(whole.path, parts.path);
  }
}

TEST(Watchers, StoppedThenKilledThenResumed) {
  OutputOptions options = everything();
  options.every = {};
  options.every_steps = 8;
  options.history_every = 9;
  Scratch whole, parts;
  run(whole.path, options, 0, 20);
  run(parts.path, options, 0, 3);        // leaves a row and a file of step 3, which belong to no schedule
  run(parts.path, options, 3, 6, true);  // killed before anything regular was written
  run(parts.path, options, 5, 20);
  expect_same_files(whole.path, parts.path);
}

TEST(Watchers, ResumeOfAFinishedRunChangesNothing) {
  Scratch once, twice;
  run(once.path, everything(), 0, 7);
  run(twice.path, everything(), 0, 7);
  run(twice.path, everything(), 7, 7);
  expect_same_files(once.path, twice.path);
}

// The marks of files in a checkpoint at the end of these steps.
FileMarks marks(const Path& folder, std::int64_t from, std::int64_t to) {
  Formula2D solver(box(2, {6, 8, 1}, true));
  auto watchers = output_watchers(folder, solver.grid, everything(), "A test");
  for (auto& w : watchers) w->begin(solver, {from, dt * double(from), dt});
  for (solver.step = from + 1; solver.step <= to; ++solver.step)
    for (auto& w : watchers) w->after_step(solver, {solver.step, dt * double(solver.step), dt});
  for (auto& w : watchers) w->finish(solver, {to, dt * double(to), dt});
  FileMarks all;
  for (auto& w : watchers)
    if (auto* const table = dynamic_cast<Marked*>(w.get())) all.insert(table->mark());
  return all;
}

std::string misfit_of(const Path& file, const FileMark& mark) {
  return file.extension() == ".pvd" ? Collection(file).misfit(mark) : misfit(file, mark);
}

TEST(Watchers, MarksAreThoseOfAnUnbrokenRun) {
  for (std::int64_t stop : {1, 3, 4, 5, 9, 10, 11}) {
    Scratch whole, parts;
    const FileMarks expected = marks(whole.path, 0, 11);
    const FileMarks before = marks(parts.path, 0, stop);
    EXPECT_EQ(marks(parts.path, stop, 11), expected) << stop;
    EXPECT_EQ(expected.size(), 3u);
    for (const auto& [name, mark] : before) EXPECT_EQ(misfit_of(whole / name, mark), "") << name << " " << stop;
    for (const auto& [name, mark] : expected) {
      SCOPED_TRACE(name);
      const std::string text = read_file(whole / name), last = name == "fields.pvd" ? "timestep=\"0.5" : "\n8,0.8";
      std::string changed = text;
      changed[text.find(last) + last.size() - 1] ^= 1;
      write_file(whole / name, changed);
      EXPECT_HAS(misfit_of(whole / name, mark), "was changed");
      write_file(whole / name, text.substr(0, text.find(last)));
      EXPECT_HAS(misfit_of(whole / name, mark), "is cut off");
      remove_file(whole / name);
      EXPECT_HAS(misfit_of(whole / name, mark), "is missing");
    }
  }
}

TEST(Watchers, LinksInTheFolderAreNotFollowed) {
  for (const char* name : {"history.csv", "probes.csv", "fields.pvd", "fields", "lines"}) {
    SCOPED_TRACE(name);
    Scratch scratch, victim;
    run(scratch.path, everything(), 0, 6);
    const bool folder = std::filesystem::is_directory(scratch / name);
    std::filesystem::rename(scratch / name, victim / name);
    std::filesystem::create_symlink(victim / name, scratch / name);
    const auto content = [&] { return folder ? "" : read_file(victim / name); };
    const std::string before = content();
    const std::vector<std::string> names = names_in(victim.path);
    const std::string text = message_of([&] { run(scratch.path, everything(), 4, 9); });
    EXPECT_HAS(text, folder ? "a link or a file has its name" : "it is a link");
    EXPECT_EQ(names_in(victim.path), names);
    EXPECT_EQ(content(), before);
  }
}

TEST(Watchers, WithoutScheduleOnlyTheEnd) {
  Scratch scratch;
  OutputOptions options;
  options.fields = {"temperature"};
  run(scratch.path, options, 0, 5);
  EXPECT_EQ(names_in(scratch.path),
            (std::vector<std::string>{"fields.pvd", "fields/step-000000005.vtr", "history.csv"}));
  write_file(scratch / "history.csv", "step,other\n1,2\n");
  run(scratch.path, options, 0, 3);  // a fresh run in the same folder leaves nothing of the old one
  EXPECT_EQ(names_in(scratch.path),
            (std::vector<std::string>{"fields.pvd", "fields/step-000000003.vtr", "history.csv"}));
  EXPECT_EQ(read_csv(scratch / "history.csv").rows.size(), 3u);
}

TEST(Watchers, FieldFilesHaveAMaskWhereThereAreBodies) {
  Scratch scratch;
  Formula2D solver(box(2, {6, 8, 1}, true));
  OutputOptions options;
  options.fields = {"temperature"};
  const auto solid = [](const std::array<int, 3>& c) { return c[0] < 2 && c[1] > 4; };
  Fields fields(scratch.path, solver.grid, options, solid);
  fields.begin(solver, {});
  fields.finish(solver, {3, 0.5, 0.1});
  const Path file = scratch / "fields/step-000000003.vtr";
  EXPECT_EQ(vtk_fields(file), (std::vector<std::string>{"temperature", "body"}));
  const Sample mask = read_vtk(file, solver.grid, "body");
  ASSERT_EQ(mask.values.size(), 48u);
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 6; ++i) EXPECT_EQ(mask.values[i + 6 * j], solid({i, j, 0})) << i << " " << j;
}

TEST(Watchers, Mistakes) {
  Scratch scratch;
  OutputOptions options;
  options.fields = {"temprature"};
  EXPECT_HAS(message_of([&] { run(scratch.path, options, 0, 1); }, Exit::usage), "Did you mean 'temperature'?");
  options.fields = {"velocity.z"};
  EXPECT_HAS(message_of([&] { run(scratch.path, options, 0, 1); }, Exit::usage), "velocity.z");
  options.fields = {};
  options.probe = {{{5.0, 0.0}, {}}};
  EXPECT_HAS(message_of([&] { run(scratch.path, options, 0, 1); }, Exit::usage),
             "a probe at (5, 0) lies outside of the mesh");
  options.probe.clear();
  options.line = {{"far", {0, 0}, {0, 9}, {}, 3}};
  EXPECT_HAS(message_of([&] { run(scratch.path, options, 0, 1); }, Exit::usage), "line 'far'");
  write_file(scratch / "plain", "");
  EXPECT_HAS(message_of([&] { run(scratch / "plain", {}, 0, 1); }), "plain");
}

TEST(Stored, DamagedFieldsAreRefused) {
  Scratch scratch;
  const Grid grid = box(2, {4, 4, 1});
  const Path file = scratch / "step-000000001.vti", index = scratch / "step-000000001.pvti";
  const Function one = [](double, double, double) { return 1.0; };
  write_vtk(file, grid, std::vector{sampled(grid, "heat", {one})}, 0);
  const std::string good = read_file(file);
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string bad = good;
    write_file(file, bad.replace(bad.find(from), from.size(), to));
    return message_of([&] { read_vtk(file, grid, "heat"); });
  };
  EXPECT_HAS(refusal("NumberOfComponents=\"1\"", "NumberOfComponents=\"2000000000\""), "larger than the file");
  EXPECT_HAS(refusal("offset=\"0\"", "offset=\"18446744073709551615\""), "larger than the file");
  EXPECT_HAS(refusal("offset=\"0\"", "offset=\"8\""), "has another size than the grid");
  const std::string head = "<VTKFile>\n<Piece Extent=\"0 2 0 4 0 0\" Source=\"";
  write_file(index, head + "step-000000001.pvti\"/>\n</VTKFile>\n");  // an index that lists itself as a piece
  EXPECT_HAS(message_of([&] { vtk_fields(index); }), "not a VTK file of ours");
  write_vtk(scratch / "a.vti", grid, {{0, 0, 0}, {2, 4, 1}}, std::vector{sampled(box(2, {2, 4, 1}), "heat", {one})}, 0);
  write_vtk(scratch / "b.vti", grid, {{2, 0, 0}, {4, 4, 1}},
            std::vector{sampled(box(2, {2, 4, 1}), "heat", {one, one})}, 0);
  write_file(index, head + "b.vti\"/>\n<Piece Extent=\"2 4 0 4 0 0\" Source=\"a.vti\"/>\n</VTKFile>\n");
  EXPECT_HAS(message_of([&] { read_vtk(index, grid, "heat"); }), "of another kind than in the other pieces");
}

TEST(Collection, IsAlwaysValidAndCutsBack) {
  Scratch scratch;
  std::filesystem::create_directory(scratch / "fields");
  Collection all(scratch / "fields.pvd");
  for (std::int64_t step : {0, 10, 20}) {
    const std::string file = "fields/step-0000000" + std::string(step == 0 ? "00" : std::to_string(step)) + ".vti";
    write_file(scratch / file, "x");
    all.add({step, 0.1 * double(step), file});
    all.write();
    EXPECT_HAS(read_file(scratch / "fields.pvd"), "</VTKFile>");
  }
  Collection again(scratch / "fields.pvd");
  again.load();
  ASSERT_EQ(again.entries().size(), 3u);
  EXPECT_EQ(again.entries()[2].time, 0.1 * 20);
  again.cut_back(10);
  again.write();
  EXPECT_EQ(names_in(scratch.path),
            (std::vector<std::string>{"fields.pvd", "fields/step-000000000.vti", "fields/step-000000010.vti"}));
  write_file(scratch / "step-000000030.vti", "not of the run");
  std::string text = read_file(scratch / "fields.pvd");
  text.replace(text.find("fields/step-000000010"), 21, "fields/../step-000000030");
  write_file(scratch / "fields.pvd", text);
  again.load();
  again.cut_back(-1);
  EXPECT_TRUE(std::filesystem::exists(scratch / "step-000000030.vti"));
  EXPECT_EQ(step_in_name("temperature-000123.png", "temperature-", ".png"), 123);
  EXPECT_EQ(step_in_name("temperature-12.png", "temperature-", ".png"), -1);
  EXPECT_EQ(step_in_name("temperature-00x123.png", "temperature-", ".png"), -1);
}

}  // namespace
}  // namespace eddy
