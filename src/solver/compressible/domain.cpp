#include "solver/compressible/domain.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/gather.hpp"
#include "mesh/split.hpp"
#include "solver/compressible/boundary/list.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {
namespace {

bool is_periodic(const CompressibleOptions& o, const std::string& patch) {
  for (const NamedCondition& c : o.boundary)
    if (c.name == patch) return c.patches.front().kind == periodic_kind;
  for (const NamedCondition& c : o.boundary)
    if (c.name == "others") return c.patches.front().kind == periodic_kind;
  return false;
}

}  // namespace

BlockMesh mesh_of_case(const Case& c, const Grid& grid) {
  if (grid.blocks) return *grid.blocks;
  const auto& o = c.options_as<CompressibleOptions>();
  std::array<bool, 3> periodic{};
  for (int a = 0; a < grid.dimensions; ++a) periodic[a] = is_periodic(o, side_names[2 * a]);
  return mesh_of(grid, periodic);
}

// With several ranks the blocks are cut, at multiples of 8 cells, where sums over rows are split in any case.
Domain::Domain(const Case& c, const Grid& grid) : mesh_(mesh_of_case(c, grid)) {
  at_nodes_ = c.options_as<CompressibleOptions>().scheme.kind == SchemeKind::ni;
  for (const Block& b : mesh_.blocks) {
    Box points{{0, 0, 0}, b.cells};
    for (int a = 0; a < b.dimensions; ++a) points.hi[a] += at_nodes_;
    parents_.push_back(points);
  }
  total_cells_ = mesh_.cell_count();
  const std::vector<MeshPatch> whole = mesh_.patches;
  if (ranks::many()) {
    whole_ = std::make_unique<BlockMesh>(mesh_);
    before_cutting_ = std::make_unique<Neighbours>(*whole_);
    SplitMesh pieces = split_for_ranks(mesh_, ranks::count(), 8);
    mesh_ = std::move(pieces.mesh);
    for (const auto& from : pieces.from) {
      parent_.push_back(from.block);
      offset_.push_back(from.offset);
    }
    owner_ = owners(mesh_, ranks::count());
  } else {
    for (std::size_t b = 0; b < mesh_.blocks.size(); ++b) parent_.push_back(static_cast<int>(b));
    offset_.assign(mesh_.blocks.size(), {0, 0, 0});
    owner_.assign(mesh_.blocks.size(), 0);
  }
  number_.assign(mesh_.blocks.size(), -1);
  for (std::size_t b = 0; b < mesh_.blocks.size(); ++b)
    if (owner_[b] == ranks::here()) {
      number_[b] = static_cast<int>(own_.size());
      own_.push_back(static_cast<int>(b));
    }
  find_geometry();
  find_faces(c, c.options_as<CompressibleOptions>());
  order_faces(whole);
}

void Domain::find_geometry() {
  neighbours_ = std::make_unique<Neighbours>(mesh_);
  for (int b : own_) geometry_.emplace_back(*neighbours_, b, ghosts);
}

static Box halved(const Box& b, int dimensions) {
  Box h = b;
  for (int a = 0; a < dimensions; ++a) {
    h.lo[a] = b.lo[a] / 2;
    h.hi[a] = (b.hi[a] + 1) / 2;
  }
  return h;
}

