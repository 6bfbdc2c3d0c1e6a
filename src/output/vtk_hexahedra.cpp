// Writes a mesh of hexahedra as an UnstructuredGrid.
#include <fmt/format.h>

#include "base/error.hpp"
#include "output/vtk.hpp"
#include "output/vtk_parts.hpp"

namespace eddy {
namespace {

constexpr double vtk_hexahedron = 12;

void check_size(const HexMesh& mesh, const Sample& s) {
  if (s.location != Location::cell && s.location != Location::node)
    throw Error(Exit::fault, fmt::format("field '{}' lies on faces, and hexahedra have cells and nodes.", s.name));
  const std::size_t expected =
      (s.location == Location::cell ? mesh.elements.size() : mesh.nodes.size()) * std::size_t(s.components);
  if (s.values.size() != expected)
    throw Error(Exit::fault, fmt::format("field '{}' has {} values instead of {}.", s.name, s.values.size(), expected));
}

struct HexArrays {  // the arrays of an UnstructuredGrid
  std::vector<double> points, connectivity, offsets, types;
  explicit HexArrays(const HexMesh& mesh) : types(mesh.elements.size(), vtk_hexahedron) {
    for (const Point& p : mesh.nodes) points.insert(points.end(), p.begin(), p.end());
    for (const HexNodes& e : mesh.elements) {
      connectivity.insert(connectivity.end(), e.begin(), e.end());
      offsets.push_back(static_cast<double>(connectivity.size()));
    }
  }
};

struct HexPiece {  // some elements with their nodes, renumbered
  HexMesh mesh;
  std::vector<int> nodes;  // their numbers in the whole mesh, ascending
  HexPiece(const HexMesh& whole, const std::vector<int>& elements) {
    std::vector<int> number(whole.nodes.size(), -1);
    for (int e : elements)
      for (int n : whole.elements[static_cast<std::size_t>(e)]) number[static_cast<std::size_t>(n)] = 0;
    for (std::size_t n = 0; n < number.size(); ++n) {
      if (number[n] < 0) continue;
      number[n] = static_cast<int>(nodes.size());
      nodes.push_back(static_cast<int>(n));
      mesh.nodes.push_back(whole.nodes[n]);
    }
    for (int e : elements) {
      HexNodes& corners = mesh.elements.emplace_back(whole.elements[static_cast<std::size_t>(e)]);
      for (int& n : corners) n = number[static_cast<std::size_t>(n)];
    }
  }
};

Sample numbers_of(const std::vector<int>& numbers, Location location) {
  Sample s;
  s.name = vtk_numbers;
  s.location = location;
  s.size = {static_cast<int>(numbers.size()), 1, 1};
  s.values.assign(numbers.begin(), numbers.end());
  return s;
}
Sample part_of(const Sample& whole, const std::vector<int>& places) {
  Sample s = whole;
  s.size = {static_cast<int>(places.size()), 1, 1};
  s.values.clear();
  for (int p : places)
    for (int c = 0; c < s.components; ++c) s.values.push_back(whole.values[std::size_t(p) * s.components + c]);
  return s;
}

}  // namespace

void write_vtk_hexahedra(const Path& path, const HexMesh& mesh, std::span<const Sample> samples,
                         const FileStamp& stamp) {
  for (const Sample& s : samples) check_size(mesh, s);
  const HexArrays arrays(mesh);
  vtk::Appended data;
  std::string head = vtk::opening("UnstructuredGrid") + "  <UnstructuredGrid>\n" + vtk::stamp_element(stamp);
  head +=
      fmt::format("    <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n", mesh.nodes.size(), mesh.elements.size());
  head += vtk::fields(samples, data);
  const vtk::Array points{"Points", "m", "Float64", 3, arrays.points, 3};
  const vtk::Array cells[] = {{"connectivity", "", "Int32", 1, arrays.connectivity},
                              {"offsets", "", "Int32", 1, arrays.offsets},
                              {"types", "", "UInt8", 1, arrays.types}};
  head += vtk::section("Points", {&points, 1}, data) + vtk::section("Cells", cells, data);
  vtk::write_with_data(path, head + "    </Piece>\n  </UnstructuredGrid>\n", data);
}

void write_vtk_elements(const Path& path, const HexMesh& mesh, const std::vector<int>& elements,
                        std::span<const Sample> samples, const FileStamp& stamp) {
  for (const Sample& s : samples) check_size(mesh, s);
  const HexPiece piece(mesh, elements);
  std::vector<Sample> cut{numbers_of(elements, Location::cell), numbers_of(piece.nodes, Location::node)};
  for (const Sample& s : samples) cut.push_back(part_of(s, s.location == Location::cell ? elements : piece.nodes));
  write_vtk_hexahedra(path, piece.mesh, cut, stamp);
}

}  // namespace eddy
