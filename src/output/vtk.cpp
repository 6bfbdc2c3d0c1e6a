// VTK XML: a header in text, then for each array its length in bytes (UInt64) and its values, all in one block.
// A 2D grid is a plane (extent 0 0 along z) and a 1D grid a line, so that cells keep their dimension.
#include "output/vtk.hpp"

#include <fmt/format.h>

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
  std::uint64_t bytes() const { return count() * (type == "Float32" ? 4 : 8); }
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

Array array_of(const Sample& s) {
  const int components = s.components == 2 ? 3 : s.components;
  return {s.name,     s.unit,    s.precision == Precision::single ? "Float32" : "Float64",
          components, &s.values, s.components};
}

void check_size(const Grid& grid, const Sample& s) {
  if (s.location != Location::cell && s.location != Location::node)
    throw Error(Exit::fault, fmt::format("field '{}' lies on faces, which VTK files have no place for: it must be "
                                         "offered at cells or nodes.",
                                         s.name));
  std::uint64_t expected = s.components;
  for (int axis = 0; axis < 3; ++axis) {
    const int points = axis >= grid.dimensions ? 1 : grid.cells(axis) + (s.location == Location::node);
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
      a.type == "Float32" ? write_values<float>(file, a) : write_values<double>(file, a);
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

std::string extent(const Grid& grid) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    text += fmt::format("{}0 {}", axis ? " " : "", axis < grid.dimensions ? grid.cells(axis) : 0);
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

}  // namespace

std::string vtk_extension(const Grid& grid) {
  for (int axis = 0; axis < grid.dimensions; ++axis)
    if (!grid.uniform[axis]) return ".vtr";
  return ".vti";
}

void write_vtk(const Path& path, const Grid& grid, std::span<const Sample> samples, double time) {
  for (const Sample& s : samples) check_size(grid, s);
  const bool image = vtk_extension(grid) == ".vti";
  const std::string kind = image ? "ImageData" : "RectilinearGrid", whole = extent(grid);
  Appended data;
  std::string head = "<?xml version=\"1.0\"?>\n";
  head +=
      fmt::format("<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n", kind);
  head += fmt::format("  <{} WholeExtent=\"{}\"{}>\n", kind, whole, image ? origin_and_spacing(grid) : "");
  head +=
      "    <FieldData>\n      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">";
  head += number_text(time) + "</DataArray>\n    </FieldData>\n";
  head += fmt::format("    <Piece Extent=\"{}\">\n", whole);
  head += section("PointData", Location::node, samples, data) + section("CellData", Location::cell, samples, data);
  const std::vector<double> zero{0.0};
  if (!image) {
    head += "      <Coordinates>\n";
    for (int axis = 0; axis < 3; ++axis)
      head += data.element(
          {std::string(1, "xyz"[axis]), "m", "Float64", 1, axis < grid.dimensions ? &grid.nodes[axis] : &zero, 1});
    head += "      </Coordinates>\n";
  }
  head += fmt::format("    </Piece>\n  </{}>\n  <AppendedData encoding=\"raw\">\n_", kind);
  AtomicFile file(path);
  file.write(head);
  data.write(file);
  file.write("\n  </AppendedData>\n</VTKFile>\n");
  file.commit();
}

}  // namespace eddy
