// Shared by all kinds of VTK XML files: the first line, arrays and their places after the header.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "field/sample.hpp"
#include "output/file.hpp"
#include "output/vtk.hpp"

namespace eddy::vtk {

struct Array {
  std::string name, unit, type;
  int components = 1;
  std::span<const double> values{};
  int from = 1;  // components of the values; 2D vectors get a zero as third component
  std::uint64_t count() const { return values.size() / from * components; }
  std::uint64_t bytes() const { return count() * (type == "UInt8" ? 1 : type.ends_with("32") ? 4 : 8); }
};

std::string escaped(const std::string& text);
std::string opening(const std::string& kind);
std::string stamp_element(const FileStamp& stamp);
Array array_of(const Sample& sample);

class Appended {  // hands out offsets while the header is made, then writes the arrays in that order
 public:
  std::string element(const Array& array);
  void write(AtomicFile& file) const;

 private:
  std::vector<Array> arrays_;
  std::uint64_t offset_ = 0;
};

std::string section(const char* name, std::span<const Array> arrays, Appended& data);
std::string fields(std::span<const Sample> samples, Appended& data);  // PointData and CellData
// Writes a file whose data begin after `head`.
void write_with_data(const Path& path, const std::string& head, const Appended& data);

}  // namespace eddy::vtk