std::unique_ptr<Domain> Domain::coarser() const {
  const int d = dimensions();
  for (std::size_t b = 0; b < mesh_.blocks.size(); ++b)
    for (int a = 0; a < d; ++a)
      if (mesh_.blocks[b].cells[a] % 2 || mesh_.blocks[b].cells[a] < 4 || offset_[b][a] % 2) return nullptr;
  for (const Seam& s : mesh_.seams)  // a seam must begin and end at a node that is kept
    for (int a = 0; a < d; ++a)
      if (a != s.first.side / 2 && (s.first.cells.lo[a] % 2 || s.first.cells.hi[a] % 2)) return nullptr;
  std::unique_ptr<Domain> coarse(new Domain());
  coarse->mesh_.dimensions = d;
  for (const Block& b : mesh_.blocks) {
    Block h = b;
    for (int a = 0; a < d; ++a) h.cells[a] = b.cells[a] / 2;
    for (auto& axis : h.nodes) axis.clear();
    each(Box{{0, 0, 0}, {h.node_count(0), h.node_count(1), h.node_count(2)}}, [&](const Place& n) {
      for (int a = 0; a < d; ++a) h.nodes[a].push_back(b.nodes[a][b.node(2 * n[0], 2 * n[1], d == 3 ? 2 * n[2] : 0)]);
    });
    coarse->mesh_.blocks.push_back(std::move(h));
  }
  for (Seam s : mesh_.seams) {
    s.first.cells = halved(s.first.cells, d);
    s.second.cells = halved(s.second.cells, d);
    // Nodes follow J = σ I + o + (σ < 0); with half the indices o' = (o + (σ < 0))/2 − (σ < 0).
    for (int a = 0; a < d; ++a) {
      const int turned = s.sign[a] < 0 ? 1 : 0;
      s.offset[a] = (s.offset[a] + turned) / 2 - turned;
    }
    coarse->mesh_.seams.push_back(s);
  }
  coarse->owner_ = owner_;
  coarse->own_ = own_;
  coarse->number_ = number_;
  coarse->parent_ = parent_;
  for (auto o : offset_) coarse->offset_.push_back({o[0] / 2, o[1] / 2, d == 3 ? o[2] / 2 : 0});
  coarse->find_geometry();
  return coarse;
}

static Box moved_box(const std::array<int, 3>& size, const std::array<int, 3>& by) {
  return {by, {by[0] + size[0], by[1] + size[1], by[2] + size[2]}};
}
Box Domain::points_of_block(int block) const {
  const Block& b = mesh_.blocks[block];
  const std::array<int, 3> nodes{b.node_count(0), b.node_count(1), b.node_count(2)};
  return moved_box(at_nodes_ ? nodes : b.cells, offset_[block]);
}
Box Domain::cells(int b) const { return moved_box(mesh_.blocks[own_[b]].cells, offset_[own_[b]]); }
Box Domain::nodes(int b) const {
  const Block& block = mesh_.blocks[own_[b]];
  return moved_box({block.node_count(0), block.node_count(1), block.node_count(2)}, offset_[own_[b]]);
}
std::array<int, 3> Domain::local(int b, std::array<int, 3> at) const {
  for (int a = 0; a < 3; ++a) at[a] -= offset_[own_[b]][a];
  return at;
}
MeshLayout Domain::cell_layout(std::size_t value_bytes) const {
  std::vector<Box> boxes;
  for (int b = 0; b < blocks(); ++b) boxes.push_back(cells(b));
  return MeshLayout(boxes, dimensions(), ghosts, value_bytes);
}
MeshLayout Domain::node_layout(std::size_t value_bytes) const {
  std::vector<Box> boxes;
  for (int b = 0; b < blocks(); ++b) boxes.push_back(nodes(b));
  return MeshLayout(boxes, dimensions(), ghosts, value_bytes);
}
int Domain::place(const MeshLayout& cells, const MeshIndex& cell) const {
  std::array<int, 3> at = cell.at;
  for (int a = 0; a < 3; ++a) at[a] += offset_[cell.block][a];
  return cells.place(number_[cell.block], at);
}

MeshIndex Domain::beyond(const BoundaryFace& face, int layer) const {
  MeshIndex at = face.cell;
  at.at[face.side / 2] += face.side % 2 ? layer : -layer;
  return at;
}

