#include "output/point_search.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {
namespace {

constexpr double on_edge = 1e-6;  // a point this far beyond an edge, relative to the cell's size, is still in the cell
// A point has a place between the centres of cells, and one between the face centres of its own cell. Where these
// differ by so many cells, the mesh lines bend more than the cells are thick. A field follows the lines there, and the
// second place is the better one.
constexpr double bent_little = 0.5, bent_much = 1.0;

double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

bool may_hold(const CellMap& map, const Point& point) {
  Bounds bounds{map.corners[0], map.corners[0]};
  for (int n = 1; n < map.count(); ++n) bounds.add(map.corners[n], map.dimensions);
  return bounds.holds(point, map.dimensions);
}

// The place of a point in a cell, as ξ; none: outside of it.
std::optional<Point> place_in(const CellMap& map, const Point& point) {
  if (!may_hold(map, point)) return {};
  const std::optional<Point> found = map.inverse(point);
  if (!found) return {};
  Point xi = *found;
  for (int a = 0; a < map.dimensions; ++a) xi[a] = std::clamp(xi[a], 0.0, 1.0);
  if (distance(map.at(xi), point) > on_edge * map.size()) return {};
  return xi;
}

// Walks from cell to cell in the directions of the block where it began, also in other blocks.
struct Walker {
  BlockIndex here;
  std::array<int, 3> axis{0, 1, 2}, sign{1, 1, 1};  // the first block's axes in this block
  Point shift{};                                    // sum of the shifts of the periodic seams that were crossed

  bool step(const BlockMesh& mesh, const std::vector<std::vector<Seam>>& leaving, int along, int way) {
    const int a = axis[along], towards = sign[along] * way;
    std::array<int, 3> next = here.at;
    next[a] += towards;
    if (next[a] >= 0 && next[a] < mesh.blocks[here.block].cells[a]) {
      here.at = next;
      return true;
    }
    const int side = 2 * a + (towards > 0);
    for (const Seam& seam : leaving[here.block]) {
      if (seam.first.side != side || !seam.first.cells.holds(Box{here.at, above(here.at)})) continue;
      cross(seam, next);
      return true;
    }
    return false;
  }

 private:
  static std::array<int, 3> above(const std::array<int, 3>& c) { return {c[0] + 1, c[1] + 1, c[2] + 1}; }
  void cross(const Seam& seam, const std::array<int, 3>& next) {
    here = {seam.second.block, seam.cell(next)};
    for (int a = 0; a < 3; ++a) {
      sign[a] *= seam.sign[axis[a]];
      axis[a] = seam.axis[axis[a]];
      shift[a] += seam.shift[a];
    }
  }
};

std::array<double, 8> weights_between(const CellMap& centres, const Point& point, const Point& along) {
  const auto by_index = centres.shape(along);
  const std::optional<Point> xi = centres.inverse(point);
  double off = bent_much;
  if (xi) {
    off = 0;
    for (int a = 0; a < centres.dimensions; ++a) off = std::max(off, std::fabs((*xi)[a] - along[a]));
  }
  const double part = std::clamp((bent_much - off) / (bent_much - bent_little), 0.0, 1.0);
  if (part == 0) return by_index;
  auto weights = centres.shape(*xi);
  if (part < 1)
    for (int n = 0; n < centres.count(); ++n) weights[n] = part * weights[n] + (1 - part) * by_index[n];
  return weights;
}

// The part of a line within a cell: between the first and the last of the cell's faces that it meets.
class Crossing {
 public:
  Crossing(const CellMap& map, const Point& from, const Point& to) : from_(from), to_(to) {
    if (place_in(map, from)) add(0);
    if (place_in(map, to)) add(1);
    map.dimensions == 2 ? edges(map.corners) : faces(map.corners);
  }
  double length() const { return last_ - first_; }
  double middle() const { return 0.5 * (first_ + last_); }

 private:
  static constexpr double little = 1e-9;

  void add(double s) {
    if (!(s >= 0 && s <= 1)) return;
    first_ = std::min(first_, s);
    last_ = std::max(last_, s);
  }

  void edges(const std::array<Point, 8>& p) {
    for (const auto& [a, b] : {std::pair(0, 1), {1, 3}, {3, 2}, {2, 0}}) {
      const double ux = to_[0] - from_[0], uy = to_[1] - from_[1], vx = p[b][0] - p[a][0], vy = p[b][1] - p[a][1];
      const double wx = p[a][0] - from_[0], wy = p[a][1] - from_[1], across = ux * vy - uy * vx;
      if (across == 0) continue;
      const double t = (wx * uy - wy * ux) / across;
      if (t >= -little && t <= 1 + little) add((wx * vy - wy * vx) / across);
    }
  }

  void faces(const std::array<Point, 8>& p) {
    for (int axis = 0; axis < 3; ++axis)
      for (int end = 0; end < 2; ++end) {
        const int one = 1 << (axis + 1) % 3, other = 1 << (axis + 2) % 3, base = end << axis;
        triangle(p[base], p[base + one], p[base + one + other]);
        triangle(p[base], p[base + other], p[base + one + other]);
      }
  }

