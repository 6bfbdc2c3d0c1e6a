#include "mesh/gmsh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/text.hpp"
#include "mesh/gmsh_input.hpp"

namespace eddy {
namespace {

struct CellType {
  int code, dimension, nodes;
  const char* name;
  bool curved;
};
constexpr CellType gmsh_types[] = {{15, 0, 1, "points", false},
                                   {1, 1, 2, "lines", false},
                                   {3, 2, 4, "quadrilaterals", false},
                                   {5, 3, 8, "hexahedra", false},
                                   {2, 2, 3, "triangles", false},
                                   {4, 3, 4, "tetrahedra", false},
                                   {6, 3, 6, "prisms", false},
                                   {7, 3, 5, "pyramids", false},
                                   {8, 1, 3, "lines of second order", true},
                                   {9, 2, 6, "triangles of second order", true},
                                   {10, 2, 9, "quadrilaterals of second order", true},
                                   {16, 2, 8, "quadrilaterals of second order", true},
                                   {11, 3, 10, "tetrahedra of second order", true},
                                   {12, 3, 27, "hexahedra of second order", true},
                                   {17, 3, 20, "hexahedra of second order", true},
                                   {13, 3, 18, "prisms of second order", true},
                                   {18, 3, 15, "prisms of second order", true},
                                   {14, 3, 14, "pyramids of second order", true},
                                   {19, 3, 13, "pyramids of second order", true}};

using Tag = std::pair<int, int>;  // dimension and number of a physical group or of an entity

class GmshReader {
 public:
  GmshReader(const std::string& bytes, const std::string& name) : in_(bytes, name) { mesh_.file = name; }

  FileMesh read() {
    in_.read_format();
    while (in_.next_section()) read_section();
    if (!nodes_read_) in_.refuse("has no $Nodes.");
    if (!elements_read_) in_.refuse("has no $Elements.");
    foreign_.refuse(mesh_.file, true);
    if (mesh_.hexahedra.nodes.empty() && mesh_.quadrilaterals.nodes.empty())
      in_.refuse("has no hexahedra, and no quadrilaterals either. In Gmsh: Mesh 3, or Mesh 2 for a flat mesh.");
    leave_out_ungrouped();
    return std::move(mesh_);
  }

 private:
  void read_section() {
    const std::string& name = in_.section();
    if (name == "PhysicalNames")
      read_names();
    else if (name == "Entities")
      read_entities();
    else if (name == "PartitionedEntities")
      in_.refuse("is cut into partitions. In Gmsh: save the whole mesh, Mesh.SaveAll = 0 without Mesh.Partition.");
    else if (name == "Nodes")
      in_.new_format() ? read_nodes() : read_old_nodes();
    else if (name == "Elements")
      in_.new_format() ? read_elements() : read_old_elements();
    else
      return in_.skip_section();
    in_.end_section();
  }

  void read_names() {
    const std::int64_t count = in_.text_count();
    for (std::int64_t n = 0; n < count; ++n) {
      const int dimension = static_cast<int>(in_.text_integer()), number = static_cast<int>(in_.text_integer());
      names_[{dimension, number}] = group_name(in_.quoted());
    }
  }

  int group_of(int dimension, int number) {
    const auto [at, is_new] = groups_.try_emplace({dimension, number}, static_cast<int>(mesh_.names.size()));
    if (is_new) {
      const auto name = names_.find({dimension, number});
      mesh_.names.push_back(name == names_.end() ? std::to_string(number) : name->second);
      group_dimension_.push_back(dimension);
    }
    return at->second;
  }

  void read_entities() {
    std::array<std::int64_t, 4> counts;
    for (std::int64_t& n : counts) n = in_.count();
    for (int dimension = 0; dimension < 4; ++dimension)
      for (std::int64_t n = 0; n < counts[dimension]; ++n) {
        const Tag entity{dimension, in_.integer()};
        for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) in_.real();
        const std::int64_t groups = in_.count();
        for (std::int64_t k = 0; k < groups; ++k) entity_groups_[entity].push_back(std::abs(in_.integer()));
        const std::int64_t around = dimension == 0 ? 0 : in_.count();
        for (std::int64_t k = 0; k < around; ++k) in_.integer();
      }
  }

  void add_node(std::int64_t tag) {
    Point p;
    for (double& x : p) x = in_.real();
    if (!std::isfinite(p[0] + p[1] + p[2]))
      in_.refuse("has a node without a place: number " + std::to_string(tag) + ".");
    if (!places_.try_emplace(tag, static_cast<int>(mesh_.nodes.size())).second)
      in_.refuse("has two nodes of number " + std::to_string(tag) + ".");
    mesh_.nodes.push_back(p);
  }

  void read_nodes() {
    const std::int64_t blocks = in_.count();
    for (int n = 0; n < 3; ++n) in_.size();
    for (std::int64_t b = 0; b < blocks; ++b) {
      const int dimension = in_.integer();
      in_.integer();
      const bool parametric = in_.integer() != 0;
      std::vector<std::int64_t> tags(static_cast<std::size_t>(in_.count()));
      for (std::int64_t& tag : tags) tag = in_.size();
      for (const std::int64_t tag : tags) {
        add_node(tag);
        for (int k = 0; parametric && k < dimension; ++k) in_.real();
      }
    }
    nodes_read_ = true;
  }

