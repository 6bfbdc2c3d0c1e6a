// Cuts a plane through cells with eight corners, of blocks or hexahedra. Each cell is split into six tetrahedra.
#include <fmt/format.h>

#include <algorithm>

#include "output/block_places.hpp"
#include "output/painter.hpp"
#include "output/shared_nodes.hpp"
#include "output/ticks.hpp"

namespace eddy {
namespace {

struct CellCorner {
  Point at{};
  std::size_t node = 0;  // place of the corner in a sample at nodes
};
using CellCorners = std::array<CellCorner, 8>;

// call(cell, corners) for every cell; `cell` is its place in a sample of cells.
template <class Call>
void for_solid_cells(const BlockMesh& mesh, const Call& call) {
  const BlockPlaces nodes(mesh, Location::node);
  for_block_cells(mesh, [&](int b, const std::array<int, 3>& cell, std::size_t place) {
    CellCorners corners;
    for (int n = 0; n < 8; ++n) {
      const std::size_t node = corner_node(mesh.blocks[b], cell, n);
      corners[n] = {mesh.blocks[b].at(node), static_cast<std::size_t>(nodes.first(b)) + node};
    }
    call(place, corners);
  });
}
template <class Call>
void for_solid_cells(const HexMesh& mesh, const Call& call) {
  for (int e = 0; e < static_cast<int>(mesh.elements.size()); ++e) {
    CellCorners corners;
    for (int n = 0; n < 8; ++n)
      corners[n] = {mesh.nodes[mesh.corner(e, n)], static_cast<std::size_t>(mesh.corner(e, n))};
    call(static_cast<std::size_t>(e), corners);
  }
}

bool is_cut(const CellCorners& corners, int axis, double where) {
  const auto below =
      std::count_if(corners.begin(), corners.end(), [&](const CellCorner& c) { return c.at[axis] < where; });
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

// Each tetrahedron runs from corner 0 to corner 7 along the axes in one order, so that neighbours are split alike.
void paint_cut_cell(Painter& painter, const std::array<Corner, 8>& corners) {
  std::array<int, 3> order{0, 1, 2};
  do {
    const int one = 1 << order[0], two = one + (1 << order[1]);
    paint_cut(painter, {corners[0], corners[one], corners[two], corners[7]});
  } while (std::next_permutation(order.begin(), order.end()));
}

template <class Mesh>
void paint_slice(Painter& painter, const Mesh& mesh, const Sample& sample, const PicturePlane& plane, double where) {
  const int axis = 3 - plane.across - plane.up;
  const std::vector<double> at_nodes = node_values(mesh, sample);
  for_solid_cells(mesh, [&](std::size_t, const CellCorners& cell) {
    if (!is_cut(cell, axis, where)) return;
    std::array<Corner, 8> corners;
    for (int n = 0; n < 8; ++n)
      corners[n] = {{painter.px(cell[n].at[plane.across]), painter.py(cell[n].at[plane.up]), at_nodes[cell[n].node]},
                    cell[n].at[axis] - where};
    paint_cut_cell(painter, corners);
  });
}

template <class Mesh>
std::vector<double> values_cut(const Mesh& mesh, const Sample& sample, int axis, double where) {
  std::vector<double> values;
  for_solid_cells(mesh, [&](std::size_t place, const CellCorners& cell) {
    if (!is_cut(cell, axis, where)) return;
    if (sample.location == Location::cell) return values.push_back(sample.values[place]);
    for (const CellCorner& c : cell) values.push_back(sample.values[c.node]);
  });
  return values;
}

template <class Mesh>
PicturePlane slice_of(const Mesh& mesh, const Grid& grid, const Sample& sample, const PictureOptions& options) {
  const int axis = std::clamp(options.axis, 0, 2);
  PicturePlane plane{.across = axis == 0 ? 1 : 0, .up = axis == 2 ? 1 : 2};
  plane.x = seen(grid, plane.across, options, false);
  plane.y = seen(grid, plane.up, options, true);
  const double low = grid.lower(axis), high = grid.upper(axis), little = 1e-9 * (high - low);
  const double where = std::clamp(options.slice.value_or(0.5 * (low + high)), low + little, high - little);
  plane.where = fmt::format("{} = {}", "xyz"[axis], in_unit(where, options, "m"));
  plane.at = where;
  plane.values = values_cut(mesh, sample, axis, where);
  plane.paint = [&mesh, &sample, ends = plane, where](Canvas& canvas, const Rect& area, const Scale& scale) {
    canvas.fill(area, solid_grey);
    Painter painter(canvas, area, ends, scale);
    paint_slice(painter, mesh, sample, ends, where);
  };
  return plane;
}

}  // namespace

PicturePlane plane_of_slice(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  return grid.hexahedra ? slice_of(*grid.hexahedra, grid, sample, options)
                        : slice_of(*grid.blocks, grid, sample, options);
}

}  // namespace eddy
