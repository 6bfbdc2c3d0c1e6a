#include "mesh/hex_mesh.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "mesh/gmsh.hpp"
#include "mesh/hex_order.hpp"
#include "mesh/hex_patches.hpp"
#include "mesh/hex_quality.hpp"
#include "mesh/quality.hpp"
#include "mesh/spacing.hpp"
#include "mesh/vectors.hpp"
#include "mesh/vtu.hpp"

namespace eddy {
namespace {

double signed_area(const FileMesh& mesh, const QuadNodes& q) {
  const auto at = [&](int n) { return mesh.nodes[q[n]]; };
  return 0.5 * cross(minus(at(2), at(0)), minus(at(3), at(1)))[2];
}

void refuse_bent(const FileMesh& mesh) {
  double low = mesh.nodes[mesh.quadrilaterals.nodes[0][0]][2], high = low, size = 0;
  const Point& first = mesh.nodes[mesh.quadrilaterals.nodes[0][0]];
  for (const QuadNodes& q : mesh.quadrilaterals.nodes)
    for (const int n : q) {
      low = std::min(low, mesh.nodes[n][2]);
      high = std::max(high, mesh.nodes[n][2]);
      size = std::max({size, std::abs(mesh.nodes[n][0] - first[0]), std::abs(mesh.nodes[n][1] - first[1])});
    }
  if (high - low > 1e-6 * size)
    throw Error(Exit::usage,
                "'" + mesh.file +
                    "' has quadrilaterals and no hexahedra, and does not lie in a plane z = const: z runs from " +
                    number_text(low) + " to " + number_text(high) +
                    ". Save the volume (in Gmsh: Mesh 3, and a Physical Volume), or turn the mesh into that plane.");
}

// Gmsh numbers the nodes of a surface in the sense of its first curve, so one mesh may have both senses. Here all
// quadrilaterals get the same sense.
std::vector<QuadNodes> turned_quads(const FileMesh& flat) {
  std::vector<QuadNodes> quads = flat.quadrilaterals.nodes;
  for (QuadNodes& q : quads)
    if (signed_area(flat, q) < 0) std::swap(q[1], q[3]);
  return quads;
}

int group_number(FileMesh& mesh, const std::string& name) {
  mesh.names.push_back(name);
  return static_cast<int>(mesh.names.size()) - 1;
}

template <class Nodes>
void add(FileMesh::Cells<Nodes>& cells, const Nodes& nodes, int group, std::int64_t number) {
  cells.nodes.push_back(nodes);
  cells.group.push_back(group);
  cells.number.push_back(number);
}

}  // namespace

FileMesh extruded(const FileMesh& flat, const ExtrudeOptions& o) {
  refuse_bent(flat);
  FileMesh deep;
  deep.file = flat.file;
  deep.names = flat.names;
  const double length = o.to - o.from;
  const std::vector<double> places = spaced(o.cluster, o.cells, length, "mesh.extrude");
  for (int k = 0; k <= o.cells; ++k)
    for (const Point& p : flat.nodes)
      deep.nodes.push_back({p[0], p[1], k == o.cells ? o.to : o.from + places[k] * length});
  const int layer = static_cast<int>(flat.nodes.size());
  const int front = group_number(deep, side_names[4]), back = group_number(deep, side_names[5]);
  const std::vector<QuadNodes> quads = turned_quads(flat);
  for (int k = 0; k < o.cells; ++k)
    for (std::size_t q = 0; q < quads.size(); ++q) {
      HexNodes hex;
      for (int n = 0; n < 4; ++n) {
        hex[n] = quads[q][n] + k * layer;
        hex[n + 4] = hex[n] + layer;
      }
      const std::int64_t number = flat.quadrilaterals.number[q];
      add(deep.hexahedra, hex, -1, number);
      if (k == 0) add(deep.quadrilaterals, {hex[0], hex[3], hex[2], hex[1]}, front, number);
      if (k + 1 == o.cells) add(deep.quadrilaterals, {hex[4], hex[5], hex[6], hex[7]}, back, number);
    }
  for (int k = 0; k < o.cells; ++k)
    for (std::size_t n = 0; n < flat.lines.nodes.size(); ++n) {
      const int a = flat.lines.nodes[n][0] + k * layer, b = flat.lines.nodes[n][1] + k * layer;
      add(deep.quadrilaterals, {a, b, b + layer, a + layer}, flat.lines.group[n], flat.lines.number[n]);
    }
  return deep;
}

namespace {

// Puts the nodes of elements first. Gmsh keeps others, too, such as the centres of circles.
FileMesh used_nodes_first(FileMesh file) {
  std::vector<char> used(file.nodes.size(), 0);
  for (const HexNodes& e : file.hexahedra.nodes)
    for (const int n : e) used[n] = 1;
  std::vector<int> now(file.nodes.size());
  std::vector<Point> sorted;
  for (const char first : {1, 0})
    for (std::size_t n = 0; n < used.size(); ++n) {
      if (used[n] != first) continue;
      now[n] = static_cast<int>(sorted.size());
      sorted.push_back(file.nodes[n]);
    }
  file.nodes = std::move(sorted);
  for (HexNodes& e : file.hexahedra.nodes)
    for (int& n : e) n = now[n];
  for (QuadNodes& q : file.quadrilaterals.nodes)
    for (int& n : q) n = now[n];
  return file;
}

void drop_unused_nodes(HexMesh& mesh) {
  int last = -1;
  for (const HexNodes& e : mesh.elements) last = std::max(last, *std::max_element(e.begin(), e.end()));
  mesh.nodes.resize(static_cast<std::size_t>(last + 1));
}

}  // namespace

HexMesh hex_mesh_of(const FileMesh& given) {
  const FileMesh file = used_nodes_first(given);
  HexMesh mesh;
  mesh.nodes = file.nodes;
  mesh.elements = file.hexahedra.nodes;
  refuse_inverted(mesh, file.hexahedra.number, file.file);
  add_patches(mesh, file);
  drop_unused_nodes(mesh);
  return mesh;
}

HexMesh make_hex_mesh(const MeshOptions& o) {
  FileMesh file = o.kind == MeshKind::gmsh ? read_gmsh(o.folder / o.file, o.file) : read_vtu(o.folder / o.file, o.file);
  for (Point& p : file.nodes)
    for (double& x : p) x *= o.scale;
  const bool flat = file.flat();
  if (flat && o.extrude.cells == 0)
    throw Error(Exit::usage,
                "'" + o.file +
                    "' is a flat mesh. Give it a third dimension: mesh.extrude = { cells = 1, from = 0.0, to = 1.0 }.");
  if (!flat && o.extrude.cells > 0)
    throw Error(Exit::usage, "mesh.extrude: '" + o.file + "' has hexahedra already. Leave it out.");
  if (flat) file = extruded(file, o.extrude);
  HexMesh mesh = hex_mesh_of(file);
  mesh.layers = flat ? o.extrude.cells : 0;
  join_seams(mesh, o.seam);
  refuse_pieces(mesh, o.file);
  order_along_curve(mesh);
  return mesh;
}

}  // namespace eddy
