#include "mesh/hex_quality.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "mesh/cell_corners.hpp"
#include "mesh/hex_faces.hpp"
#include "mesh/quality.hpp"

namespace eddy {
namespace {

int count_of(const HexMesh& mesh) { return static_cast<int>(mesh.elements.size()); }

void take_larger(HexQuality::Worst& worst, double value, int element) {
  if (value > worst.value) worst = {value, element};
}

void take_less(HexQuality::Worst& worst, double value, int element) {
  if (value < worst.value) worst = {value, element};
}

double aspect_squared(const Corners<3>& c) {
  const auto [low, high] = std::minmax({c.width_squared(0), c.width_squared(1), c.width_squared(2)});
  return ratio(low, high);
}

bool is_flat(const Corners<3>& c) {
  const double longest = std::max({c.width_squared(0), c.width_squared(1), c.width_squared(2)});
  return c.volume() <= 1e-12 * std::pow(longest, 1.5);
}

// Whether two corners have one place, as the same node or by equal coordinates, as in a prism written as a hexahedron.
bool is_collapsed(const Corners<3>& c) {
  for (int n = 0; n < c.count; ++n)
    for (int m = 0; m < n; ++m)
      if (c.at[n] == c.at[m]) return true;
  return false;
}

bool is_folded_somewhere(const Corners<3>& c) {
  for (int n = 0; n < c.count; ++n)
    if (c.corner_volume(n) < 0) return true;
  return false;
}

void turn_around(HexMesh& mesh) {
  for (HexNodes& e : mesh.elements) std::swap_ranges(e.begin(), e.begin() + 4, e.begin() + 4);
  mesh.remarks.push_back("All elements had their nodes in the opposite order, and were turned around.");
}

}  // namespace

HexQuality quality(const HexMesh& mesh) {
  HexQuality q;
  q.least_volume.value = q.least_jacobian.value = std::numeric_limits<double>::infinity();
  for (int e = 0; e < count_of(mesh); ++e) {
    const Corners<3> c(corners_of(mesh, e));
    take_less(q.least_volume, c.volume(), e);
    take_less(q.least_jacobian, c.least_jacobian(), e);
    take_larger(q.skewness, c.skewness(), e);
    take_larger(q.aspect, aspect_squared(c), e);
  }
  q.skewness.value = skew_degrees(q.skewness.value);
  q.aspect.value = std::sqrt(q.aspect.value);
  return q;
}

void refuse_inverted(HexMesh& mesh, const std::vector<std::int64_t>& number, const std::string& file) {
  bool all_reversed = count_of(mesh) > 0;
  for (int e = 0; e < count_of(mesh) && all_reversed; ++e) all_reversed = volume_of(mesh, e) < 0;
  if (all_reversed) turn_around(mesh);
  constexpr int named = 5;
  int inverted = 0, flat = 0, collapsed = 0, bent = 0, first_bent = 0;
  std::string list;
  for (int e = 0; e < count_of(mesh); ++e) {
    const Corners<3> c(corners_of(mesh, e));
    const double volume = c.volume();
    if (is_flat(c) || c.folded()) {
      (c.folded() && volume != 0 ? inverted : flat)++;
    } else if (is_collapsed(c)) {
      ++collapsed;
    } else {
      if (is_folded_somewhere(c) && bent++ == 0) first_bent = e;
      continue;
    }
    if (inverted + flat + collapsed <= named)
      list += (list.empty() ? "number " : "; ") + std::to_string(number[e]) + " near " +
              point_text(centre_of(mesh, e), 3) + ", volume " + number_text(volume) + " m³";
  }
  if (bent > 0)
    mesh.remarks.push_back(std::to_string(bent) + (bent == 1 ? " element is" : " elements are") +
                           " folded in a corner, the first of them " + place_text(mesh, first_bent) +
                           ": the flow there will be poor.");
  if (inverted + flat + collapsed == 0) return;
  throw Error(Exit::usage, "'" + file + "': of " + std::to_string(count_of(mesh)) + " elements " +
                               std::to_string(inverted) + " are inverted or folded, " + std::to_string(flat) +
                               " are without volume and " + std::to_string(collapsed) +
                               " have two corners in one place: " + list +
                               (inverted + flat + collapsed > named ? "; …" : "") +
                               ". Look at them in Gmsh (Tools, Statistics), and mesh those volumes anew.");
}

void refuse_pieces(const HexMesh& mesh, const std::string& file) {
  Groups groups(mesh.nodes.size());
  for (const HexNodes& e : mesh.elements)
    for (const int n : e) groups.join(e[0], n);
  for (std::size_t n = 0; n < mesh.master.size(); ++n) groups.join(static_cast<int>(n), mesh.master[n]);
  std::map<int, std::pair<int, int>> pieces;  // root in `groups` → number of elements, and the first of them
  for (int e = 0; e < count_of(mesh); ++e) {
    auto& [count, element] = pieces[groups.root(mesh.elements[e][0])];
    if (count++ == 0) element = e;
  }
  if (pieces.size() < 2) return;
  const auto& [count, element] = std::min_element(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) {
                                   return a.second < b.second;
                                 })->second;
  throw Error(Exit::usage,
              "'" + file + "' is in " + std::to_string(pieces.size()) +
                  " pieces that do not hang together; the smallest has " + std::to_string(count) +
                  (count == 1 ? " element" : " elements") + ", near " + point_text(centre_of(mesh, element), 3) +
                  ". Where they touch, join them (in Gmsh: Coherence); else take one of them for the fluid.");
}

std::string place_text(const HexMesh& mesh, int element) {
  return "element " + std::to_string(element) + ", near " + point_text(centre_of(mesh, element), 3);
}

}  // namespace eddy
