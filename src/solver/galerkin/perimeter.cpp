#include "solver/galerkin/perimeter.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "mesh/vectors.hpp"

namespace eddy::galerkin {
namespace {

struct Segment {  // the lower edge of a face
  int face = 0;
  std::array<int, 2> ends{};
};

std::vector<Segment> segments_at(const Domain& domain, const std::vector<int>& faces, int up, double height) {
  std::vector<Segment> all;
  for (std::size_t n = 0; n < faces.size(); ++n) {
    const WallFace& f = domain.faces()[static_cast<std::size_t>(faces[n])];
    std::vector<int> nodes(f.nodes.begin(), f.nodes.begin() + 2 * (domain.dimensions() - 1));
    if (domain.dimensions() == 3) {
      const auto z = [&](int node) { return domain.place(node)[up]; };
      std::stable_sort(nodes.begin(), nodes.end(), [&](int a, int b) { return z(a) < z(b); });
      const bool level = std::abs(f.area[up]) > 0.5 * magnitude(f.area);
      if (level || !(z(nodes[0]) <= height && height < z(nodes[3]))) continue;
    }
    all.push_back({static_cast<int>(n), {nodes[0], nodes[1]}});
  }
  return all;
}

}  // namespace

std::vector<OnPerimeter> perimeter(const Domain& domain, const std::vector<int>& faces, double height) {
  const int up = domain.dimensions() == 2 ? 2 : domain.wind().up();
  const Point along = domain.wind().direction();
  Point vertical{};
  vertical[up] = 1;
  const Point across = cross(vertical, along);
  const std::vector<Segment> segments = segments_at(domain, faces, up, height);
  std::map<int, std::vector<std::size_t>> at_node;
  for (std::size_t n = 0; n < segments.size(); ++n)
    for (int end : segments[n].ends) at_node[end].push_back(n);
  for (const auto& [node, meeting] : at_node)
    if (meeting.size() != 2) return {};
  if (segments.empty()) return {};
  const auto face_of = [&](std::size_t n) -> const WallFace& {
    return domain.faces()[static_cast<std::size_t>(faces[static_cast<std::size_t>(segments[n].face)])];
  };
  double low = 1e300, high = -1e300;
  for (const auto& [node, meeting] : at_node) {
    low = std::min(low, dot(domain.place(node), across));
    high = std::max(high, dot(domain.place(node), across));
  }
  const double middle = 0.5 * (low + high);
  std::size_t first = 0;
  double least = 1e300;
  for (std::size_t n = 0; n < segments.size(); ++n) {  // the windward face next to the middle, on its lower side
    const WallFace& f = face_of(n);
    const double off = middle - dot(f.centre, across);
    const bool windward = dot(f.area, along) > 0.7 * magnitude(f.area);
    if (!windward || off < -1e-9 * (high - low) || off >= least) continue;
    least = off;
    first = n;
  }
  if (least == 1e300) return {};
  std::vector<OnPerimeter> ring;
  const auto length = [&](std::size_t n) {
    return magnitude(minus(domain.place(segments[n].ends[0]), domain.place(segments[n].ends[1])));
  };
  std::size_t now = first;
  const auto& ends = segments[first].ends;
  int ahead = dot(domain.place(ends[0]), across) < dot(domain.place(ends[1]), across) ? ends[0] : ends[1];
  double s = least - 0.5 * length(first);
  do {
    ring.push_back({segments[now].face, s + 0.5 * length(now)});
    s += length(now);
    const auto& meeting = at_node[ahead];
    now = meeting[0] == now ? meeting[1] : meeting[0];
    ahead = segments[now].ends[0] == ahead ? segments[now].ends[1] : segments[now].ends[0];
  } while (now != first && ring.size() < segments.size());
  return ring;
}

}  // namespace eddy::galerkin
