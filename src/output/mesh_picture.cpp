#include "output/mesh_picture.hpp"

#include <algorithm>
#include <cmath>

#include "output/axes.hpp"
#include "output/mesh_drawing.hpp"

namespace eddy {
namespace {

using Node3 = std::array<int, 3>;

struct NodeRange {   // nodes on a side of a block, or all nodes of a flat block
  Node3 lo{}, hi{};  // both belong to it
  std::array<int, 2> along{0, 1};
};

NodeRange nodes_of(const Block& b, int side, const Box& cells) {
  NodeRange r;
  r.lo = cells.lo;
  r.hi = cells.hi;
  for (int a = b.dimensions; a < 3; ++a) r.hi[a] = r.lo[a];
  if (side < 0) return r;
  const int n = side_axis(side);
  r.lo[n] = r.hi[n] = side_upper(side) ? cells.hi[n] : cells.lo[n];
  r.along = axes_along(side);
  return r;
}

std::vector<int> thinned_indices(int lo, int hi, int every) {
  std::vector<int> all;
  for (int i = lo; i < hi; i += every) all.push_back(i);
  all.push_back(hi);
  return all;
}

class MeshDrawing {
 public:
  MeshDrawing(Canvas& canvas, const BlockMesh& mesh, const View& view, int lines)
      : canvas_(canvas), mesh_(mesh), view_(view), lines_(lines) {}

  void draw(double scale, const std::vector<CellPlace>& marked) {
    canvas_.clip(view_.area);
    if (mesh_.dimensions == 2) {
      for (std::size_t b = 0; b < mesh_.blocks.size(); ++b) fill_block(mesh_.blocks[b], light_colour(b));
      for (const Block& b : mesh_.blocks)
        canvas_.stroke(lines_of(b, nodes_of(b, -1, {{0, 0, 0}, b.cells}), lines_), 0.7 * scale, {0.45, 0.47, 0.5});
    }
    std::vector<Polyline> seams;
    for (const Seam& seam : mesh_.seams) {
      const Block& b = mesh_.blocks[seam.first.block];
      add(seams, lines_of(b, nodes_of(b, seam.first.side, seam.first.cells), 1));
    }
    canvas_.stroke(seams, 1.6 * scale, {0.25, 0.26, 0.3});
    for (std::size_t p = 0; p < mesh_.patches.size(); ++p) draw_patch(p, scale);
    for (const CellPlace& cell : marked) {
      const Spot at = view_(flat_place(cell_centre(mesh_.blocks[cell.block], cell.cell), mesh_.dimensions));
      Polyline ring;
      for (int n = 0; n <= 32; ++n)
        ring.push_back({at.x + 12 * scale * std::cos(n * 0.19635), at.y + 12 * scale * std::sin(n * 0.19635)});
      canvas_.stroke({ring}, 3 * scale, {0.85, 0.05, 0.1});
    }
    if (mesh_.blocks.size() > 1 && mesh_.blocks.size() <= 60) draw_names(scale);
    canvas_.unclip();
  }

