#include "solver/compressible/node_lists.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "solver/compressible/boundary/list.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {
namespace {

std::array<int, 4> key_of(const MeshIndex& m) { return {m.block, m.at[0], m.at[1], m.at[2]}; }

bool is_slip(int kind) { return condition_name(kind) == FreeSlip::name || condition_name(kind) == Symmetry::name; }

// Precedence of the conditions that meet at a node: walls before inflow before outflow.
int rank_of(int kind) {
  const std::string name = condition_name(kind);
  if (name == NoSlip::name || name == Isothermal::name) return 0;
  if (is_slip(kind)) return 1;
  if (name == SupersonicInflow::name) return 2;
  if (name == SubsonicInflow::name) return 3;
  return name == FarField::name ? 4 : 5;
}

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
void add(Point& a, const Point& b, double by) {
  for (int n = 0; n < 3; ++n) a[n] += by * b[n];
}
bool normalise(Point& a) {
  const double size = std::sqrt(dot(a, a));
  if (size < 1e-12) return false;
  for (double& x : a) x /= size;
  return true;
}

struct FaceAtNode {
  const BoundaryFace* face;
  Point arm;  // from the node to the centre of the face
};

}  // namespace

NodeLists::NodeLists(const Domain& domain)
    : domain_(domain), neighbours_(domain.neighbours()), d_(domain.dimensions()) {
  for (const BoundaryFace& f : domain.all_faces()) faces_[key_of(domain.beyond(f, 1))] = &f;
}

// Near the end of a seam the index beyond a cell may belong to a wall face of another cell, so the face that is found
// must be the cell's own.
bool NodeLists::is_closed(const MeshIndex& cell, const MeshIndex& beyond) const {
  const Found found = neighbours_.cell(beyond);
  if (found.what != Beyond::patch) return false;
  const auto face = faces_.find(key_of(found.index));
  return face != faces_.end() && is_slip(face->second->condition->kind) && face->second->cell == cell;
}

