// Meshes from files: every form of PLOT3D is written here and read back; damaged and foreign files; CGNS.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "mesh/cgns.hpp"
#include "mesh/plot3d.hpp"
#include "mesh/quality.hpp"
#include "tests/mesh/blocks_helper.hpp"
#include "tests/mesh/helper.hpp"

#ifdef EDDY_HAS_CGNS
#include <cgnslib.h>
#endif

using namespace eddy;

namespace {

class Plot3dWriter {
 public:
  explicit Plot3dWriter(const Plot3dForm& form) : form_(form) {}

  std::string write(const std::vector<Block>& blocks) {
    if (form_.many) record([&] { integer(static_cast<int>(blocks.size())); });
    record([&] {
      for (const Block& b : blocks)
        for (int a = 0; a < form_.dimensions; ++a) integer(b.node_count(a));
    });
    for (const Block& b : blocks)
      record([&] {
        for (int a = 0; a < form_.dimensions; ++a)
          for (std::size_t n = 0; n < b.nodes[0].size(); ++n) real(a < b.dimensions ? b.nodes[a][n] : 0.0);
        for (std::size_t n = 0; form_.blanks && n < b.nodes[0].size(); ++n) integer(1);
      });
    return bytes_;
  }

 private:
  template <class Call>
  void record(const Call& call) {
    const std::string before = std::move(bytes_);
    bytes_.clear();
    call();
    const std::string inner = std::move(bytes_);
    bytes_ = before;
    if (form_.records) integer(static_cast<int>(inner.size()));
    bytes_ += inner + (form_.text ? "\n" : "");
    if (form_.records) integer(static_cast<int>(inner.size()));
  }
  template <class T>
  void add(T value) {
    std::string raw(sizeof value, ' ');
    std::memcpy(raw.data(), &value, sizeof value);
    if (form_.swapped) std::reverse(raw.begin(), raw.end());
    bytes_ += raw;
  }
  void integer(int value) { form_.text ? void(bytes_ += std::to_string(value) + " ") : add(std::int32_t(value)); }
  void real(double value) {
    if (form_.text)
      bytes_ += number_text(value) + "\n";
    else
      form_.bytes == 8 ? add(value) : add(static_cast<float>(value));
  }

  Plot3dForm form_;
  std::string bytes_;
};

std::vector<Block> two_blocks(int dimensions) {
  const std::vector<int> first = dimensions == 2 ? std::vector{5, 4} : std::vector{5, 4, 3};
  const std::vector<int> second = dimensions == 2 ? std::vector{3, 4} : std::vector{3, 4, 3};
  return {unit_block("1", first), unit_block("2", second, {5, 0, 0})};
}

std::vector<Plot3dForm> all_forms(int dimensions) {
  std::vector<Plot3dForm> all;
  for (int way = 0; way < 64; ++way) {
    Plot3dForm f;
    f.text = (way & 32) != 0;
    f.records = (way & 1) != 0;
    f.many = (way & 2) != 0;
    f.bytes = way & 4 ? 4 : 8;
    f.swapped = (way & 8) != 0;
    f.blanks = (way & 16) != 0;
    f.dimensions = dimensions;
    if (f.text && (f.records || f.swapped || f.bytes == 4)) continue;
    all.push_back(f);
  }
  return all;
}

}  // namespace

TEST(Plot3d, EveryFormIsReadBack) {
  const StlFolder folder;
  for (int dimensions : {2, 3})
    for (const Plot3dForm& form : all_forms(dimensions)) {
      std::vector<Block> blocks = two_blocks(dimensions);
      if (!form.many) blocks.pop_back();
      const auto path = folder.put("grid.p3d", Plot3dWriter(form).write(blocks));
      const Plot3dFile file = read_plot3d(path, "grid.p3d", dimensions);
      EXPECT_EQ(file.form.text_of(), form.text_of());
      ASSERT_EQ(file.blocks.size(), blocks.size()) << form.text_of();
      for (std::size_t b = 0; b < blocks.size(); ++b) {
        EXPECT_EQ(file.blocks[b].cells, blocks[b].cells);
        EXPECT_EQ(file.blocks[b].nodes, blocks[b].nodes);
      }
    }
}

