// VTK XML: a header in text, then for each array its length in bytes (UInt64) and its values, all in one block.
// A 2D grid is a plane (extent 0 0 along z) and a 1D grid a line, so that cells keep their dimension.
#include "output/vtk.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

static_assert(std::endian::native == std::endian::little, "VTK arrays are written as they lie in memory");

struct Array {
  std::string name, unit, type;
  int components = 1;
  const std::vector<double>* values = nullptr;
  int from = 1;  // components of the values: 2D vectors get a zero behind
  std::uint64_t count() const { return values->size() / from * components; }
  std::uint64_t bytes() const { return count() * (type == "UInt8" ? 1 : type == "Float32" ? 4 : 8); }
};

std::string escaped(const std::string& text) {
  std::string result;
  for (char c : text) switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  return result;
}

std::string type_of(const Sample& s) {
  if (s.name == vtk_mask) return "UInt8";
  return s.precision == Precision::single ? "Float32" : "Float64";
}

Array array_of(const Sample& s) {
  const int components = s.components == 2 ? 3 : s.components;
  return {s.name, s.unit, type_of(s), components, &s.values, s.components};
}

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

class Appended {  // hands out offsets while the header is made, then writes the arrays in that order
 public:
  std::string element(const Array& a) {
    const std::string unit =
        a.unit.empty() ? "/>"
                       : fmt::format(
                             "><InformationKey name=\"UNITS_LABEL\" location=\"vtkDataArray\">{}</InformationKey>"
                             "</DataArray>",
                             escaped(a.unit));
    const std::string text = fmt::format(
        "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"{}\n",
        a.type, escaped(a.name), a.components, offset_, unit);
    offset_ += sizeof(std::uint64_t) + a.bytes();
    arrays_.push_back(a);
    return text;
  }

  void write(AtomicFile& file) const {
    for (const Array& a : arrays_) {
      const std::uint64_t bytes = a.bytes();
      file.write(&bytes, sizeof bytes);
      if (a.type == "UInt8") write_values<std::uint8_t>(file, a);
      if (a.type == "Float32") write_values<float>(file, a);
      if (a.type == "Float64") write_values<double>(file, a);
    }
  }

 private:
  template <class T>
  static void write_values(AtomicFile& file, const Array& a) {
    std::vector<T> block;
    for (std::size_t i = 0; i < a.values->size(); ++i) {
      block.push_back(static_cast<T>((*a.values)[i]));
      if (i % a.from + 1 == static_cast<std::size_t>(a.from)) block.resize(block.size() + a.components - a.from);
      if (block.size() < (1 << 18)) continue;
      file.write(block.data(), block.size() * sizeof(T));
      block.clear();
    }
    file.write(block.data(), block.size() * sizeof(T));
  }

  std::vector<Array> arrays_;
  std::uint64_t offset_ = 0;
};

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

std::string section(const char* name, Location location, std::span<const Sample> samples, Appended& data) {
  std::string text = fmt::format("      <{}>\n", name);
  for (const Sample& s : samples)
    if (s.location == location) text += data.element(array_of(s));
  return text + fmt::format("      </{}>\n", name);
}

bool is_image(const Grid& grid) { return vtk_extension(grid) == ".vti"; }

std::string opening(const std::string& kind) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n",
      kind);
}

// What all pieces have; where they are comes behind.
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
  text += "    <PCoordinates>\n";
  for (const char* axis : {"x", "y", "z"}) text += array({axis, "m", "Float64"});
  return text + "    </PCoordinates>\n";
}

}  // namespace

std::string vtk_extension(const Grid& grid) {
  for (int axis = 0; axis < grid.dimensions; ++axis)
    if (!grid.uniform[axis]) return ".vtr";
  return ".vti";
}

std::string vtk_index_extension(const Grid& grid) { return ".p" + vtk_extension(grid).substr(1); }

Path vtk_piece(const Path& index, const Grid& grid, int rank) {
  return index.parent_path() / fmt::format("{}.{}{}", index.stem().string(), rank, vtk_extension(grid));
}

void write_vtk(const Path& path, const Grid& grid, std::span<const Sample> samples, double time) {
  write_vtk(path, grid, Box{{0, 0, 0}, grid.cells()}, samples, time);
}

void write_vtk(const Path& path, const Grid& grid, const Box& cells, std::span<const Sample> samples, double time) {
  for (const Sample& s : samples) check_size(grid, cells, s);
  const bool image = is_image(grid);
  const std::string kind = image ? "ImageData" : "RectilinearGrid", whole = extent(cells, grid.dimensions);
  Appended data;
  std::string head = opening(kind);
  head += fmt::format("  <{} WholeExtent=\"{}\"{}>\n", kind, whole, image ? origin_and_spacing(grid) : "");
  head +=
      "    <FieldData>\n      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">";
  head += number_text(time) + "</DataArray>\n    </FieldData>\n";
  head += fmt::format("    <Piece Extent=\"{}\">\n", whole);
  head += section("PointData", Location::node, samples, data) + section("CellData", Location::cell, samples, data);
  std::array<std::vector<double>, 3> nodes;
  if (!image) {
    head += "      <Coordinates>\n";
    for (int axis = 0; axis < 3; ++axis) {
      nodes[axis] = {0.0};
      if (const auto first = grid.nodes[axis].begin(); axis < grid.dimensions)
        nodes[axis].assign(first + cells.lo[axis], first + cells.hi[axis] + 1);
      head += data.element({std::string(1, "xyz"[axis]), "m", "Float64", 1, &nodes[axis], 1});
    }
    head += "      </Coordinates>\n";
  }
  head += fmt::format("    </Piece>\n  </{}>\n  <AppendedData encoding=\"raw\">\n_", kind);
  AtomicFile file(path);
  file.write(head);
  data.write(file);
  file.write("\n  </AppendedData>\n</VTKFile>\n");
  file.commit();
}

void write_vtk_index(const Path& path, const Grid& grid, const std::vector<Box>& pieces,
                     std::span<const Sample> heads) {
  const bool image = is_image(grid);
  const std::string kind = image ? "PImageData" : "PRectilinearGrid";
  std::string text = opening(kind);
  text += fmt::format("  <{} WholeExtent=\"{}\" GhostLevel=\"0\"{}>\n", kind,
                      extent(Box{{0, 0, 0}, grid.cells()}, grid.dimensions), image ? origin_and_spacing(grid) : "");
  text += index_head(grid, heads);
  for (std::size_t r = 0; r < pieces.size(); ++r)
    text += fmt::format("    <Piece Extent=\"{}\" Source=\"{}\"/>\n", extent(pieces[r], grid.dimensions),
                        vtk_piece(path, grid, static_cast<int>(r)).filename().string());
  write_file(path, text + fmt::format("  </{}>\n</VTKFile>\n", kind));
}

}  // namespace eddy
