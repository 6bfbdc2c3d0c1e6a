#include "mesh/hex_patches.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "mesh/faces.hpp"
#include "mesh/hex_faces.hpp"
#include "mesh/quality.hpp"
#include "mesh/vectors.hpp"

namespace eddy {
namespace {

std::string count_text(std::size_t n, const char* one) { return std::to_string(n) + " " + one + (n == 1 ? "" : "s"); }

class PatchBuilder {
 public:
  PatchBuilder(HexMesh& mesh, const FileMesh& file)
      : mesh_(mesh), file_(file), faces_(faces_of(mesh)), group_(faces_.size(), -1) {}

  void build() {
    refuse_crowded();
    for (std::size_t q = 0; q < file_.quadrilaterals.nodes.size(); ++q)
      if (file_.quadrilaterals.group[q] >= 0)
        take(sorted_nodes(file_.quadrilaterals.nodes[q]), file_.quadrilaterals.group[q]);
    for (const auto& [group, count] : inside_)
      faults_.push_back("patch '" + file_.names[group] + "' of '" + file_.file + "' has " +
                        count_text(count.first, "face") + " inside of the fluid, the first near " +
                        point_text(count.second, 3) +
                        ". A patch lies on the surface: take it out of the group, or cut the fluid there.");
    if (strangers_ > 0)
      faults_.push_back("patch '" + file_.names[stranger_group_] + "' of '" + file_.file +
                        "' has faces that belong to no hexahedron: " + std::to_string(strangers_) +
                        ", the first near " + point_text(stranger_, 3) +
                        ". Leave them out of the group, or put what lies there into the fluid's.");
    if (faults_.empty()) find_open();
    if (!faults_.empty()) throw Error(Exit::usage, join(faults_, "\n"));
    fill();
  }

 private:
  bool twice(std::size_t f) const { return f + 1 < faces_.size() && faces_[f].key == faces_[f + 1].key; }
  bool outer(std::size_t f) const { return !twice(f) && (f == 0 || faces_[f].key != faces_[f - 1].key); }

  void refuse_crowded() const {
    for (std::size_t f = 0; f + 2 < faces_.size(); ++f)
      if (faces_[f].key == faces_[f + 2].key)
        throw Error(Exit::usage, "'" + file_.file + "': more than two hexahedra share the face near " +
                                     point_text(centre_of(mesh_, faces_[f].key), 3) + ", among them numbers " +
                                     number(faces_[f]) + ", " + number(faces_[f + 1]) + " and " +
                                     number(faces_[f + 2]) + ". Remove volumes that lie in one another.");
  }
  std::string number(const HexFace& f) const { return std::to_string(file_.hexahedra.number[f.element]); }

  void take(const QuadNodes& key, int group) {
    const auto at = std::lower_bound(faces_.begin(), faces_.end(), key,
                                     [](const HexFace& f, const QuadNodes& k) { return f.key < k; });
    if (at == faces_.end() || at->key != key) {
      if (strangers_++ > 0) return;
      stranger_group_ = group;
      stranger_ = centre_of(mesh_, key);
      return;
    }
    const auto f = static_cast<std::size_t>(at - faces_.begin());
    if (!outer(f)) {
      const auto seen = inside_.try_emplace(group, 0, centre_of(mesh_, key)).first;
      ++seen->second.first;
      return;
    }
    if (group_[f] >= 0 && file_.names[group_[f]] != file_.names[group] && !told_twice_) {
      told_twice_ = true;
      faults_.push_back("the face near " + point_text(centre_of(mesh_, key), 3) + " of '" + file_.file +
                        "' belongs to two patches, '" + file_.names[group_[f]] + "' and '" + file_.names[group] +
                        "'. Leave it in one.");
    }
    group_[f] = group;
  }

