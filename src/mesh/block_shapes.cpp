#include "mesh/block_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/options.hpp"
#include "mesh/faces.hpp"
#include "mesh/quality.hpp"
#include "mesh/spacing.hpp"

namespace eddy {

Block empty_block(const std::string& name, const std::vector<int>& cells) {
  Block block;
  block.name = name;
  block.dimensions = static_cast<int>(cells.size());
  std::copy(cells.begin(), cells.end(), block.cells.begin());
  const std::size_t count = std::size_t(block.node_count(0)) * block.node_count(1) * block.node_count(2);
  for (int a = 0; a < block.dimensions; ++a) block.nodes[a].assign(count, 0);
  return block;
}

namespace {

std::vector<double> unit_places(int cells) {
  std::vector<double> places(cells + 1);
  for (int i = 0; i <= cells; ++i) places[i] = double(i) / cells;
  return places;
}

// The formula is evaluated once per node of the axes that it uses; its values are repeated along the other axes.
void fill_by_formula(const Formula& f, const Block& block, int axis, std::vector<double>& to) {
  std::array<std::vector<double>, 3> places;
  for (int a = 0; a < 3; ++a) places[a] = a < block.dimensions ? unit_places(block.cells[a]) : std::vector<double>{0};
  const std::vector<double> values = values_on_used(f, {places[0], places[1], places[2]}, 0);
  std::array<std::size_t, 3> stride{}, count{};
  for (int a = 0; a < 3; ++a) count[a] = f.uses("xyz"[a]) ? places[a].size() : 1;
  for (std::size_t n = 0; n < values.size(); ++n)
    if (!std::isfinite(values[n]))
      throw Error(Exit::usage, "block." + block.name + "." + "xyz"[axis] + " = \"" + f.text() + "\" gives " +
                                   number_text(values[n]) + " at xi = " + number_text(places[0][n % count[0]]) +
                                   ", eta = " + number_text(places[1][n / count[0] % count[1]]) +
                                   ", zeta = " + number_text(places[2][n / (count[0] * count[1])]) + ".");
  stride[0] = count[0] > 1 ? 1 : 0;
  stride[1] = count[1] > 1 ? count[0] : 0;
  stride[2] = count[2] > 1 ? count[0] * count[1] : 0;
#pragma omp parallel for collapse(2) schedule(static) if (to.size() > 50'000)
  for (int k = 0; k < block.node_count(2); ++k)
    for (int j = 0; j < block.node_count(1); ++j)
      for (int i = 0; i < block.node_count(0); ++i)
        to[block.node(i, j, k)] = values[i * stride[0] + j * stride[1] + k * stride[2]];
}

Point as_point(const std::vector<double>& xy) { return {xy[0], xy[1], 0}; }

// The length along a list of points up to each of them, scaled to 0 … 1.
std::vector<double> lengths_of(const PointList& points) {
  std::vector<double> s(points.size(), 0);
  for (std::size_t i = 1; i < s.size(); ++i) s[i] = s[i - 1] + distance(points[i - 1], points[i]);
  if (s.back() > 0)
    for (double& v : s) v /= s.back();
  else
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = double(i) / double(s.size() - 1);
  return s;
}

// The two corners that the edges left, right, bottom and top run between, as places in corner_names.
constexpr std::array<std::array<int, 2>, 4> edge_corners{{{0, 3}, {1, 2}, {0, 1}, {3, 2}}};
constexpr std::array<const char*, 4> corner_names{"left bottom", "right bottom", "right top", "left top"};

class EdgeCurves {
 public:
  EdgeCurves(const BlockOptions& options, const std::filesystem::path& folder) : o_(options), folder_(folder) {
    for (int e = 0; e < 4; ++e)
      if (o_.edge[e].given && has_own_ends(o_.edge[e])) curve_[e] = own_curve(e);
    for (int c = 0; c < 4; ++c) find_corner(c);
    for (int e = 0; e < 4; ++e)
      if (!curve_[e]) curve_[e] = between_corners(e);
    for (int e = 0; e < 4; ++e) check_ends(e);
  }
  PointList points(int e) const {
    const int cells = o_.cells[e < 2 ? 1 : 0];
    PointList list = points_on(curve_[e], o_.edge[e].cluster, cells, what(e));
    list.front() = corner_[edge_corners[e][0]];
    list.back() = corner_[edge_corners[e][1]];
    return list;
  }

