// Paints triangles with colours that vary linearly between the corners.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "output/picture_plane.hpp"

namespace eddy {

struct Vertex {  // in pixels
  double x = 0, y = 0, value = 0;
};

class Painter {
 public:
  Painter(Canvas& canvas, const Rect& area, const PicturePlane& ends, const Scale& scale)
      : canvas_(canvas),
        area_(area),
        scale_(scale),
        low_x_(ends.x[0]),
        high_y_(ends.y[1]),
        per_x_(area.width() / (ends.x[1] - ends.x[0])),
        per_y_(area.height() / (ends.y[1] - ends.y[0])) {}

  double px(double x) const { return area_.x0 + (x - low_x_) * per_x_; }
  double py(double y) const { return area_.y0 + (high_y_ - y) * per_y_; }

  // Whether the centre of any pixel may lie in this box.
  bool shows(double x0, double x1, double y0, double y1) const {
    return first(x0) <= last(x1) && first(y0) <= last(y1) && x1 > area_.x0 && x0 < area_.x1 && y1 > area_.y0 &&
           y0 < area_.y1;
  }

  void triangle(const Vertex& a, const Vertex& b, const Vertex& c) {
    const double ux = b.x - a.x, uy = b.y - a.y, vx = c.x - a.x, vy = c.y - a.y, twice = ux * vy - uy * vx;
    if (twice == 0) return;
    const int x0 = std::max(first(std::min({a.x, b.x, c.x})), area_.x0);
    const int x1 = std::min(last(std::max({a.x, b.x, c.x})), area_.x1 - 1);
    const int y0 = std::max(first(std::min({a.y, b.y, c.y})), area_.y0);
    const int y1 = std::min(last(std::max({a.y, b.y, c.y})), area_.y1 - 1);
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const double wx = x + 0.5 - a.x, wy = y + 0.5 - a.y;
        const double s = (wx * vy - wy * vx) / twice, t = (ux * wy - uy * wx) / twice;
        if (s < -edge || t < -edge || s + t > 1 + edge) continue;
        canvas_.set(x, y, scale_.ink(a.value + s * (b.value - a.value) + t * (c.value - a.value), x, y));
      }
  }

  void mark(double x, double y) {  // so that a bad value is visible in the smallest cell
    const int column = static_cast<int>(std::floor(std::clamp(px(x), -1e6, 1e6)));
    const int row = static_cast<int>(std::floor(std::clamp(py(y), -1e6, 1e6)));
    for (int j = std::max(row - 1, area_.y0); j < std::min(row + 2, area_.y1); ++j)
      for (int i = std::max(column - 1, area_.x0); i < std::min(column + 2, area_.x1); ++i)
        canvas_.set(i, j, scale_.ink(std::numeric_limits<double>::quiet_NaN(), 0, 0));
  }

 private:
  static constexpr double edge = 1e-6;  // overlap that leaves no gap between neighbours
  static int first(double x) { return static_cast<int>(std::ceil(std::clamp(x, -1e6, 1e6) - 0.5 - 1e-6)); }
  static int last(double x) { return static_cast<int>(std::floor(std::clamp(x, -1e6, 1e6) - 0.5 + 1e-6)); }

  Canvas& canvas_;
  Rect area_;
  const Scale& scale_;
  double low_x_, high_y_, per_x_, per_y_;
};

}  // namespace eddy
