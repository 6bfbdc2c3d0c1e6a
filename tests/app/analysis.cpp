// Evaluation of runs: averages through a resume, shapes, films.
#include <sys/wait.h>

#include "app/run/checkpoints.hpp"
#include "app/run/runner.hpp"
#include "app/verbs/parity.hpp"
#include "output/checkpoint.hpp"
#include "output/csv.hpp"
#include "output/film.hpp"
#include "output/vtk.hpp"
#include "solver/loop.hpp"
#include "tests/app/swing.hpp"
#include "tests/mesh/helper.hpp"

namespace eddy {
namespace {

// Statistics.

TEST(RunStatistics, AreTheAveragesOfWhatTheRunShows) {
  const Case c = case_of(swinging);
  const Grid grid = make_grid(c.mesh);
  const auto simulation = make_simulation(c, grid, cpu_devices().front());
  class Adder : public Watcher {
   public:
    void after_step(const Watched& w, const Moment& m) override {
      const double weight = std::min(m.dt, m.time - 1.005);
      if (weight <= 0) return;
      const auto values = w.sample("temperature").values;
      sum.resize(values.size());
      squares.resize(values.size());
      for (std::size_t n = 0; n < values.size(); ++n) {
        sum[n] += weight * values[n];
        squares[n] += weight * values[n] * values[n];
      }
      all += weight;
    }
    std::vector<long double> sum, squares;
    long double all = 0;
  };
  std::vector<std::unique_ptr<Watcher>> watchers;
  watchers.push_back(std::make_unique<Adder>());
  Moment now;
  run_loop(*simulation, now, c.run, watchers, [] { return true; });
  const auto& adder = static_cast<const Adder&>(*watchers[0]);
  EXPECT_NEAR(double(adder.all), 4 - 1.005, 1e-9);
  const auto mean = simulation->sample("mean_temperature").values, rms = simulation->sample("rms_temperature").values;
  for (std::size_t n = 0; n < mean.size(); ++n) {
    const long double m = adder.sum[n] / adder.all;
    EXPECT_NEAR(mean[n], double(m), 1e-12);
    EXPECT_NEAR(rms[n], double(std::sqrt(adder.squares[n] / adder.all - m * m)), 1e-9);
  }
  EXPECT_GT(rms[0], 0.3);
}

TEST(RunStatistics, DoNotChangeTheRun) {
  const Outcome with = run_in_memory(case_of(swinging), true),
                without = run_in_memory(case_of(swinging, {"statistics="}), true);
  EXPECT_EQ(with.fields[0].values, without.fields[0].values);
  EXPECT_EQ(with.fields.size(), without.fields.size() + 2);
}

TEST(RunStatistics, AreTheSameEverywhere) {
  for (const char* precision : {"double", "single"}) {
    const std::string set = std::string("run.precision=") + precision;
    const Outcome cpu = run_in_memory(case_of(swinging, {set, "run.threads=1"}), true);
    for (const std::string& place : other_places()) {
      const Difference found = difference(cpu, run_in_memory(case_of(swinging, {set, place}), true));
      EXPECT_FALSE(found.any()) << place << ": " << found.first;
    }
  }
}

TEST(RunStatistics, AreKeptThroughAResume) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "swing", swinging);
  for (const std::string precision : {"run.precision=double", "run.precision=single"}) {
    const Path whole = scratch / "whole", broken = scratch / "broken";
    ASSERT_EQ(run(path, whole, {precision}).code, Exit::done);
    for (const int stop : {57, 101, 250}) {  // before, at and after the start of averaging
      ASSERT_EQ(run(path, broken, {precision, "run.steps=" + std::to_string(stop), "signal.swing.from=0"}).code,
                Exit::done);
      ResumeArguments a;
      a.folder = broken;
      a.set = {"run.steps=400"};
      ASSERT_EQ(printed([&] { return verb::resume(a, quiet); }).code, Exit::done);
      const Checkpoint expected = newest_good(whole).checkpoint, found = newest_good(broken).checkpoint;
      EXPECT_EQ(expected.scalars, found.scalars);
      ASSERT_EQ(expected.arrays.size(), found.arrays.size());
      for (std::size_t n = 0; n < expected.arrays.size(); ++n) {
        EXPECT_EQ(expected.arrays[n].name, found.arrays[n].name);
        EXPECT_EQ(expected.arrays[n].bytes, found.arrays[n].bytes) << expected.arrays[n].name;
      }
      EXPECT_EQ(read_file(whole / "fields/step-000000400.vti"), read_file(broken / "fields/step-000000400.vti"));
      EXPECT_EQ(printed([&] { return verb::plot(broken, "rms_temperature", {}, quiet); }).code, Exit::done);
      std::filesystem::remove_all(broken);
    }
    std::filesystem::remove_all(whole);
  }
}

