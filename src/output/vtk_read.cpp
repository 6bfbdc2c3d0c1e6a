// Reads eddy's own VTK files: the header is text in a known form, and the values follow the mark that ends it. The
// pieces of many ranks, and the blocks of a mesh, are put together by their index.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/xml.hpp"
#include "output/block_places.hpp"
#include "output/vtk.hpp"

namespace eddy {
namespace {

[[noreturn]] void refuse(const Path& path, const std::string& why) {
  throw Error(Exit::missing, fmt::format("'{}' cannot be used: {}.", path.string(), why));
}

std::ifstream opened(const Path& path) {
  if (!is_there(path)) refuse(path, "it is not there");
  const OpenFile plain(open_own("read", path, O_RDONLY));
  return std::ifstream(path, std::ios::binary);
}

constexpr const char* data_mark = "<AppendedData encoding=\"raw\">\n_";

struct Entry {  // the entry of one array in the header
  std::string name, unit;
  Location location = Location::cell;
  int components = 1;
  std::string type;
  std::uint64_t offset = 0;
};

Entry entry_of(const std::string& element, Location location) {
  Entry e;
  e.name = xml_attribute(element, "Name");
  e.location = location;
  e.components = std::atoi(xml_attribute(element, "NumberOfComponents").c_str());
  e.type = xml_attribute(element, "type");
  e.offset = std::strtoull(xml_attribute(element, "offset").c_str(), nullptr, 10);
  const std::string unit = "UNITS_LABEL\" location=\"vtkDataArray\">";
  if (const std::size_t at = element.find(unit); at != element.npos)
    e.unit = xml_plain(element.substr(at + unit.size(), element.find('<', at) - at - unit.size()));
  return e;
}

class VtkFile {
 public:
  explicit VtkFile(const Path& path) : path_(path), in_(opened(path)) {
    if (!in_) refuse(path, "it cannot be read");
    std::string head;
    constexpr std::size_t longest = 1 << 20;
    for (char block[4096]; head.size() < longest && head.find(data_mark) == head.npos;) {
      in_.read(block, sizeof block);
      if (in_.gcount() == 0) break;
      head.append(block, static_cast<std::size_t>(in_.gcount()));
    }
    const std::size_t mark = head.find(data_mark);
    if (mark == head.npos) refuse(path, "it is not a VTK file of ours, or damaged");
    data_ = mark + std::string(data_mark).size();
    size_ = std::filesystem::file_size(path);
    head.resize(mark);
    read_section(head, "PointData", Location::node);
    read_section(head, "CellData", Location::cell);
    if (const std::size_t at = head.find("<Piece NumberOfPoints"); at != head.npos) {
      const std::string element = head.substr(at, head.find('>', at) - at);
      points_ = std::strtoull(xml_attribute(element, "NumberOfPoints").c_str(), nullptr, 10);
      cells_ = std::strtoull(xml_attribute(element, "NumberOfCells").c_str(), nullptr, 10);
    }
  }

  const std::vector<Entry>& entries() const { return entries_; }
  std::size_t count(Location location) const { return location == Location::cell ? cells_ : points_; }  // for a .vtu

  Entry numbers(Location location) const {  // for a piece of hexahedra
    for (const Entry& e : entries_)
      if (e.name == vtk_numbers && e.location == location) return e;
    refuse(path_, "it does not say which part of the mesh it is");
  }

  std::vector<double> values(const Entry& e, std::size_t count) {
    if (e.type == "UInt8") return values_of<std::uint8_t>(e, count);
    return e.type == "Float32" ? values_of<float>(e, count) : values_of<double>(e, count);
  }

 private:
  void read_section(const std::string& head, const std::string& name, Location location) {
    const std::size_t end = head.find("</" + name + ">");
    for (std::size_t at = head.find("<" + name + ">"); (at = head.find("<DataArray", at)) < end; ++at)
      entries_.push_back(entry_of(head.substr(at, head.find('\n', at) - at), location));
  }

  template <class T>
  std::vector<double> values_of(const Entry& e, std::size_t count) {
    std::uint64_t bytes = 0;
    in_.clear();
    if (e.offset > size_ || count > size_ / sizeof(T)) refuse(path_, "field '" + e.name + "' is larger than the file");
    in_.seekg(static_cast<std::streamoff>(data_ + e.offset));
    in_.read(reinterpret_cast<char*>(&bytes), sizeof bytes);
    if (!in_ || bytes != count * sizeof(T)) refuse(path_, "field '" + e.name + "' has another size than the grid");
    std::vector<T> raw(count);
    in_.read(reinterpret_cast<char*>(raw.data()), static_cast<std::streamsize>(bytes));
    if (!in_) refuse(path_, "it ends too early");
    return {raw.begin(), raw.end()};
  }

