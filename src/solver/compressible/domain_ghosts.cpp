// Finds where the values of ghost cells come from. The mesh before it was cut decides, so the answer does not depend on
// the number of ranks.
#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "base/readable.hpp"
#include "mesh/ring.hpp"
#include "solver/compressible/domain.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {
namespace {

std::vector<int> sides_outside(const Block& block, const Place& at) {
  std::vector<int> sides;
  for (int a = 0; a < block.dimensions; ++a) {
    if (at[a] < 0) sides.push_back(2 * a);
    if (at[a] >= block.cells[a]) sides.push_back(2 * a + 1);
  }
  return sides;
}
Place clamped(const Block& block, Place at) {
  for (int a = 0; a < 3; ++a) at[a] = std::clamp(at[a], 0, block.cells[a] - 1);
  return at;
}

// The cells around a corner but for the cell itself and those that it sees over its sides; none where four cells meet,
// or two at a wall.
std::vector<MeshIndex> further_around(const Ring& ring) {
  std::vector<MeshIndex> further;
  if (ring.closed && ring.first.size() != 3 && ring.first.size() > 1)
    further.assign(ring.first.begin() + 1, ring.first.end() - 1);
  if (!ring.closed && ring.first.size() + ring.second.size() > 3)
    for (const auto* walk : {&ring.first, &ring.second}) further.insert(further.end(), walk->begin() + 1, walk->end());
  return further;
}
bool is_irregular(const Ring& ring) {
  return ring.closed ? ring.first.size() == 2 || ring.first.size() > 3 : ring.first.size() + ring.second.size() > 3;
}

}  // namespace

MeshIndex Domain::piece_of(const MeshIndex& before_cutting) const {
  const Place inside = clamped(neighbours_before_cutting().mesh().blocks[before_cutting.block], before_cutting.at);
  for (std::size_t b = 0; b < mesh_.blocks.size(); ++b) {
    if (parent_[b] != before_cutting.block) continue;
    MeshIndex found{static_cast<int>(b), before_cutting.at};
    bool holds = true;
    for (int a = 0; a < 3; ++a) {
      const int at = inside[a] - offset_[b][a];
      holds = holds && at >= 0 && at < mesh_.blocks[b].cells[a];
      found.at[a] -= offset_[b][a];
    }
    if (holds) return found;
  }
  throw Error(Exit::fault, "a cell of the mesh is in no piece of it.");
}

Domain::Ghost Domain::ghost(const MeshIndex& to) const {
  const Neighbours& whole = neighbours_before_cutting();
  MeshIndex asked{parent_[to.block], to.at};
  for (int a = 0; a < 3; ++a) asked.at[a] += offset_[to.block][a];
  const Block& block = whole.mesh().blocks[asked.block];
  const std::vector<int> sides = sides_outside(block, asked.at);
  if (sides.size() == 2) {
    const Ring ring = ring_around(whole, {asked.block, clamped(block, asked.at)}, sides[0], sides[1]);
    if (is_irregular(ring)) {
      Ghost meeting{Ghost::From::meeting, to, {}};
      for (const MeshIndex& index : further_around(ring)) meeting.further.push_back(piece_of(index));
      if (meeting.further.size() > most_further) refuse_meeting(asked, meeting.further.size() + 3);
      return meeting;
    }
  }
  const Found found = whole.cell(asked);
  if (found.what == Beyond::corner) return {Ghost::From::plane, to, {}};
  const MeshIndex index = piece_of(found.index);
  return {found.what == Beyond::patch && index == to ? Ghost::From::condition : Ghost::From::copy, index, {}};
}

void Domain::refuse_meeting(const MeshIndex& cell, std::size_t around) const {
  const Point p = neighbours_before_cutting().place_of(cell);
  std::string place;
  for (int a = 0; a < dimensions(); ++a) place += (a ? ", " : "") + readable(p[a]);
  throw Error(Exit::usage,
              "near (" + place + ") the cells and walls around a corner of block '" +
                  neighbours_before_cutting().mesh().blocks[cell.block].name + "' are " + std::to_string(around) +
                  "; friction with scheme.kind = \"muscl\" takes at most six. Take scheme.kind = \"ni\", or "
                  "another layout of blocks.");
}

