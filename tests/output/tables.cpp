// Tables, schedules, interpolation.
#include <fcntl.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

#include "base/text.hpp"
#include "output/csv.hpp"
#include "output/interpolate.hpp"
#include "output/schedule.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {
namespace {

void add_row(CsvFile& file, const std::vector<double>& values) { file.rows(std::array{values}); }

TEST(Csv, NumbersReadBackToTheSameBits) {
  Scratch scratch;
  Table table{{"a", column("time", "s")}, {}};
  std::mt19937_64 random(1);
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, 8);
    table.rows.push_back({std::isfinite(value) ? value : -0.0, 0.1 * i});
  }
  write_csv(scratch / "t.csv", table);
  const Table back = read_csv(scratch / "t.csv");
  EXPECT_EQ(back.columns, (std::vector<std::string>{"a", "time[s]"}));
  ASSERT_EQ(back.rows.size(), table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    EXPECT_EQ(std::memcmp(back.rows[i].data(), table.rows[i].data(), 16), 0) << i;
}

TEST(Csv, CutBackAndAppend) {
  Scratch scratch;
  const Path path = scratch / "history.csv";
  std::string expected = "step,time[s]\n";
  {
    CsvFile file(path);
    file.header({"step", "time[s]"});
    for (int step = 2; step <= 20; step += 2) add_row(file, {double(step), 0.1 * step});
  }
  const std::string whole = read_file(path);
  CsvFile(path).cut_back(20);
  EXPECT_EQ(read_file(path), whole);
  for (int keep : {21, 19, 13, 2, 1, 0, -1}) {
    write_file(path, whole);
    CsvFile file(path);
    file.cut_back(keep);
    std::int64_t last = -1;
    for (const auto& row : read_csv(path).rows) last = static_cast<std::int64_t>(row[0]);
    EXPECT_EQ(last, keep >= 2 ? std::min(20, keep / 2 * 2) : -1);
    file.header({"step", "time[s]"});
    for (int step = keep < 2 ? 2 : std::min(20, keep / 2 * 2) + 2; step <= 20; step += 2)
      add_row(file, {double(step), 0.1 * step});
    EXPECT_EQ(read_file(path), whole) << keep;
  }
}

TEST(Csv, TornLastLineGoes) {
  Scratch scratch;
  const Path path = scratch / "h.csv";
  write_file(path, "step,a\n1,0.5\n2,0.2");
  CsvFile(path).cut_back(100);
  EXPECT_EQ(read_file(path), "step,a\n1,0.5\n");
  write_file(path, "step,");
  CsvFile(path).cut_back(100);
  EXPECT_EQ(read_file(path), "");
  CsvFile(scratch / "none.csv").cut_back(5);
}

TEST(Csv, ACommentStaysOnTop) {
  Scratch scratch;
  const Path path = scratch / "h.csv";
  const std::string head = "# eddy 1\nstep,a\n";
  {
    CsvFile file(path, "# eddy 1\n");
    file.header({"step", "a"});
    EXPECT_EQ(read_file(path), head);
    EXPECT_EQ(file.mark_kept(1), FileMark{});  // no rows yet
    add_row(file, {1.0, 0.1});
    add_row(file, {2.0, 0.2});
    EXPECT_EQ(file.mark(), mark_of(head + "1,0.1\n2,0.2\n"));
  }
  CsvFile(path).cut_back(1);
  EXPECT_EQ(read_file(path), head + "1,0.1\n");
  CsvFile newer(path, "# eddy 2\n");  // another version continues the file, which keeps its comment
  newer.header({"step", "a"});
  add_row(newer, {2.0, 0.2});
  EXPECT_EQ(read_file(path), head + "1,0.1\n2,0.2\n");
  EXPECT_EQ(read_csv(path).columns, (std::vector<std::string>{"step", "a"}));
  EXPECT_THROW(CsvFile(path, "# eddy 2\n").header({"step", "b"}), Error);
  for (const std::string torn : {"# ed", "# eddy 1\nste"}) {
    write_file(path, torn);
    CsvFile(path).cut_back(100);
    EXPECT_EQ(read_file(path), "") << torn;
  }
}

