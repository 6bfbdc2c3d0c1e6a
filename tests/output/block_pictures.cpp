// Pictures of meshes of blocks, and of a part of a mesh.
#include <limits>

#include "output/colour.hpp"
#include "output/picture.hpp"
#include "tests/output/meshes.hpp"

namespace eddy {
namespace {

constexpr Colour grey{0.66, 0.66, 0.68}, hatched{0.80, 0.10, 0.75};

bool is(const Image& image, int x, int y, const Colour& colour) {
  const auto wanted = bytes(colour);
  return std::equal(wanted.begin(), wanted.end(), image.at(x, y));
}

std::size_t pixels_of(const Image& image, const Colour& colour) {
  std::size_t n = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) n += is(image, x, y, colour);
  return n;
}

struct Square {  // the pixels of the field in a picture as high as wide, found by its grey corners
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
};

Square square_of(const Image& image) {
  Square s{image.width, 0, image.height, 0};
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      if (is(image, x, y, grey)) {
        s.x0 = std::min(s.x0, x);
        s.x1 = std::max(s.x1, x + 1);
        s.y0 = std::min(s.y0, y);
        s.y1 = std::max(s.y1, y + 1);
      }
  return s;
}

double lightness(const Image& image, const Square& s, double x, double y) {  // at a point of the ring
  const auto* p = image.at(s.x0 + int((x + 2) / 4 * (s.x1 - s.x0)), s.y0 + int((2 - y) / 4 * (s.y1 - s.y0)));
  return to_lab({p[0] / 255.0, p[1] / 255.0, p[2] / 255.0}).l;
}

TEST(BlockPicture, ARingHasAHoleAndItsTrueShape) {
  const Grid grid = ring(40, 30);
  const Image image = picture(grid, sampled_blocks(grid, "t", {[](double x, double, double) { return 5 + x; }}), {});
  const Square s = square_of(image);
  EXPECT_NEAR(s.x1 - s.x0, s.y1 - s.y0, 2);
  const double side = s.x1 - s.x0, pi = std::numbers::pi;
  const double outside = side * side * (1 - pi / 4 * (1 - 0.25 * 0.25));
  EXPECT_NEAR(double(pixels_of(image, grey)) / outside, 1, 0.02)
      << "the corners and the hole, and no gap between cells";
  EXPECT_TRUE(is(image, (s.x0 + s.x1) / 2, (s.y0 + s.y1) / 2, grey));
}

TEST(BlockPicture, ColoursFollowTheFieldAcrossSeams) {
  const Grid grid = ring(40, 30);
  for (Location location : {Location::cell, Location::node}) {
    const Sample sample = sampled_blocks(grid, "t", {[](double x, double, double) { return 5 + x; }}, location);
    const Image image = picture(grid, sample, {.range = std::array{3.0, 7.0}});
    const Square s = square_of(image);
    for (double turn = 0.005; turn < 1; turn += 0.01)
      for (double radius : {0.6, 1.2, 1.8}) {
        const double x = radius * std::cos(2 * std::numbers::pi * turn),
                     y = radius * std::sin(2 * std::numbers::pi * turn);
        EXPECT_NEAR(lightness(image, s, x, y), to_lab(map_sequential((x + 2) / 4)).l, 0.012) << x << " " << y;
      }
  }
}

TEST(BlockPicture, ABadValueIsSeenHoweverSmallItsCell) {
  const Grid grid = ring(700, 300);
  Sample sample = sampled_blocks(grid, "t", {[](double x, double, double) { return 5 + x; }});
  EXPECT_EQ(pixels_of(picture(grid, sample, {}), hatched), 0u);
  sample.values[123456] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_GE(pixels_of(picture(grid, sample, {}), hatched), 9u);
  EXPECT_LE(pixels_of(picture(grid, sample, {}), hatched), 40u) << "and does not spread";
}

TEST(BlockPicture, AWindowShowsItsPart) {
  const Grid grid = ring(40, 30);
  const Sample sample = sampled_blocks(grid, "t", {[](double x, double, double) { return x; }});
  const PictureOptions options{.window = Window{{-0.25, -0.25}, {0.25, 0.25}}};
  const Image hole = picture(grid, sample, options);
  const Square s = square_of(hole);
  EXPECT_EQ(pixels_of(hole, grey), std::size_t(s.x1 - s.x0) * std::size_t(s.y1 - s.y0));
  ValueRange range;
  range.add(grid, sample, {.window = Window{{1, -1}, {1.5, 1}}});
  EXPECT_GE(range.low, 1);
  EXPECT_LE(range.high, 1.5);
  EXPECT_HAS(message_of(
                 [&] {
                   picture(grid, sample, {.window = Window{{3, 3}, {4, 4}}});
                 },
                 Exit::usage),
             "the window of a picture shows x from 3 to 4, and the mesh lies from -");
}

TEST(BlockPicture, AWindowOfABoxShowsItsPart) {
  const Grid grid = box(2, {10, 20, 1});  // x from −0.5 to 0.5, y from −0.5 to 1.5
  for (Location location : {Location::cell, Location::node}) {
    const Sample sample =
        sampled(grid, "t", {[](double x, double y, double) { return x > 0.2 && y > 1 ? 1.0 : 0.0; }}, location);
    const auto part = [&](const Window& window) {
      const Image image = picture(grid, sample, {.range = std::array{0.0, 1.0}, .window = window});
      const double high = double(pixels_of(image, map_sequential(1))),
                   low = double(pixels_of(image, map_sequential(0)));
      return high / (high + low);
    };
    EXPECT_GT(part({{0.26, 1.1}, {0.5, 1.5}}), 0.98);
    EXPECT_LT(part({{-0.5, -0.5}, {0.1, 1.5}}), 0.02);
    EXPECT_NEAR(part({{0, 0.5}, {0.5, 1.5}}), location == Location::cell ? 0.3 : 0.225, 0.02);
  }
}

TEST(BlockPicture, ASliceOfAWarpedBodyFillsItsPlane) {
  const Grid grid = warped(8);
  for (Location location : {Location::cell, Location::node})
    for (int axis : {0, 1, 2}) {
      const Sample sample =
          sampled_blocks(grid, "t", {[](double x, double y, double z) { return x + y + z; }}, location);
      const PictureOptions options{.slice = 0.5, .axis = axis, .window = Window{{0.2, 0.2}, {0.8, 0.8}}};
      EXPECT_EQ(pixels_of(picture(grid, sample, options), grey), 0u) << axis;
      ValueRange range;
      range.add(grid, sample, options);
      EXPECT_GT(range.high - range.low, 1.5);
      EXPECT_GT(pixels_of(picture(grid, sample, {.axis = axis}), grey), 100u) << "around it";
    }
}

}  // namespace
}  // namespace eddy