  // Reports outer faces without a patch, with the reason where it can be found.
  void find_open() {
    std::vector<std::size_t> open;
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (outer(f) && group_[f] < 0) open.push_back(f);
    if (open.empty()) return;
    std::string text = count_text(open.size(), "face") + " of '" + file_.file + "', the first near " +
                       point_text(centre_of(mesh_, faces_[open[0]].key), 3) +
                       (open.size() == 1 ? ", belongs" : ", belong") + " to no patch";
    std::vector<int> nodes;
    for (const std::size_t f : open) nodes.insert(nodes.end(), faces_[f].key.begin(), faces_[f].key.end());
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (const std::string double_nodes = find_double(nodes); !double_nodes.empty())
      text += double_nodes;
    else if (const std::string hanging = find_hanging(open, nodes); !hanging.empty())
      text += hanging;
    else
      text += ". Put them into a physical group of surfaces (in a flat mesh: of lines), or into the `patch` of a .vtu.";
    faults_.push_back(text);
  }

  std::string find_double(const std::vector<int>& nodes) const {
    const auto found = partners(mesh_.nodes, nodes, nodes, {}, tolerance());
    const auto count =
        static_cast<std::size_t>(std::count_if(found.begin(), found.end(), [](int n) { return n >= 0; }));
    if (count == 0) return "";
    const auto first = std::find_if(found.begin(), found.end(), [](int n) { return n >= 0; });
    return ": " + count_text(count, "node") + " there lie in the place of another, the first at " +
           point_text(mesh_.nodes[*first], 3) +
           ". The pieces touch, and are not joined. In Gmsh: Coherence or BooleanFragments in the model, or Coherence "
           "Mesh before saving.";
  }

  // Finds a node that lies on an open face, but not at a corner of it: there a finer face meets a coarser one.
  std::string find_hanging(const std::vector<std::size_t>& open, const std::vector<int>& nodes) const {
    constexpr std::size_t most_faces = 200;
    for (std::size_t n = 0; n < std::min(open.size(), most_faces); ++n) {
      const QuadNodes face = mesh_.face(faces_[open[n]].element, faces_[open[n]].side);
      for (const int node : nodes)
        if (std::find(face.begin(), face.end(), node) == face.end() && lies_on(face, mesh_.nodes[node]))
          return ": a hanging node lies on the face of a coarser element, at " + point_text(mesh_.nodes[node], 3) +
                 ". Elements must meet face to face: give both sides of the line or surface there the same number of "
                 "nodes.";
    }
    return "";
  }
  bool lies_on(const QuadNodes& face, const Point& p) const {
    for (const auto& [a, b, c] : {std::array{0, 1, 2}, {0, 2, 3}}) {
      const Point u = minus(mesh_.nodes[face[b]], mesh_.nodes[face[a]]),
                  v = minus(mesh_.nodes[face[c]], mesh_.nodes[face[a]]);
      const Point w = minus(p, mesh_.nodes[face[a]]), normal = cross(u, v);
      const double area = dot(normal, normal);
      if (area == 0 || std::abs(dot(w, normal)) > 1e-6 * std::pow(area, 0.75)) continue;
      const double s = dot(cross(w, v), normal) / area, t = dot(cross(u, w), normal) / area;
      if (s > -1e-6 && t > -1e-6 && s + t < 1 + 1e-6) return true;
    }
    return false;
  }
  double tolerance() const { return 1e-3 * shortest_edge(mesh_); }

  void fill() {
    std::map<std::string, std::size_t> patch_of;  // names in the order of their groups
    std::vector<int> used;
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (group_[f] >= 0) used.push_back(group_[f]);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (const int group : used)
      if (patch_of.try_emplace(file_.names[group], mesh_.patches.size()).second)
        mesh_.patches.push_back({file_.names[group], {}, {}});
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      if (group_[f] < 0) continue;
      HexMesh::Patch& patch = mesh_.patches[patch_of[file_.names[group_[f]]]];
      patch.faces.push_back(mesh_.face(faces_[f].element, faces_[f].side));
      patch.element.push_back(faces_[f].element);
    }
  }

