// Meshes of hexahedra: elements and patches, refused meshes, seams, order and pieces.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "mesh/hex_order.hpp"
#include "mesh/hex_patches.hpp"
#include "mesh/hex_quality.hpp"
#include "tests/mesh/blocks_helper.hpp"
#include "tests/mesh/helper.hpp"
#include "tests/mesh/hex_helper.hpp"

namespace eddy {
namespace {

Point bent(const Point& p) {
  return {p[0] + 0.05 * std::sin(5 * p[1]), p[1] + 0.1 * p[0] * p[2], p[2] - 0.08 * p[0] * p[1]};
}

// V = Σ x·B with the closed form of B for each node (specification of the element, 4.2).
double closed_form(const HexMesh& mesh, int element) {
  constexpr int labels[8][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
                                {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};
  const auto at = [&](int n, int axis) { return mesh.nodes[mesh.elements[element][n]][axis]; };
  double volume = 0;
  for (int n = 0; n < 8; ++n) {
    const auto y = [&](int k) { return at(labels[n][k], 1); };
    const auto z = [&](int k) { return at(labels[n][k], 2); };
    volume += at(n, 0) / 12 *
              (y(0) * ((z(4) - z(1)) - (z(2) - z(3))) + y(1) * (z(0) - z(2)) + y(2) * ((z(1) - z(5)) - (z(3) - z(0))) +
               y(3) * ((z(5) - z(4)) - (z(0) - z(2))) + y(4) * (z(3) - z(0)) + y(5) * (z(2) - z(3)));
  }
  return volume;
}

TEST(Hexahedra, VolumesAndOutwardNormals) {
  const HexMesh mesh = hex_mesh_of(cube_file({4, 3, 2}, bent));
  for (int e = 0; e < 24; ++e) EXPECT_NEAR(volume_of(mesh, e), closed_form(mesh, e), 1e-16);
  double volume = 0, flux = 0;  // ∫ x·n / 3 over the surface
  for (int e = 0; e < 24; ++e) volume += volume_of(mesh, e);
  for (const HexMesh::Patch& p : mesh.patches)
    for (const QuadNodes& f : p.faces) {
      Point mean{};
      for (const int n : f)
        for (int a = 0; a < 3; ++a) mean[a] += mesh.nodes[n][a] / 4;
      const auto edge = [&](int from, int to, int a) { return mesh.nodes[f[to]][a] - mesh.nodes[f[from]][a]; };
      for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        flux += mean[a] * (edge(0, 2, b) * edge(1, 3, c) - edge(0, 2, c) * edge(1, 3, b)) / 6;
      }
    }
  EXPECT_NEAR(flux, volume, 1e-14);
  EXPECT_EQ(patch_names(mesh), (std::vector<std::string>{"left", "right", "bottom", "top", "front", "back"}));
  EXPECT_EQ(mesh.patches[1].faces.size(), 6u);
}

TEST(Hexahedra, InvertedElements) {
  FileMesh cube = cube_file({3, 2, 1});
  const auto turn = [&](int e) {
    std::swap_ranges(cube.hexahedra.nodes[e].begin(), cube.hexahedra.nodes[e].begin() + 4,
                     cube.hexahedra.nodes[e].begin() + 4);
  };
  turn(1);
  turn(4);
  EXPECT_EQ(
      error_of([&] { hex_mesh_of(cube); }),
      "'cube.msh': of 6 elements 2 are inverted or folded, 0 are without volume and 0 have two corners in one place: "
      "number 2 near (0.5, 0.25, 0.5), "
      "volume -0.16666666666666666 m³; 5 near (0.5, 0.75, 0.5), volume -0.16666666666666666 m³. Look at "
      "them in Gmsh (Tools, Statistics), and mesh those volumes anew.");
  for (const int e : {0, 2, 3, 5}) turn(e);
  const HexMesh all = hex_mesh_of(cube);
  EXPECT_GT(volume_of(all, 0), 0);
  ASSERT_EQ(all.remarks.size(), 1u);
  EXPECT_EQ(all.remarks[0], "All elements had their nodes in the opposite order, and were turned around.");
  FileMesh flat = cube_file({2, 1, 1}, [](const Point& p) { return Point{p[0], p[1], p[0] < 0.2 ? p[2] : 0}; });
  EXPECT_NE(error_of([&] { hex_mesh_of(flat); }).find("0 are inverted or folded, 1 are without volume and 1 have"),
            std::string::npos);
}

TEST(Hexahedra, CollapsedElements) {
  const FileMesh cube = cube_file({2, 1, 1});
  FileMesh wedge = cube;
  wedge.hexahedra.nodes[1][6] = wedge.hexahedra.nodes[1][7];
  const std::string collapsed = "0 are without volume and 1 have two corners in one place: number 2 near";
  EXPECT_NE(error_of([&] { hex_mesh_of(wedge); }).find(collapsed), std::string::npos);
  FileMesh touching = cube;
  touching.nodes[touching.hexahedra.nodes[1][6]] = touching.nodes[touching.hexahedra.nodes[1][0]];
  EXPECT_NE(error_of([&] { hex_mesh_of(touching); }).find(collapsed), std::string::npos);
  FileMesh bent = cube;
  bent.nodes[bent.hexahedra.nodes[1][6]] = {0.6, 0.2, 0.2};
  const HexMesh mesh = hex_mesh_of(bent);
  ASSERT_EQ(mesh.remarks.size(), 1u);
  EXPECT_EQ(mesh.remarks[0].find("1 element is folded in a corner, the first of them element 1, near"), 0u);
}

TEST(Hexahedra, FacesWithoutPatch) {
  FileMesh cube = cube_file({2, 2, 1});
  for (int& g : cube.quadrilaterals.group)
    if (g == 3) g = -1;
  EXPECT_EQ(
      error_of([&] { hex_mesh_of(cube); }),
      "2 faces of 'cube.msh', the first near (0.25, 1, 0.5), belong to no patch. Put them into a physical group of "
      "surfaces (in a flat mesh: of lines), or into the `patch` of a .vtu.");
}

TEST(Hexahedra, NodesThatAreThereTwice) {
  FileMesh two = cube_file({1, 1, 1});
  const FileMesh other = cube_file({1, 1, 1}, [](const Point& p) { return Point{p[0] + 1, p[1], p[2]}; });
  const auto first = static_cast<int>(two.nodes.size());
  two.nodes.insert(two.nodes.end(), other.nodes.begin(), other.nodes.end());
  two.hexahedra = cube_file({2, 1, 1}).hexahedra;
  two.hexahedra.nodes[0] = cube_file({1, 1, 1}).hexahedra.nodes[0];
  two.hexahedra.nodes[1] = other.hexahedra.nodes[0];
  for (int& n : two.hexahedra.nodes[1]) n += first;
  two.quadrilaterals = {};
  for (const bool second : {false, true})
    for (std::size_t q = 0; q < 6; ++q) {
      const int group = other.quadrilaterals.group[q];
      if (group == (second ? 0 : 1)) continue;  // faces where the two touch
      QuadNodes nodes = other.quadrilaterals.nodes[q];
      for (int& n : nodes) n += second ? first : 0;
      two.quadrilaterals.nodes.push_back(nodes);
      two.quadrilaterals.group.push_back(group);
      two.quadrilaterals.number.push_back(0);
    }
  EXPECT_EQ(
      error_of([&] { hex_mesh_of(two); }),
      "2 faces of 'cube.msh', the first near (1, 0.5, 0.5), belong to no patch: 8 nodes there lie in the place of "
      "another, the first at (1, 0, 0). The pieces touch, and are not joined. In Gmsh: Coherence or "
      "BooleanFragments in the model, or Coherence Mesh before saving.");
}

// One element beside two: the midpoints of edges of its face are nodes of the other two.
TEST(Hexahedra, HangingNodes) {
  FileMesh cube = cube_file({2, 2, 1});
  cube.hexahedra.nodes.erase(cube.hexahedra.nodes.begin() + 2);
  cube.hexahedra.nodes[0] = {0, 1, 7, 6, 9, 10, 16, 15};  // as high as the other two together
  cube.hexahedra.number = {1, 2, 3};
  std::erase_if(cube.quadrilaterals.nodes, [](const QuadNodes& q) {
    return std::count(q.begin(), q.end(), 3) + std::count(q.begin(), q.end(), 12) > 0;
  });
  cube.quadrilaterals.nodes.push_back({0, 9, 15, 6});
  cube.quadrilaterals.nodes.push_back({0, 6, 7, 1});
  cube.quadrilaterals.nodes.push_back({9, 10, 16, 15});
  cube.quadrilaterals.group.assign(cube.quadrilaterals.nodes.size(), 0);
  EXPECT_EQ(
      error_of([&] { hex_mesh_of(cube); }),
      "3 faces of 'cube.msh', the first near (0.5, 0.25, 0.5), belong to no patch: a hanging node lies on the face of "
      "a coarser element, at (0.5, 0.5, 0). Elements must meet face to face: give both sides of the line or surface "
      "there the same number of nodes.");
}

TEST(Hexahedra, PatchesInTheWrongPlace) {
  FileMesh cube = cube_file({2, 1, 1});
  cube.quadrilaterals.nodes.push_back({1, 4, 10, 7});  // between the two
  cube.quadrilaterals.group.push_back(2);
  cube.quadrilaterals.nodes.push_back({0, 2, 5, 3});  // over both
  cube.quadrilaterals.group.push_back(4);
  EXPECT_EQ(
      error_of([&] { hex_mesh_of(cube); }),
      "patch 'bottom' of 'cube.msh' has 1 face inside of the fluid, the first near (0.5, 0.5, 0.5). A patch lies on "
      "the surface: take it out of the group, or cut the fluid there.\n"
      "patch 'front' of 'cube.msh' has faces that belong to no hexahedron: 1, the first near (0.5, 0.5, 0). Leave "
      "them out of the group, or put what lies there into the fluid's.");
  FileMesh twice = cube_file({1, 1, 1});
  twice.quadrilaterals.nodes.push_back(twice.quadrilaterals.nodes[0]);
  twice.quadrilaterals.group.push_back(1);
  EXPECT_EQ(error_of([&] { hex_mesh_of(twice); }),
            "the face near (0, 0.5, 0.5) of 'cube.msh' belongs to two patches, 'left' and 'right'. Leave it in one.");
  FileMesh crowded = cube_file({2, 1, 1});
  crowded.hexahedra.nodes.push_back(crowded.hexahedra.nodes[0]);
  crowded.hexahedra.number.push_back(17);
  EXPECT_EQ(error_of([&] { hex_mesh_of(crowded); }),
            "'cube.msh': more than two hexahedra share the face near (0.5, 0.5, 0.5), among them numbers 1, 2 and 17. "
            "Remove volumes that lie in one another.");
}

HexMesh read(const StlFolder& folder, const FileMesh& mesh, const std::string& more = "") {
  folder.put("cube.msh", MshWriter({}).write(mesh));
  return make_hex_mesh(case_of("[mesh]\nkind = \"gmsh\"\nfile = \"cube.msh\"\n" + more, folder.path).mesh);
}

TEST(Hexahedra, PiecesApart) {
  const StlFolder folder;
  FileMesh cube = cube_file({3, 1, 1});
  cube.hexahedra.nodes.erase(cube.hexahedra.nodes.begin() + 1);
  cube.hexahedra.number.pop_back();
  std::erase_if(cube.quadrilaterals.nodes, [](const QuadNodes& q) {
    return std::all_of(q.begin(), q.end(), [](int n) { return n % 4 == 1 || n % 4 == 2; });
  });
  cube.quadrilaterals.nodes.push_back({1, 5, 13, 9});
  cube.quadrilaterals.nodes.push_back({2, 6, 14, 10});
  cube.quadrilaterals.group.assign(cube.quadrilaterals.nodes.size(), 0);
  cube.quadrilaterals.number.assign(cube.quadrilaterals.nodes.size(), 9);
  EXPECT_EQ(error_of([&] { read(folder, cube); }),
            "'cube.msh' is in 2 pieces that do not hang together; the smallest has 1 element, near "
            "(0.166666667, 0.5, 0.5). Where they touch, join them (in Gmsh: Coherence); else take one of them for "
            "the fluid.");
}

TEST(Hexahedra, Seams) {
  const StlFolder folder;
  const std::string both =
      "[seam.x]\nfirst = \"left\"\nsecond = \"right\"\n[seam.y]\nfirst = \"top\"\nsecond = \"bottom\"\n";
  const HexMesh mesh = read(folder, cube_file({4, 3, 2}), both);
  EXPECT_EQ(patch_names(mesh), (std::vector<std::string>{"front", "back"}));
  std::set<int> masters(mesh.master.begin(), mesh.master.end());
  EXPECT_EQ(masters.size(), 4u * 3 * 3);
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
    const Point &p = mesh.nodes[n], &m = mesh.nodes[mesh.master[n]];
    EXPECT_EQ(mesh.master[mesh.master[n]], mesh.master[n]);
    for (int a = 0; a < 3; ++a) {
      const double off = std::abs(p[a] - m[a]);
      EXPECT_TRUE(off == 0 || (a < 2 && off == 1));
    }
  }
  const auto refused = [&](const FileMesh& file, const std::string& seam) {
    return error_of([&] { read(folder, file, seam); });
  };
  EXPECT_EQ(
      refused(cube_file({2, 1, 1}), "[seam.x]\nfirst = \"left\"\nsecond = \"rigth\"\n"),
      "seam.x: the mesh has no patch 'rigth'. Did you mean 'right'? Patches: left, bottom, top, front, back, right.");
  EXPECT_EQ(refused(cube_file({2, 1, 1}), "[seam.x]\nfirst = \"left\"\nsecond = \"top\"\n"),
            "seam.x: patch 'left' has 4 nodes and 'top' 6. Mesh both alike; in Gmsh: Periodic Surface.");
  EXPECT_EQ(refused(cube_file({1, 2, 1},
                              [](const Point& p) {
                                return Point{p[0], p[1] == 0.5 ? 0.5 + 0.1 * p[0] : p[1], p[2]};
                              }),
                    "[seam.x]\nfirst = \"left\"\nsecond = \"right\"\n"),
            "seam.x: the node at (0, 0, 0) of patch 'left' has no partner on 'right', which lies (1, "
            "0.0333333333, 0) away. Mesh both alike; in Gmsh: Periodic Surface.");
}

FileMesh flat_file() {  // 2 × 1 quadrilaterals, the second in the opposite sense
  FileMesh m;
  m.file = "flat.msh";
  m.names = {"wall", "open"};
  m.nodes = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {5, 5, 0}};
  m.quadrilaterals = {{{0, 1, 4, 3}, {1, 4, 5, 2}}, {-1, -1}, {1, 2}};
  m.lines = {{{0, 1}, {1, 2}, {3, 4}, {5, 4}, {0, 3}, {2, 5}}, {0, 0, 0, 0, 1, 1}, {3, 4, 5, 6, 7, 8}};
  return m;
}