  Path path_;
  std::ifstream in_;
  std::size_t data_ = 0, size_ = 0, points_ = 0, cells_ = 0;
  std::vector<Entry> entries_;
};

struct PieceFile {
  Path path;
  Box cells;
};

bool is_of_blocks(const Path& path) { return path.extension() == ".vtm"; }
bool is_index(const Path& path) { return path.extension().string().starts_with(".p"); }

std::vector<PieceFile> pieces_of(const Path& index, bool boxes = true) {
  const std::string text = read_own_file(index);
  if (text.find("</VTKFile>") == text.npos) refuse(index, "it is not an index of ours, or damaged");
  std::vector<PieceFile> all;
  for (std::size_t at = 0; (at = text.find("<Piece ", at)) != text.npos; ++at) {
    const std::string element = text.substr(at, text.find('>', at) - at);
    PieceFile p{index.parent_path() / xml_attribute(element, "Source"), {}};
    std::istringstream numbers(xml_attribute(element, "Extent"));
    for (int a = 0; a < 3 && boxes; ++a) numbers >> p.cells.lo[a] >> p.cells.hi[a];
    if (!numbers) refuse(index, "a piece has no extent");
    all.push_back(p);
  }
  if (all.empty()) refuse(index, "it names no pieces");
  return all;
}

std::vector<Path> block_files(const Path& index) {
  const std::string text = read_own_file(index);
  if (text.find("</VTKFile>") == text.npos) refuse(index, "it is not an index of ours, or damaged");
  std::vector<Path> all;
  for (std::size_t at = 0; (at = text.find("<DataSet ", at)) != text.npos; ++at)
    all.push_back(index.parent_path() / xml_attribute(text.substr(at, text.find('>', at) - at), "file"));
  if (all.empty()) refuse(index, "it names no blocks");
  return all;
}

Path first_file(const Path& path) {
  if (is_of_blocks(path)) return block_files(path).front();
  return is_index(path) ? pieces_of(path, path.extension() != ".pvtu").front().path : path;
}

Sample head_of(const Entry& e) {
  Sample s;
  s.name = e.name;
  s.unit = e.unit;
  s.location = e.location;
  s.components = std::max(1, e.components);
  s.precision = e.type == "Float32" ? Precision::single : Precision::double_;
  return s;
}

Entry entry_in(const VtkFile& file, const Path& path, const std::string& field) {
  for (const Entry& e : file.entries())
    if (e.name == field) return e;
  refuse(path, "it has no field '" + field + "'");
}

Sample read_cells(const Path& path, const Box& cells, int dimensions, const std::string& field) {
  VtkFile file(path);
  const Entry e = entry_in(file, path, field);
  Sample s = head_of(e);
  std::size_t count = std::size_t(s.components);
  for (int a = 0; a < dimensions; ++a) {
    s.size[a] = cells.extent(a) + (e.location == Location::node);
    count *= std::size_t(s.size[a]);
  }
  s.values = file.values(e, count);
  return s;
}

Sample read_blocks(const Path& path, const BlockMesh& mesh, const std::string& field) {
  const std::vector<Path> files = block_files(path);
  if (files.size() != mesh.blocks.size())
    refuse(path, fmt::format("it has {} blocks, and the mesh {}", files.size(), mesh.blocks.size()));
  Sample whole;
  for (std::size_t b = 0; b < files.size(); ++b) {
    VtkFile file(files[b]);
    const Entry e = entry_in(file, files[b], field);
    if (b == 0) whole = head_of(e);
    if (std::max(1, e.components) != whole.components || e.location != whole.location)
      refuse(files[b], "field '" + field + "' is of another kind than in the other blocks");
    const BlockPlaces places(mesh, e.location);
    const auto points = static_cast<std::size_t>(places.count(static_cast<int>(b)));
    const std::vector<double> values = file.values(e, points * std::size_t(whole.components));
    whole.values.insert(whole.values.end(), values.begin(), values.end());
    whole.size[0] = static_cast<int>(places.count());
  }
  return whole;
}

// Pieces hold the numbers of their elements and nodes; nodes at a cut occur in several pieces with the same value.
Sample read_hexahedra_pieces(const Path& index, const HexMesh& mesh, const std::string& field) {
  Sample whole;
  std::vector<bool> there;
  for (const PieceFile& p : pieces_of(index, false)) {
    VtkFile file(p.path);
    const Entry e = entry_in(file, p.path, field);
    if (whole.values.empty()) {
      whole = head_of(e);
      whole.size[0] = static_cast<int>(e.location == Location::cell ? mesh.elements.size() : mesh.nodes.size());
      whole.values.assign(std::size_t(whole.size[0]) * std::size_t(whole.components), 0.0);
      there.assign(std::size_t(whole.size[0]), false);
    }
    if (std::max(1, e.components) != whole.components || e.location != whole.location)
      refuse(p.path, "field '" + field + "' is of another kind than in the other pieces");
    const std::size_t count = file.count(e.location), n = std::size_t(whole.components);
    const std::vector<double> values = file.values(e, count * n);
    const std::vector<double> numbers = file.values(file.numbers(e.location), count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!(numbers[i] >= 0 && numbers[i] < whole.size[0])) refuse(p.path, "it has numbers that the mesh has not");
      const auto at = static_cast<std::size_t>(numbers[i]);
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * n), n,
                  whole.values.begin() + static_cast<std::ptrdiff_t>(at * n));
      there[at] = true;
    }
  }
  if (std::find(there.begin(), there.end(), false) != there.end()) refuse(index, "its pieces are not the whole mesh");
  return whole;
}

