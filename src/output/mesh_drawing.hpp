// Shared by drawings of meshes: the projection of points onto the page, and the page around the drawing.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "mesh/blocks.hpp"
#include "output/canvas.hpp"
#include "output/mesh_picture.hpp"

namespace eddy {

// 3D: seen from above, front and right, without perspective.
inline Spot flat_place(const Point& p, int dimensions) {
  if (dimensions < 3) return {p[0], p[1]};
  return {0.866 * p[0] - 0.5 * p[2], p[1] + 0.25 * p[0] + 0.433 * p[2]};
}

struct Extent {
  Spot low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Spot high{-low.x, -low.y};
  void add(const Spot& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  bool within(const Extent& o) const {
    const double air = 0.02 * o.size();
    return low.x > o.low.x + air && low.y > o.low.y + air && high.x < o.high.x - air && high.y < o.high.y - air;
  }
  double size() const { return std::hypot(high.x - low.x, high.y - low.y); }
  Extent widened(double part) const {
    const double more = part * std::max(high.x - low.x, high.y - low.y);
    Extent b;
    b.add({low.x - more, low.y - more});
    b.add({high.x + more, high.y + more});
    return b;
  }
};

struct View {  // maps the plane to the page
  Rect area;
  double scale = 1, x0 = 0, y0 = 0;
  View(const Rect& rect, const Extent& bounds) : area(rect) {
    const double w = std::max(bounds.high.x - bounds.low.x, 1e-300), h = std::max(bounds.high.y - bounds.low.y, 1e-300);
    scale = std::min(rect.width() / w, rect.height() / h);
    x0 = 0.5 * (rect.x0 + rect.x1) - scale * 0.5 * (bounds.low.x + bounds.high.x);
    y0 = 0.5 * (rect.y0 + rect.y1) + scale * 0.5 * (bounds.low.y + bounds.high.y);
  }
  Spot operator()(const Spot& p) const { return {x0 + scale * p.x, y0 - scale * p.y}; }
};

// Draws bodies and holes in light grey within their outlines, regions with a line around them.
void draw_shapes_in(Canvas& canvas, const View& view, const Extent& mesh, const std::vector<DrawnShape>& shapes);

struct DrawnMesh {
  bool flat = true;
  Extent bounds;
  std::vector<std::string> patches;
  std::vector<Extent> patch_bounds;
  std::function<void(Canvas&, const View&, double scale, int lines)> draw;  // about so many lines of each family
};
Image mesh_page(const DrawnMesh& mesh, const MeshPictureOptions& options);

}  // namespace eddy