TEST(RunStatistics, Refusals) {
  EXPECT_HAS(refusal(swinging, {"statistics.fields=[\"temprature\"]"}), "Did you mean 'temperature'?");
  EXPECT_HAS(refusal(swinging, {"statistics.start=", "statistics.fields=[\"temperature\"]"}),
             "statistics.fields needs statistics.start");
  EXPECT_HAS(refusal(swinging, {"run.end_time=1", "run.steps="}), "lies behind run.end_time = 1");
  EXPECT_HAS(refusal(swinging, {"run.steady=1e-8", "run.steps=", "run.dt="}), "has no meaning with run.steady");
  EXPECT_HAS(refusal(swinging, {"output.fields=[\"mean_temprature\"]"}), "Did you mean 'mean_temperature'?");
  EXPECT_NO_THROW(case_of(swinging, {"output.fields=[\"mean_temperature\"]"}));
}

// Shapes in a case.

const char* const heated = R"toml(
solver = "heat"
run = { device = "cpu", steady = 1e-10 }
boundary.others = { kind = "temperature", temperature = 0 }
)toml";
const std::string plane = std::string(heated) + "mesh = { lower = [0, 0], upper = [1, 1], cells = [32, 32] }\n";
const std::string cube =
    std::string(heated) + "mesh = { lower = [0, 0, 0], upper = [1, 1, 1], cells = [16, 16, 16] }\n";

double number(const Outcome& o, const std::string& name) { return find(o.results, name).value_or(std::nan("")); }

TEST(Shapes, PolygonIsARegionOfHeat) {
  const std::string l = "points = [[0.25, 0.25], [0.75, 0.25], [0.75, 0.5], [0.5, 0.5], [0.5, 0.75], [0.25, 0.75]]\n";
  const Outcome polygon = run_in_memory(case_of(plane + "[region.l]\nshape = \"polygon\"\nsource = 8\n" + l), true);
  const Outcome boxes = run_in_memory(
      case_of(plane + "[region.a]\nshape = \"box\"\nsource = 8\nlower = [0.25, 0.25]\nupper = [0.75, 0.5]\n" +
              "[region.b]\nshape = \"box\"\nsource = 8\nlower = [0.25, 0.5]\nupper = [0.5, 0.75]\n"),
      true);
  EXPECT_EQ(number(polygon, "heat_source"), 1.5);  // 8 × 3/16
  EXPECT_EQ(polygon.fields[0].values, boxes.fields[0].values);
}

TEST(Shapes, StlIsARegionOfHeat) {
  const Scratch scratch;
  make_folder(scratch / "stl");
  write_file(scratch / "stl/box.stl", binary_stl(box_triangles({250, 250, 250}, {500, 750, 500})));  // millimetres
  const std::string region =
      "[region.block]\nshape = \"stl\"\nfile = \"box.stl\"\nscale = 1e-3\noffset = [0.25, 0, 0]\nsource = 16\n";
  write_file(scratch / "stl/case.toml", cube + region);
  ASSERT_EQ(run(scratch / "stl", scratch / "run").code, Exit::done);
  const json summary = json::parse(read_file(scratch / "run/summary.json"));
  EXPECT_EQ(summary["results"]["heat_source"], 0.5);  // 16 × 1/4 × 1/2 × 1/4
  const Outcome box = run_in_memory(case_of(cube + "[region.block]\nshape = \"box\"\nsource = 16\n" +
                                            "lower = [0.5, 0.25, 0.25]\nupper = [0.75, 0.75, 0.5]\n"),
                                    false);
  EXPECT_EQ(summary["results"]["temperature_max"], number(box, "temperature_max"));
  // The folder is complete without the case: the surface was copied into it.
  std::filesystem::remove_all(scratch / "stl");
  EXPECT_TRUE(std::filesystem::exists(scratch / "run/region/block.stl"));
  EXPECT_EQ(printed([&] { return verb::plot(scratch / "run", "source", {}, quiet); }).code, Exit::done);
}