// Visits the ghost cells beyond one side, two layers deep; with corners also those beyond two sides, one layer deep.
template <class Call>
void Domain::each_ghost(bool corners, const Call& call) const {
  for (std::size_t b = 0; b < mesh_.blocks.size(); ++b) {
    const Block& block = mesh_.blocks[b];
    const auto visit = [&](const Box& box) {
      each(box, [&](const Place& at) {
        const MeshIndex index{static_cast<int>(b), at};
        call(index, ghost(index));
      });
    };
    const Box own{{0, 0, 0}, block.cells};
    for (int a = 0; a < dimensions(); ++a)
      for (int upper = 0; upper < 2; ++upper) {
        Box beyond = own;
        beyond.lo[a] = upper ? own.hi[a] : -ghosts;
        beyond.hi[a] = upper ? own.hi[a] + ghosts : 0;
        visit(beyond);
        for (int o = a + 1; o < dimensions() && corners; ++o)
          for (int above = 0; above < 2; ++above) {
            Box edge = own;
            edge.lo[a] = upper ? own.hi[a] : -1;
            edge.hi[a] = edge.lo[a] + 1;
            edge.lo[o] = above ? own.hi[o] : -1;
            edge.hi[o] = edge.lo[o] + 1;
            visit(edge);
          }
      }
  }
}

// At an irregular corner only the innermost ghost cell is read as such; the three cells behind it store the states of
// the further cells around the corner.
//
//     ● 0 1        ● the corner; 0 the ghost cell beyond it; 1, 2, 3 the storage
//       2 3
MeshIndex Domain::room(const MeshIndex& corner, int number) const {
  MeshIndex at = corner;
  int bit = 1;
  for (int side : sides_outside(mesh_.blocks[corner.block], corner.at)) {
    if ((number + 1) & bit) at.at[side_axis(side)] += side_upper(side) ? 1 : -1;
    bit *= 2;
  }
  return at;
}

template <class Call>
void Domain::each_copy(bool corners, const Call& call) const {
  each_ghost(corners, [&](const MeshIndex& to, const Ghost& ghost) {
    if (ghost.from == Ghost::From::copy) call(to, ghost.index);
    for (std::size_t n = 0; n < ghost.further.size(); ++n) call(room(to, static_cast<int>(n)), ghost.further[n]);
  });
}

CopyLists Domain::copies(const MeshLayout& cells, bool with_corners) const {
  CopyLists lists;
  each_copy(with_corners, [&](const MeshIndex& to, const MeshIndex& from) {
    if (number_[to.block] < 0 || number_[from.block] < 0) return;
    lists.to.push_back(place(cells, to));
    lists.from.push_back(place(cells, from));
  });
  return lists;
}

std::vector<RankLists> Domain::between_ranks(const MeshLayout& cells, bool with_corners) const {
  std::map<int, RankLists> lists;
  each_copy(with_corners, [&](const MeshIndex& to, const MeshIndex& from) {
    const int there = owner_[to.block], here = owner_[from.block];
    if (there == here) return;
    if (there == ranks::here()) lists[here].receive.push_back(place(cells, to));
    if (here == ranks::here()) lists[there].send.push_back(place(cells, from));
  });
  std::vector<RankLists> all;
  for (auto& [rank, list] : lists) {
    list.rank = rank;
    all.push_back(std::move(list));
  }
  return all;
}

CornerLists Domain::corners(const MeshLayout& cells) const {
  CornerLists lists;
  each_ghost(true, [&](const MeshIndex& to, const Ghost& ghost) {
    const bool meeting = ghost.from == Ghost::From::meeting;
    if ((!meeting && ghost.from != Ghost::From::plane) || number_[to.block] < 0) return;
    CornerLists::Places& list = meeting ? lists.meeting : lists.plane;
    const std::vector<int> sides = sides_outside(mesh_.blocks[to.block], to.at);
    MeshIndex one = to, other = to;
    const Place opposite = clamped(mesh_.blocks[to.block], to.at);
    one.at[side_axis(sides[0])] = opposite[side_axis(sides[0])];
    other.at[side_axis(sides[1])] = opposite[side_axis(sides[1])];
    list.to.push_back(place(cells, to));
    list.one.push_back(place(cells, one));
    list.other.push_back(place(cells, other));
    list.opposite.push_back(place(cells, {to.block, opposite}));
    if (!meeting) return;
    lists.count.push_back(static_cast<int>(ghost.further.size()));
    for (int n = 0; n < most_further; ++n)
      lists.further[n].push_back(n < lists.count.back() ? place(cells, room(to, n)) : list.opposite.back());
  });
  return lists;
}

}  // namespace eddy::compressible
