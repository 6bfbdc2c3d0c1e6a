// Checks that a list of corners is a polygon.
#include "mesh/polygon.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace eddy {
namespace {

using Spot = std::array<double, 2>;
struct PolygonEdge {
  std::size_t number;  // the edge runs from corner `number` to the next
  Spot a, b;
  double low() const { return std::min(a[0], b[0]); }
  double high() const { return std::max(a[0], b[0]); }
};

// Twice the area of a, b, c; positive where c lies to the left. It is long double so that edges that are nearly
// straight do not seem to cross.
long double turn(const Spot& a, const Spot& b, const Spot& c) {
  return (static_cast<long double>(b[0]) - a[0]) * (static_cast<long double>(c[1]) - a[1]) -
         (static_cast<long double>(b[1]) - a[1]) * (static_cast<long double>(c[0]) - a[0]);
}
int side(const Spot& a, const Spot& b, const Spot& c) {
  const long double t = turn(a, b, c);
  return t > 0 ? 1 : t < 0 ? -1 : 0;
}
bool within(const PolygonEdge& e, const Spot& p) {  // where p lies on the line through e
  bool in = true;
  for (int n = 0; n < 2; ++n) in = in && std::min(e.a[n], e.b[n]) <= p[n] && p[n] <= std::max(e.a[n], e.b[n]);
  return in;
}

bool meet(const PolygonEdge& e, const PolygonEdge& f) {
  const int fa = side(e.a, e.b, f.a), fb = side(e.a, e.b, f.b), ea = side(f.a, f.b, e.a), eb = side(f.a, f.b, e.b);
  if (fa * fb < 0 && ea * eb < 0) return true;
  return (fa == 0 && within(e, f.a)) || (fb == 0 && within(e, f.b)) || (ea == 0 && within(f, e.a)) ||
         (eb == 0 && within(f, e.b));
}
bool folded(const PolygonEdge& e, const PolygonEdge& next) {  // the next edge runs straight back along e
  const double along = (e.b[0] - e.a[0]) * (next.b[0] - next.a[0]) + (e.b[1] - e.a[1]) * (next.b[1] - next.a[1]);
  return side(e.a, e.b, next.b) == 0 && along < 0;
}

std::vector<PolygonEdge> edges_of(const PolygonPoints& points) {
  std::vector<PolygonEdge> edges;
  for (std::size_t n = 0; n < points.size(); ++n) {
    const auto &a = points[n], &b = points[(n + 1) % points.size()];
    edges.push_back({n, {a[0], a[1]}, {b[0], b[1]}});
  }
  return edges;
}

std::string edge_text(const PolygonEdge& e) {
  return "(" + number_text(e.a[0]) + ", " + number_text(e.a[1]) + ")–(" + number_text(e.b[0]) + ", " +
         number_text(e.b[1]) + ")";
}

std::string pair_fault(const PolygonEdge& e, const PolygonEdge& f, std::size_t count) {
  const bool before = (e.number + 1) % count == f.number, behind = (f.number + 1) % count == e.number;
  const bool bad = before ? folded(e, f) : behind ? folded(f, e) : meet(e, f);
  return bad ? "its edges " + edge_text(e) + " and " + edge_text(f) + " meet. Give the corners in order around it."
             : "";
}

}  // namespace

std::vector<RowLine> polygon_lines(const PolygonPoints& points) {
  std::vector<RowLine> lines;
  for (const PolygonEdge& e : edges_of(points)) lines.emplace_back(e.a[0], e.a[1], e.b[0], e.b[1]);
  return lines;
}

std::string polygon_fault(const PolygonPoints& points) {
  if (points.size() < 3) return "a polygon needs three points or more, not " + std::to_string(points.size()) + ".";
  std::vector<PolygonEdge> edges = edges_of(points);
  for (const PolygonEdge& e : edges)
    if (e.a == e.b)
      return "its corners " + std::to_string(e.number + 1) + " and " +
             std::to_string((e.number + 1) % points.size() + 1) + " are the same point.";
  std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.low() < b.low(); });
  for (std::size_t n = 0; n < edges.size(); ++n)  // only those that overlap along x can meet
    for (std::size_t m = n + 1; m < edges.size() && edges[m].low() <= edges[n].high(); ++m)
      if (const std::string fault = pair_fault(edges[n], edges[m], edges.size()); !fault.empty()) return fault;
  return "";
}

}  // namespace eddy