TEST(Shapes, RefusalsHaveAPlace) {
  const Scratch scratch;
  const auto said = [&](const std::string& mesh, const std::string& region) {
    const std::string text = mesh + "[region.a]\nsource = 1\n" + region;
    return message_of([&] { read_case_text(text, scratch / "case.toml", {}, solver_keys_list()); }, Exit::usage);
  };
  const std::string polygon = "shape = \"polygon\"\n", stl = "shape = \"stl\"\n";
  EXPECT_HAS(said(plane, polygon + "points = [[0, 0], [1, 1], [1, 0], [0, 1]]\n"),
             "case.toml:9:1 error: region.a: its edges (0, 0)–(1, 1) and (1, 0)–(0, 1) meet.");
  EXPECT_HAS(said(plane, polygon + "points = [[0, 0], [1, 1]]\n"),
             "case.toml:9:1 error: region.a: a polygon needs three points or more, not 2.");
  EXPECT_HAS(said(plane, polygon + "points = []\n"), "case.toml:9:10 error: region.a.points holds no points.");
  EXPECT_HAS(said(plane, polygon + "points = [[0, 0], [1, 1, 1], [1, 0]]\n"),
             "case.toml:9:19 error: region.a.points[2] has 3 entries and needs 2.");
  EXPECT_HAS(said(plane, polygon + "points = [[0, 0], [nan, 1], [1, 0]]\n"), "must be a finite number");
  EXPECT_HAS(said(plane, polygon), "case.toml:8:1 error: a polygon needs points.");
  EXPECT_HAS(said(plane, polygon + "points = 3\n"), "must be a list of points, not 3");
  EXPECT_HAS(said(plane, "shape = \"sphere\"\ncentre = [0, 0]\nradius = 1\npoints = [[0, 0]]\n"),
             "points has no meaning for this shape, only for polygon.");
  EXPECT_HAS(said(plane, stl + "file = \"a.stl\"\n"), "needs a mesh of three dimensions");
  EXPECT_HAS(said(cube, stl), "case.toml:8:1 error: an STL shape needs a file.");
  EXPECT_HAS(said(cube, stl + "file = \"\"\n"), "an STL shape needs a file.");
  EXPECT_HAS(said(cube, stl + "file = \"a.stl\"\n"),
             "case.toml:9:1 error: region.a: 'a.stl' is not there. Paths are relative to the case file.");
  Triangles open = box_triangles({0, 0, 0}, {1, 1, 1});
  open.pop_back();
  write_file(scratch / "a.stl", ascii_stl(open));
  EXPECT_HAS(said(cube, stl + "file = \"a.stl\"\n"),
             "case.toml:9:1 error: region.a: 'a.stl' is not watertight: 3 edges are not shared");
  write_file(scratch / "a.stl", binary_stl({}));
  EXPECT_HAS(said(cube, stl + "file = \"a.stl\"\n"), "'a.stl' holds no triangles");
}

// Films.

