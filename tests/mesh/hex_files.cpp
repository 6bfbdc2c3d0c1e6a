// Meshes of hexahedra from files: every form that Gmsh and VTK write, and files of other kinds.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "mesh/gmsh.hpp"
#include "mesh/hex_quality.hpp"
#include "mesh/vtu.hpp"
#include "tests/mesh/blocks_helper.hpp"
#include "tests/mesh/helper.hpp"
#include "tests/mesh/hex_helper.hpp"

namespace eddy {
namespace {

std::vector<MshForm> msh_forms() {
  std::vector<MshForm> all;
  for (const bool old : {false, true})
    for (const MshForm& f : {MshForm{old, false, false}, MshForm{old, true, false}, MshForm{old, true, true}})
      all.push_back(f);
  return all;
}

std::vector<VtuForm> vtu_forms() {
  std::vector<VtuForm> all{{.text = true}};
  for (const bool packed : {false, true})
    for (const bool swapped : {false, true})
      for (const bool wide : {false, true}) {
        all.push_back({.packed = packed, .swapped = swapped, .wide = wide});
        for (const bool base64 : {false, true})
          all.push_back({.appended = true, .base64 = base64, .packed = packed, .swapped = swapped, .wide = wide});
      }
  return all;
}

Point shifted(const Point& p) { return {p[0] + 0.1 * p[1] * p[2], p[1] / 3, p[2] + 0.01}; }

void expect_same(const FileMesh& back, const FileMesh& given) {
  EXPECT_EQ(back.nodes, given.nodes);
  EXPECT_EQ(back.hexahedra.nodes, given.hexahedra.nodes);
  EXPECT_EQ(back.quadrilaterals.nodes, given.quadrilaterals.nodes);
}

TEST(Gmsh, EveryFormIsReadBack) {
  const StlFolder folder;
  const FileMesh cube = cube_file({3, 2, 1}, shifted);
  for (const MshForm& form : msh_forms()) {
    const auto path = folder.put("cube.msh", MshWriter(form).write(cube));
    const FileMesh back = read_gmsh(path, "cube.msh");
    expect_same(back, cube);
    EXPECT_EQ(back.hexahedra.number, cube.hexahedra.number);
    for (std::size_t q = 0; q < cube.quadrilaterals.nodes.size(); ++q)
      EXPECT_EQ(back.names[back.quadrilaterals.group[q]], cube.names[cube.quadrilaterals.group[q]]);
  }
}

TEST(Gmsh, FilesOfGmshItself) {
  const char* const root = std::getenv("EDDY_ROOT");
  if (!root) GTEST_SKIP() << "EDDY_ROOT is not set";
  for (const char* name : {"box_41_text", "box_41_binary", "box_22_text", "box_22_binary"}) {
    MeshOptions o;
    o.kind = MeshKind::gmsh;
    o.folder = std::filesystem::path(root) / "tests/mesh/data";
    o.file = std::string(name) + ".msh";
    o.scale = 2;
    const HexMesh mesh = make_hex_mesh(o);
    EXPECT_EQ(mesh.elements.size(), 24u);
    EXPECT_EQ(mesh.nodes.size(), 60u);
    EXPECT_EQ(patch_names(mesh), (std::vector<std::string>{"sides", "floor", "outlet", "roof", "inlet_wall"})) << name;
    double volume = 0;
    for (int e = 0; e < 24; ++e) volume += volume_of(mesh, e);
    EXPECT_NEAR(volume, 8, 1e-12);
    EXPECT_EQ(mesh.patches[0].faces.size(), 24u);
  }
}

TEST(Gmsh, CutFilesAndStrangers) {
  const StlFolder folder;
  const auto refused = [&](const std::string& bytes) {
    const auto path = folder.put("a.msh", bytes);
    return error_of([&] { read_gmsh(path, "a.msh"); });
  };
  for (const MshForm& form : msh_forms()) {
    const std::string whole = MshWriter(form).write(cube_file({2, 2, 2}));
    EXPECT_EQ(refused(whole.substr(0, whole.find("$Elements") + 40)),
              "'a.msh' is cut short in $Elements. Write it again.");
    EXPECT_EQ(refused(whole.substr(0, whole.find("$Nodes"))), "'a.msh' has no $Nodes.");
  }
  EXPECT_EQ(refused("hello"), "'a.msh' is no mesh of Gmsh: it does not begin with $MeshFormat.");
  EXPECT_EQ(refused("Point(1) = {0, 0, 0};\n"),
            "'a.msh' is a model, no mesh. In Gmsh: mesh it and save it as .msh, or: gmsh -2 -format msh41 a.msh.");
  EXPECT_EQ(refused("$MeshFormat\n4 0 8\n$EndMeshFormat\n"),
            "'a.msh' has version 4 of Gmsh's format; 4.1 and 2.2 are read. In Gmsh: Mesh.MshFileVersion = 4.1.");
  EXPECT_EQ(refused(std::string("$MeshFormat\n2.2 1 8\n") + "nope" + "\n$EndMeshFormat\n"),
            "'a.msh' has neither order of bytes: it is damaged, or was changed as if it were text.");
  EXPECT_EQ(error_of([&] { read_gmsh(folder.path / "none", "none"); }),
            "'none' cannot be read. Put it beside the case.");
  std::string wrong = MshWriter({.old = true}).write(cube_file({1, 1, 1}));
  wrong.replace(wrong.rfind("77 "), 3, "76 ");
  EXPECT_EQ(refused(wrong), "'a.msh' names node 76 in element 1, and has no such node: the file is damaged.");
}

TEST(Gmsh, OtherElementsAreRefusedWithWhatToDo) {
  const StlFolder folder;
  const std::string head =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n";
  const auto refused = [&](const std::string& elements) {
    const auto path = folder.put("a.msh", head + elements + "$EndElements\n");
    return error_of([&] { read_gmsh(path, "a.msh"); });
  };
  EXPECT_EQ(
      refused("2\n1 4 2 1 1 1 2 3 4\n2 2 2 2 1 1 2 3\n"),
      "'a.msh' has 1 tetrahedra, 1 triangles. Hexahedra of 8 nodes are read, or a flat mesh of quadrilaterals. In "
      "Gmsh: Transfinite surfaces and volumes with Recombine, or Mesh.SubdivisionAlgorithm = 2 (all hexahedra); in "
      "a flat mesh Recombine Surface, or Mesh.SubdivisionAlgorithm = 1 (all quadrilaterals).");
  EXPECT_EQ(refused("1\n1 8 2 1 1 1 2 3\n"),
            "'a.msh' has 1 lines of second order. Hexahedra of 8 nodes are read, or a flat mesh of quadrilaterals. In "
            "Gmsh: Mesh.ElementOrder = 1.");
  EXPECT_EQ(refused("1\n1 92 2 1 1 1 2 3\n"),
            "'a.msh' has elements of type 92, which are not known. In Gmsh: Mesh.ElementOrder = 1.");
  EXPECT_EQ(refused("1\n1 15 2 1 1 1\n"),
            "'a.msh' has no hexahedra, and no quadrilaterals either. In Gmsh: Mesh 3, or Mesh 2 for a flat mesh.");
}

TEST(Vtu, EveryFormIsReadBack) {
  const StlFolder folder;
  const FileMesh cube = cube_file({3, 2, 2}, shifted);
  for (const VtuForm& form : vtu_forms()) {
    const auto path = folder.put("cube.vtu", VtuWriter(form).write(cube));
    const FileMesh back = read_vtu(path, "cube.vtu");
    expect_same(back, cube);
    for (std::size_t q = 0; q < cube.quadrilaterals.nodes.size(); ++q)
      EXPECT_EQ(back.names[back.quadrilaterals.group[q]], std::to_string(cube.quadrilaterals.group[q] + 1));
  }
}

TEST(Vtu, CutFilesAndStrangers) {
  const StlFolder folder;
  const auto refused = [&](const std::string& bytes) {
    const auto path = folder.put("a.vtu", bytes);
    return error_of([&] { read_vtu(path, "a.vtu"); });
  };
  const FileMesh cube = cube_file({2, 2, 2});
  for (const VtuForm& form : vtu_forms()) {
    const std::string whole = VtuWriter(form).write(cube), cut = refused(whole.substr(0, whole.size() * 2 / 3));
    EXPECT_NE(cut.find("cut short"), cut.npos) << cut;
  }
  EXPECT_EQ(refused("hello"),
            "'a.vtu' is no VTK file in XML (.vtu): it has no <VTKFile>. In ParaView: Save Data as .vtu.");
  EXPECT_EQ(refused("<VTKFile type=\"ImageData\">\n"),
            "'a.vtu' is a VTK file of type 'ImageData'. An UnstructuredGrid (.vtu) is read.");
  EXPECT_EQ(refused("<VTKFile type=\"UnstructuredGrid\" compressor=\"vtkLZ4DataCompressor\">\n"),
            "'a.vtu' is compressed by vtkLZ4DataCompressor. Save it with zlib, or without compression.");
  FileMesh strange = cube;
  strange.hexahedra.nodes[0][0] = 4000;
  EXPECT_EQ(refused(VtuWriter({.text = true}).write(strange)),
            "'a.vtu' names a node in cell 0 that it does not have: the file is damaged.");
  std::string tetrahedra = VtuWriter({.text = true}).write(cube);
  tetrahedra.replace(tetrahedra.rfind("9\n"), 2, "10\n");
  EXPECT_EQ(refused(tetrahedra),
            "'a.vtu' has 1 tetrahedra. Hexahedra of 8 nodes are read, or a flat mesh of quadrilaterals.");
}

TEST(HexFiles, MangledFilesNeverCrash) {
  const StlFolder folder;
  std::mt19937 random(7);
  const auto forms = msh_forms();
  const auto others = vtu_forms();
  for (int n = 0; n < 600; ++n) {
    const FileMesh cube = cube_file({2, 1, 1});
    std::string bytes = n % 2 ? MshWriter(forms[random() % forms.size()]).write(cube)
                              : VtuWriter(others[random() % others.size()]).write(cube);
    for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (n % 5 == 0) bytes.resize(random() % bytes.size());
    const auto path = folder.put("mangled", bytes);
    try {
      hex_mesh_of(n % 2 ? read_gmsh(path, "mangled") : read_vtu(path, "mangled"));
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace eddy