Sample read_hexahedra(const Path& path, const HexMesh& mesh, const std::string& field) {
  if (is_index(path)) return read_hexahedra_pieces(path, mesh, field);
  VtkFile file(path);
  const Entry e = entry_in(file, path, field);
  Sample s = head_of(e);
  s.size[0] = static_cast<int>(e.location == Location::cell ? mesh.elements.size() : mesh.nodes.size());
  s.values = file.values(e, std::size_t(s.size[0]) * std::size_t(s.components));
  return s;
}

// Copies the values of a piece into their places; points at a cut occur in several pieces with the same value.
void put_in(Sample& whole, const Sample& piece, const std::array<int, 3>& first) {
  const std::size_t n = std::size_t(whole.components), row = n * std::size_t(piece.size[0]);
  auto from = piece.values.begin();
  for (int k = 0; k < piece.size[2]; ++k)
    for (int j = 0; j < piece.size[1]; ++j, from += static_cast<std::ptrdiff_t>(row)) {
      const std::size_t at = std::size_t(first[0]) +
                             std::size_t(whole.size[0]) *
                                 (std::size_t(first[1] + j) + std::size_t(whole.size[1]) * std::size_t(first[2] + k));
      std::copy_n(from, row, whole.values.begin() + static_cast<std::ptrdiff_t>(n * at));
    }
}

}  // namespace

std::vector<Sample> vtk_heads(const Path& path) {
  const VtkFile file(first_file(path));
  std::vector<Sample> heads;
  for (const Entry& e : file.entries()) heads.push_back(head_of(e));
  return heads;
}

std::vector<std::string> vtk_fields(const Path& path) {
  std::vector<std::string> names;
  for (const Sample& s : vtk_heads(path))
    if (s.name != vtk_numbers) names.push_back(s.name);
  return names;
}

Sample read_vtk(const Path& path, const Grid& grid, const std::string& field) {
  if (grid.blocks) return read_blocks(path, *grid.blocks, field);
  if (grid.hexahedra) return read_hexahedra(path, *grid.hexahedra, field);
  const Box cells{{0, 0, 0}, grid.cells()};
  if (!is_index(path)) return read_cells(path, cells, grid.dimensions, field);
  Sample whole;
  std::int64_t there = 0;
  for (const PieceFile& p : pieces_of(path)) {
    Box mine = p.cells;
    for (int a = grid.dimensions; a < 3; ++a) mine.set(a, 0, 1);
    if (mine.empty() || !(mine == mine.common(cells))) refuse(path, "a piece lies outside of the grid");
    there += mine.cells();
    const Sample s = read_cells(p.path, mine, grid.dimensions, field);
    if (whole.values.empty()) {
      whole = s;
      for (int a = 0; a < grid.dimensions; ++a) whole.size[a] += cells.extent(a) - mine.extent(a);
      whole.values.assign(std::size_t(whole.components) * whole.size[0] * whole.size[1] * whole.size[2], 0.0);
    }
    if (s.components != whole.components || s.location != whole.location)
      refuse(p.path, "field '" + field + "' is of another kind than in the other pieces");
    put_in(whole, s, mine.lo);
  }
  if (there != cells.cells()) refuse(path, "its pieces are not the whole grid");
  return whole;
}

}  // namespace eddy