Point Domain::place_of(int b, const std::array<int, 3>& point) const {
  const Place at = local(b, point);
  return at_nodes_ ? geometry_[b].node(at) : geometry_[b].centre(at);
}
std::vector<Point> Domain::places(int b) const {
  const Box own = points(b);
  std::vector<Point> all(static_cast<std::size_t>(own.cells()));
  each_in_threads(own, [&](const Place& c) { all[place_in(own, c)] = place_of(b, c); });
  return all;
}
std::vector<double> Domain::node_coordinates(const MeshLayout& nodes_of_rank, int axis) const {
  std::vector<double> all(static_cast<std::size_t>(nodes_of_rank.size()), 0.0);
  for (int b = 0; b < blocks(); ++b)
    each_in_threads(nodes(b).grown(ghosts, dimensions()),
                    [&](const Place& n) { all[nodes_of_rank.place(b, n)] = geometry_[b].node(local(b, n))[axis]; });
  return all;
}
std::vector<double> Domain::volumes(const MeshLayout& cells_of_rank) const {
  std::vector<double> all(static_cast<std::size_t>(cells_of_rank.size()), 1.0);
  for (int b = 0; b < blocks(); ++b)
    each_in_threads(cells(b).grown(ghosts, dimensions()),
                    [&](const Place& c) { all[cells_of_rank.place(b, c)] = geometry_[b].volume(local(b, c)); });
  return all;
}
// Cells in other pieces of the same uncut block are added too, and in the order of that block: the sums do not depend
// on the number of ranks.
std::vector<double> Domain::weights(int b) const {
  const Box all = points(b);
  std::vector<double> weights(static_cast<std::size_t>(all.cells()), at_nodes_ ? 0.0 : 1.0);
  if (!at_nodes_) return weights;
  each(cells(b).grown(1, dimensions()), [&](const Place& c) {
    const Found found = neighbours_->cell({own_[b], local(b, c)});
    if (found.what != Beyond::block || parent_[found.index.block] != parent_[own_[b]]) return;
    for (int a = 0; a < 3; ++a)
      if (found.index.at[a] + offset_[found.index.block][a] != c[a]) return;
    const double volume = geometry_[b].volume(local(b, c));
    for (int m = 0; m < (1 << dimensions()); ++m) {
      const Place node{c[0] + (m & 1), c[1] + (m >> 1 & 1), c[2] + (m >> 2)};
      if (all.holds({node, {node[0] + 1, node[1] + 1, node[2] + 1}})) weights[place_in(all, node)] += volume;
    }
  });
  return weights;
}
std::int64_t Domain::point_count() const {
  std::int64_t n = 0;
  for (const Box& p : parents_) n += p.cells();
  return n;
}

// Calls call(place in the order of output, place in the block) for each point of a block of the mesh, in threads.
template <class Call>
void Domain::each_output_place(int block, const Call& call) const {
  std::int64_t begin = 0;
  for (int p = 0; p < parent_[block]; ++p) begin += parents_[p].cells();
  const Box &parent = parents_[parent_[block]], own = points_of_block(block);
  each_in_threads(
      own, [&](const Place& c) { call(static_cast<std::size_t>(begin) + place_in(parent, c), place_in(own, c)); });
}

std::optional<std::pair<int, std::array<int, 3>>> Domain::own_point(std::int64_t place) const {
  int p = 0;
  for (; place >= parents_[p].cells(); ++p) place -= parents_[p].cells();
  const Box& all = parents_[p];
  const std::int64_t row = all.extent(0), layer = row * all.extent(1);
  const Place at{all.lo[0] + int(place % row), all.lo[1] + int(place % layer / row), all.lo[2] + int(place / layer)};
  for (int b = 0; b < blocks(); ++b)
    if (parent_[own_[b]] == p && points(b).holds({at, {at[0] + 1, at[1] + 1, at[2] + 1}})) return std::pair(b, at);
  return {};
}

std::vector<double> Domain::gathered(const BlockValues& of_blocks) const {
  std::vector<double> result(static_cast<std::size_t>(point_count()));
  const auto put = [&](int block, const double* values) {
    each_output_place(block, [&](std::size_t place, std::size_t n) { result[place] = values[n]; });
  };
  if (!ranks::many()) {
    for (int b = 0; b < blocks(); ++b) put(own_[b], of_blocks[b].data());
    return result;
  }
  std::vector<double> mine;
  for (const auto& values : of_blocks) mine.insert(mine.end(), values.begin(), values.end());
  const std::vector<double> all = ranks::gather(mine);
  const double* next = all.data();
  for (int rank = 0; rank < ranks::count(); ++rank)
    for (std::size_t b = 0; b < mesh_.blocks.size(); ++b) {
      if (owner_[b] != rank) continue;
      put(static_cast<int>(b), next);
      next += points_of_block(static_cast<int>(b)).cells();
    }
  return result;
}

BlockValues Domain::distributed(const std::vector<double>& values) const {
  BlockValues mine(own_.size());
  for (std::size_t b = 0; b < own_.size(); ++b) {
    mine[b].resize(static_cast<std::size_t>(points_of_block(own_[b]).cells()));
    each_output_place(own_[b], [&](std::size_t place, std::size_t n) { mine[b][n] = values[place]; });
  }
  return mine;
}

}  // namespace eddy::compressible
