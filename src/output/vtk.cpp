// Writes VTK XML: a header in text, then for each array its length in bytes (UInt64) and its values, all in one block.
// A 2D grid is a plane (extent 0 0 along z) and a 1D grid a line, so that cells keep their dimension.
#include "output/vtk.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "base/error.hpp"
#include "output/vtk_parts.hpp"

namespace eddy {
namespace {

using vtk::Appended, vtk::Array, vtk::array_of, vtk::escaped, vtk::opening;

void check_size(const Grid& grid, const Box& cells, const Sample& s) {
  if (s.location != Location::cell && s.location != Location::node)
    throw Error(Exit::fault, fmt::format("field '{}' lies on faces, which VTK files have no place for: it must be "
                                         "offered at cells or nodes.",
                                         s.name));
  std::uint64_t expected = s.components;
  for (int axis = 0; axis < 3; ++axis) {
    const int points = axis >= grid.dimensions ? 1 : cells.extent(axis) + (s.location == Location::node);
    expected *= static_cast<std::uint64_t>(points);
    if (s.size[axis] == points) continue;
    throw Error(Exit::fault, fmt::format("field '{}' has {} points along {}, its grid {}.", s.name, s.size[axis],
                                         "xyz"[axis], points));
  }
  if (s.values.size() != expected)
    throw Error(Exit::fault, fmt::format("field '{}' has {} values instead of {}.", s.name, s.values.size(), expected));
}

std::string extent(const Box& cells, int dimensions) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    text += fmt::format("{}{} {}", axis ? " " : "", cells.lo[axis], axis < dimensions ? cells.hi[axis] : 0);
  return text;
}

std::string origin_and_spacing(const Grid& grid) {
  std::string origin, spacing;
  for (int axis = 0; axis < 3; ++axis) {
    const bool there = axis < grid.dimensions;
    const char* gap = axis ? " " : "";
    origin += fmt::format("{}{}", gap, there ? grid.lower(axis) : 0.0);
    spacing += fmt::format("{}{}", gap, there ? (grid.upper(axis) - grid.lower(axis)) / grid.cells(axis) : 1.0);
  }
  return fmt::format(" Origin=\"{}\" Spacing=\"{}\"", origin, spacing);
}

bool is_image(const Grid& grid) { return vtk_extension(grid) == ".vti"; }

// The head of an index: the arrays that all pieces have. The list of pieces follows it.
std::string index_head(const Grid& grid, std::span<const Sample> heads) {
  const auto array = [](const Array& a) {
    return fmt::format("      <PDataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\"/>\n", a.type,
                       escaped(a.name), a.components);
  };
  std::string text;
  for (const auto& [name, location] : {std::pair("PPointData", Location::node), {"PCellData", Location::cell}}) {
    text += fmt::format("    <{}>\n", name);
    for (const Sample& s : heads)
      if (s.location == location) text += array(array_of(s));
    text += fmt::format("    </{}>\n", name);
  }
  if (is_image(grid)) return text;
  if (grid.hexahedra) return text + "    <PPoints>\n" + array({"Points", "m", "Float64", 3}) + "    </PPoints>\n";
  text += "    <PCoordinates>\n";
  for (const char* axis : {"x", "y", "z"}) text += array({axis, "m", "Float64"});
  return text + "    </PCoordinates>\n";
}

}  // namespace

std::string vtk_extension(const Grid& grid) {
  if (grid.blocks) return ".vtm";
  if (grid.hexahedra) return ".vtu";
  for (int axis = 0; axis < grid.dimensions; ++axis)
    if (!grid.uniform[axis]) return ".vtr";
  return ".vti";
}

std::string vtk_index_extension(const Grid& grid) { return ".p" + vtk_extension(grid).substr(1); }

Path vtk_piece(const Path& index, const Grid& grid, int rank) {
  return index.parent_path() / fmt::format("{}.{}{}", index.stem().string(), rank, vtk_extension(grid));
}

void write_vtk(const Path& path, const Grid& grid, std::span<const Sample> samples, const FileStamp& stamp) {
  if (grid.blocks) return write_vtk_blocks(path, *grid.blocks, samples, stamp);
  if (grid.hexahedra) return write_vtk_hexahedra(path, *grid.hexahedra, samples, stamp);
  write_vtk(path, grid, Box{{0, 0, 0}, grid.cells()}, samples, stamp);
}

void write_vtk(const Path& path, const Grid& grid, const Box& cells, std::span<const Sample> samples,
               const FileStamp& stamp) {
  for (const Sample& s : samples) check_size(grid, cells, s);
  const bool image = is_image(grid);
  const std::string kind = image ? "ImageData" : "RectilinearGrid", whole = extent(cells, grid.dimensions);
  Appended data;
  std::string head = opening(kind);
  head += fmt::format("  <{} WholeExtent=\"{}\"{}>\n", kind, whole, image ? origin_and_spacing(grid) : "");
  head += vtk::stamp_element(stamp);
  head += fmt::format("    <Piece Extent=\"{}\">\n", whole);
  head += vtk::fields(samples, data);
  std::array<std::vector<double>, 3> nodes;
  if (!image) {
    head += "      <Coordinates>\n";
    for (int axis = 0; axis < 3; ++axis) {
      nodes[axis] = {0.0};
      if (const auto first = grid.nodes[axis].begin(); axis < grid.dimensions)
        nodes[axis].assign(first + cells.lo[axis], first + cells.hi[axis] + 1);
      head += data.element({std::string(1, "xyz"[axis]), "m", "Float64", 1, nodes[axis], 1});
    }
    head += "      </Coordinates>\n";
  }
  head += fmt::format("    </Piece>\n  </{}>\n", kind);
  vtk::write_with_data(path, head, data);
}

void write_vtk_index(const Path& path, const Grid& grid, const std::vector<Box>& pieces,
                     std::span<const Sample> heads) {
  const bool image = is_image(grid), box = grid.is_box();
  const auto extent_of = [&](const char* name, const Box& cells) {
    return box ? fmt::format(" {}=\"{}\"", name, extent(cells, grid.dimensions)) : std::string();
  };
  const std::string kind = image ? "PImageData" : box ? "PRectilinearGrid" : "PUnstructuredGrid";
  std::string text = opening(kind);
  text += fmt::format("  <{}{} GhostLevel=\"0\"{}>\n", kind,
                      box ? extent_of("WholeExtent", Box{{0, 0, 0}, grid.cells()}) : "",
                      image ? origin_and_spacing(grid) : "");
  text += index_head(grid, heads);
  for (std::size_t r = 0; r < pieces.size(); ++r)
    text += fmt::format("    <Piece{} Source=\"{}\"/>\n", extent_of("Extent", pieces[r]),
                        vtk_piece(path, grid, static_cast<int>(r)).filename().string());
  write_file(path, text + fmt::format("  </{}>\n</VTKFile>\n", kind));
}

}  // namespace eddy