TEST(Csv, IrregularEndGoes) {
  Scratch scratch;
  const Path path = scratch / "h.csv";
  write_file(path, "step,a\n10,1\n20,2\n27,3\n");
  CsvFile(path).cut_back(30, 10);
  EXPECT_EQ(read_file(path), "step,a\n10,1\n20,2\n");
}

TEST(Csv, AnotherIntervalKeepsTheRows) {
  Scratch scratch;
  const Path path = scratch / "h.csv";
  const std::string rows = "step,a\n7,1\n14,2\n21,3\n";
  write_file(path, rows);
  CsvFile(path).cut_back(30, 14);
  EXPECT_EQ(read_file(path), "step,a\n7,1\n14,2\n");
}

void expect_put_back(const std::function<void(const Path&)>& harm) {
  Scratch scratch;
  const Path path = scratch / "h.csv";
  CsvFile file(path);
  file.header({"step", "a"});
  add_row(file, {1.0, 0.1});
  harm(path);
  add_row(file, {2.0, 0.2});
  EXPECT_EQ(read_file(path), "step,a\n1,0.1\n2,0.2\n");
  harm(path);
  file.sync();
  EXPECT_EQ(read_file(path), "step,a\n1,0.1\n2,0.2\n");
  EXPECT_EQ(file.mark(), mark_of(read_file(path)));
}

TEST(Csv, RemovedWhileWrittenComesBack) {
  expect_put_back([](const Path& path) { std::filesystem::remove(path); });
  expect_put_back([](const Path& path) { std::filesystem::rename(path, path.string() + ".old"); });
}

TEST(Csv, ChangedWhileWrittenIsFound) {
  const std::vector<std::function<void(const Path&)>> harms{
      [](const Path& path) { std::filesystem::resize_file(path, 9); },
      [](const Path& path) { std::filesystem::resize_file(path, 90); },
      [](const Path& path) { write_file(path, "step,a\n1,0.1\n"); }};
  for (const auto& harm : harms) {
    Scratch scratch;
    CsvFile file(scratch / "h.csv");
    file.header({"step", "a"});
    add_row(file, {1.0, 0.1});
    harm(scratch / "h.csv");
    const std::string before = read_file(scratch / "h.csv");
    EXPECT_HAS(message_of([&] { add_row(file, {2.0, 0.2}); }), "was changed by another program");
    EXPECT_HAS(message_of([&] { file.sync(); }), "was changed by another program");
    EXPECT_EQ(read_file(scratch / "h.csv"), before);
  }
}

TEST(Csv, LinksAreNotFollowed) {
  Scratch scratch;
  const std::string precious = "step,a\n1,1\n2,2\n";
  write_file(scratch / "precious", precious);
  std::filesystem::create_symlink(scratch / "precious", scratch / "soft.csv");
  CsvFile soft(scratch / "soft.csv");
  EXPECT_HAS(message_of([&] { soft.cut_back(1); }), "it is a link");
  EXPECT_HAS(message_of([&] { soft.header({"step", "a"}); }), "it is a link");
  std::filesystem::create_hard_link(scratch / "precious", scratch / "hard.csv");
  CsvFile hard(scratch / "hard.csv");
  hard.cut_back(1);
  hard.header({"step", "a"});
  add_row(hard, {3.0, 3.0});
  EXPECT_EQ(read_file(scratch / "hard.csv"), "step,a\n1,1\n3,3\n");
  EXPECT_EQ(read_file(scratch / "precious"), precious);
}

