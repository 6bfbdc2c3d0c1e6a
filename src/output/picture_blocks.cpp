// Pictures of a mesh of blocks: each cell is painted where it lies, with colours that run from its middle to its nodes.
// Where there is no cell the picture stays grey. In 3D a plane cuts cells, six tetrahedra each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "output/picture_plane.hpp"
#include "output/shared_nodes.hpp"
#include "output/ticks.hpp"

namespace eddy {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

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

  // Whether the middle of any pixel may lie in a box.
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

  void mark(double x, double y) {  // a bad value is seen, however small its cell
    const int column = static_cast<int>(std::floor(std::clamp(px(x), -1e6, 1e6)));
    const int row = static_cast<int>(std::floor(std::clamp(py(y), -1e6, 1e6)));
    for (int j = std::max(row - 1, area_.y0); j < std::min(row + 2, area_.y1); ++j)
      for (int i = std::max(column - 1, area_.x0); i < std::min(column + 2, area_.x1); ++i)
        canvas_.set(i, j, scale_.ink(no_number, 0, 0));
  }

 private:
  static constexpr double edge = 1e-6;  // no gap between neighbours
  static int first(double x) { return static_cast<int>(std::ceil(std::clamp(x, -1e6, 1e6) - 0.5 - 1e-6)); }
  static int last(double x) { return static_cast<int>(std::floor(std::clamp(x, -1e6, 1e6) - 0.5 + 1e-6)); }

  Canvas& canvas_;
  Rect area_;
  const Scale& scale_;
  double low_x_, high_y_, per_x_, per_y_;
};

// call(block, cell, place) for every cell of a mesh.
template <class Call>
void for_block_cells(const BlockMesh& mesh, const Call& call) {
  std::size_t place = 0;
  for (int b = 0; b < static_cast<int>(mesh.blocks.size()); ++b) {
    const std::array<int, 3>& n = mesh.blocks[b].cells;
    std::array<int, 3> c{};
    for (c[2] = 0; c[2] < n[2]; ++c[2])
      for (c[1] = 0; c[1] < n[1]; ++c[1])
        for (c[0] = 0; c[0] < n[0]; ++c[0]) call(b, c, place++);
  }
}

struct ShownField {  // a field in its mesh, and its values at nodes
  const BlockMesh& mesh;
  const Sample& sample;
  std::vector<double> at_nodes = node_values(mesh, sample);
  BlockPlaces nodes{mesh, Location::node};
  bool in_cells() const { return sample.location == Location::cell; }
  double at(int block, std::size_t node) const { return at_nodes[static_cast<std::size_t>(nodes.first(block)) + node]; }
};

// ---- 2D

//   2───3      four triangles around the middle, which has the value of the cell
//   │ × │
//   0───1
void paint_quadrilateral(Painter& painter, const ShownField& field, int b, const std::array<int, 3>& cell,
                         std::size_t place) {
  const Block& block = field.mesh.blocks[b];
  std::array<Vertex, 4> v;
  Vertex middle;
  for (int n = 0; n < 4; ++n) {
    const std::size_t node = corner_node(block, cell, n);
    v[n] = {painter.px(block.nodes[0][node]), painter.py(block.nodes[1][node]), field.at(b, node)};
    middle = {middle.x + 0.25 * v[n].x, middle.y + 0.25 * v[n].y, middle.value + 0.25 * v[n].value};
  }
  const auto [x0, x1] = std::minmax({v[0].x, v[1].x, v[2].x, v[3].x});
  const auto [y0, y1] = std::minmax({v[0].y, v[1].y, v[2].y, v[3].y});
  if (!painter.shows(x0, x1, y0, y1)) return;
  if (field.in_cells()) middle.value = field.sample.values[place];
  painter.triangle(v[0], v[1], middle);
  painter.triangle(v[1], v[3], middle);
  painter.triangle(v[3], v[2], middle);
  painter.triangle(v[2], v[0], middle);
}

void paint_flat(Painter& painter, const ShownField& field) {
  for_block_cells(field.mesh, [&](int b, const std::array<int, 3>& cell, std::size_t place) {
    paint_quadrilateral(painter, field, b, cell, place);
  });
  if (!field.in_cells()) return;
  for_block_cells(field.mesh, [&](int b, const std::array<int, 3>& cell, std::size_t place) {
    if (std::isfinite(field.sample.values[place])) return;
    const Point p = centre_of(field.mesh.blocks[b], cell);
    painter.mark(p[0], p[1]);
  });
}