 private:
  std::string what(int e) const { return "block." + o_.name + "." + side_names[e]; }
  static bool has_own_ends(const EdgeOptions& e) {
    return e.kind == EdgeOptions::Kind::formula || e.kind == EdgeOptions::Kind::points ||
           (!e.from.empty() && !e.to.empty());
  }
  Curve own_curve(int e) const {
    const EdgeOptions& edge = o_.edge[e];
    if (edge.kind == EdgeOptions::Kind::points)
      return curve_points(read_points(folder_ / edge.file, edge.file), edge.smooth);
    if (edge.kind == EdgeOptions::Kind::formula)
      return [&edge, name = what(e)](double s) {
        const Point p{(*edge.x)(s, 0, 0, 0), (*edge.y)(s, 0, 0, 0), 0};
        if (!std::isfinite(p[0]) || !std::isfinite(p[1]))
          throw Error(Exit::usage, name + " is not finite at s = " + number_text(s) + ".");
        return p;
      };
    return curve_from(edge, as_point(edge.from), as_point(edge.to));
  }
  static Curve curve_from(const EdgeOptions& edge, const Point& from, const Point& to) {
    if (edge.kind != EdgeOptions::Kind::arc) return curve_line(from, to);
    return edge.centre.empty() ? curve_arc_through(from, as_point(edge.through), to)
                               : curve_arc(from, to, as_point(edge.centre));
  }
  // A corner is given, or it is the end of an edge.
  void find_corner(int c) {
    if (o_.corners.size() == 4) {
      corner_[c] = as_point(o_.corners[c]);
      return;
    }
    for (int e : {2, 3, 0, 1})
      for (int end = 0; end < 2; ++end) {
        if (edge_corners[e][end] != c) continue;
        const std::vector<double>& given = end ? o_.edge[e].to : o_.edge[e].from;
        if (curve_[e]) corner_[c] = curve_[e](end);
        if (!curve_[e] && !given.empty()) corner_[c] = as_point(given);
        if (curve_[e] || !given.empty()) return;
      }
    throw Error(Exit::usage, "block." + o_.name + ": the corner " + corner_names[c] +
                                 " is nowhere given. Give corners, or edges that end there.");
  }
  Curve between_corners(int e) const {
    const EdgeOptions& edge = o_.edge[e];
    return curve_from(edge, edge.from.empty() ? corner_[edge_corners[e][0]] : as_point(edge.from),
                      edge.to.empty() ? corner_[edge_corners[e][1]] : as_point(edge.to));
  }
  void check_ends(int e) const {
    const double size = distance(corner_[0], corner_[2]) + distance(corner_[1], corner_[3]);
    for (int end = 0; end < 2; ++end) {
      const Point at = curve_[e](end), corner = corner_[edge_corners[e][end]];
      if (distance(at, corner) > 1e-6 * size)
        throw Error(Exit::usage, what(e) + (end ? " ends at " : " begins at ") + point_text(at, 2) +
                                     ", but the corner " + corner_names[edge_corners[e][end]] + " of the block is " +
                                     point_text(corner, 2) +
                                     ". Edges run from left to right and from bottom to top, and meet in the corners.");
    }
  }

  const BlockOptions& o_;
  std::filesystem::path folder_;
  std::array<Curve, 4> curve_;
  std::array<Point, 4> corner_{};
};

}  // namespace

Block block_by_formula(const BlockOptions& o) {
  Block block = empty_block(o.name, o.cells);
  for (int a = 0; a < block.dimensions; ++a) fill_by_formula(*o.formula[a], block, a, block.nodes[a]);
  return block;
}

Block block_between(const std::string& name, const PointList& bottom, const PointList& top, const PointList& left,
                    const PointList& right) {
  const int ni = static_cast<int>(bottom.size()) - 1, nj = static_cast<int>(left.size()) - 1;
  Block block = empty_block(name, {ni, nj});
  const auto s0 = lengths_of(bottom), s1 = lengths_of(top), t0 = lengths_of(left), t1 = lengths_of(right);
  for (int j = 0; j <= nj; ++j)
    for (int i = 0; i <= ni; ++i) {
      const double ds = s1[i] - s0[i], dt = t1[j] - t0[j], both = 1 - ds * dt;
      const double u = (s0[i] + t0[j] * ds) / both, v = (t0[j] + s0[i] * dt) / both;
      for (int a = 0; a < 2; ++a) {
        const double sides = (1 - u) * left[j][a] + u * right[j][a] + (1 - v) * bottom[i][a] + v * top[i][a];
        const double corners =
            (1 - u) * ((1 - v) * bottom[0][a] + v * top[0][a]) + u * ((1 - v) * bottom[ni][a] + v * top[ni][a]);
        block.nodes[a][block.node(i, j, 0)] = sides - corners;
      }
    }
  for (int a = 0; a < 2; ++a) {  // so that a neighbour finds the very same numbers
    for (int i = 0; i <= ni; ++i) {
      block.nodes[a][block.node(i, 0, 0)] = bottom[i][a];
      block.nodes[a][block.node(i, nj, 0)] = top[i][a];
    }
    for (int j = 0; j <= nj; ++j) {
      block.nodes[a][block.node(0, j, 0)] = left[j][a];
      block.nodes[a][block.node(ni, j, 0)] = right[j][a];
    }
  }
  return block;
}

Block block_by_edges(const BlockOptions& o, const std::filesystem::path& folder) {
  const EdgeCurves edges(o, folder);
  return block_between(o.name, edges.points(2), edges.points(3), edges.points(0), edges.points(1));
}

Block extruded(const Block& flat, const ExtrudeOptions& extrude) {
  Block block = empty_block(flat.name, {flat.cells[0], flat.cells[1], extrude.cells});
  const double length = extrude.to - extrude.from;
  const std::vector<double> places = spaced(extrude.cluster, extrude.cells, length, "mesh.extrude");
  const std::size_t plane = flat.nodes[0].size();
  for (int k = 0; k <= extrude.cells; ++k) {
    for (int a = 0; a < 2; ++a)
      std::copy(flat.nodes[a].begin(), flat.nodes[a].end(), block.nodes[a].begin() + std::ptrdiff_t(k * plane));
    std::fill_n(block.nodes[2].begin() + std::ptrdiff_t(k * plane), plane,
                k == extrude.cells ? extrude.to : extrude.from + places[k] * length);
  }
  return block;
}

}  // namespace eddy