class Movie : public testing::Test {
 protected:
  Movie() {
    path = write_case_file(scratch, "swing", swinging);
    if (find_ffmpeg().empty()) return;
    RunArguments a;
    a.from.path = path;
    a.from.set = {"output.every_steps=20", "run.steps=200"};
    a.out = scratch / "run";
    printed([&] { return verb::run(a, quiet); });
  }
  static std::string probe(const Path& film, const std::string& what) {  // one entry of ffprobe's output
    const std::string command = "ffprobe -v error -count_frames -select_streams v:0 -show_entries stream=" + what +
                                " -of csv=p=0 '" + film.string() + "'";
    std::string text(256, '\0');
    FILE* const pipe = ::popen(command.c_str(), "r");
    text.resize(std::fread(text.data(), 1, text.size(), pipe));
    ::pclose(pipe);
    return text;
  }
  MovieArguments arguments(const std::string& field = "temperature") const {
    MovieArguments a;
    a.folder = scratch / "run";
    a.field = field;
    return a;
  }
  Scratch scratch;
  Path path;
};

TEST_F(Movie, ShowsEveryStoredState) {
  if (find_ffmpeg().empty()) GTEST_SKIP() << "ffmpeg is not installed";
  MovieArguments a = arguments();
  a.frames_per_second = 10;
  a.width = 333;
  const Printed p = printed([&] { return verb::movie(a, quiet); });
  EXPECT_EQ(p.text, (scratch / "run/temperature.mp4").string() + "\n");
  const Path film = scratch / "run/temperature.mp4";
  EXPECT_EQ(probe(film, "nb_read_frames"), "11\n");
  EXPECT_EQ(probe(film, "width"), "334\n");
  EXPECT_EQ(std::stoi(probe(film, "height")) % 2, 0);
  EXPECT_EQ(probe(film, "codec_name,pix_fmt"), "h264,yuv420p\n");
  EXPECT_EQ(probe(film, "r_frame_rate"), "10/1\n");
  for (const std::string& name : names_in(scratch / "run")) EXPECT_FALSE(name.ends_with(".part")) << name;
  a.field = "mean_temperature";
  a.to = scratch / "other.mp4";
  a.range = {0, 3};
  EXPECT_EQ(printed([&] { return verb::movie(a, quiet); }).code, Exit::done);
  EXPECT_EQ(probe(*a.to, "nb_read_frames"), "11\n");
}

TEST_F(Movie, IsWhatItsNameSays) {
  if (find_ffmpeg().empty()) GTEST_SKIP() << "ffmpeg is not installed";
  MovieArguments a = arguments();
  a.to = scratch / "film.gif";
  a.width = 333;
  a.frames_per_second = 10;
  EXPECT_EQ(printed([&] { return verb::movie(a, quiet); }).code, Exit::done);
  EXPECT_EQ(probe(*a.to, "codec_name,width"), "gif,334\n");
  EXPECT_EQ(probe(*a.to, "nb_read_frames"), "11\n");
  EXPECT_EQ(probe(*a.to, "r_frame_rate"), "10/1\n");
  for (const char* name : {"film.webm", "film.avi", "film", "film.png", ".mp4"}) {
    a.to = scratch / name;
    EXPECT_HAS(message_of([&] { verb::movie(a, quiet); }, Exit::usage), "the name of a film ends in .mp4 or .gif.");
    EXPECT_FALSE(std::filesystem::exists(*a.to));
  }
}

TEST_F(Movie, Refusals) {
  if (find_ffmpeg().empty()) GTEST_SKIP() << "ffmpeg is not installed";
  EXPECT_HAS(message_of([&] { verb::movie(arguments("temprature"), quiet); }, Exit::usage),
             "not stored a field 'temprature'. Did you mean 'temperature'? Stored: temperature, source,");
  EXPECT_HAS(message_of([&] { verb::movie(arguments("temperature.x"), quiet); }, Exit::usage), "temperature.x");
  MovieArguments a = arguments();
  a.folder = scratch / "nowhere";
  EXPECT_HAS(message_of([&] { verb::movie(a, quiet); }), "is not a folder");
  ASSERT_EQ(run(path, scratch / "short", {"run.steps=250"}).code, Exit::done);
  a.folder = scratch / "short";
  EXPECT_HAS(message_of([&] { verb::movie(a, quiet); }, Exit::usage), "has stored one state, and a film needs two");
  std::filesystem::resize_file(scratch / "run/fields/step-000000040.vti", 700);
  EXPECT_HAS(message_of([&] { verb::movie(arguments(), quiet); }), "step-000000040.vti' cannot be used");
  EXPECT_FALSE(std::filesystem::exists(scratch / "run/temperature.mp4"));
}

