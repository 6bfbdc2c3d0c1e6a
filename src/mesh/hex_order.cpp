#include "mesh/hex_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/error.hpp"

#ifdef EDDY_HAS_METIS
#include <metis.h>
#endif

namespace eddy {
namespace {

constexpr unsigned rotated_left(unsigned octant, int by) { return (octant << by | octant >> (3 - by)) & 7; }
constexpr unsigned rotated_right(unsigned octant, int by) { return (octant >> by | octant << (3 - by)) & 7; }
constexpr unsigned gray(unsigned n) { return n ^ n >> 1; }

}  // namespace

// The curve passes the octants of a cube in the order of Gray's code. In each octant it enters at the corner `entry`
// and leaves along `axis`; these two turn the octants of the next level (Hamilton 2006).
std::uint64_t hilbert_place(const std::array<std::uint32_t, 3>& cell, int bits) {
  std::uint64_t place = 0;
  unsigned entry = 0;
  int axis = 0;
  for (int level = bits - 1; level >= 0; --level) {
    unsigned octant = 0;
    for (int a = 0; a < 3; ++a) octant |= (cell[a] >> level & 1u) << a;
    const unsigned code = rotated_right(octant ^ entry, (axis + 1) % 3);
    const unsigned nth = code ^ code >> 1 ^ code >> 2;
    place = place << 3 | nth;
    const unsigned enters = nth == 0 ? 0 : gray(2 * ((nth - 1) / 2));
    entry ^= rotated_left(enters, (axis + 1) % 3);
    const int ones = nth == 0 ? 0 : std::countr_one(nth % 2 ? nth : nth - 1);
    axis = (axis + ones + 1) % 3;
  }
  return place;
}

namespace {

constexpr int bits_per_axis = 20;

class HilbertCurve {
 public:
  explicit HilbertCurve(const std::vector<Point>& points) {
    low_ = high_ = points.empty() ? Point{} : points[0];
    for (const Point& p : points)
      for (int a = 0; a < 3; ++a) {
        low_[a] = std::min(low_[a], p[a]);
        high_[a] = std::max(high_[a], p[a]);
      }
    const double size = std::max({high_[0] - low_[0], high_[1] - low_[1], high_[2] - low_[2], 1e-300});
    per_length_ = ((1 << bits_per_axis) - 1) / size;
  }
  std::uint64_t operator()(const Point& p) const {
    std::array<std::uint32_t, 3> cell;
    for (int a = 0; a < 3; ++a) cell[a] = static_cast<std::uint32_t>((p[a] - low_[a]) * per_length_);
    return hilbert_place(cell, bits_per_axis);
  }

 private:
  Point low_{}, high_{};
  double per_length_ = 1;
};

// Elements at equal places on the curve keep their order.
template <class PlaceOf>
std::vector<int> sorted_by(std::size_t count, const PlaceOf& place_of) {
  std::vector<std::uint64_t> place(count);
  for (std::size_t n = 0; n < count; ++n) place[n] = place_of(static_cast<int>(n));
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return place[a] < place[b]; });
  return order;
}

template <class T>
void reorder(std::vector<T>& values, const std::vector<int>& order) {
  std::vector<T> moved;
  moved.reserve(values.size());
  for (const int before : order) moved.push_back(values[before]);
  values = std::move(moved);
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> now(order.size());
  for (std::size_t n = 0; n < order.size(); ++n) now[order[n]] = static_cast<int>(n);
  return now;
}

}  // namespace

HexOrder order_along_curve(HexMesh& mesh) {
  const HilbertCurve curve(mesh.nodes);
  HexOrder order;
  order.nodes = sorted_by(mesh.nodes.size(), [&](int n) { return curve(mesh.nodes[n]); });
  order.elements = sorted_by(mesh.elements.size(), [&](int e) { return curve(centre_of(mesh, e)); });
  const std::vector<int> node_now = inverse(order.nodes), element_now = inverse(order.elements);
  reorder(mesh.nodes, order.nodes);
  reorder(mesh.elements, order.elements);
  for (HexNodes& e : mesh.elements)
    for (int& n : e) n = node_now[n];
  for (HexMesh::Patch& patch : mesh.patches) {
    for (QuadNodes& f : patch.faces)
      for (int& n : f) n = node_now[n];
    for (int& e : patch.element) e = element_now[e];
  }
  if (mesh.master.empty()) return order;
  // Least new number of each group of nodes, by its old master.
  std::vector<int> least(mesh.nodes.size(), static_cast<int>(mesh.nodes.size()));
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
    least[mesh.master[n]] = std::min(least[mesh.master[n]], node_now[n]);
  std::vector<int> master(mesh.nodes.size());
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) master[node_now[n]] = least[mesh.master[n]];
  mesh.master = std::move(master);
  return order;
}

#ifdef EDDY_HAS_METIS

bool has_metis() { return true; }

namespace {

std::vector<int> cut_by_metis(const HexMesh& mesh, int parts) {
  idx_t elements = static_cast<idx_t>(mesh.elements.size()), nodes = static_cast<idx_t>(mesh.nodes.size());
  std::vector<idx_t> first{0}, corners;
  for (const HexNodes& e : mesh.elements) {
    corners.insert(corners.end(), e.begin(), e.end());
    first.push_back(static_cast<idx_t>(corners.size()));
  }
  idx_t shared = 4, count = parts, cut = 0;
  std::vector<idx_t> rank(mesh.elements.size()), rank_of_node(mesh.nodes.size());
  const int result = METIS_PartMeshDual(&elements, &nodes, first.data(), corners.data(), nullptr, nullptr, &shared,
                                        &count, nullptr, nullptr, &cut, rank.data(), rank_of_node.data());
  if (result != METIS_OK)
    throw Error(Exit::fault, "METIS cannot cut the mesh into " + std::to_string(parts) + " parts.");
  return {rank.begin(), rank.end()};
}

// METIS may leave a rank without any element of a small mesh.
bool nobody_is_idle(const std::vector<int>& rank, int parts) {
  std::vector<char> busy(static_cast<std::size_t>(parts), 0);
  for (const int r : rank) busy[r] = 1;
  return std::find(busy.begin(), busy.end(), 0) == busy.end();
}

}  // namespace

#else

bool has_metis() { return false; }

#endif

std::vector<int> partition(const HexMesh& mesh, int parts) {
  const auto count = static_cast<std::int64_t>(mesh.elements.size());
  if (parts > count)
    throw Error(Exit::usage, "the mesh has " + std::to_string(count) + " elements, too few for " +
                                 std::to_string(parts) + " ranks.");
#ifdef EDDY_HAS_METIS
  if (parts > 1) {
    const std::vector<int> rank = cut_by_metis(mesh, parts);
    if (nobody_is_idle(rank, parts)) return rank;
  }
#endif
  std::vector<int> rank(mesh.elements.size());
  for (std::int64_t e = 0; e < count; ++e) rank[e] = static_cast<int>(e * parts / count);
  return rank;
}

}  // namespace eddy