  HexMesh& mesh_;
  const FileMesh& file_;
  std::vector<HexFace> faces_;
  std::vector<int> group_;  // group of each outer face; −1: none
  std::map<int, std::pair<std::size_t, Point>> inside_;
  std::size_t strangers_ = 0;
  int stranger_group_ = 0;
  Point stranger_{};
  bool told_twice_ = false;
  std::vector<std::string> faults_;
};

}  // namespace

void add_patches(HexMesh& mesh, const FileMesh& file) { PatchBuilder(mesh, file).build(); }

namespace {

const HexMesh::Patch& patch_named(const HexMesh& mesh, const SeamOptions& seam, const std::string& name) {
  for (const HexMesh::Patch& p : mesh.patches)
    if (p.name == name) return p;
  throw Error(Exit::usage, "seam." + seam.name + ": the mesh has no patch '" + name + "'." +
                               did_you_mean(name, patch_names(mesh)) + " Patches: " + eddy::join(patch_names(mesh)) +
                               ".");
}

std::vector<int> nodes_of(const HexMesh::Patch& patch) {
  std::vector<int> nodes;
  for (const QuadNodes& f : patch.faces) nodes.insert(nodes.end(), f.begin(), f.end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

Point mean_of(const HexMesh& mesh, const std::vector<int>& nodes) {
  Point mean{};
  for (const int n : nodes)
    for (int a = 0; a < 3; ++a) mean[a] += mesh.nodes[n][a];
  for (double& x : mean) x /= static_cast<double>(nodes.size());
  return mean;
}

}  // namespace

std::vector<std::array<int, 2>> matching_nodes(const HexMesh& mesh, const SeamOptions& seam) {
  const std::vector<int> first = nodes_of(patch_named(mesh, seam, seam.first));
  const std::vector<int> second = nodes_of(patch_named(mesh, seam, seam.second));
  if (first.size() != second.size())
    throw Error(Exit::usage, "seam." + seam.name + ": patch '" + seam.first + "' has " + std::to_string(first.size()) +
                                 " nodes and '" + seam.second + "' " + std::to_string(second.size()) +
                                 ". Mesh both alike; in Gmsh: Periodic Surface.");
  const Point shift = minus(mean_of(mesh, second), mean_of(mesh, first));
  const std::vector<int> found = partners(mesh.nodes, first, second, shift, 0.01 * shortest_edge(mesh));
  std::vector<std::array<int, 2>> pairs;
  for (std::size_t n = 0; n < first.size(); ++n) {
    if (found[n] < 0)
      throw Error(Exit::usage, "seam." + seam.name + ": the node at " + point_text(mesh.nodes[first[n]], 3) +
                                   " of patch '" + seam.first + "' has no partner on '" + seam.second +
                                   "', which lies " + point_text(shift, 3) +
                                   " away. Mesh both alike; in Gmsh: Periodic Surface.");
    pairs.push_back({first[n], found[n]});
  }
  return pairs;
}

void join_seams(HexMesh& mesh, const std::vector<SeamOptions>& seams) {
  if (seams.empty()) return;
  Groups same(mesh.nodes.size());
  std::vector<std::string> faults;
  for (const SeamOptions& s : seams) try {
      for (const auto& [a, b] : matching_nodes(mesh, s)) same.join(a, b);
    } catch (const Error& e) {
      faults.emplace_back(e.what());
    }
  if (!faults.empty()) throw Error(Exit::usage, eddy::join(faults, "\n"));
  for (int n = 0; n < static_cast<int>(mesh.nodes.size()); ++n) mesh.master.push_back(same.root(n));
  std::erase_if(mesh.patches, [&](const HexMesh::Patch& p) {
    return std::any_of(seams.begin(), seams.end(),
                       [&](const SeamOptions& s) { return s.first == p.name || s.second == p.name; });
  });
}

}  // namespace eddy