TEST_F(Movie, SaysThatFfmpegIsMissingOrFails) {
  if (find_ffmpeg().empty()) GTEST_SKIP() << "ffmpeg is not installed";
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", scratch.path.c_str(), 1);
  EXPECT_HAS(message_of([&] { verb::movie(arguments(), quiet); }), "ffmpeg, which is not installed");
  write_file(scratch / "ffmpeg", "#!/bin/sh\nexec <&-\necho 'no such codec' >&2\nexit 1\n");
  std::filesystem::permissions(scratch / "ffmpeg", std::filesystem::perms::owner_all);
  EXPECT_HAS(message_of([&] { verb::movie(arguments(), quiet); }), "no such codec");
  ::setenv("PATH", before.c_str(), 1);
  EXPECT_FALSE(std::filesystem::exists(scratch / "run/temperature.mp4"));
}

TEST_F(Movie, CtrlCLeavesNothing) {
  if (find_ffmpeg().empty()) GTEST_SKIP() << "ffmpeg is not installed";
  const auto before = names_in(scratch / "run");
  // An ffmpeg that interrupts its parent process once the film has begun.
  write_file(scratch / "ffmpeg",
             "#!/bin/sh\nfor last; do :; done\n: >\"$last\"\nkill -INT $PPID\nexec /bin/cat >/dev/null\n");
  std::filesystem::permissions(scratch / "ffmpeg", std::filesystem::perms::owner_all);
  const std::string path_before = std::getenv("PATH");
  ::setenv("PATH", scratch.path.c_str(), 1);
  MovieArguments a = arguments();
  a.width = 2000;  // so that frames take longer than the signal
  const std::string text = message_of([&] { verb::movie(a, quiet); }, Exit::interrupted);
  ::setenv("PATH", path_before.c_str(), 1);
  EXPECT_HAS(text, "interrupted: no film was made");
  EXPECT_EQ(names_in(scratch / "run"), before);
}

TEST(StoredFields, ReadBackToTheSameBits) {
  const Scratch scratch;
  for (const bool stretched : {false, true}) {
    const Grid grid = box(3, {4, 3, 2}, stretched);
    Sample t = sampled(grid, "tem<\"&>perature", {[](double x, double y, double z) { return x + 3 * y - z; }});
    Sample v = sampled(grid, "velocity",
                       {[](double x, double, double) { return x; }, [](double, double y, double) { return y; },
                        [](double, double, double z) { return z; }},
                       Location::node);
    v.unit = "m/s";
    v.precision = Precision::single;
    for (double& x : v.values) x = static_cast<double>(static_cast<float>(x));
    const Path file = scratch / ("a" + vtk_extension(grid));
    write_vtk(file, grid, std::vector{t, v}, 0.5);
    EXPECT_EQ(vtk_fields(file), (std::vector<std::string>{"velocity", "tem<\"&>perature"}));
    for (const Sample& s : {t, v}) {
      const Sample back = read_vtk(file, grid, s.name);
      EXPECT_EQ(back.values, s.values);
      EXPECT_EQ(back.unit, s.unit);
      EXPECT_EQ(back.components, s.components);
      EXPECT_EQ(back.location, s.location);
      EXPECT_EQ(back.size, s.size);
    }
    EXPECT_HAS(message_of([&] { read_vtk(file, grid, "other"); }), "no field 'other'");
    EXPECT_HAS(message_of([&] { read_vtk(file, box(3, {4, 3, 3}), "velocity"); }), "another size than the grid");
    write_file(file, "something else");
    EXPECT_HAS(message_of([&] { vtk_fields(file); }), "not a VTK file");
  }
}

}  // namespace
}  // namespace eddy