TEST(Hexahedra, FlatMeshesAreExtruded) {
  const StlFolder folder;
  folder.put("flat.vtu", VtuWriter({.text = true}).write(flat_file()));
  const std::string text = "[mesh]\nkind = \"vtu\"\nfile = \"flat.vtu\"\n";
  const HexMesh mesh =
      make_hex_mesh(case_of(text + "extrude = { cells = 3, from = -1.0, to = 0.5 }\n", folder.path).mesh);
  EXPECT_EQ(mesh.nodes.size(), 24u);
  EXPECT_EQ(mesh.layers, 3);
  EXPECT_EQ(patch_names(mesh), (std::vector<std::string>{"1", "2", "front", "back"}));
  EXPECT_EQ(mesh.patches[0].faces.size(), 12u);
  for (int e = 0; e < 6; ++e) EXPECT_NEAR(volume_of(mesh, e), 0.5, 1e-15);
  for (const QuadNodes& f : mesh.patches[2].faces)
    for (const int n : f) EXPECT_EQ(mesh.nodes[n][2], -1);
  EXPECT_EQ(
      error_of([&] { make_hex_mesh(case_of(text, folder.path).mesh); }),
      "'flat.vtu' is a flat mesh. Give it a third dimension: mesh.extrude = { cells = 1, from = 0.0, to = 1.0 }.");
  FileMesh bent_up = flat_file();
  ExtrudeOptions one_layer;
  one_layer.cells = 1;
  bent_up.nodes[0][2] = 0.5;
  EXPECT_EQ(
      error_of([&] { extruded(bent_up, one_layer); }),
      "'flat.msh' has quadrilaterals and no hexahedra, and does not lie in a plane z = const: z runs from 0 to 0.5. "
      "Save the volume (in Gmsh: Mesh 3, and a Physical Volume), or turn the mesh into that plane.");
  EXPECT_EQ(error_of([&] {
              read(folder, cube_file({1, 1, 1}), "extrude = { cells = 1 }\n");
            }),
            "mesh.extrude: 'cube.msh' has hexahedra already. Leave it out.");
}

