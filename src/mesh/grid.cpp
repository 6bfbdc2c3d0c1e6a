// Computes the coordinates of nodes from options: uniform, geometric, tanh, given, or in pieces.
#include "mesh/grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"
#include "mesh/block_mesh.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/quality.hpp"
#include "mesh/spacing.hpp"

namespace eddy {
namespace {

struct Span {
  double lower, upper;
  int cells;
  double length() const { return upper - lower; }
};

std::vector<double> uniform_nodes(const Span& s) {
  std::vector<double> nodes(s.cells + 1);
  for (int i = 0; i <= s.cells; ++i) nodes[i] = s.lower + s.length() * i / s.cells;
  return nodes;
}

// Widths grow by r from cell to cell, factor = rⁿ⁻¹: node i lies at (rⁱ − 1)/(rⁿ − 1) of the length.
std::vector<double> geometric_nodes(const Span& s, double factor) {
  if (s.cells == 1 || factor == 1) return uniform_nodes(s);
  std::vector<double> nodes(s.cells + 1);
  const double log_ratio = std::log(factor) / (s.cells - 1);
  for (int i = 0; i <= s.cells; ++i)
    nodes[i] = s.lower + s.length() * (std::expm1(i * log_ratio) / std::expm1(s.cells * log_ratio));
  return nodes;
}

// Node i lies at ½ (1 + tanh(f (2i/n − 1)) / tanh f) of the length. One half is computed as a distance from its end
// without cancellation, ½ sinh(f − a) / (cosh a sinh f), and then mirrored.
std::vector<double> tanh_nodes(const Span& s, double factor) {
  std::vector<double> nodes(s.cells + 1);
  for (int i = 0; 2 * i <= s.cells; ++i) {
    const double a = factor * (1 - 2.0 * i / s.cells);
    const double d = s.length() * (0.5 * std::sinh(factor - a) / (std::cosh(a) * std::sinh(factor)));
    nodes[i] = s.lower + d;
    nodes[s.cells - i] = s.upper - d;
  }
  if (s.cells % 2 == 0) nodes[s.cells / 2] = s.lower + 0.5 * s.length();
  return nodes;
}

// In each piece one width is given, and the others follow from it by a constant ratio.
std::vector<double> piece_nodes(const Span& s, const std::vector<StretchPiece>& pieces) {
  std::vector<double> nodes{s.lower};
  for (const StretchPiece& p : pieces) {
    Cluster cluster;
    cluster.first = p.first;
    cluster.last = p.last;
    if (!p.first || !p.last) cluster.kind = Cluster::Kind::geometric;
    const double from = nodes.back(), length = p.to - from;
    const auto places = spaced(cluster, p.cells, length, "mesh.stretch: the piece that ends at " + number_text(p.to));
    for (int i = 1; i < p.cells; ++i) nodes.push_back(from + length * places[i]);
    nodes.push_back(p.to);
  }
  return nodes;
}

std::vector<double> make_nodes(const Span& s, const Stretch& stretch) {
  switch (stretch.kind) {
    case Stretch::Kind::uniform:
      return uniform_nodes(s);
    case Stretch::Kind::geometric:
      return geometric_nodes(s, stretch.factor);
    case Stretch::Kind::tanh:
      return tanh_nodes(s, stretch.factor);
    case Stretch::Kind::coordinates:
      return stretch.coordinates;
    case Stretch::Kind::pieces:
      return piece_nodes(s, stretch.pieces);
  }
  return {};
}

void require(bool ok, int axis, const std::string& what) {
  if (!ok) throw Error(Exit::usage, std::string("mesh: axis ") + "xyz"[axis] + " " + what);
}

void check_span(const Span& s, const Stretch& stretch, int axis) {
  require(s.cells > 0 && s.cells <= most_cells_per_axis, axis,
          "needs between 1 and " + std::to_string(most_cells_per_axis) + " cells.");
  require(std::isfinite(s.length()) && s.lower < s.upper, axis, "needs lower below upper, both finite.");
  require(std::isfinite(stretch.factor) && stretch.factor > 0, axis, "needs a positive stretch factor.");
  require(stretch.kind != Stretch::Kind::coordinates || stretch.coordinates.size() == std::size_t(s.cells) + 1, axis,
          "needs one coordinate more than cells.");
}

void check_nodes(const std::vector<double>& nodes, const Stretch& stretch, int axis) {
  for (std::size_t i = 1; i < nodes.size(); ++i)
    require(std::isfinite(nodes[i]) && nodes[i - 1] < nodes[i], axis,
            "has a cell without width, number " + std::to_string(i) + " of " + std::to_string(nodes.size() - 1) + ": " +
                (stretch.given() ? "let the coordinates ascend." : "take a milder stretch factor or fewer cells."));
}

}  // namespace

namespace {

// call(coordinate along an axis) for every node.
template <class Call>
void for_nodes(const BlockMesh& mesh, int axis, const Call& call) {
  for (const Block& b : mesh.blocks)
    for (const double x : b.nodes[axis]) call(x);
}
template <class Call>
void for_nodes(const HexMesh& mesh, int axis, const Call& call) {
  for (const Point& p : mesh.nodes) call(p[axis]);
}

template <class Mesh>
Grid grid_around(const Mesh& mesh, int dimensions) {
  Grid grid;
  grid.dimensions = dimensions;
  for (int axis = 0; axis < 3; ++axis) {
    double low = axis < dimensions ? std::numeric_limits<double>::infinity() : -0.5;
    double high = axis < dimensions ? -low : 0.5;
    if (axis < dimensions)
      for_nodes(mesh, axis, [&](double x) {
        low = std::min(low, x);
        high = std::max(high, x);
      });
    grid.nodes[axis] = {low, high};
  }
  return grid;
}

}  // namespace

Grid grid_of(HexMesh mesh) {
  Grid grid = grid_around(mesh, 3);
  grid.hexahedra = std::make_shared<const HexMesh>(std::move(mesh));
  return grid;
}

Grid make_grid(const MeshOptions& options) {
  if (options.of_hexahedra()) return grid_of(make_hex_mesh(options));
  if (!options.is_box()) {
    const auto mesh = std::make_shared<const BlockMesh>(make_block_mesh(options));
    refuse_folded(*mesh);
    Grid grid = grid_around(*mesh, mesh->dimensions);
    grid.blocks = mesh;
    return grid;
  }
  Grid grid;
  grid.dimensions = static_cast<int>(options.cells.size());
  const bool consistent = options.lower.size() == options.cells.size() && options.upper.size() == options.cells.size();
  if (!consistent || grid.dimensions < 1 || grid.dimensions > 3)
    throw Error(Exit::usage, "mesh: lower, upper and cells need one, two or three numbers each, all alike.");
  for (int axis = 0; axis < grid.dimensions; ++axis) {
    const Span span{options.lower[axis], options.upper[axis], options.cells[axis]};
    const Stretch& stretch = options.stretch[axis];
    check_span(span, stretch, axis);
    grid.nodes[axis] = make_nodes(span, stretch);
    grid.uniform[axis] = stretch.kind == Stretch::Kind::uniform;
    check_nodes(grid.nodes[axis], stretch, axis);
  }
  for (int axis = grid.dimensions; axis < 3; ++axis) grid.nodes[axis] = {-0.5, 0.5};
  return grid;
}

std::vector<std::vector<int>> cells_of_blocks(const Grid& grid) {
  const auto list = [&](const std::array<int, 3>& n) {
    return std::vector<int>(n.begin(), n.begin() + grid.dimensions);
  };
  if (!grid.blocks) return {list(grid.cells())};
  std::vector<std::vector<int>> all;
  for (const Block& b : grid.blocks->blocks) all.push_back(list(b.cells));
  return all;
}

double narrowest_cell(const Grid& grid) {
  double least = grid.width(0, 0);
  for (int a = 0; a < grid.dimensions; ++a)
    for (int i = 0; i < grid.cells(a); ++i) least = std::min(least, grid.width(a, i));
  return least;
}

Grid thinned(const Grid& grid, std::int64_t cells) {
  const double share = std::pow(double(grid.cell_count()) / double(cells), 1.0 / grid.dimensions);
  const int every = static_cast<int>(std::ceil(share));
  if (every <= 1) return grid;
  Grid few = grid;
  for (int a = 0; a < grid.dimensions; ++a) {
    few.nodes[a].clear();
    for (int i = 0; i < grid.cells(a); i += every) few.nodes[a].push_back(grid.nodes[a][i]);
    few.nodes[a].push_back(grid.upper(a));
    few.uniform[a] = grid.uniform[a] && grid.cells(a) % every == 0;
  }
  return few;
}

}  // namespace eddy
