#include "output/surface_file.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "output/csv.hpp"
#include "output/vtk_parts.hpp"

namespace eddy {
namespace {

class Numbers {  // the numbers of one DataArray, a few per line
 public:
  void add(const std::string& number) { text_ += number + (++count_ % 12 == 0 ? "\n" : " "); }
  std::string array(const std::string& type, const std::string& name, int components) const {
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">\n{}\n</DataArray>\n", type,
        name, components, text_);
  }

 private:
  std::string text_;
  int count_ = 0;
};

int corners_of(const std::array<int, 4>& face) { return face[2] == face[3] ? 3 : 4; }

std::string cell_arrays(const SurfaceTable& t) {
  std::string text;
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    const std::string name = bare(t.columns[c]);
    if (name == "x" || name == "y" || name == "z") continue;
    Numbers values;
    for (const auto& row : t.rows) values.add(number_text(row[c]));
    text += values.array("Float64", name, 1);
  }
  return text;
}

}  // namespace

void write_vtp(const Path& path, const SurfaceTable& t, const FileStamp& stamp) {
  Numbers points, corners, ends;
  for (const auto& node : t.nodes)
    for (double x : node) points.add(number_text(x));
  int end = 0;
  for (const auto& face : t.faces) {
    for (int n = 0; n < corners_of(face); ++n) corners.add(std::to_string(face[n]));
    ends.add(std::to_string(end += corners_of(face)));
  }
  AtomicFile file(path);
  file.write(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\">\n<PolyData>\n");
  file.write(vtk::stamp_element(stamp));
  file.write(
      fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
                  "NumberOfPolys=\"{}\">\n",
                  t.nodes.size(), t.faces.size()));
  file.write("<Points>\n" + points.array("Float64", "Points", 3) + "</Points>\n<Polys>\n");
  file.write(corners.array("Int32", "connectivity", 1) + ends.array("Int32", "offsets", 1) + "</Polys>\n");
  file.write("<CellData>\n" + cell_arrays(t) + "</CellData>\n</Piece>\n</PolyData>\n</VTKFile>\n");
  file.commit();
}

}  // namespace eddy