  void read_old_nodes() {
    const std::int64_t count = in_.text_count();
    in_.begin_binary();
    for (std::int64_t n = 0; n < count; ++n) add_node(in_.integer());
    nodes_read_ = true;
  }

  const CellType& type_of(int code) const {
    for (const CellType& t : gmsh_types)
      if (t.code == code) return t;
    in_.refuse("has elements of type " + std::to_string(code) +
               ", which are not known. In Gmsh: Mesh.ElementOrder = 1.");
  }

  int node(std::int64_t tag, std::int64_t element) const {
    const auto at = places_.find(tag);
    if (at == places_.end())
      in_.refuse("names node " + std::to_string(tag) + " in element " + std::to_string(element) +
                 ", and has no such node: the file is damaged.");
    return at->second;
  }

  template <class Nodes>
  void add_cell(FileMesh::Cells<Nodes>& cells, std::int64_t number, const std::vector<int>& groups) {
    Nodes nodes;
    for (int& n : nodes) n = node(next_node(), number);
    for (const int group : groups) {
      cells.nodes.push_back(nodes);
      cells.group.push_back(group);
      cells.number.push_back(number);
    }
  }
  std::int64_t next_node() { return in_.new_format() ? in_.size() : in_.integer(); }

  // An element in two groups is added twice; add_patches reports it.
  void add_element(const CellType& type, std::int64_t number, const std::vector<int>& groups) {
    if (type.code == 5) return add_cell(mesh_.hexahedra, number, {groups[0]});
    if (type.code == 3) return add_cell(mesh_.quadrilaterals, number, groups);
    if (type.code == 1) return add_cell(mesh_.lines, number, groups);
    if (type.dimension > 0) foreign_.add(type.name, 1, type.curved);
    for (int n = 0; n < type.nodes; ++n) next_node();
  }

  void read_elements() {
    const std::int64_t blocks = in_.count();
    for (int n = 0; n < 3; ++n) in_.size();
    for (std::int64_t b = 0; b < blocks; ++b) {
      Tag entity;
      entity.first = in_.integer();
      entity.second = in_.integer();
      const CellType& type = type_of(in_.integer());
      std::vector<int> groups;
      for (const int number : entity_groups_[entity]) groups.push_back(group_of(type.dimension, number));
      if (groups.empty()) groups.push_back(-1);
      const std::int64_t count = in_.count();
      for (std::int64_t n = 0; n < count; ++n) add_element(type, in_.size(), groups);
    }
    elements_read_ = true;
  }

  // In text each element has its type; in binary files elements of one type follow a head.
  void read_old_elements() {
    std::int64_t left = in_.text_count();
    in_.begin_binary();
    while (left > 0) {
      std::int64_t number = in_.binary() ? 0 : in_.integer();
      const CellType& type = type_of(in_.integer());
      const std::int64_t together = in_.binary() ? in_.integer() : 1;
      const int tags = in_.integer();
      if (together < 1 || together > left || tags < 0 || tags > 1000)
        in_.refuse("has elements that make no sense: it is damaged.");
      for (std::int64_t n = 0; n < together; ++n) {
        if (in_.binary()) number = in_.integer();
        int group = 0;
        for (int k = 0; k < tags; ++k) {
          const int tag = in_.integer();
          if (k == 0) group = std::abs(tag);
        }
        add_element(type, number, {group == 0 ? -1 : group_of(type.dimension, group)});
      }
      left -= together;
    }
    elements_read_ = true;
  }

  // The fluid is the cells in groups of the highest dimension; without such a group it is all cells.
  void leave_out_ungrouped() {
    const int highest = mesh_.flat() ? 2 : 3;
    if (std::find(group_dimension_.begin(), group_dimension_.end(), highest) == group_dimension_.end()) return;
    mesh_.flat() ? keep_grouped(mesh_.quadrilaterals) : keep_grouped(mesh_.hexahedra);
  }
  template <class Nodes>
  static void keep_grouped(FileMesh::Cells<Nodes>& cells) {
    FileMesh::Cells<Nodes> kept;
    for (std::size_t n = 0; n < cells.nodes.size(); ++n) {
      if (cells.group[n] < 0) continue;
      kept.nodes.push_back(cells.nodes[n]);
      kept.group.push_back(cells.group[n]);
      kept.number.push_back(cells.number[n]);
    }
    cells = std::move(kept);
  }

  GmshInput in_;
  FileMesh mesh_;
  ForeignCells foreign_;
  std::map<Tag, std::string> names_;
  std::map<Tag, int> groups_;         // place in mesh_.names
  std::vector<int> group_dimension_;  // dimension of each of mesh_.names
  std::map<Tag, std::vector<int>> entity_groups_;
  std::unordered_map<std::int64_t, int> places_;  // places of nodes by the file's numbers
  bool nodes_read_ = false, elements_read_ = false;
};

}  // namespace

FileMesh read_gmsh(const std::filesystem::path& path, const std::string& name) {
  return GmshReader(bytes_of_file(path, name), name).read();
}

}  // namespace eddy
