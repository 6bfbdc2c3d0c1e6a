// Draws lines, discs and text with smooth edges into an image. Coordinates are pixels, y downwards.
#pragma once
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "output/colour.hpp"
#include "output/font.hpp"
#include "output/image.hpp"

namespace eddy {

struct Rect {  // left, top, right, bottom in pixels
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  int width() const { return x1 - x0; }
  int height() const { return y1 - y0; }
};

struct Text {
  enum class Anchor { left, middle, right } anchor = Anchor::left;
  double size = 11;       // height of capitals
  double weight = 0.115;  // stroke width over size
  Colour colour{0.13, 0.14, 0.16};
  bool upright = false;  // turned by 90°, reading upwards
};

class Canvas {
 public:
  Canvas(int width, int height);
  explicit Canvas(Image image) : image_(std::move(image)) { unclip(); }  // draws upon a finished image

  void set(int x, int y, const Rgb& ink) { std::copy(ink.begin(), ink.end(), image_.at(x, y)); }
  void fill(const Rect& rect, const Rgb& ink);
  void stroke(const std::vector<Polyline>& lines, double width, const Colour& colour);  // overlaps are not drawn twice
  void line(Spot from, Spot to, double width, const Colour& colour) { stroke({{from, to}}, width, colour); }
  void disc(Spot centre, double radius, const Colour& colour) { stroke({{centre, centre}}, 2 * radius, colour); }
  void frame(const Rect& rect, double width, const Colour& colour);
  void text(Spot at, std::string_view words, const Text& style);  // `at` lies on the baseline

  void clip(const Rect& rect) { clip_ = rect; }
  void unclip() { clip_ = {0, 0, image_.width, image_.height}; }
  int width() const { return image_.width; }
  int height() const { return image_.height; }
  Image take() { return std::move(image_); }

 private:
  Image image_;
  Rect clip_;
};

}  // namespace eddy