TEST(Plot3d, CutFilesSayWhatTheyLookLike) {
  const StlFolder folder;
  for (int dimensions : {2, 3})
    for (const Plot3dForm& form : all_forms(dimensions)) {
      std::vector<Block> blocks = two_blocks(dimensions);
      if (!form.many) blocks.pop_back();
      const std::string whole = Plot3dWriter(form).write(blocks);
      const auto path = folder.put("cut.p3d", whole.substr(0, whole.size() - 41));
      const std::string error = error_of([&] { read_plot3d(path, "cut.p3d", dimensions); });
      EXPECT_NE(error.find("'cut.p3d' looks like a PLOT3D grid, "), error.npos) << error;
      EXPECT_NE(error.find("the file is cut short."), error.npos) << error << form.text_of();
      EXPECT_EQ(error.find("other order") != error.npos, form.swapped) << error;
    }
}

// The coordinates in the first half of a file tell its form, but not whether IBLANK would follow. Text is left out: there the
// numbers of nodes look like coordinates in blocks as small as these.
TEST(Plot3d, HalfAFileIsStillKnown) {
  const StlFolder folder;
  for (int dimensions : {2, 3})
    for (Plot3dForm form : all_forms(dimensions)) {
      if (form.text) continue;
      std::vector<Block> blocks = two_blocks(dimensions);
      if (!form.many) blocks.pop_back();
      const std::string whole = Plot3dWriter(form).write(blocks);
      const auto path = folder.put("half.p3d", whole.substr(0, whole.size() / 2));
      const std::string error = error_of([&] { read_plot3d(path, "half.p3d", dimensions); });
      form.blanks = false;
      EXPECT_NE(error.find("looks like a PLOT3D grid, " + form.text_of()), error.npos) << error << form.text_of();
    }
}

TEST(Plot3d, AFlatLayerInSpace) {
  const StlFolder folder;
  Plot3dForm form;  // three coordinates, one node along k
  Block flat = unit_block("1", {5, 4});
  const auto path = folder.put("flat.p3d", Plot3dWriter(form).write({flat}));
  EXPECT_EQ(read_plot3d(path, "flat.p3d", 2).blocks[0].nodes, flat.nodes);
  EXPECT_EQ(error_of([&] { read_plot3d(path, "flat.p3d", 3); }),
            "'flat.p3d': block 1 is flat. Take mesh.dimensions = 2.");
  folder.put("deep.p3d", Plot3dWriter(form).write({unit_block("1", {5, 4, 3})}));
  EXPECT_EQ(error_of([&] { read_plot3d(folder.path / "deep.p3d", "deep.p3d", 2); }),
            "'deep.p3d': block 1 is not flat. Take mesh.dimensions = 3.");
}

TEST(Plot3d, Strangers) {
  const StlFolder folder;
  const auto refused = [&](const std::string& bytes) {
    const auto path = folder.put("file", bytes);
    return error_of([&] { read_plot3d(path, "file", 3); });
  };
  EXPECT_EQ(refused(""), "'file' is empty.");
  EXPECT_EQ(refused("solid made by a test\n"), "'file' is no PLOT3D file: 'solid made by a test' is no number.");
  EXPECT_EQ(refused("0.5 0.25 0.125"),
            "'file' is no PLOT3D grid: it does not begin with numbers of nodes, in either order of bytes.");
  EXPECT_EQ(refused(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)),
            "'file' is no PLOT3D grid: it does not begin with numbers of nodes, in either order of bytes.");
  EXPECT_EQ(error_of([&] { read_plot3d(folder.path / "none", "none", 3); }),
            "'none' cannot be read. Put it beside the case.");
  EXPECT_EQ(error_of([&] { read_plot3d(folder.path, "folder", 3); }),
            "'folder' cannot be read. Put it beside the case.");
}

TEST(Plot3d, MangledFilesNeverCrash) {
  const StlFolder folder;
  std::uint32_t state = 12345;
  const auto random = [&](std::size_t below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
  };
  for (int n = 0; n < 300; ++n) {
    const auto forms = all_forms(2 + n % 2);
    std::string bytes = Plot3dWriter(forms[random(forms.size())]).write(two_blocks(2 + n % 2));
    for (std::size_t k = 0; k <= random(4); ++k) bytes[random(n % 3 ? bytes.size() : 24)] = char(random(256));
    const auto path = folder.put("mangled", bytes);
    try {
      read_plot3d(path, "mangled", 2 + n % 2);
    } catch (const Error&) {
    }
  }
}

