// Joins triangles to a surface, and checks that it is closed.
#include "mesh/surface.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

struct CornerHash {
  std::size_t operator()(const Corner& c) const {
    std::uint64_t h = 0;
    for (double x : c) {
      h = (h ^ std::bit_cast<std::uint64_t>(x)) * 0x9E3779B97F4A7C15u;
      h ^= h >> 32;
    }
    return h;
  }
};

struct Edge {
  std::uint32_t low, high;  // points
  int direction;            // +1: from low to high
  auto key() const { return std::uint64_t(low) << 32 | high; }
};

std::vector<Edge> edges_of(const Surface& s) {
  std::vector<Edge> edges;
  edges.reserve(3 * s.triangles.size());
  for (const auto& t : s.triangles)
    for (int n = 0; n < 3; ++n) {
      const std::uint32_t a = t[n], b = t[(n + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.key() < b.key(); });
  return edges;
}

// A group of edges that are connected at their ends.
struct Hole {
  static constexpr double far = std::numeric_limits<double>::infinity();
  std::size_t edges = 0;
  Corner lower{far, far, far}, upper{-far, -far, -far};
  double across() const { return std::hypot(upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]); }
};

Hole largest_hole(const Surface& s, const std::vector<Edge>& open) {
  std::unordered_map<std::uint32_t, std::uint32_t> parent;
  const auto root = [&](std::uint32_t p) {
    parent.try_emplace(p, p);
    while (parent[p] != p) {
      parent[p] = parent[parent[p]];
      p = parent[p];
    }
    return p;
  };
  for (const Edge& e : open) {
    const std::uint32_t low = root(e.low), high = root(e.high);
    parent[low] = high;
  }
  std::map<std::uint32_t, Hole> all;
  for (const Edge& e : open) {
    Hole& h = all[root(e.low)];
    for (const std::uint32_t p : {e.low, e.high})
      for (int a = 0; a < 3; ++a) {
        h.lower[a] = std::min(h.lower[a], s.points[p][a]);
        h.upper[a] = std::max(h.upper[a], s.points[p][a]);
      }
    ++h.edges;
  }
  const auto smaller = [](const auto& a, const auto& b) { return a.second.across() < b.second.across(); };
  return std::max_element(all.begin(), all.end(), smaller)->second;
}

void refuse_open(const Surface& s, const std::string& name) {
  const std::vector<Edge> edges = edges_of(s);
  std::vector<Edge> open;
  for (std::size_t begin = 0, end; begin < edges.size(); begin = end) {
    int sum = 0;
    for (end = begin; end < edges.size() && edges[end].key() == edges[begin].key(); ++end) sum += edges[end].direction;
    if (end - begin != 2 || sum != 0) open.push_back(edges[begin]);
  }
  if (open.empty()) return;
  const Hole hole = largest_hole(s, open);
  std::vector<std::string> place;
  for (int a = 0; a < 3; ++a) place.push_back(number_text(0.5 * (hole.lower[a] + hole.upper[a])));
  throw Error(Exit::usage, "'" + name + "' is not watertight: " + std::to_string(open.size()) +
                               (open.size() == 1 ? " edge is" : " edges are") +
                               " not shared by exactly two triangles of opposite direction. The largest hole has " +
                               std::to_string(hole.edges) + " of them and is " + readable(hole.across()) +
                               " across, around (" + join(place) + ") of the file. Repair the surface.");
}

}  // namespace

Surface make_surface(const std::vector<std::array<Corner, 3>>& triangles, const std::string& name) {
  Surface s;
  std::unordered_map<Corner, std::uint32_t, CornerHash> known;
  known.reserve(triangles.size());
  for (const auto& corners : triangles) {
    std::array<std::uint32_t, 3> t;
    for (int n = 0; n < 3; ++n) {
      Corner c = corners[n];
      for (double& x : c) x += 0.0;  // −0 is 0
      const auto [at, fresh] = known.try_emplace(c, static_cast<std::uint32_t>(s.points.size()));
      if (fresh) s.points.push_back(c);
      t[n] = at->second;
    }
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0])
      s.triangles.push_back(t);  // leaving out one without area joins its neighbours
  }
  if (s.triangles.empty()) throw Error(Exit::usage, "'" + name + "' holds only triangles without area.");
  refuse_open(s, name);
  return s;
}

}  // namespace eddy