std::vector<double> values_seen(const BlockMesh& mesh, const Sample& sample, const PicturePlane& plane, bool all) {
  if (all) return sample.values;
  const BlockPlaces places(mesh, sample.location);
  std::vector<double> seen;
  for (std::int64_t n = 0; n < places.count(); ++n) {
    const Point p = position_of(mesh, sample.location, places.index(n));
    if (p[0] >= plane.x[0] && p[0] <= plane.x[1] && p[1] >= plane.y[0] && p[1] <= plane.y[1])
      seen.push_back(sample.values[static_cast<std::size_t>(n)]);
  }
  return seen.empty() ? sample.values : seen;
}

// ---- 3D

bool is_cut(const Block& block, const std::array<int, 3>& cell, int axis, double where) {
  int below = 0;
  for (int n = 0; n < 8; ++n) below += block.nodes[axis][corner_node(block, cell, n)] < where;
  return below > 0 && below < 8;
}

struct Corner {
  Vertex v;
  double height = 0;  // above the plane
};

Vertex on_plane(const Corner& a, const Corner& b) {
  const double s = a.height / (a.height - b.height);
  return {a.v.x + s * (b.v.x - a.v.x), a.v.y + s * (b.v.y - a.v.y), a.v.value + s * (b.v.value - a.v.value)};
}

void paint_cut(Painter& painter, const std::array<Corner, 4>& tetrahedron) {
  std::vector<Corner> above, below;
  for (const Corner& c : tetrahedron) (c.height >= 0 ? above : below).push_back(c);
  if (above.empty() || below.empty()) return;
  std::vector<Vertex> cut;
  for (const Corner& a : above)
    for (const Corner& b : below) cut.push_back(on_plane(a, b));
  painter.triangle(cut[0], cut[1], cut[2]);
  if (cut.size() == 4) painter.triangle(cut[1], cut[2], cut[3]);
}

// From corner 0 to corner 7 along the axes in every order: cells side by side are split alike.
void paint_cut_cell(Painter& painter, const std::array<Corner, 8>& corners) {
  std::array<int, 3> order{0, 1, 2};
  do {
    const int one = 1 << order[0], two = one + (1 << order[1]);
    paint_cut(painter, {corners[0], corners[one], corners[two], corners[7]});
  } while (std::next_permutation(order.begin(), order.end()));
}

void paint_slice(Painter& painter, const ShownField& field, const PicturePlane& plane, double where) {
  const int axis = 3 - plane.across - plane.up;
  for_block_cells(field.mesh, [&](int b, const std::array<int, 3>& cell, std::size_t) {
    const Block& block = field.mesh.blocks[b];
    if (!is_cut(block, cell, axis, where)) return;
    std::array<Corner, 8> corners;
    for (int n = 0; n < 8; ++n) {
      const std::size_t node = corner_node(block, cell, n);
      corners[n] = {
          {painter.px(block.nodes[plane.across][node]), painter.py(block.nodes[plane.up][node]), field.at(b, node)},
          block.nodes[axis][node] - where};
    }
    paint_cut_cell(painter, corners);
  });
}

std::vector<double> values_cut(const BlockMesh& mesh, const Sample& sample, int axis, double where) {
  std::vector<double> values;
  const BlockPlaces nodes(mesh, Location::node);
  for_block_cells(mesh, [&](int b, const std::array<int, 3>& cell, std::size_t place) {
    if (!is_cut(mesh.blocks[b], cell, axis, where)) return;
    if (sample.location == Location::cell) return values.push_back(sample.values[place]);
    for (int n = 0; n < 8; ++n)
      values.push_back(sample.values[static_cast<std::size_t>(nodes.first(b)) + corner_node(mesh.blocks[b], cell, n)]);
  });
  return values;
}

}  // namespace

PicturePlane plane_of_blocks(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  const bool solid = grid.dimensions == 3;
  const int axis = solid ? std::clamp(options.axis, 0, 2) : 2;
  PicturePlane plane{.across = axis == 0 ? 1 : 0, .up = axis == 2 ? 1 : 2};
  plane.x = seen(grid, plane.across, options, false);
  plane.y = seen(grid, plane.up, options, true);
  const double low = grid.lower(axis), high = grid.upper(axis), little = 1e-9 * (high - low);
  const double where = std::clamp(options.slice.value_or(0.5 * (low + high)), low + little, high - little);
  if (solid) plane.where = fmt::format("{} = {} m", "xyz"[axis], short_number(where));
  const BlockMesh& mesh = *grid.blocks;
  plane.values = solid ? values_cut(mesh, sample, axis, where) : values_seen(mesh, sample, plane, !options.window);
  plane.paint = [&mesh, &sample, ends = plane, where, solid](Canvas& canvas, const Rect& area, const Scale& scale) {
    canvas.fill(area, solid_grey);
    Painter painter(canvas, area, ends, scale);
    const ShownField field{mesh, sample};
    solid ? paint_slice(painter, field, ends, where) : paint_flat(painter, field);
  };
  return plane;
}

}  // namespace eddy
