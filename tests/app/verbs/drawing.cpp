// `plot` with all that can be drawn, `report --html`, `compare`, and the origin that is stored in files.
#include "output/colour.hpp"
#include "output/csv.hpp"
#include "output/png.hpp"
#include "tests/app/verbs/helper.hpp"

namespace eddy {
namespace {

Path drawn_run(const Scratch& scratch, const std::string& name, std::vector<std::string> set) {
  RunArguments a;
  a.from.path = write_case_file(scratch, name, plate);
  a.out = scratch / name / "run";
  a.from.set = std::move(set);
  EXPECT_EQ(printed([&] { return verb::run(a, quiet); }).code, Exit::done);
  return *a.out;
}

PlotArguments plot_of(const Path& run, std::vector<std::string> what) {
  PlotArguments a;
  a.folder = run;
  a.what = std::move(what);
  return a;
}

// The number of pixels of one colour.
int pixels(const Image& image, const Rgb& ink) {
  int count = 0;
  for (std::size_t n = 0; n < image.rgb.size(); n += 3)
    count += image.rgb[n] == ink[0] && image.rgb[n + 1] == ink[1] && image.rgb[n + 2] == ink[2];
  return count;
}

TEST(Drawing, AllThatAFlatRunShows) {
  const Scratch scratch;
  const Path run = drawn_run(scratch, "flat",
                             {"output.history_fields=[\"all\"]", "output.plane=[{name=\"whole\"}]",
                              "region.hot={shape=\"sphere\",centre=[0.5,0.5],radius=0.2,conductivity=2}"});
  const auto draw = [&](const PlotArguments& a) {
    EXPECT_EQ(printed([&] { return verb::plot(a, quiet); }).code, Exit::done);
    return read_png(a.to.value_or(a.folder / (a.what[0] + ".png")));
  };
  PlotArguments a = plot_of(run, {"temperature"});
  const Image plain = draw(a);
  a.contours = "";
  const Image lines = draw(a);
  EXPECT_GT(pixels(lines, {255, 255, 255}), pixels(plain, {255, 255, 255}) + 500) << "white lines upon colours";
  a.contours.reset();
  a.range = std::array{0.2, 0.5};
  EXPECT_NE(draw(a).rgb, plain.rgb);
  a.range.reset();
  a.dark = true;
  EXPECT_LT(pixels(draw(a), {255, 255, 255}), 100);
  a.dark = false;
  a.what = {"temperature", "error"};
  a.to = scratch / "panels.png";
  EXPECT_EQ(draw(a).width, 2 * 640);
  a.what = {"history", "temperature_mean"};
  EXPECT_EQ(draw(a).width, 960);
  a.what = {"lines"};
  EXPECT_EQ(draw(a).width, 960);
  const Table plane = read_csv(run / "planes" / "whole.csv");
  EXPECT_EQ(plane.rows.size(), 64u);
  const Table history = read_csv(run / "history.csv");
  double mean = 0;
  for (const auto& row : plane.rows) mean += row[column_of(plane, "temperature")] / 64;
  EXPECT_NEAR(history.rows.back()[column_of(history, "temperature_mean")], mean, 1e-14);
}

TEST(Drawing, AViewInSpace) {
  const Scratch scratch;
  const Path run = drawn_run(scratch, "deep",
                             {"mesh.lower=[0,0,0]", "mesh.upper=[1,1,1]", "mesh.cells=[6,6,6]", "output.line=[]",
                              "material.source=1", "exact.temperature="});
  PlotArguments a = plot_of(run, {"temperature"});
  a.to = scratch / "view.png";
  a.width = 320;
  a.surface = 0.03;
  ASSERT_EQ(printed([&] { return verb::plot(a, quiet); }).code, Exit::done);
  const Image surface = read_png(*a.to);
  int blue = 0;
  for (std::size_t n = 0; n < surface.rgb.size(); n += 3) blue += surface.rgb[n + 2] > surface.rgb[n] + 40;
  EXPECT_GT(blue, 1000);
  a.surface.reset();
  a.planes = true;
  ASSERT_EQ(printed([&] { return verb::plot(a, quiet); }).code, Exit::done);
  EXPECT_EQ(read_png(*a.to).width, 3 * 480);
  a.planes = false;
  a.volume = true;
  EXPECT_EQ(printed([&] { return verb::plot(a, quiet); }).code, Exit::done);
}

TEST(Drawing, SaysWhatItCannotDraw) {
  const Scratch scratch;
  const Path run = drawn_run(scratch, "refused", {});
  const auto message = [&](const PlotArguments& a) { return message_of([&] { verb::plot(a, quiet); }, Exit::usage); };
  EXPECT_HAS(message(plot_of(run, {"history", "residul"})), "has no column 'residul'. Did you mean 'residual'?");
  EXPECT_HAS(message(plot_of(run, {"lines", "midle"})), "has no line 'midle'. Did you mean 'middle'?");
  PlotArguments a = plot_of(run, {"temperature"});
  a.map = "rainbow";
  EXPECT_HAS(message(a), "--map has no word 'rainbow'.");
  a.map = "";
  a.volume = true;
  EXPECT_HAS(message(a), "--volume needs a mesh in three dimensions, and this one has 2.");
  a.volume = false;
  a.slice = 0.5;
  EXPECT_HAS(message(a), "--axis and --slice choose a plane");
  a.slice.reset();
  a.lines = true;
  EXPECT_HAS(message(a), "field 'velocity', which this solver does not have");
}

TEST(Drawing, OneFileTellsAll) {
  const Scratch scratch;
  const Path run = drawn_run(scratch, "told", {"output.image=[{field=\"temperature\"}]"}), file = scratch / "told.html";
  EXPECT_EQ(printed([&] { return verb::report(run, quiet, file); }).code, Exit::done);
  const std::string text = read_file(file);
  EXPECT_HAS(text, "<h1>plate</h1>");
  EXPECT_HAS(text, "data:image/png;base64,iVBORw0KGgo");
  EXPECT_HAS(text, "temperature.error_l2");
  EXPECT_EQ(text.find("src=\"http"), text.npos) << "it needs no other file";
  EXPECT_HAS(message_of([&] { verb::report(run, quiet, scratch / "told.pdf"); }, Exit::usage), "ends in .html");
  const std::string origin = png_note(run / "temperature.png", "Software").value_or("");
  EXPECT_TRUE(origin.starts_with("eddy ")) << origin;
  EXPECT_HAS(read_file(run / "case.used.toml"), origin);
}

TEST(Drawing, RunsAreCompared) {
  const Scratch scratch;
  const Path one = drawn_run(scratch, "one", {}), same = drawn_run(scratch, "same", {"run.threads=2"}),
             finer = drawn_run(scratch, "finer", {"mesh.cells=[16,16]"});
  const auto compared = [&](const Path& other, std::optional<double> tolerance) {
    return printed([&] { return verb::compare({one, other, tolerance}, as_json); });
  };
  EXPECT_EQ(json::parse(compared(same, 0.0).text)["largest_relative"].get<double>(), 0);
  const Printed coarse = compared(finer, 1e-6);
  EXPECT_EQ(coarse.code, Exit::failed);
  const json fields = json::parse(coarse.text)["fields"];
  const auto found =
      std::find_if(fields.begin(), fields.end(), [](const json& f) { return f["name"] == "temperature"; });
  ASSERT_NE(found, fields.end());
  EXPECT_NEAR((*found)["relative"].get<double>(), 0.01, 0.015);
  EXPECT_GT((*found)["relative"].get<double>(), 1e-4);
  EXPECT_EQ(compared(finer, 5.0).code, Exit::done) << "errors against the exact solution differ most";
  EXPECT_HAS(printed([&] { return verb::compare({one, same, {}}, quiet); }).text, "fields: the same bits");
}

}  // namespace
}  // namespace eddy
