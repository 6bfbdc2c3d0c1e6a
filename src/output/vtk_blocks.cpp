// Writes a mesh of blocks: a StructuredGrid for each block with the coordinates of its nodes, and an index of their
// names.
#include <fmt/format.h>

#include "base/error.hpp"
#include "output/block_places.hpp"
#include "output/vtk.hpp"
#include "output/vtk_parts.hpp"

namespace eddy {
namespace {

void check_size(const BlockMesh& mesh, const Sample& s) {
  if (s.location != Location::cell && s.location != Location::node)
    throw Error(Exit::fault,
                fmt::format("field '{}' lies on faces, and a mesh of blocks has cells and nodes.", s.name));
  const auto expected = static_cast<std::size_t>(BlockPlaces(mesh, s.location).count() * s.components);
  if (s.values.size() != expected)
    throw Error(Exit::fault, fmt::format("field '{}' has {} values instead of {}.", s.name, s.values.size(), expected));
}

std::vector<double> coordinates(const Block& block) {  // three for each node
  std::vector<double> all;
  all.reserve(3 * block.nodes[0].size());
  for (std::size_t n = 0; n < block.nodes[0].size(); ++n)
    for (const double x : block.at(n)) all.push_back(x);
  return all;
}

std::vector<vtk::Array> arrays_of(const BlockMesh& mesh, int block, Location location,
                                  std::span<const Sample> samples) {
  const BlockPlaces places(mesh, location);
  std::vector<vtk::Array> arrays;
  for (const Sample& s : samples) {
    if (s.location != location) continue;
    arrays.push_back(vtk::array_of(s));
    const auto n = static_cast<std::size_t>(s.components);
    arrays.back().values = arrays.back().values.subspan(static_cast<std::size_t>(places.first(block)) * n,
                                                        static_cast<std::size_t>(places.count(block)) * n);
  }
  return arrays;
}

void write_block(const Path& path, const BlockMesh& mesh, int number, std::span<const Sample> samples,
                 const FileStamp& stamp) {
  const Block& block = mesh.blocks[number];
  std::string extent;
  for (int a = 0; a < 3; ++a) extent += fmt::format("{}0 {}", a ? " " : "", block.node_count(a) - 1);
  vtk::Appended data;
  std::string head = vtk::opening("StructuredGrid");
  head += fmt::format("  <StructuredGrid WholeExtent=\"{}\">\n", extent) + vtk::stamp_element(stamp);
  head += fmt::format("    <Piece Extent=\"{}\">\n", extent);
  head += vtk::section("PointData", arrays_of(mesh, number, Location::node, samples), data);
  head += vtk::section("CellData", arrays_of(mesh, number, Location::cell, samples), data);
  const std::vector<double> points = coordinates(block);
  const vtk::Array array{"Points", "m", "Float64", 3, points, 3};
  head += vtk::section("Points", {&array, 1}, data);
  vtk::write_with_data(path, head + "    </Piece>\n  </StructuredGrid>\n", data);
}

}  // namespace

Path vtk_block(const Path& index, int block) {
  return index.parent_path() / fmt::format("{}.{}.vts", index.stem().string(), block);
}

void write_vtk_blocks(const Path& path, const BlockMesh& mesh, std::span<const Sample> samples,
                      const FileStamp& stamp) {
  for (const Sample& s : samples) check_size(mesh, s);
  std::string text = vtk::opening("vtkMultiBlockDataSet") + "  <vtkMultiBlockDataSet>\n";
  for (int b = 0; b < static_cast<int>(mesh.blocks.size()); ++b) {
    write_block(vtk_block(path, b), mesh, b, samples, stamp);
    text += fmt::format("    <DataSet index=\"{}\" name=\"{}\" file=\"{}\"/>\n", b, vtk::escaped(mesh.blocks[b].name),
                        vtk_block(path, b).filename().string());
  }
  write_file(path, text + "  </vtkMultiBlockDataSet>\n</VTKFile>\n");
}

}  // namespace eddy
