#include "mesh/neighbours.hpp"

#include <algorithm>

namespace eddy {

Neighbours::Neighbours(const BlockMesh& mesh) : mesh_(&mesh), seams_(mesh.blocks.size()) {
  for (const Seam& s : mesh.seams) {
    seams_[s.first.block][s.first.side].push_back(s);
    seams_[s.second.block][s.second.side].push_back(reversed(s));
  }
}

int Neighbours::outside(const MeshIndex& index, int axis, bool nodes) const {
  const Block& block = mesh_->blocks[index.block];
  if (axis >= block.dimensions || index.at[axis] < 0) return axis >= block.dimensions ? 0 : -1;
  return index.at[axis] >= (nodes ? block.node_count(axis) : block.cells[axis]) ? 1 : 0;
}

const Seam* Neighbours::seam_of_cell(int block, int side, std::array<int, 3> cell) const {
  const Block& b = mesh_->blocks[block];
  for (int a = 0; a < 3; ++a) cell[a] = std::clamp(cell[a], 0, b.cells[a] - 1);
  cell[side / 2] = side % 2 ? b.cells[side / 2] - 1 : 0;
  for (const Seam& s : seams_[block][side])
    if (s.first.cells.holds({cell, {cell[0] + 1, cell[1] + 1, cell[2] + 1}})) return &s;
  return nullptr;
}

const Seam* Neighbours::seam_at(int block, int side, const std::array<int, 3>& at, bool nodes) const {
  const int all = nodes ? 1 << mesh_->dimensions : 1;
  for (int m = 0; m < all; ++m) {
    if (m >> (side / 2) & 1) continue;
    const Seam* const seam = seam_of_cell(block, side, {at[0] - (m & 1), at[1] - (m >> 1 & 1), at[2] - (m >> 2)});
    if (seam) return seam;
  }
  return nullptr;
}

// Steps over one seam after another, first across the given axis. A patch in the way ends the walk.
std::optional<Found> Neighbours::by_way_of(const MeshIndex& asked, int first_axis, bool nodes) const {
  Found found{Beyond::block, asked, {}};
  int axis = first_axis;
  for (int steps = 0; steps < 8; ++steps) {
    const int out = outside(found.index, axis, nodes);
    if (out != 0) {
      const Seam* const seam = seam_at(found.index.block, 2 * axis + (out > 0), found.index.at, nodes);
      if (!seam) return std::nullopt;
      found.index = {seam->second.block, nodes ? seam->node(found.index.at) : seam->cell(found.index.at)};
      for (int a = 0; a < 3; ++a) found.shift[a] += seam->shift[a];
    }
    axis = 0;
    while (axis < 3 && outside(found.index, axis, nodes) == 0) ++axis;
    if (axis == 3) return found;
  }
  return std::nullopt;
}

// Where an index is outside along two axes, both ways must lead to the same place. They do not where three or five
// blocks meet.
Found Neighbours::find(MeshIndex asked, bool nodes) const {
  std::vector<int> axes;
  for (int a = 0; a < mesh_->dimensions; ++a)
    if (outside(asked, a, nodes) != 0) axes.push_back(a);
  if (axes.empty()) return {Beyond::block, asked, {}};
  std::optional<Found> found;
  bool agree = true;
  for (int a : axes) {
    const auto way = by_way_of(asked, a, nodes);
    if (way && found && !(way->index == found->index)) agree = false;
    if (way && !found) found = way;
  }
  if (found && agree) return *found;
  if (axes.size() == 1 && !found) return {Beyond::patch, asked, {}};
  if (!agree) return {Beyond::corner, asked, {}};
  // A patch is in the way: step over a seam, where the index may be outside of the next block along one axis only.
  for (int a : axes) {
    const Seam* const seam = seam_at(asked.block, 2 * a + (outside(asked, a, nodes) > 0), asked.at, nodes);
    if (!seam) continue;
    Found next = find({seam->second.block, nodes ? seam->node(asked.at) : seam->cell(asked.at)}, nodes);
    for (int n = 0; n < 3; ++n) next.shift[n] += seam->shift[n];
    if (next.what != Beyond::corner) return next;
  }
  return {Beyond::corner, asked, {}};
}

Point Neighbours::place_of(const MeshIndex& node) const {
  const Found found = find(node, true);
  const Block& block = mesh_->blocks[found.index.block];
  Point p{};
  if (found.what == Beyond::block) {
    p = block.at(block.node(found.index.at[0], found.index.at[1], found.index.at[2]));
  } else {  // x(−1) = 2 x(0) − x(1), along an axis where the index is outside
    int axis = 0;
    while (outside(found.index, axis, true) == 0) ++axis;
    const int inwards = outside(found.index, axis, true) < 0 ? 1 : -1;
    MeshIndex near = found.index, far = found.index;
    near.at[axis] += inwards;
    far.at[axis] += 2 * inwards;
    const Point a = place_of(near), b = place_of(far);
    for (int n = 0; n < 3; ++n) p[n] = 2 * a[n] - b[n];
  }
  for (int n = 0; n < 3; ++n) p[n] -= found.shift[n];
  return p;
}

}  // namespace eddy
