// Colours, letters, axes, pictures.
#include <limits>
#include <set>

#include "output/axes.hpp"
#include "output/chart.hpp"
#include "output/picture.hpp"
#include "output/png.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {
namespace {

double distance(const Lab& p, const Lab& q) { return std::hypot(p.l - q.l, p.a - q.a, p.b - q.b); }

void expect_in_gamut(const Colour& c, double u) {
  for (double v : {c.red, c.green, c.blue}) EXPECT_TRUE(v >= 0 && v <= 1) << u << ": " << v;
}

TEST(Colours, LabThereAndBack) {
  const Colour c{0.2, 0.7, 0.4}, back = from_lab(to_lab(c));
  EXPECT_NEAR(back.red, c.red, 1e-6);
  EXPECT_NEAR(back.green, c.green, 1e-6);
  EXPECT_NEAR(back.blue, c.blue, 1e-6);
  EXPECT_NEAR(to_lab({1, 1, 1}).l, 1, 1e-6);
}

TEST(Colours, SequentialStepsAreEqualAndGetLighter) {
  constexpr int n = 256;
  double least = 1, most = 0;
  Lab last = to_lab(map_sequential(0));
  for (int i = 1; i <= n; ++i) {
    expect_in_gamut(map_sequential(double(i) / n), double(i) / n);
    const Lab next = to_lab(map_sequential(double(i) / n));
    EXPECT_NEAR(next.l - last.l, 0.75 / n, 1e-5);
    least = std::min(least, distance(last, next));
    most = std::max(most, distance(last, next));
    last = next;
  }
  EXPECT_LT(most / least, 1.01);
}

TEST(Colours, DivergingIsEvenOnBothSides) {
  constexpr int n = 256;
  double least = 1, most = 0;
  Lab last = to_lab(map_diverging(0));
  for (int i = 1; i <= n; ++i) {
    expect_in_gamut(map_diverging(double(i) / n), double(i) / n);
    const Lab next = to_lab(map_diverging(double(i) / n));
    EXPECT_EQ(next.l > last.l, i <= n / 2);
    least = std::min(least, distance(last, next));
    most = std::max(most, distance(last, next));
    EXPECT_NEAR(to_lab(map_diverging(1 - double(i) / n)).l, next.l, 1e-6);
    last = next;
  }
  EXPECT_LT(most / least, 1.01);
  const auto middle = bytes(map_diverging(0.5));
  EXPECT_EQ(middle[0], middle[2]);
}

TEST(Colours, OutsideIsClamped) {
  EXPECT_EQ(bytes(map_sequential(-3)), bytes(map_sequential(0)));
  EXPECT_EQ(bytes(map_sequential(7)), bytes(map_sequential(1)));
  EXPECT_EQ(bytes(map_diverging(7)), bytes(map_diverging(1)));
  for (int i = 0; i < 12; ++i) expect_in_gamut(series_colour(i), i);
}

TEST(Colours, TablesAreTheMaps) {
  for (int i = 0; i <= 5000; ++i) {
    const double u = i / 5000.0;
    for (const auto& [table, map] :
         {std::pair(&table_sequential(), map_sequential(u)), {&table_diverging(), map_diverging(u)}})
      for (int k = 0; k < 3; ++k) EXPECT_NEAR((*table)(u)[k], bytes(map)[k], 1) << u;
  }
  for (double u : {-3.0, 0.0, 0.125, 0.5, 1.0, 7.0}) {
    EXPECT_EQ(table_sequential()(u), bytes(map_sequential(u)));
    EXPECT_EQ(table_diverging()(u), bytes(map_diverging(u)));
  }
}

TEST(Font, HasWhatTitlesNeed) {
  for (char32_t c :
       decode_utf8("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-+=()[]/:%°²³_* äöüÄÖÜßé–−×|"))
    EXPECT_TRUE(has_glyph(c)) << std::uint32_t(c);
  EXPECT_FALSE(has_glyph(U'漢'));
  EXPECT_FALSE(glyph(U'漢').strokes.empty());
}

TEST(Font, GlyphsDifferAndStayInTheirBox) {
  std::map<std::string, char32_t> seen;
  for (char32_t c = U'!'; c <= U'~'; ++c) {
    if (!has_glyph(c)) continue;
    std::string shape;
    for (const auto& stroke : glyph(c).strokes)
      for (Spot p : stroke) {
        EXPECT_TRUE(p.x > -0.7 && p.x < glyph(c).advance && p.y > -5 && p.y < 16)
            << char(c) << " " << p.x << " " << p.y;
        shape += std::to_string(p.x) + "," + std::to_string(p.y) + ";";
      }
    EXPECT_TRUE(seen.emplace(shape, c).second) << char(c) << " looks like " << char(seen[shape]);
  }
}

TEST(Font, Utf8) {
  EXPECT_EQ(decode_utf8("aä→"), (std::vector<char32_t>{U'a', U'ä', U'→'}));
  EXPECT_EQ(decode_utf8("\xC3").size(), 1u);
  EXPECT_EQ(decode_utf8("\xFF\x80 b").back(), U'b');
  EXPECT_GT(text_width("mm", 10), text_width("ii", 10));
  EXPECT_EQ(shortened("short", 10, 1000), "short");
  EXPECT_LE(text_width(shortened("a rather long title, höhö", 10, 100), 10), 100);
}

TEST(Ticks, AreRoundAndInside) {
  EXPECT_EQ(linear_ticks(0, 1, 5).labels, (std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(linear_ticks(-1e6, 1e6, 2).labels, (std::vector<std::string>{"−1e6", "0", "1e6"}));
  EXPECT_EQ(log_ticks(1e-3, 1).labels, (std::vector<std::string>{"0.001", "0.01", "0.1", "1"}));
  for (double low : {-3.7, 0.0, 1e-9, 299.99, 1e12})
    for (double size : {1e-6, 0.3, 17.0, 1e5}) {
      if (size < 1e-9 * std::fabs(low)) continue;
      const Ticks t = linear_ticks(low, low + size, 5);
      EXPECT_GE(t.at.size(), 3u) << low << " " << size;
      EXPECT_LE(t.at.size(), 14u);
      for (double v : t.at) EXPECT_TRUE(v >= low - 1e-6 * size && v <= low + size * (1 + 1e-6));
    }
  EXPECT_TRUE(linear_ticks(1, 1, 5).at.empty());
  EXPECT_TRUE(linear_ticks(0, std::numeric_limits<double>::infinity(), 5).at.empty());
  EXPECT_TRUE(log_ticks(-1, 5).at.empty());
}

TEST(Png, ReadsBack) {
  Scratch scratch;
  Image image(37, 11);
  for (std::size_t i = 0; i < image.rgb.size(); ++i) image.rgb[i] = static_cast<std::uint8_t>(i * 7);
  write_png(scratch / "a.png", image);
  const Image back = read_png(scratch / "a.png");
  EXPECT_EQ(back.width, 37);
  EXPECT_EQ(back.height, 11);
  EXPECT_EQ(back.rgb, image.rgb);
  EXPECT_HAS(message_of([&] { write_png(scratch / "a.png/b.png", image); }), "Not a directory");
  EXPECT_HAS(message_of([&] { write_png(scratch / "c.png", Image(0, 0)); }), "cannot encode");
  write_file(scratch / "d.png", "no picture");
  EXPECT_HAS(message_of([&] { read_png(scratch / "d.png"); }), "cannot read");
}

TEST(Png, CarriesNotes) {
  Scratch scratch;
  write_png(scratch / "a.png", Image(20, 10), {{"range", "-1 2.5"}, {"other", ""}});
  EXPECT_EQ(png_note(scratch / "a.png", "range"), "-1 2.5");
  EXPECT_EQ(png_note(scratch / "a.png", "other"), "");
  EXPECT_EQ(png_note(scratch / "a.png", "rang"), std::nullopt);
  EXPECT_EQ(read_png(scratch / "a.png").width, 20);
  write_file(scratch / "b.png", read_file(scratch / "a.png").substr(0, 40));
  EXPECT_EQ(png_note(scratch / "b.png", "range"), std::nullopt);
  write_file(scratch / "c.png", "no picture");
  EXPECT_EQ(png_note(scratch / "c.png", "range"), std::nullopt);
}

std::size_t count(const Image& image, const Colour& colour) {
  const auto wanted = bytes(colour);
  std::size_t n = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) n += std::equal(wanted.begin(), wanted.end(), image.at(x, y));
  return n;
}

TEST(Picture, StretchedCellsGetTheirShare) {
  Grid grid = box(2, {2, 1, 1});
  grid.nodes[0] = {0, 0.25, 1};
  grid.nodes[1] = {0, 0.5};
  const Sample s = sampled(grid, "t", {[](double x, double, double) { return x < 0.25 ? 1.0 : 2.0; }});
  const Image image = picture(grid, s, {.title = "two cells", .width = 960});
  const double left = double(count(image, map_sequential(0))), right = double(count(image, map_sequential(1)));
  EXPECT_NEAR(right / left, 3, 0.05);
}

TEST(Picture, UpIsUp) {
  const Grid grid = box(2, {3, 3, 1});
  const Image image = picture(grid, sampled(grid, "t", {[](double, double y, double) { return 1 + y; }}), {});
  const auto dark = to_lab(map_sequential(0)).l;
  const auto at = [&](int y) {
    const auto* p = image.at(image.width / 2, y);
    return to_lab({p[0] / 255.0, p[1] / 255.0, p[2] / 255.0}).l;
  };
  EXPECT_NEAR(at(image.height - 80), dark, 0.01);
  EXPECT_GT(at(110), 0.9);
}

TEST(Picture, EveryKindOfFieldIsDrawn) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (int dimensions : {1, 2, 3})
    for (Location location : {Location::cell, Location::node})
      for (double odd : {0.0, nan, inf, -1e308})
        for (int axis : {0, 1, 2}) {
          const Grid grid = box(dimensions, {6, 5, 4}, true);
          Sample s = sampled(
              grid, "f",
              {[](double x, double y, double z) { return x + y * z; }, [](double x, double, double) { return x; }},
              location);
          s.values[3] = odd;
          const Image image = picture(grid, s, {.title = "T", .time = 0.5, .axis = axis, .width = 240});
          EXPECT_EQ(image.width, 240);
          EXPECT_GT(image.height, 60);
        }
}

// Units change the numbers at the frame, not the field.
TEST(Picture, IsLabelledInUnits) {
  Grid grid;
  grid.dimensions = 2;
  for (int i = 0; i <= 8; ++i)
    for (int a = 0; a < 2; ++a) grid.nodes[a].push_back(0.01 * i);
  grid.nodes[2] = {0, 1};
  Sample s;
  s.name = "temperature";
  s.unit = "K";
  s.size = {8, 8, 1};
  for (int n = 0; n < 64; ++n) s.values.push_back(280 + n);
  const Image plain = picture(grid, s, {}), si = picture(grid, s, {.units = {"m", "K"}});
  const Image other = picture(grid, s, {.units = {"degC"}});
  EXPECT_EQ(plain.rgb, si.rgb);
  EXPECT_NE(plain.rgb, other.rgb);
  EXPECT_NE(plain.rgb, picture(grid, s, {.units = {"mm"}}).rgb);
  ASSERT_EQ(plain.width, other.width);
  ASSERT_EQ(plain.height, other.height);
  const auto pixel = [](const Image& i, int x, int y) { return std::vector<int>(i.at(x, y), i.at(x, y) + 3); };
  const int y = plain.height / 2;
  for (int x = plain.width / 3; x < plain.width / 2; ++x) EXPECT_EQ(pixel(plain, x, y), pixel(other, x, y)) << x;
}

TEST(Picture, NaNIsHatchedAndConstantIsFine) {
  const Grid grid = box(2, {4, 4, 1});
  Sample s = sampled(grid, "t", {[](double, double, double) { return 300.0; }});
  EXPECT_EQ(count(picture(grid, s, {}), {0.80, 0.10, 0.75}), 0u);
  s.values[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_GT(count(picture(grid, s, {}), {0.80, 0.10, 0.75}), 1000u);
  std::fill(s.values.begin(), s.values.end(), std::numeric_limits<double>::quiet_NaN());
  EXPECT_GT(count(picture(grid, s, {}), {0.80, 0.10, 0.75}), 10000u);
}

TEST(Picture, SignedFieldsAreWhiteAtZero) {
  const Grid grid = box(2, {5, 1, 1});
  const Sample s = sampled(grid, "w", {[](double x, double, double) { return x; }});
  EXPECT_GT(count(picture(grid, s, {}), map_diverging(0.5)), 10000u);
  EXPECT_LT(count(picture(grid, s, {.map = PictureOptions::Map::sequential}), map_diverging(0.5)), 100u);
}

TEST(Picture, HasOneSizeWhateverItsValues) {
  Grid grid = box(2, {6, 4, 1});
  grid.nodes[1] = {0, 0.1, 0.2, 0.3, 0.4};  // wider than high, so the height follows from the remaining width
  std::set<std::pair<int, int>> sizes;
  for (double factor : {1.0, 1e-9, 1e7, 123.456, 0.0})
    for (double offset : {0.0, 300.0, -1e-4, 1e6}) {
      const Sample s = sampled(grid, "t", {[&](double x, double y, double) { return offset + factor * (x + y); }});
      for (const PictureOptions& o : {PictureOptions{}, PictureOptions{.range = std::array{-1.0, 1.0}}}) {
        const Image image = picture(grid, s, o);
        sizes.emplace(image.width, image.height);
      }
    }
  EXPECT_EQ(sizes.size(), 1u);
}

// The later pictures of a series are not known yet: the range grows, and the map follows from the field.
TEST(Picture, LooksTheSameInASeries) {
  using Map = PictureOptions::Map;
  const Grid grid = box(2, {6, 4, 1});
  const auto field = [&](const char* name, double low, double high) {
    return sampled(grid, name, {[=](double x, double, double) { return x < 0 ? low : high; }});
  };
  ValueRange so_far;
  std::array<double, 2> last{1, -1};
  for (const auto& [low, high] : {std::pair(0.0, 0.0), {1.0, 2.0}, {-2.0, 1.0}, {-1.0, 0.5}, {-9.0, 0.5}}) {
    const Sample s = field("temperature", low, high);
    so_far.add(grid, s, {});
    const PictureOptions look = in_series({}, s, so_far);
    EXPECT_EQ(look.map, Map::sequential);
    EXPECT_TRUE(look.range.value()[0] <= low && look.range.value()[1] >= high);
    EXPECT_TRUE(last[0] > last[1] || (look.range.value()[0] <= last[0] && look.range.value()[1] >= last[1]));
    last = *look.range;
    const PictureOptions turning = in_series({}, field("vorticity", low, high), so_far);
    EXPECT_EQ(turning.map, Map::diverging);
    EXPECT_EQ(turning.range.value()[0], -turning.range.value()[1]);
  }
  const PictureOptions given{.range = std::array{0.0, 7.0}};
  EXPECT_EQ(in_series(given, field("temperature", 1, 2), so_far).range, given.range);
  const Sample vector =
      sampled(grid, "vorticity", std::vector<Function>(3, [](double x, double, double) { return x; }));
  EXPECT_EQ(in_series({}, vector, so_far).map, Map::sequential) << "a magnitude has no sign";
  EXPECT_EQ(in_series({}, component(vector, 1), so_far).map, Map::diverging);
}

TEST(Picture, CurvesOfASeriesShowConstantsToo) {
  const Grid grid = box(1, {6, 1, 1});
  const Sample s = sampled(grid, "t", {[](double, double, double) { return 2.0; }});
  EXPECT_GT(count(picture(grid, s, {.range = std::array{2.0, 2.0}}), series_colour(0)), 100u);
}

TEST(Picture, NamesAreDifferent) {
  const ImageOptions t{"temperature", {}, {}, 2, 960}, v{"velocity", {}, {}, 2, 960};
  EXPECT_EQ(picture_names({t, v, t, t}),
            (std::vector<std::string>{"temperature", "velocity", "temperature_2", "temperature_3"}));
}

TEST(Picture, SliceIsTheLayerAskedFor) {
  const Grid grid = box(3, {4, 4, 4});
  const Sample s = sampled(grid, "t", {[](double, double, double z) { return z; }});
  const PictureOptions low{.range = std::array{-0.5, 2.5}, .slice = -0.4, .map = PictureOptions::Map::sequential};
  const PictureOptions high{.range = std::array{-0.5, 2.5}, .slice = 2.4, .map = PictureOptions::Map::sequential};
  EXPECT_GT(count(picture(grid, s, low), map_sequential((grid.centre(2, 0) + 0.5) / 3)), 50000u);
  EXPECT_GT(count(picture(grid, s, high), map_sequential((grid.centre(2, 3) + 0.5) / 3)), 50000u);
}

TEST(Picture, BodiesAreGreyAndDoNotCountForTheColours) {
  const Colour grey{0.66, 0.66, 0.68};
  for (int dimensions : {2, 3})
    for (Location location : {Location::cell, Location::node}) {
      const Grid grid = box(dimensions, {8, 8, 5});
      Sample s = sampled(grid, "t", {[](double x, double, double) { return x; }}, location);
      const CellTest solid = [](const std::array<int, 3>& c) { return c[0] >= 2 && c[0] < 6 && c[1] >= 2 && c[1] < 6; };
      const auto [nx, ny, nz] = s.size;
      const int end = location == Location::node ? 5 : 6;  // points that only bodies surround
      for (int k = 0; k < nz; ++k)
        for (int j = 3; j < end; ++j)
          for (int i = 3; i < end; ++i) s.values[i + nx * (j + std::size_t(ny) * k)] = 1e6;
      const Image with = picture(grid, s, {.solid = solid}), without = picture(grid, s, {});
      EXPECT_EQ(count(without, grey), 0u);
      const double field = double(with.width) * with.height;
      // The body is a quarter of the field, which is smaller than the picture.
      EXPECT_GT(double(count(with, grey)), 0.08 * field);
      const Sample calm = sampled(grid, "t", {[](double x, double, double) { return x; }}, location);
      EXPECT_EQ(with.rgb, picture(grid, calm, {.solid = solid}).rgb);
      EXPECT_NE(without.rgb, picture(grid, calm, {}).rgb);
      ValueRange open, all;
      open.add(grid, s, {.solid = solid}), all.add(grid, s, {});
      EXPECT_LT(open.high, 10);
      EXPECT_EQ(all.high, 1e6);
    }
}

TEST(Picture, BodiesAreThoseOfTheSlice) {
  const Grid grid = box(3, {6, 6, 6}, true);
  const CellTest solid = [](const std::array<int, 3>& c) { return c[0] < 2 && c[1] < 3 && c[2] < 4; };
  const std::array<int, 3> size{2, 3, 4};
  for (Location location : {Location::cell, Location::node, Location::face_x, Location::face_y, Location::face_z})
    for (int axis : {0, 1, 2})
      for (int layer : {0, 5}) {
        const Sample s = sampled(grid, "t", {[](double x, double y, double z) { return x + y + z; }}, location);
        const Image image = picture(grid, s, {.slice = grid.centre(axis, layer), .axis = axis, .solid = solid});
        const double cells = double(size[0] * size[1] * size[2] / size[axis]) / 36;
        const double grey = double(count(image, {0.66, 0.66, 0.68})) / (double(image.width) * image.height);
        EXPECT_EQ(grey > 0, layer == 0) << axis;
        EXPECT_GE(grey, layer == 0 ? 0.1 * cells : 0) << axis;
      }
}

TEST(Picture, VectorsByMagnitudeOrComponent) {
  const Grid grid = box(2, {3, 3, 1});
  const Sample v = sampled(grid, "velocity",
                           {[](double, double, double) { return 3.0; }, [](double, double, double) { return -4.0; }});
  EXPECT_EQ(magnitude(v).name, "|velocity|");
  EXPECT_EQ(magnitude(v).values, std::vector<double>(9, 5.0));
  EXPECT_EQ(component(v, 1).name, "velocity.y");
  EXPECT_EQ(component(v, 1).values, std::vector<double>(9, -4.0));
}

TEST(Chart, DrawsOddData) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ChartOptions log{.title = "t", .log_x = true, .log_y = true, .width = 300, .height = 200};
  const Image image = chart(
      {{.name = "a", .x = {1, 10, 100}, .y = {1, 0, 1e-9}}, {.name = "b", .x = {1, 2}, .y = {nan, 3}, .markers = true}},
      log);
  EXPECT_EQ(image.width, 300);
  EXPECT_GT(count(image, series_colour(1)), 3u);
  EXPECT_EQ(chart({}, {.width = 300, .height = 200}).height, 200);
  EXPECT_EQ(chart({{.name = "c", .x = {1, 1}, .y = {2, 2}}}, {.width = 300, .height = 200}).height, 200);
}

}  // namespace
}  // namespace eddy

namespace {
struct Iterated : Watched {
  std::vector<std::string> fields() const override { return {}; }
  Sample sample(const std::string&, const std::optional<Box>&) const override { return {}; }
  std::vector<Number> numbers() const override { return {{"iterations", "", 2550}}; }
};
}  // namespace

TEST(Pictures, ARunWithoutTimeSaysItsIterations) {
  const auto told = [](std::int64_t step, double time) {
    PictureOptions options;
    tell_when(options, Iterated(), {.step = step, .time = time});
    return options;
  };
  EXPECT_EQ(told(0, 0).time, 0.0) << "the start of any run";
  EXPECT_EQ(told(51, 0).iterations, 2550);
  EXPECT_FALSE(told(51, 0).time.has_value());
  EXPECT_EQ(told(51, 0.5).time, 0.5);
  EXPECT_FALSE(told(51, 0.5).iterations.has_value());
}
