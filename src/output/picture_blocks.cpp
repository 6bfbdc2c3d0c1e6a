// Pictures of a flat mesh of blocks: each cell is painted where it lies, with colours that vary from its centre to its
// nodes. Where there is no cell the picture stays grey.
#include <algorithm>
#include <cmath>

#include "output/painter.hpp"
#include "output/shared_nodes.hpp"

namespace eddy {
namespace {

struct ShownField {  // a field in its mesh, and its values at nodes
  const BlockMesh& mesh;
  const Sample& sample;
  std::vector<double> at_nodes = node_values(mesh, sample);
  BlockPlaces nodes{mesh, Location::node};
  bool in_cells() const { return sample.location == Location::cell; }
  double at(int block, std::size_t node) const { return at_nodes[static_cast<std::size_t>(nodes.first(block)) + node]; }
};

//   2───3      four triangles around the centre, which has the value of the cell
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

}  // namespace

PicturePlane plane_of_blocks(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  PicturePlane plane;
  plane.x = seen(grid, plane.across, options, false);
  plane.y = seen(grid, plane.up, options, true);
  const BlockMesh& mesh = *grid.blocks;
  plane.values = values_seen(mesh, sample, plane, !options.window);
  plane.paint = [&mesh, &sample, ends = plane](Canvas& canvas, const Rect& area, const Scale& scale) {
    canvas.fill(area, solid_grey);
    Painter painter(canvas, area, ends, scale);
    paint_flat(painter, ShownField{mesh, sample});
  };
  return plane;
}

}  // namespace eddy