// The cell's own block knows which sides are closed. A block that sees the cell as a ghost may number its sides
// differently, and may not see what lies behind them; sides are therefore identified by their nodes.
int NodeLists::cell_kind(const MeshIndex& cell) const {
  const Found own = neighbours_.cell(cell);
  if (own.what != Beyond::block) return 0;
  int bits = 0;
  for (int side = 0; side < 2 * d_; ++side) {
    if (!is_closed(own.index, {own.index.block, moved(own.index.at, side_axis(side), side_upper(side) ? 1 : -1)}))
      continue;
    const auto nodes = side_nodes(own.index, side);
    for (int seen = 0; seen < 2 * d_; ++seen)
      if (own.index == cell ? seen == side : side_nodes(cell, seen) == nodes) bits |= 1 << seen;
  }
  return 1 + bits;
}
std::vector<std::array<int, 4>> NodeLists::side_nodes(const MeshIndex& cell, int side) const {
  std::vector<std::array<int, 4>> nodes;
  for (int m = 0; m < (1 << d_); ++m) {
    if ((m >> side_axis(side) & 1) != int(side_upper(side))) continue;
    const Found found = node({cell.block, {cell.at[0] + (m & 1), cell.at[1] + (m >> 1 & 1), cell.at[2] + (m >> 2)}});
    if (found.what != Beyond::block) return {};
    nodes.push_back(key_of(origin(found.index)));
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::vector<int> NodeLists::kinds_of_cells(const MeshLayout& cells) const {
  std::vector<int> kinds(static_cast<std::size_t>(cells.size()), 0);
  for (int b = 0; b < domain_.blocks(); ++b) {
    const Box own = domain_.cells(b);
    each_in_threads(own.grown(Domain::ghosts, d_), [&](const Place& c) {
      bool inner = true;  // a cell inside the block has no closed side
      for (int a = 0; a < d_; ++a) inner = inner && c[a] > own.lo[a] && c[a] < own.hi[a] - 1;
      kinds[cells.place(b, c)] = inner ? 1 : cell_kind({domain_.block(b), domain_.local(b, c)});
    });
  }
  return kinds;
}
std::vector<double> NodeLists::node_volumes(const MeshLayout& nodes, const MeshLayout& cells,
                                            const std::vector<double>& volumes) const {
  std::vector<double> all(static_cast<std::size_t>(nodes.size()), 1.0);
  for (int b = 0; b < domain_.blocks(); ++b) {
    const Box own = domain_.cells(b);
    each_in_threads(domain_.nodes(b), [&](const Place& n) {
      bool inner = true;  // all cells around it are the block's own
      for (int a = 0; a < d_; ++a) inner = inner && n[a] > own.lo[a] && n[a] < own.hi[a];
      double sum = 0;
      for (int m = 0; m < (1 << d_); ++m) {
        const Place cell{n[0] - (m & 1), n[1] - (m >> 1 & 1), n[2] - (m >> 2)};
        if (inner || neighbours_.cell({domain_.block(b), domain_.local(b, cell)}).what == Beyond::block)
          sum += volumes[cells.place(b, cell)];
      }
      all[nodes.place(b, n)] = sum / (1 << d_);
    });
  }
  return all;
}
std::vector<double> NodeLists::that_count(const MeshLayout& nodes) const {
  std::vector<double> once(static_cast<std::size_t>(nodes.size()), 0.0);
  for (int b = 0; b < domain_.blocks(); ++b)
    each_in_threads(domain_.nodes(b), [&](const Place& n) {
      once[nodes.place(b, n)] = counts({domain_.block(b), domain_.local(b, n)}) ? 1 : 0;
    });
  return once;
}

// Follows all seams on which the node lies.
std::vector<MeshIndex> NodeLists::copies_of(const MeshIndex& node) const {
  std::vector<MeshIndex> known{node};
  for (std::size_t n = 0; n < known.size(); ++n)
    for (const Seam& s : domain_.mesh().seams)
      for (const Seam& seam : {s, reversed(s)}) {
        const MeshIndex at = known[n];
        if (seam.first.block != at.block) continue;
        Box nodes = seam.first.cells;  // nodes of the seam's faces
        for (int a = 0; a < d_; ++a) ++nodes.hi[a];
        const int axis = seam.first.side / 2;
        (seam.first.side % 2 ? nodes.lo[axis] : nodes.hi[axis]) =
            seam.first.side % 2 ? nodes.hi[axis] - 1 : nodes.lo[axis] + 1;
        if (!nodes.holds({at.at, {at.at[0] + 1, at.at[1] + 1, at.at[2] + 1}})) continue;
        const MeshIndex there{seam.second.block, seam.node(at.at)};
        if (std::find(known.begin(), known.end(), there) == known.end()) known.push_back(there);
      }
  const auto earlier = [](const MeshIndex& a, const MeshIndex& b) { return key_of(a) < key_of(b); };
  std::sort(known.begin(), known.end(), earlier);
  return known;
}
MeshIndex NodeLists::origin(const MeshIndex& node) const { return copies_of(node).front(); }
bool NodeLists::counts(const MeshIndex& node) const {
  const Block& block = domain_.mesh().blocks[node.block];
  bool inner = true;  // the node lies on no seam
  for (int a = 0; a < d_; ++a) inner = inner && node.at[a] > 0 && node.at[a] < block.cells[a];
  return inner || origin(node) == node;
}

// At the corner of a body, the node beyond a wall of one block may belong to a third block. It is found across the seam
// at which the wall ends.
//
//     c ──●──┬─── b       ● lies on the line of a's seam, beyond a's wall: no cell of a touches the edge to it
//         ▒▒▒│
//     body▒▒▒│    a
Found NodeLists::node(const MeshIndex& asked) const {
  const Found direct = neighbours_.node(asked);
  if (direct.what != Beyond::patch) return direct;
  const Block& block = domain_.mesh().blocks[asked.block];
  for (int side = 0; side < 2 * d_; ++side) {
    if (asked.at[side_axis(side)] != (side_upper(side) ? block.cells[side_axis(side)] : 0)) continue;
    const Seam* const seam = neighbours_.seam_of_cell(asked.block, side, asked.at);
    if (!seam) continue;
    const Found around = neighbours_.node({seam->second.block, seam->node(asked.at)});
    if (around.what == Beyond::block) return around;
  }
  return direct;
}

// Visits the nodes on the sides of blocks and the ghost nodes, two layers deep, corners included.
template <class Call>
void NodeLists::each_copy(const Call& call) const {
  for (std::size_t b = 0; b < domain_.mesh().blocks.size(); ++b) {
    const Block& block = domain_.mesh().blocks[b];
    const Box own{{0, 0, 0}, {block.node_count(0), block.node_count(1), block.node_count(2)}};
    Box inner = own;
    for (int a = 0; a < d_; ++a) {
      ++inner.lo[a];
      --inner.hi[a];
    }
    for (const Box& slab : peeled(own.grown(Domain::ghosts, d_), Domain::ghosts + 1, d_)) {
      if (slab == inner) continue;
      each(slab, [&](const Place& at) {
        const MeshIndex node{static_cast<int>(b), at};
        const Found found = this->node(node);
        if (found.what != Beyond::block) return;
        const MeshIndex from = origin(found.index);
        if (!(from == node)) call(node, from);
      });
    }
  }
}

int NodeLists::place(const MeshLayout& nodes, const MeshIndex& node) const {
  std::array<int, 3> at = node.at;
  for (int a = 0; a < 3; ++a) at[a] += domain_.offset(node.block)[a];
  return nodes.place(domain_.number(node.block), at);
}

CopyLists NodeLists::copies(const MeshLayout& nodes) const {
  CopyLists lists;
  each_copy([&](const MeshIndex& to, const MeshIndex& from) {
    if (domain_.number(to.block) < 0 || domain_.number(from.block) < 0) return;
    lists.to.push_back(place(nodes, to));
    lists.from.push_back(place(nodes, from));
  });
  return lists;
}

std::vector<RankLists> NodeLists::between_ranks(const MeshLayout& nodes) const {
  std::map<int, RankLists> lists;
  each_copy([&](const MeshIndex& to, const MeshIndex& from) {
    const int there = domain_.owner(to.block), here = domain_.owner(from.block);
    if (there == here) return;
    if (there == ranks::here()) lists[here].receive.push_back(place(nodes, to));
    if (here == ranks::here()) lists[there].send.push_back(place(nodes, from));
  });
  std::vector<RankLists> all;
  for (auto& [rank, list] : lists) {
    list.rank = rank;
    all.push_back(std::move(list));
  }
  return all;
}

// The normals of the walls at a node: the faces of the node's condition form one wall, but slip walls that differ by
// more than 60 degrees count separately. At a sharp convex edge the flow may separate in any direction, so its slip
// walls are left out.
//
//          fluid            seen from the fluid, the other wall lies behind this one: arm·normal > 0
//   ═══════════◂ node ─ ─
//    body   ═══╝
static std::vector<Point> normals_at(int kind, const std::vector<FaceAtNode>& faces) {
  struct Wall {
    Point normal{}, arm{};
    bool sharp = false;
  };
  std::vector<Wall> walls;
  for (const auto& [f, arm] : faces) {
    if (is_slip(kind) ? !is_slip(f->condition->kind) : f->condition->kind != kind) continue;
    const auto alike = [&, f = f](const Wall& w) {
      Point unit = w.normal;
      normalise(unit);
      return !is_slip(kind) || dot(unit, f->normal) >= 0.5;
    };
    auto wall = std::find_if(walls.begin(), walls.end(), alike);
    if (wall == walls.end()) wall = walls.insert(walls.end(), Wall{{}, arm, false});
    add(wall->normal, f->normal, f->area);
  }
  for (Wall& one : walls)
    for (const Wall& other : walls) {
      const double behind = dot(other.arm, one.normal), size = dot(other.arm, other.arm) * dot(one.normal, one.normal);
      if (is_slip(kind) && &one != &other && behind > 1e-9 * std::sqrt(size)) one.sharp = true;
    }
  std::vector<Point> normals;
  for (const Wall& w : walls)
    if (!w.sharp) normals.push_back(w.normal);
  return normals;
}

MeshIndex NodeLists::node_of(const BoundaryFace& f, int corner) const {
  MeshIndex node = f.cell;
  const int axis = f.side / 2;
  node.at[axis] += f.side % 2;
  node.at[(axis + 1) % d_] += corner & 1;
  if (d_ == 3) node.at[(axis + 2) % d_] += corner >> 1;
  return node;
}

// A wall has a kink where it turns by more than 5 degrees, and by more than four times as much as at another node of
// the face: a resolved curve turns by similar angles at all nodes.
std::vector<std::array<bool, 4>> NodeLists::kinks() const {
  const auto is_wall = [](const BoundaryFace& f) { return rank_of(f.condition->kind) <= 1; };
  const int corners = 1 << (d_ - 1);
  std::map<std::array<int, 4>, std::vector<Point>> normals;
  for (const BoundaryFace& f : domain_.all_faces())
    for (int m = 0; m < corners && is_wall(f); ++m) normals[key_of(origin(node_of(f, m)))].push_back(f.normal);
  std::map<std::array<int, 4>, double> turns;
  for (const auto& [node, all] : normals)
    for (const Point& a : all)
      for (const Point& b : all) turns[node] = std::max(turns[node], std::acos(std::clamp(dot(a, b), -1.0, 1.0)));
  std::vector<std::array<bool, 4>> kinks;
  for (const BoundaryFace& f : domain_.faces()) {
    std::array<bool, 4>& of_face = kinks.emplace_back();
    if (!is_wall(f)) continue;
    double least = 10;
    for (int m = 0; m < corners; ++m) least = std::min(least, turns[key_of(origin(node_of(f, m)))]);
    for (int m = 0; m < corners; ++m) {
      const double turn = turns[key_of(origin(node_of(f, m)))];
      of_face[m] = turn > 0.087 && turn > 4 * least;
    }
  }
  return kinks;
}

// Where slip walls meet an inflow or outflow, the walls come after its condition: they only turn the velocity and
// raise the pressure. Without the condition there, long waves in channels take ten times as many iterations to leave.
std::vector<NodePass> NodeLists::conditions() const {
  std::map<std::array<int, 4>, std::vector<FaceAtNode>> at_node;
  for (const BoundaryFace& f : domain_.all_faces())
    for (int m = 0; m < (1 << (d_ - 1)); ++m) {
      const MeshIndex node = node_of(f, m);
      Point arm = f.centre;
      add(arm, neighbours_.place_of(node), -1);
      at_node[key_of(origin(node))].push_back({&f, arm});
    }
  // First inflow and outflow, then walls, then the second and third slip walls at a node.
  std::vector<std::vector<NodePass>> passes(static_cast<std::size_t>(d_) + 1);
  const auto add_to = [&](std::size_t pass, int kind, const MeshIndex& node, const Point& normal,
                          const BoundaryFace& face) {
    auto& list = passes[pass];
    auto at = std::find_if(list.begin(), list.end(), [&](const NodePass& p) { return p.kind == kind; });
    if (at == list.end()) {
      list.push_back({kind, {}, {}, {}});
      at = list.end() - 1;
    }
    at->nodes.push_back(node);
    at->normals.push_back(normal);
    at->faces.push_back(face);
  };
  for (const auto& at : at_node) {
    const auto& key = at.first;
    const auto& faces = at.second;
    const MeshIndex node{key[0], {key[1], key[2], key[3]}};
    if (domain_.number(node.block) < 0) continue;
    const auto strongest = [&](bool wall) {  // null: there is no wall, or no inflow or outflow, at the node
      const BoundaryFace* first = nullptr;
      for (const FaceAtNode& f : faces) {
        const int rank = rank_of(f.face->condition->kind);
        if ((rank <= 1) == wall && (!first || rank < rank_of(first->condition->kind))) first = f.face;
      }
      return first;
    };
    const auto add_condition = [&](const BoundaryFace& first, std::size_t pass) {
      BoundaryFace as_face = first;
      as_face.centre = neighbours_.place_of(node);
      std::vector<Point> apart;
      for (Point n : normals_at(first.condition->kind, faces)) {
        normalise(n);
        for (const Point& o : apart) add(n, o, -dot(n, o));
        if (!normalise(n) || apart.size() == std::size_t(d_)) continue;
        add_to(pass + apart.size(), first.condition->kind, node, n, as_face);
        apart.push_back(n);
      }
    };
    const BoundaryFace *const wall = strongest(true), *const flow = strongest(false);
    if (flow && (!wall || is_slip(wall->condition->kind))) add_condition(*flow, 0);
    if (wall) add_condition(*wall, 1);
  }
  std::vector<NodePass> all;
  for (auto& list : passes) std::move(list.begin(), list.end(), std::back_inserter(all));
  return all;
}

}  // namespace eddy::compressible