TEST(Hexahedra, HilbertStepsFromNeighbourToNeighbour) {
  constexpr int bits = 4, n = 1 << bits;
  std::vector<std::array<std::uint32_t, 3>> at(n * n * n);
  for (std::uint32_t k = 0; k < n; ++k)
    for (std::uint32_t j = 0; j < n; ++j)
      for (std::uint32_t i = 0; i < n; ++i) {
        const auto place = hilbert_place({i, j, k}, bits);
        ASSERT_LT(place, at.size());
        at[place] = {i, j, k};
      }
  for (std::size_t p = 1; p < at.size(); ++p) {
    int steps = 0;
    for (int a = 0; a < 3; ++a) steps += std::abs(int(at[p][a]) - int(at[p - 1][a]));
    ASSERT_EQ(steps, 1);
  }
}

TEST(Hexahedra, OrderKeepsTheMesh) {
  HexMesh mesh = hex_mesh_of(cube_file({5, 4, 3}, bent));
  const HexMesh before = mesh;
  const HexOrder order = order_along_curve(mesh);
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) EXPECT_EQ(mesh.nodes[n], before.nodes[order.nodes[n]]);
  for (int e = 0; e < 60; ++e) EXPECT_EQ(corners_of(mesh, e), corners_of(before, order.elements[e]));
  for (std::size_t p = 0; p < 6; ++p)
    for (std::size_t f = 0; f < mesh.patches[p].faces.size(); ++f) {
      EXPECT_EQ(order.elements[mesh.patches[p].element[f]], before.patches[p].element[f]);
      for (int n = 0; n < 4; ++n) EXPECT_EQ(order.nodes[mesh.patches[p].faces[f][n]], before.patches[p].faces[f][n]);
    }
}