TEST(Csv, Errors) {
  Scratch scratch;
  write_file(scratch / "other.csv", "step,b\n");
  CsvFile other(scratch / "other.csv");
  EXPECT_HAS(message_of([&] { other.header({"step", "a"}); }), "has other columns");
  CsvFile nowhere(scratch / "no/h.csv");
  EXPECT_HAS(message_of([&] { nowhere.header({"step"}); }), "cannot write");
  write_file(scratch / "bad.csv", "a,b\n1,2\n1,two\n");
  EXPECT_HAS(message_of([&] { read_csv(scratch / "bad.csv"); }), "line 3: 'two' is not a number");
  write_file(scratch / "bad.csv", "a,b\n1\n");
  EXPECT_HAS(message_of([&] { read_csv(scratch / "bad.csv"); }), "line 2: 1 numbers, but the header names 2");
  write_file(scratch / "bad.csv", "");
  EXPECT_HAS(message_of([&] { read_csv(scratch / "bad.csv"); }), "empty");
}

TEST(Csv, FullDiskLeavesWholeLines) {
  Scratch scratch;
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  CsvFile file(scratch / "h.csv");
  file.header({"step", "value"});
  add_row(file, {1.0, 0.1});
  const std::string whole = read_file(scratch / "h.csv");
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  rlimit small{whole.size() + 3, limit.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const std::string text = message_of([&] { add_row(file, {2.0, 0.2}); });
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  EXPECT_HAS(text, "cannot write");
  EXPECT_EQ(read_file(scratch / "h.csv"), whole);
}

std::vector<std::int64_t> written(Schedule schedule, double dt, std::int64_t from, std::int64_t to) {
  std::vector<std::int64_t> steps;
  double time = 0;
  for (std::int64_t step = 1; step <= to; ++step) {
    time += dt;
    if (step == from) schedule.begin({step, time, dt});
    if (step > from && schedule.due({step, time, dt})) steps.push_back(step);
  }
  return steps;
}

TEST(Schedule, ByTimeIsTheFirstStepAtOrAfter) {
  EXPECT_EQ(written({0.8, {}}, 0.1, 0, 24), (std::vector<std::int64_t>{8, 16, 24}));  // despite rounding
  EXPECT_EQ(written({0.25, {}}, 0.1, 0, 10), (std::vector<std::int64_t>{3, 5, 8, 10}));
  // Several multiples in one step give one file.
  EXPECT_EQ(written({0.1, {}}, 0.25, 0, 3), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(Schedule, BySteps) {
  EXPECT_EQ(written({{}, 4}, 0.1, 0, 13), (std::vector<std::int64_t>{4, 8, 12}));
  EXPECT_EQ(written({0.5, 4}, 0.1, 0, 10), (std::vector<std::int64_t>{4, 5, 8, 10}));
  EXPECT_TRUE(written({{}, {}}, 0.1, 0, 50).empty());
  EXPECT_FALSE(Schedule({}, {}).set());
}

TEST(Schedule, ResumedEqualsUnbroken) {
  for (double every : {0.05, 0.1, 0.3, 0.7, 1.0 / 3})
    for (double dt : {0.01, 0.1, 0.033, 0.4}) {
      const Schedule schedule(every, {});
      const auto whole = written(schedule, dt, 0, 200);
      for (std::int64_t stop = 1; stop < 200; ++stop) {
        std::vector<std::int64_t> rest;
        for (std::int64_t step : whole)
          if (step > stop) rest.push_back(step);
        ASSERT_EQ(written(schedule, dt, stop, 200), rest) << every << " " << dt << " " << stop;
      }
    }
}

TEST(Schedule, KnowsWhatWasOnlyTheEnd) {
  const Schedule schedule(0.5, {});
  EXPECT_TRUE(schedule.regular({5, 0.5, 0.1}, 0));
  EXPECT_FALSE(schedule.regular({7, 0.7, 0.1}, 0.5));
  EXPECT_TRUE(schedule.regular({0, 0, 0}, 0));
  EXPECT_FALSE(Schedule({}, {}).regular({7, 0.7, 0.1}, 0.5));
  EXPECT_TRUE(Schedule({}, 7).regular({7, 0.7, 0.1}, 0.5));
}

TEST(Interpolation, ExactForLinearFunctionsUpToTheWalls) {
  const Function f = [](double x, double y, double z) { return 1 + 2 * x - 3 * y + 0.5 * z; };
  const Function g = [](double x, double y, double z) { return -x + y + z; };
  std::mt19937 random(2);
  std::uniform_real_distribution<double> part(0, 1);
  for (int dimensions : {1, 2, 3})
    for (bool stretched : {false, true})
      for (Location location : {Location::cell, Location::node}) {
        const Grid grid = box(dimensions, {7, 5, 4}, stretched);
        const Sample s = sampled(grid, "f", {f, g}, location);
        const Interpolator value(grid, s);
        for (int n = 0; n < 200; ++n) {
          Point p{0, 0, 0};
          for (int a = 0; a < dimensions; ++a) p[a] = grid.lower(a) + part(random) * (grid.upper(a) - grid.lower(a));
          for (int a = dimensions; a < 3; ++a) p[a] = location == Location::cell ? grid.centre(a, 0) : grid.lower(a);
          EXPECT_NEAR(value(p, 0), f(p[0], p[1], p[2]), 1e-13);
          EXPECT_NEAR(value(p, 1), g(p[0], p[1], p[2]), 1e-13);
        }
      }
}

TEST(Interpolation, OneCellAndNaN) {
  const Grid grid = box(2, {1, 3, 1});
  Sample s = sampled(grid, "f", {[](double, double y, double) { return y; }});
  EXPECT_NEAR(Interpolator(grid, s)({0.2, 0.3, 0}), 0.3, 1e-14);
  s.values[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Interpolator(grid, s)({0.2, grid.centre(1, 1), 0}), s.values[1]);  // a NaN in a neighbour has no effect
  s.size[1] = 4;
  EXPECT_HAS(message_of([&] { Interpolator(grid, s); }, Exit::fault), "field 'f' has 4 points along y, its grid 3.");
}

TEST(Interpolation, LinePoints) {
  const Grid grid = box(2, {4, 8, 1});
  LineOptions line{"l", {0.0, 1.5}, {0.0, -0.5}, {}, 0};
  const auto down = line_points(grid, line);
  ASSERT_EQ(down.size(), 8u);
  EXPECT_EQ(down.front()[1], grid.centre(1, 7));
  EXPECT_EQ(down.back()[1], grid.centre(1, 0));
  line.points = 3;
  const auto three = line_points(grid, line);
  ASSERT_EQ(three.size(), 3u);
  EXPECT_EQ(three[0][1], 1.5);
  EXPECT_NEAR(three[1][1], 0.5, 1e-15);
  EXPECT_EQ(three[2][1], -0.5);
  const auto slanted =
      line_points(grid, {"s", {-0.5, -0.5}, {0.5, 1.5}, {}, 0});  // cuts at 3 inner columns, 7 inner rows, 3 shared
  EXPECT_EQ(slanted.size(), 8u);
  EXPECT_EQ(line_points(grid, {"p", {0, 0}, {0, 0}, {}, 0}).size(), 1u);
}

TEST(Tables, AreShownInUnits) {
  const Table si{{"step", "time[s]", "temperature_max[K]", "rms_temperature[K]", "force_wing_x[N/m]"},
                 {{1, 90, 293.15, 2, 3}}};
  const Table shown = in_units(si, {"min", "degC", "kN"});
  const std::vector<std::string> columns{"step", "time[min]", "temperature_max[°C]", "rms_temperature[K]",
                                         "force_wing_x[N/m]"};
  EXPECT_EQ(shown.columns, columns);
  EXPECT_EQ(shown.rows, (std::vector<std::vector<double>>{{1, 1.5, 20, 2, 3}}));
  EXPECT_EQ(in_units(si, {}).columns, si.columns);
}

}  // namespace
}  // namespace eddy
