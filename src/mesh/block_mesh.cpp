#include "mesh/block_mesh.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/options.hpp"
#include "mesh/block_shapes.hpp"
#include "mesh/body_grids.hpp"
#include "mesh/cgns.hpp"
#include "mesh/join.hpp"
#include "mesh/plot3d.hpp"
#include "mesh/quality.hpp"
#include "mesh/spacing.hpp"

namespace eddy {
namespace {

std::string list_of(const std::array<int, 3>& cells, int dimensions) {
  std::string text;
  for (int a = 0; a < dimensions; ++a) text += (a ? " × " : "") + std::to_string(cells[a]);
  return text;
}

SidePiece piece_of_side(const Block& block, int number, int side, const PatchRange& range, const std::string& what) {
  SidePiece piece{number, side, side_cells(block, side)};
  if (range.to.empty()) return piece;
  const auto along = axes_along(side);
  const std::size_t axes = block.dimensions - 1;
  if (range.to.size() > axes)
    throw Error(Exit::usage, what + ": from and to have " + std::to_string(range.to.size()) +
                                 " numbers, and the side has " + std::to_string(axes) +
                                 (axes == 1 ? " axis." : " axes."));
  for (std::size_t n = 0; n < range.to.size(); ++n) {
    const int cells = block.cells[along[n]];
    if (range.from[n] < 0 || range.from[n] >= range.to[n] || range.to[n] > cells)
      throw Error(Exit::usage, what + ": patch '" + range.name + "' from " + std::to_string(range.from[n]) + " to " +
                                   std::to_string(range.to[n]) + " is no piece of a side of " + std::to_string(cells) +
                                   " cells.");
    piece.cells.lo[along[n]] = range.from[n];
    piece.cells.hi[along[n]] = range.to[n];
  }
  return piece;
}

// Files often hold left-handed blocks. Such a block is reversed along its last axis, together with its named pieces.
void make_right_handed(BodyGrid& grid) {
  for (std::size_t n = 0; n < grid.blocks.size(); ++n) {
    Block& b = grid.blocks[n];
    if (!is_left_handed(b)) continue;
    const int axis = b.dimensions - 1, last = b.cells[axis];
    const std::size_t layer = b.nodes[0].size() / std::size_t(last + 1);
    for (int a = 0; a < b.dimensions; ++a)
      for (int k = 0; 2 * k < last; ++k)
        std::swap_ranges(b.nodes[a].begin() + std::ptrdiff_t(k * layer),
                         b.nodes[a].begin() + std::ptrdiff_t((k + 1) * layer),
                         b.nodes[a].begin() + std::ptrdiff_t((last - k) * layer));
    for (NamedPiece& named : grid.names) {
      if (named.piece.block != static_cast<int>(n)) continue;
      Box& cells = named.piece.cells;
      cells = cells.shifted(axis, last - cells.hi[axis] - cells.lo[axis]);
      if (side_axis(named.piece.side) == axis) named.piece.side ^= 1;
    }
  }
}

BodyGrid grid_from_file(const MeshOptions& o) {
  BodyGrid grid;
  if (o.kind == MeshKind::plot3d)
    grid.blocks = read_plot3d(o.folder / o.file, o.file, o.file_dimensions).blocks;
  else
    grid = read_cgns(o.folder / o.file, o.file, o.file_dimensions);
  for (Block& b : grid.blocks)
    for (auto& nodes : b.nodes)
      for (double& x : nodes) x *= o.scale;
  make_right_handed(grid);
  return grid;
}

BodyGrid grid_of_blocks(const MeshOptions& o) {
  BodyGrid grid;
  for (const BlockOptions& b : o.block)
    grid.blocks.push_back(b.by_formula() ? block_by_formula(b) : block_by_edges(b, o.folder));
  return grid;
}

void add_names(const MeshOptions& o, BodyGrid& grid) {
  for (std::size_t b = 0; b < o.block.size(); ++b)
    for (int side = 0; side < 6; ++side)
      for (const PatchRange& range : o.block[b].sides[side]) {
        const std::string what = "block." + o.block[b].name + ".sides." + side_names[side];
        if (side >= 2 * grid.blocks[b].dimensions) throw Error(Exit::usage, what + ": the mesh has no such side.");
        grid.names.push_back({piece_of_side(grid.blocks[b], static_cast<int>(b), side, range, what), range.name});
      }
}

// The named pieces of the flat mesh then cover all layers; the sides front and back get names of their own.
void extrude_all(const MeshOptions& o, BodyGrid& grid) {
  for (Block& block : grid.blocks) block = extruded(block, o.extrude);
  for (NamedPiece& n : grid.names) n.piece.cells.hi[2] = o.extrude.cells;
  for (std::size_t b = 0; b < grid.blocks.size(); ++b)
    for (int side : {4, 5}) {
      if (o.kind == MeshKind::blocks && !o.block[b].sides[side].empty()) continue;
      grid.names.push_back({{static_cast<int>(b), side, side_cells(grid.blocks[b], side)}, side_names[side]});
    }
}

double product_of(const std::vector<int>& cells) {
  double all = 1;
  for (int n : cells) all *= n;
  return all;
}

void check_size(const MeshOptions& o) {
  constexpr double most = 4e9;  // because the host keeps the nodes of all blocks
  if (cell_count_of(o) > most)
    throw Error(Exit::usage, "the mesh has more than " + number_text(most) + " cells in all.");
}

}  // namespace

double cell_count_of(const MeshOptions& o) {
  if (o.is_box()) return product_of(o.cells);
  if (o.from_file()) return 0;
  double flat = o.kind == MeshKind::blocks ? 0 : body_cell_count(o);
  for (const BlockOptions& b : o.block) flat += product_of(b.cells);
  return flat * std::max(1, o.extrude.cells);
}

BlockMesh make_block_mesh(const MeshOptions& o) {
  check_size(o);
  BodyGrid grid;
  if (o.from_file())
    grid = grid_from_file(o);
  else
    grid = o.kind == MeshKind::blocks ? grid_of_blocks(o) : body_grid(o);
  if (o.extrude.cells > 0) extrude_all(o, grid);
  add_names(o, grid);
  std::vector<PeriodicPair> periodic;
  for (const SeamOptions& s : o.seam) periodic.push_back({s.name, s.first, s.second});
  return join(std::move(grid.blocks), grid.names, periodic);
}

std::optional<MeshOptions> resized(const MeshOptions& o, double factor) {
  if (o.from_file()) return {};
  MeshOptions result = o;
  bool integers = true;
  const auto change = [&](int& n, bool may_be_zero = false) {
    const double wanted = n * factor;
    integers =
        integers && wanted == std::floor(wanted) && (may_be_zero || wanted >= 1) && wanted <= most_cells_per_axis;
    n = integers ? static_cast<int>(wanted) : n;
  };
  for (int& n : result.cells) change(n);
  for (BlockOptions& b : result.block) {
    for (int& n : b.cells) change(n);
    for (auto& side : b.sides)
      for (PatchRange& range : side) {
        for (int& n : range.from) change(n, true);
        for (int& n : range.to) change(n);
      }
  }
  for (int* n : {&result.wake, &result.upstream, &result.downstream, &result.extrude.cells}) change(*n, *n == 0);
  if (!integers) return {};
  const auto finer = [&](std::optional<double>& width) {
    if (width) *width /= factor;
  };
  const auto finer_cluster = [&](Cluster& c) {
    finer(c.first);
    finer(c.last);
    if (c.ratio) c.ratio = std::pow(*c.ratio, 1 / factor);
  };
  if (o.first && o.cells.size() == 2) {  // so that every node of the coarser mesh is a node of the finer one
    const double ratio = o.growth ? *o.growth : o.far ? geometric_ratio(o.cells[1], *o.first, *o.far) : 1;
    const double finer_ratio = std::pow(ratio, 1 / factor);
    *result.first *= std::abs(ratio - 1) < 1e-9 ? 1 / factor : (finer_ratio - 1) / (ratio - 1);
  }
  if (result.growth) result.growth = std::pow(*result.growth, 1 / factor);
  finer_cluster(result.extrude.cluster);
  for (BlockOptions& b : result.block)
    for (EdgeOptions& e : b.edge) finer_cluster(e.cluster);
  return result;
}

std::string mesh_text(const MeshOptions& o, std::int64_t cells) {
  if (o.is_box()) {
    std::array<int, 3> n{1, 1, 1};
    std::copy(o.cells.begin(), o.cells.begin() + std::min<std::ptrdiff_t>(3, std::ssize(o.cells)), n.begin());
    return list_of(n, static_cast<int>(o.cells.size())) + " cells";
  }
  if (o.kind == MeshKind::blocks)
    return std::to_string(o.block.size()) + (o.block.size() == 1 ? " block with " : " blocks with ") +
           std::to_string(cells) + " cells";
  return word_of(o.kind) + " mesh of " + std::to_string(cells) + " cells";
}

}  // namespace eddy
