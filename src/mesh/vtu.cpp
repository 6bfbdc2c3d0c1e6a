#include "mesh/vtu.hpp"

#include <cmath>
#include <map>

#include "base/xml.hpp"
#include "mesh/file_bytes.hpp"
#include "mesh/vtu_arrays.hpp"

namespace eddy {
namespace {

class VtuReader {
 public:
  VtuReader(const std::filesystem::path& path, const std::string& name) : arrays_(bytes_of_file(path, name), name) {
    mesh_.file = name;
  }

  FileMesh read() {
    read_nodes();
    read_cells();
    if (mesh_.hexahedra.nodes.empty() && mesh_.quadrilaterals.nodes.empty())
      arrays_.refuse("has no hexahedra, and no quadrilaterals either.");
    return std::move(mesh_);
  }

 private:
  std::vector<double> array(const std::string& section, const std::string& name) const {
    for (const std::string& element : arrays_.elements(section))
      if (name.empty() || xml_attribute(element, "Name") == name) return arrays_.numbers(element);
    arrays_.refuse("has no array '" + (name.empty() ? section : name) + "'.");
  }

  void read_nodes() {
    const std::vector<double> x = array("Points", "");
    if (x.size() % 3 != 0 || x.size() != 3 * static_cast<std::size_t>(arrays_.piece("NumberOfPoints")))
      arrays_.refuse("has another number of points than it says: it is damaged.");
    for (std::size_t n = 0; n < x.size(); n += 3) {
      if (!std::isfinite(x[n] + x[n + 1] + x[n + 2]))
        arrays_.refuse("has a node without a place: number " + std::to_string(n / 3) + ".");
      mesh_.nodes.push_back({x[n], x[n + 1], x[n + 2]});
    }
  }

  std::vector<double> patches(std::size_t cells) const {
    for (const std::string& element : arrays_.elements("CellData"))
      if (xml_attribute(element, "Name") == vtu_patch) {
        const std::vector<double> numbers = arrays_.numbers(element);
        if (numbers.size() != cells) arrays_.refuse("has another number of `patch` than of cells.");
        return numbers;
      }
    return {};
  }

  int group_of(double number) {
    if (!(std::abs(number) < 2e9)) arrays_.refuse("has a `patch` that is no number of a patch.");
    const auto [at, is_new] = groups_.try_emplace(static_cast<long>(number), static_cast<int>(mesh_.names.size()));
    if (is_new) mesh_.names.push_back(std::to_string(at->first));
    return at->second;
  }

  void read_cells() {
    const std::vector<double> nodes = array("Cells", "connectivity"), ends = array("Cells", "offsets"),
                              types = array("Cells", "types");
    const std::vector<double> patch = patches(types.size());
    if (ends.size() != types.size()) arrays_.refuse("has another number of offsets than of types: it is damaged.");
    double begin = 0;
    for (std::size_t c = 0; c < types.size(); ++c) {
      if (!(ends[c] >= begin) || ends[c] > double(nodes.size()))
        arrays_.refuse("has offsets that make no sense in cell " + std::to_string(c) + ": it is damaged.");
      const double* const from = nodes.data() + static_cast<std::ptrdiff_t>(begin);
      const auto count = static_cast<std::size_t>(ends[c] - begin);
      add_cell(static_cast<int>(types[c]), from, count, static_cast<std::int64_t>(c), patch.empty() ? -1 : patch[c]);
      begin = ends[c];
    }
    foreign_.refuse(mesh_.file, false);
  }

  void add_cell(int type, const double* nodes, std::size_t count, std::int64_t number, double patch) {
    static const std::map<int, const char*> names{{4, "polylines"},   {5, "triangles"}, {8, "pixels"},
                                                  {10, "tetrahedra"}, {11, "voxels"},   {13, "prisms"},
                                                  {14, "pyramids"},   {42, "polyhedra"}};
    if (type == 1) return;  // a point
    const bool known = type == 12 || type == 9 || type == 3;
    if (!known) {
      const auto name = names.find(type);
      return foreign_.add(name == names.end() ? "cells of type " + std::to_string(type) : name->second, 1, false);
    }
    const int group = patch > 0 ? group_of(patch) : -1;
    if (type == 12) add(mesh_.hexahedra, nodes, count, number, group);
    if (type == 9) add(mesh_.quadrilaterals, nodes, count, number, group);
    if (type == 3) add(mesh_.lines, nodes, count, number, group);
  }

  template <class Nodes>
  void add(FileMesh::Cells<Nodes>& cells, const double* nodes, std::size_t count, std::int64_t number, int group) {
    Nodes places;
    if (count != places.size()) arrays_.refuse("has a wrong number of nodes in cell " + std::to_string(number) + ".");
    for (std::size_t n = 0; n < count; ++n) {
      if (!(nodes[n] >= 0 && nodes[n] < double(mesh_.nodes.size())))
        arrays_.refuse("names a node in cell " + std::to_string(number) +
                       " that it does not have: the file is damaged.");
      places[n] = static_cast<int>(nodes[n]);
    }
    cells.nodes.push_back(places);
    cells.group.push_back(group);
    cells.number.push_back(number);
  }

  VtuArrays arrays_;
  FileMesh mesh_;
  ForeignCells foreign_;
  std::map<long, int> groups_;
};

}  // namespace

FileMesh read_vtu(const std::filesystem::path& path, const std::string& name) { return VtuReader(path, name).read(); }

}  // namespace eddy