 private:
  static Rgb light_colour(std::size_t block) {
    const Colour c = series_colour(static_cast<int>(block % 8));
    const auto light = [](double v) { return 1 - 0.16 * (1 - v); };
    return bytes({light(c.red), light(c.green), light(c.blue)});
  }
  static void add(std::vector<Polyline>& to, std::vector<Polyline> more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  Spot spot(const Block& b, const Node3& n) const {
    return view_(flat_place(b.at(b.node(n[0], n[1], n[2])), mesh_.dimensions));
  }

  // About `lines` evenly chosen mesh lines of each family. Steps shorter than a pixel are left out of a line.
  std::vector<Polyline> lines_of(const Block& b, const NodeRange& r, int lines) const {
    std::vector<Polyline> all;
    for (int family = 0; family < 2; ++family) {
      const int along = r.along[family], across = r.along[1 - family];
      if (r.hi[along] == r.lo[along]) continue;
      const int count = r.hi[across] - r.lo[across];
      int every = 1;
      while (count / every > lines) every *= 2;
      for (int c : thinned_indices(r.lo[across], r.hi[across], every)) {
        Polyline line;
        Node3 n = r.lo;
        n[across] = c;
        for (n[along] = r.lo[along]; n[along] <= r.hi[along]; ++n[along]) {
          const Spot p = spot(b, n);
          const bool far =
              line.empty() || n[along] == r.hi[along] || std::hypot(p.x - line.back().x, p.y - line.back().y) > 0.7;
          if (far) line.push_back(p);
        }
        all.push_back(std::move(line));
      }
    }
    return all;
  }

  void fill_triangle(const Spot& a, const Spot& b, const Spot& c, const Rgb& ink) {
    const double low = std::max(std::min({a.y, b.y, c.y}), double(view_.area.y0));
    const double high = std::min(std::max({a.y, b.y, c.y}), double(view_.area.y1));
    for (int y = static_cast<int>(std::ceil(low - 0.5)); y + 0.5 < high; ++y) {
      double x0 = 1e300, x1 = -1e300;
      const Spot* const ends[] = {&a, &b, &c, &a};
      for (int n = 0; n < 3; ++n) {
        const Spot &p = *ends[n], &q = *ends[n + 1];
        if ((p.y <= y + 0.5) == (q.y <= y + 0.5)) continue;
        const double x = p.x + (y + 0.5 - p.y) / (q.y - p.y) * (q.x - p.x);
        x0 = std::min(x0, x);
        x1 = std::max(x1, x);
      }
      const int from = static_cast<int>(std::ceil(std::max(x0, double(view_.area.x0)) - 0.5));
      for (int x = from; x + 0.5 < std::min(x1, double(view_.area.x1)); ++x) canvas_.set(x, y, ink);
    }
  }
  void fill_block(const Block& b, const Rgb& ink) {
    const auto is = thinned_indices(0, b.cells[0], std::max(1, b.cells[0] / 256));
    const auto js = thinned_indices(0, b.cells[1], std::max(1, b.cells[1] / 256));
    for (std::size_t j = 0; j + 1 < js.size(); ++j)
      for (std::size_t i = 0; i + 1 < is.size(); ++i) {
        const Spot p = spot(b, {is[i], js[j], 0}), q = spot(b, {is[i + 1], js[j], 0});
        const Spot r = spot(b, {is[i + 1], js[j + 1], 0}), s = spot(b, {is[i], js[j + 1], 0});
        fill_triangle(p, q, r, ink);
        fill_triangle(p, r, s, ink);
      }
  }
  void draw_patch(std::size_t number, double scale) {
    std::vector<Polyline> lines;
    for (const SidePiece& piece : mesh_.patches[number].pieces) {
      const Block& b = mesh_.blocks[piece.block];
      add(lines, lines_of(b, nodes_of(b, piece.side, piece.cells), lines_ / 3));
    }
    canvas_.stroke(lines, (mesh_.dimensions == 2 ? 3 : 1) * scale, series_colour(static_cast<int>(number)));
  }
  void draw_names(double scale) {
    for (const Block& b : mesh_.blocks) {
      const Spot at = spot(b, {b.cells[0] / 2, b.cells[1] / 2, b.dimensions == 3 ? b.cells[2] / 2 : 0});
      const double size = 12 * scale, wide = text_width(b.name, size);
      const Rect& a = view_.area;
      if (at.x - wide / 2 < a.x0 || at.x + wide / 2 > a.x1 || at.y < a.y0 || at.y + 2 * size > a.y1) continue;
      canvas_.fill({int(at.x - wide / 2 - 4), int(at.y - 4), int(at.x + wide / 2 + 4), int(at.y + size + 6)},
                   {255, 255, 255});
      canvas_.text({at.x, at.y + size}, b.name, {.anchor = Text::Anchor::middle, .size = size});
    }
  }

  Canvas& canvas_;
  const BlockMesh& mesh_;
  View view_;
  int lines_;
};

Extent bounds_of(const BlockMesh& mesh) {
  Extent all;
  for (const Block& b : mesh.blocks)
    for (std::size_t n = 0; n < b.nodes[0].size(); ++n) all.add(flat_place(b.at(n), mesh.dimensions));
  return all;
}

Extent bounds_of(const BlockMesh& mesh, const MeshPatch& patch) {
  Extent all;
  for (const SidePiece& piece : patch.pieces) {
    const Block& b = mesh.blocks[piece.block];
    const NodeRange r = nodes_of(b, piece.side, piece.cells);
    for (int k = r.lo[2]; k <= r.hi[2]; ++k)
      for (int j = r.lo[1]; j <= r.hi[1]; ++j)
        for (int i = r.lo[0]; i <= r.hi[0]; ++i) all.add(flat_place(b.at(b.node(i, j, k)), mesh.dimensions));
  }
  return all;
}

}  // namespace

Image mesh_picture(const BlockMesh& mesh, const MeshPictureOptions& o) {
  DrawnMesh drawn{mesh.dimensions == 2, bounds_of(mesh), patch_names(mesh), {}, {}};
  for (const MeshPatch& patch : mesh.patches) drawn.patch_bounds.push_back(bounds_of(mesh, patch));
  drawn.draw = [&](Canvas& canvas, const View& view, double scale, int lines) {
    MeshDrawing(canvas, mesh, view, lines).draw(scale, o.marked);
    if (mesh.dimensions == 2) draw_shapes_in(canvas, view, drawn.bounds, o.shapes);
  };
  return mesh_page(drawn, o);
}

}  // namespace eddy
