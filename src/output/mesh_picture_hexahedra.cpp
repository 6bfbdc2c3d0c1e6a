// Draws hexahedra: each edge of the surface once, in the colour of its patch.
#include <algorithm>
#include <set>

#include "output/axes.hpp"
#include "output/mesh_drawing.hpp"

namespace eddy {
namespace {

using Edge = std::array<int, 2>;

Edge edge_of(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

class HexDrawing {
 public:
  explicit HexDrawing(const HexMesh& mesh) : mesh_(mesh), flat_(mesh.layers > 0) {
    if (flat_) find_plane();
    for (const HexMesh::Patch& patch : mesh.patches) {
      if (flat_ && (patch.name == "front" || patch.name == "back")) continue;  // these two are the plane itself
      names_.push_back(patch.name);
      std::set<Edge> edges;
      for (const QuadNodes& f : patch.faces)
        for (int n = 0; n < 4; ++n)
          if (shown(f[n], f[(n + 1) % 4])) edges.insert(edge_of(f[n], f[(n + 1) % 4]));
      patch_edges_.emplace_back(edges.begin(), edges.end());
    }
  }

  DrawnMesh drawn() const {
    DrawnMesh d{flat_, {}, names_, {}, {}};
    for (const Point& p : mesh_.nodes) d.bounds.add(place(p));
    for (const auto& edges : patch_edges_) {
      Extent& bounds = d.patch_bounds.emplace_back();
      for (const Edge& e : edges)
        for (const int n : e) bounds.add(place(mesh_.nodes[n]));
    }
    d.draw = [this](Canvas& canvas, const View& view, double scale, int) { draw(canvas, view, scale); };
    return d;
  }

 private:
  Spot place(const Point& p) const { return flat_place(p, flat_ ? 2 : 3); }
  bool shown(int a, int b) const { return !flat_ || (in_plane(a) && in_plane(b)); }
  bool in_plane(int node) const { return mesh_.nodes[node][2] == plane_; }

  // Collects the edges of all elements in the front plane of an extruded mesh.
  void find_plane() {
    plane_ = mesh_.nodes[0][2];
    for (const Point& p : mesh_.nodes) plane_ = std::min(plane_, p[2]);
    std::set<Edge> edges;
    for (int e = 0; e < static_cast<int>(mesh_.elements.size()); ++e) {
      const QuadNodes f = mesh_.face(e, 4);
      for (int n = 0; n < 4; ++n)
        if (in_plane(f[0])) edges.insert(edge_of(f[n], f[(n + 1) % 4]));
    }
    inner_.assign(edges.begin(), edges.end());
  }

  std::vector<Polyline> lines_of(const std::vector<Edge>& edges, const View& view) const {
    std::vector<Polyline> lines;
    for (const Edge& e : edges) lines.push_back({view(place(mesh_.nodes[e[0]])), view(place(mesh_.nodes[e[1]]))});
    return lines;
  }

  void draw(Canvas& canvas, const View& view, double scale) const {
    canvas.clip(view.area);
    canvas.stroke(lines_of(inner_, view), 0.7 * scale, {0.45, 0.47, 0.5});
    for (std::size_t p = 0; p < patch_edges_.size(); ++p)
      canvas.stroke(lines_of(patch_edges_[p], view), (flat_ ? 3 : 1) * scale, series_colour(static_cast<int>(p)));
    canvas.unclip();
  }

  const HexMesh& mesh_;
  bool flat_;
  double plane_ = 0;
  std::vector<Edge> inner_;
  std::vector<std::string> names_;  // names of the patches that are drawn
  std::vector<std::vector<Edge>> patch_edges_;
};

}  // namespace

Image mesh_picture(const HexMesh& mesh, const MeshPictureOptions& o) {
  const HexDrawing drawing(mesh);
  return mesh_page(drawing.drawn(), o);
}

}  // namespace eddy