  static Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
  static Point cross(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
  static double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

  void triangle(const Point& a, const Point& b, const Point& c) {
    const Point along = minus(to_, from_), u = minus(b, a), v = minus(c, a), w = minus(from_, a), q = cross(along, v);
    const double volume = dot(u, q);
    if (volume == 0) return;
    const double s = dot(w, q) / volume, t = dot(along, cross(w, u)) / volume;
    if (s >= -little && t >= -little && s + t <= 1 + little) add(dot(v, cross(w, u)) / volume);
  }

  Point from_, to_;
  double first_ = 1, last_ = 0;
};

}  // namespace

std::optional<FoundCell> PointSearch::find(const Point& point) const {
  std::optional<FoundCell> found;
  for (int b = 0; b < static_cast<int>(trees_.size()) && !found; ++b)
    trees_[b].any([&](const Bounds& bounds) { return bounds.holds(point, dimensions_); },
                  [&](const std::array<int, 3>& cell) {
                    const auto xi = place_in(map_of({b, cell}), point);
                    if (xi) found = FoundCell{{b, cell}, *xi};
                    return bool(xi);
                  });
  return found;
}

Stencil PointSearch::stencil(const Point& point, Location location) const {
  const std::optional<FoundCell> found = find(point);
  if (!found) return {};
  return location == Location::node ? at_nodes(*found) : at_cells(*found, point);
}

Stencil PointSearch::at_nodes(const FoundCell& found) const {
  const CellMap map = map_of(found.cell);
  const auto weights = map.shape(found.xi);
  Stencil stencil;
  for (int n = 0; n < map.count(); ++n)
    if (weights[n] != 0) stencil.push_back({node_place(found.cell, n), weights[n]});
  return stencil;
}

std::vector<Point> PointSearch::line_points(const Point& from, const Point& to) const {
  constexpr double touched = 1e-9;  // parts of the line
  std::vector<double> middles;
  for (std::size_t b = 0; b < trees_.size(); ++b)
    trees_[b].any([&](const Bounds& bounds) { return bounds.meets(from, to, dimensions_); },
                  [&](const std::array<int, 3>& cell) {
                    const Crossing crossing(map_of({static_cast<int>(b), cell}), from, to);
                    if (crossing.length() > touched) middles.push_back(crossing.middle());
                    return false;
                  });
  std::sort(middles.begin(), middles.end());
  // A line along an edge lies in the cells of both sides.
  const auto twice = [](double a, double b) { return b - a <= touched; };
  middles.erase(std::unique(middles.begin(), middles.end(), twice), middles.end());
  std::vector<Point> points;
  for (double s : middles) {
    Point& p = points.emplace_back();
    for (int a = 0; a < dimensions_; ++a) p[a] = from[a] + s * (to[a] - from[a]);
  }
  return points;
}

namespace {

std::vector<CellTree> trees_of(const BlockMesh& mesh) {
  std::vector<CellTree> trees;
  for (const Block& b : mesh.blocks) trees.emplace_back(b);
  return trees;
}

}  // namespace

BlockSearch::BlockSearch(std::shared_ptr<const BlockMesh> mesh)
    : PointSearch(trees_of(*mesh), mesh->dimensions),
      mesh_(std::move(mesh)),
      leaving_(mesh_->blocks.size()),
      cells_(*mesh_, Location::cell),
      nodes_(*mesh_, Location::node) {
  for (const Seam& s : mesh_->seams) {
    leaving_[s.first.block].push_back(s);
    leaving_[s.second.block].push_back(reversed(s));
  }
}

CellMap BlockSearch::map_of(const BlockIndex& cell) const {
  const Block& block = mesh_->blocks[cell.block];
  CellMap map{block.dimensions, {}};
  for (int n = 0; n < map.count(); ++n) map.corners[n] = block.at(corner_node(block, cell.at, n));
  return map;
}

std::int64_t BlockSearch::node_place(const BlockIndex& cell, int corner) const {
  return nodes_.first(cell.block) + static_cast<std::int64_t>(corner_node(mesh_->blocks[cell.block], cell.at, corner));
}

Stencil BlockSearch::at_cells(const FoundCell& found, const Point& point) const {
  const int d = mesh_->dimensions;
  std::array<int, 3> way{};  // direction of the nearer neighbour along each axis; if there is none, of the other
  Point along{};             // distance from the cell's centre in that direction, in cells
  for (int a = 0; a < d; ++a) {
    way[a] = found.xi[a] < 0.5 ? -1 : 1;
    if (Walker w{found.cell}; !w.step(*mesh_, leaving_, a, way[a])) way[a] = -way[a];
    along[a] = way[a] * (found.xi[a] - 0.5);
  }
  CellMap between{d, {}};
  Stencil stencil;
  for (int n = 0; n < between.count(); ++n) {
    Walker walker{found.cell};
    bool there = true;
    for (int a = 0; a < d; ++a)
      if (n >> a & 1) there = there && walker.step(*mesh_, leaving_, a, way[a]);
    if (!there) continue;
    Point centre = centre_of(mesh_->blocks[walker.here.block], walker.here.at);
    for (int a = 0; a < d; ++a) centre[a] -= walker.shift[a];
    between.corners[stencil.size()] = centre;
    stencil.push_back({cells_.place(walker.here), 0});
  }
  const int count = static_cast<int>(stencil.size());
  const auto weights = count == between.count() ? weights_between(between, point, along)
                                                : linear_weights(between.corners, count, d, point);
  for (int n = 0; n < count; ++n) stencil[n].weight = weights[n];
  std::erase_if(stencil, [](const WeightedPlace& w) { return w.weight == 0; });  // leaves out NaN neighbours
  return stencil;
}

HexSearch::HexSearch(std::shared_ptr<const HexMesh> mesh) : PointSearch({CellTree(*mesh)}, 3), mesh_(std::move(mesh)) {}

CellMap HexSearch::map_of(const BlockIndex& cell) const { return {3, corners_of(*mesh_, cell.at[0])}; }

std::int64_t HexSearch::node_place(const BlockIndex& cell, int corner) const {
  return mesh_->corner(cell.at[0], corner);
}

Stencil HexSearch::at_cells(const FoundCell& found, const Point&) const { return {{found.cell.at[0], 1.0}}; }

}  // namespace eddy