TEST(Plot3d, MeshesFromFiles) {
  const StlFolder folder;
  Plot3dForm form;
  form.many = true;
  form.dimensions = 2;
  std::vector<Block> blocks = two_blocks(2);
  std::swap(blocks[1].nodes[0], blocks[1].nodes[1]);  // left-handed, and at another place
  std::swap(blocks[0].nodes[0], blocks[0].nodes[1]);
  folder.put("grid.p3d", Plot3dWriter(form).write(blocks));
  const BlockMesh mesh = mesh_from("[mesh]\nkind = \"plot3d\"\nfile = \"grid.p3d\"\nscale = 0.5\n", folder.path);
  EXPECT_EQ(mesh.seams.size(), 1u);
  EXPECT_NO_THROW(refuse_folded(mesh)) << "blocks are turned to be right-handed";
  EXPECT_EQ(quality(mesh).least_volume.value, 0.25);
  EXPECT_EQ(mesh_error("[mesh]\nkind = \"plot3d\"\nfile = \"none.p3d\"\n", folder.path),
            "'none.p3d' cannot be read. Put it beside the case.");
}

#ifdef EDDY_HAS_CGNS

namespace {

void write_cgns(const std::filesystem::path& path, const std::vector<Block>& blocks, bool structured = true) {
  int file = 0, base = 0, zone = 0, some = 0;
  ASSERT_EQ(cg_open(path.c_str(), CG_MODE_WRITE, &file), CG_OK);
  const int d = blocks[0].dimensions;
  cg_base_write(file, "Base", d, d, &base);
  for (const Block& b : blocks) {
    std::array<cgsize_t, 9> size{};
    for (int a = 0; a < d; ++a) {
      size[a] = b.node_count(a);
      size[d + a] = b.cells[a];
    }
    if (!structured) size = {static_cast<cgsize_t>(b.nodes[0].size()), static_cast<cgsize_t>(b.cell_count()), 0};
    cg_zone_write(file, base, b.name.c_str(), size.data(), structured ? Structured : Unstructured, &zone);
    const char* const letters[] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    for (int a = 0; a < d; ++a) cg_coord_write(file, base, zone, RealDouble, letters[a], b.nodes[a].data(), &some);
    if (!structured) continue;
    std::array<cgsize_t, 6> range{};  // the lower half of the left side
    for (int a = 0; a < d; ++a) {
      range[a] = 1;
      range[d + a] = a == 0 ? 1 : a == 1 ? 3 : b.node_count(a);
    }
    cg_boco_write(file, base, zone, "the wall", BCWall, PointRange, 2, range.data(), &some);
  }
  cg_close(file);
}

}  // namespace

TEST(Cgns, ZonesBecomeBlocks) {
  const StlFolder folder;
  for (int dimensions : {2, 3}) {
    const auto path = folder.path / ("grid" + std::to_string(dimensions) + ".cgns");
    const std::vector<Block> blocks = two_blocks(dimensions);
    write_cgns(path, {blocks[0]});
    const BodyGrid grid = read_cgns(path, "grid.cgns", dimensions);
    ASSERT_EQ(grid.blocks.size(), 1u);
    EXPECT_EQ(grid.blocks[0].nodes, blocks[0].nodes);
    ASSERT_EQ(grid.names.size(), 1u);
    EXPECT_EQ(grid.names[0].name, "the_wall");
    EXPECT_EQ(grid.names[0].piece.side, 0);
    EXPECT_EQ(grid.names[0].piece.cells, (Box{{0, 0, 0}, {1, 2, dimensions == 3 ? 3 : 1}}));
  }
  EXPECT_EQ(error_of([&] { read_cgns(folder.path / "grid2.cgns", "grid.cgns", 3); }),
            "'grid.cgns' has cells of 2 dimensions. Take mesh.dimensions = 2.");
}

TEST(Cgns, Refusals) {
  const StlFolder folder;
  write_cgns(folder.path / "loose.cgns", {two_blocks(3)[0]}, false);
  EXPECT_EQ(
      error_of([&] { read_cgns(folder.path / "loose.cgns", "loose.cgns", 3); }),
      "'loose.cgns' is not structured: zone 1 is of another type. Blocks of hexahedra are read, not single cells.");
  EXPECT_EQ(error_of([&] { read_cgns(folder.path / "none.cgns", "none.cgns", 3); }),
            "'none.cgns' cannot be read. Put it beside the case.");
  const auto path = folder.put("text.cgns", "no such thing\n");
  EXPECT_NE(error_of([&] { read_cgns(path, "text.cgns", 3); }).find("'text.cgns' cannot be read as CGNS: "),
            std::string::npos);
}

#else

TEST(Cgns, WithoutTheLibrary) {
  EXPECT_EQ(error_of([] { read_cgns("a.cgns", "a.cgns", 3); }),
            "'a.cgns': this eddy was built without CGNS. apt-get install libcgns-dev, then build again.");
}

#endif
