#include "output/vtk_parts.hpp"

#include <fmt/format.h>

#include <bit>

#include "base/text.hpp"

namespace eddy::vtk {

static_assert(std::endian::native == std::endian::little, "VTK arrays are written as they lie in memory");

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

std::string opening(const std::string& kind) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n",
      kind);
}

// The origin is an array of letters, as VTK writes text.
static std::string origin_element(const std::string& origin) {
  if (origin.empty()) return "";
  std::string codes;
  for (unsigned char letter : origin) codes += std::to_string(letter) + " ";
  return "      <Array type=\"String\" Name=\"origin\" NumberOfTuples=\"1\" format=\"ascii\">" + codes + "0</Array>\n";
}

std::string stamp_element(const FileStamp& stamp) {
  return "    <FieldData>\n      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
         "format=\"ascii\">" +
         number_text(stamp.time) + "</DataArray>\n" + origin_element(stamp.origin) + "    </FieldData>\n";
}

static std::string type_of(const Sample& s) {
  if (s.name == vtk_mask) return "UInt8";
  return s.precision == Precision::single ? "Float32" : "Float64";
}

Array array_of(const Sample& s) {
  const int components = s.components == 2 ? 3 : s.components;
  return {s.name, s.unit, type_of(s), components, s.values, s.components};
}

std::string Appended::element(const Array& a) {
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

namespace {

template <class T>
void write_values(AtomicFile& file, const Array& a) {
  std::vector<T> block;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    block.push_back(static_cast<T>(a.values[i]));
    if (i % a.from + 1 == static_cast<std::size_t>(a.from)) block.resize(block.size() + a.components - a.from);
    if (block.size() < (1 << 18)) continue;
    file.write(block.data(), block.size() * sizeof(T));
    block.clear();
  }
  file.write(block.data(), block.size() * sizeof(T));
}

}  // namespace

void Appended::write(AtomicFile& file) const {
  for (const Array& a : arrays_) {
    const std::uint64_t bytes = a.bytes();
    file.write(&bytes, sizeof bytes);
    if (a.type == "UInt8") write_values<std::uint8_t>(file, a);
    if (a.type == "Int32") write_values<std::int32_t>(file, a);
    if (a.type == "Float32") write_values<float>(file, a);
    if (a.type == "Float64") write_values<double>(file, a);
  }
}

std::string section(const char* name, std::span<const Array> arrays, Appended& data) {
  std::string text = fmt::format("      <{}>\n", name);
  for (const Array& a : arrays) text += data.element(a);
  return text + fmt::format("      </{}>\n", name);
}

std::string fields(std::span<const Sample> samples, Appended& data) {
  std::string text;
  for (const auto& [name, location] : {std::pair("PointData", Location::node), {"CellData", Location::cell}}) {
    std::vector<Array> arrays;
    for (const Sample& s : samples)
      if (s.location == location) arrays.push_back(array_of(s));
    text += section(name, arrays, data);
  }
  return text;
}

void write_with_data(const Path& path, const std::string& head, const Appended& data) {
  AtomicFile file(path);
  file.write(head + "  <AppendedData encoding=\"raw\">\n_");
  data.write(file);
  file.write("\n  </AppendedData>\n</VTKFile>\n");
  file.commit();
}

}  // namespace eddy::vtk
