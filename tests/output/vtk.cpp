// Writes VTK files, and beside each its content as text; vtk_read.py compares the two. Usage: test_output_vtk FOLDER
#include "output/vtk.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "output/collection.hpp"
#include "tests/output/hex_meshes.hpp"
#include "tests/output/scratch.hpp"

namespace eddy {
namespace {

// One line each: extension, coordinates of each axis, and for each field name, location, type, components and values.
std::string described(const Grid& grid, const std::vector<Sample>& samples, double time) {
  std::string text = fmt::format("dimensions {}\ntime {}\n", grid.dimensions, number_text(time));
  for (int axis = 0; axis < 3; ++axis)
    text += axis < grid.dimensions ? fmt::format("axis {}\n", fmt::join(grid.nodes[axis], " ")) : "axis 0\n";
  for (const Sample& s : samples) {
    text += fmt::format("field {} {} {} {}", s.name, s.location == Location::cell ? "cell" : "node",
                        s.name == vtk_mask                 ? "unsigned-char"
                        : s.precision == Precision::single ? "float"
                                                           : "double",
                        s.components);
    for (double v : s.values) text += fmt::format(" {}", s.precision == Precision::single ? double(float(v)) : v);
    text += "\n";
  }
  return text;
}

std::vector<Sample> fields(const Grid& grid) {
  const Function a = [](double x, double y, double z) { return std::sin(3 * x) + y * y - z / 3; };
  const Function b = [](double x, double y, double z) { return x * y * z + 1e-9; };
  std::vector<Sample> all{sampled(grid, "temperature", {a}), sampled(grid, "a<b>&\"c\"", {b}),
                          sampled(grid, "potential", {a}, Location::node),
                          sampled(grid, "force", {b, a, b}, Location::node)};
  all.push_back(
      sampled(grid, "velocity", grid.dimensions == 2 ? std::vector<Function>{a, b} : std::vector<Function>{a, b, a}));
  all.push_back(sampled(grid, vtk_mask, {[](double x, double y, double) { return x + y > 0.3; }}));
  for (std::size_t i : {std::size_t(1), std::size_t(4)}) all[i].precision = Precision::single;
  return all;
}

// Writes pieces like ranks: two parts of different size along each axis.
void write_pieces(const Path& index, const Grid& grid, const std::vector<Sample>& samples, double time) {
  std::vector<Box> pieces{{{0, 0, 0}, grid.cells()}};
  for (int axis = 0; axis < grid.dimensions; ++axis)
    for (std::size_t n = pieces.size(); n-- > 0;) {
      const int cut = grid.cells(axis) - 2;
      pieces.push_back(pieces[n]);
      pieces[n].hi[axis] = pieces.back().lo[axis] = cut;
    }
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    std::vector<Sample> mine;
    for (const Sample& s : samples) mine.push_back(part_of(s, pieces[n], grid.dimensions));
    write_vtk(vtk_piece(index, grid, static_cast<int>(n)), grid, pieces[n], mine, time);
  }
  write_vtk_index(index, grid, pieces, vtk_heads(vtk_piece(index, grid, 0)));
}

// Pieces that eddy's reader puts together have every bit of the whole.
void expect_whole(const Path& index, const Path& file, const Grid& grid) {
  for (const std::string& name : vtk_fields(file)) {
    const Sample whole = read_vtk(file, grid, name), back = read_vtk(index, grid, name);
    if (whole.values != back.values || whole.size != back.size || whole.unit != back.unit)
      throw Error(Exit::fault, "'" + name + "' of " + index.string() + " is not that of the whole");
  }
}

void write_all_kinds(const Path& folder) {
  std::filesystem::remove_all(folder);
  make_folder(folder / "fields");
  Collection collection(folder / "fields.pvd");
  std::int64_t step = 0;
  for (int dimensions : {1, 2, 3})
    for (bool stretched : {false, true}) {
      Grid grid = box(dimensions, {5, 4, 3}, stretched);
      if (stretched && dimensions > 1) grid.uniform[0] = true;  // one stretched axis is enough for .vtr
      const auto samples = fields(grid);
      const std::string name = fmt::format("fields/step-{:09}{}", step, vtk_extension(grid));
      if (vtk_extension(grid) != (stretched ? ".vtr" : ".vti")) throw Error(Exit::fault, "wrong kind of file");
      write_vtk(folder / name, grid, samples, 0.1 * double(step));
      write_file(folder / (name + ".txt"), described(grid, samples, 0.1 * double(step)));
      collection.add({step, 0.1 * double(step), name});
      const std::string index = fmt::format("fields/step-{:09}{}", ++step, vtk_index_extension(grid));
      write_pieces(folder / index, grid, samples, 0.1 * double(step));
      write_file(folder / (index + ".txt"), described(grid, samples, 0.1 * double(step)));
      expect_whole(folder / index, folder / name, grid);
      collection.add({step, 0.1 * double(step), index});
      collection.write();
      ++step;
    }
}

std::string block_text(const Grid& grid, int number) {
  const Block& block = grid.blocks->blocks[number];
  std::string text = fmt::format("block {}", block.name);
  for (std::size_t n = 0; n < block.nodes[0].size(); ++n) text += fmt::format(" {}", fmt::join(block.at(n), " "));
  return text + "\n";
}

// The part of a sample in block b, as a sample on a grid of its own.
Sample of_block(const Grid& grid, const Sample& s, int b) {
  const BlockPlaces places(*grid.blocks, s.location);
  Sample part = s;
  const auto from = s.values.begin() + places.first(b) * s.components;
  part.values.assign(from, from + places.count(b) * s.components);
  return part;
}

void write_blocks(const Path& folder) {
  const Function a = [](double x, double y, double z) { return std::sin(3 * x) + y * y - z / 3; };
  for (const Grid& grid : {ring(), warped(3)}) {
    std::vector<Sample> samples{
        sampled_blocks(grid, "temperature", {a}), sampled_blocks(grid, "potential", {a}, Location::node),
        sampled_blocks(grid, "velocity",
                       grid.dimensions == 2 ? std::vector<Function>{a, a} : std::vector<Function>{a, a, a})};
    samples[1].precision = Precision::single;
    const Path file = folder / fmt::format("blocks/{}d.vtm", grid.dimensions);
    make_folder(folder / "blocks");
    write_vtk(file, grid, samples, 0.25);
    for (int b = 0; b < static_cast<int>(grid.blocks->blocks.size()); ++b) {
      std::vector<Sample> parts;
      for (const Sample& s : samples) parts.push_back(of_block(grid, s, b));
      Grid flat = grid;  // its axes do not matter here
      write_file(file.string() + fmt::format(".{}.txt", b), block_text(grid, b) + described(flat, parts, 0.25));
    }
  }
}

void write_hexahedra(const Path& folder) {
  const Function a = [](double x, double y, double z) { return std::sin(3 * x) + y * y - z / 3; };
  const Grid grid = bent_cube(3);
  std::vector<Sample> samples{sampled_hexahedra(grid, "pressure", {a}, Location::node),
                              sampled_hexahedra(grid, "velocity", {a, a, a}, Location::node),
                              sampled_hexahedra(grid, "viscosity", {a})};
  samples[2].precision = Precision::single;
  make_folder(folder / "hexahedra");
  write_vtk(folder / "hexahedra/cube.vtu", grid, samples, 0.25);
  const Path index = folder / "hexahedra/cube.pvtu";
  std::vector<int> halves[2];
  for (int e = 0; e < static_cast<int>(grid.hexahedra->elements.size()); ++e) halves[e * 7 % 5 < 2].push_back(e);
  for (int r = 0; r < 2; ++r) write_vtk_elements(vtk_piece(index, grid, r), *grid.hexahedra, halves[r], samples, 0.25);
  write_vtk_index(index, grid, std::vector<Box>(2), vtk_heads(vtk_piece(index, grid, 0)));
  std::string points = "block cube", elements = "elements";
  for (const Point& p : grid.hexahedra->nodes) points += fmt::format(" {}", fmt::join(p, " "));
  for (const HexNodes& e : grid.hexahedra->elements) elements += fmt::format(" {}", fmt::join(e, " "));
  write_file(folder / "hexahedra/cube.vtu.txt", points + "\n" + described(grid, samples, 0.25));
  write_file(folder / "hexahedra/cube.vtu.elements.txt", elements + "\n");
}

// A field that does not fit its grid is refused.
void expect_refused(const Path& folder) {
  const Grid grid = box(2, {5, 4, 1});
  std::vector<Sample> samples = fields(grid);
  samples[0].values.pop_back();
  try {
    write_vtk(folder / "bad.vti", grid, samples, 0);
  } catch (const Error&) {
    if (!std::filesystem::exists(folder / "bad.vti")) return;
  }
  throw Error(Exit::fault, "a field of the wrong size was written");
}

}  // namespace
}  // namespace eddy

int main(int count, char** words) try {
  if (count != 2) return 2;
  eddy::write_all_kinds(words[1]);
  eddy::write_blocks(words[1]);
  eddy::write_hexahedra(words[1]);
  eddy::expect_refused(words[1]);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
