#include "mesh/file_mesh.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace eddy {

void ForeignCells::add(const std::string& name, std::int64_t count, bool curved) {
  curved_ = curved_ || curved;
  const auto same = std::find_if(seen_.begin(), seen_.end(), [&](const auto& s) { return s.first == name; });
  if (same == seen_.end())
    seen_.emplace_back(name, count);
  else
    same->second += count;
}

void ForeignCells::refuse(const std::string& file, bool from_gmsh) const {
  if (seen_.empty()) return;
  std::string list;
  for (const auto& [name, count] : seen_) list += (list.empty() ? "" : ", ") + std::to_string(count) + " " + name;
  std::string text =
      "'" + file + "' has " + list + ". Hexahedra of 8 nodes are read, or a flat mesh of quadrilaterals.";
  if (from_gmsh && curved_) text += " In Gmsh: Mesh.ElementOrder = 1.";
  if (from_gmsh && !curved_)
    text +=
        " In Gmsh: Transfinite surfaces and volumes with Recombine, or Mesh.SubdivisionAlgorithm = 2 (all hexahedra); "
        "in a flat mesh Recombine Surface, or Mesh.SubdivisionAlgorithm = 1 (all quadrilaterals).";
  throw Error(Exit::usage, text);
}

std::string group_name(const std::string& name) {
  std::string plain = name;
  std::replace_if(
      plain.begin(), plain.end(), [](unsigned char c) { return std::isspace(c) || c == '"' || c == '\''; }, '_');
  return plain;
}

}  // namespace eddy