TEST(Hexahedra, PartsForRanks) {
  HexMesh mesh = hex_mesh_of(cube_file({8, 8, 4}));
  order_along_curve(mesh);
  for (const int parts : {1, 2, 3, 7}) {
    const std::vector<int> rank = partition(mesh, parts);
    std::vector<int> count(parts, 0);
    for (const int r : rank) ++count.at(r);
    for (const int n : count) EXPECT_NEAR(n, 256.0 / parts, 0.1 * 256 / parts);
  }
  EXPECT_EQ(error_of([&] { partition(mesh, 257); }), "the mesh has 256 elements, too few for 257 ranks.");
}

TEST(Hexahedra, Quality) {
  const HexQuality box = quality(hex_mesh_of(cube_file({4, 2, 1})));
  EXPECT_NEAR(box.least_volume.value, 0.125, 1e-15);
  EXPECT_NEAR(box.least_jacobian.value, 1, 1e-14);
  EXPECT_NEAR(box.aspect.value, 4, 1e-13);
  EXPECT_NEAR(box.skewness.value, 0, 1e-6);
  const HexQuality slanted = quality(hex_mesh_of(cube_file({2, 2, 2}, [](const Point& p) {
    return Point{p[0] + p[1], p[1], p[2]};
  })));
  EXPECT_NEAR(slanted.skewness.value, 45, 1e-9);
  EXPECT_NEAR(slanted.least_jacobian.value, std::sqrt(0.5), 1e-14);
}

}  // namespace
}  // namespace eddy
