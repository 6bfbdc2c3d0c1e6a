#include "mesh/ring.hpp"

namespace eddy {
namespace {

struct Stand {  // a cell at the corner, the side that is crossed next, and the other side that ends at the corner
  MeshIndex cell;
  int next = 0, other = 0;
  bool operator==(const Stand&) const = default;
};
MeshIndex beyond(const Stand& s) {
  MeshIndex at = s.cell;
  at.at[side_axis(s.next)] += side_upper(s.next) ? 1 : -1;
  return at;
}
// Steps to the next cell around the corner, over a seam if there is one; false where a patch is in the way.
bool step_over(const Neighbours& neighbours, Stand& s) {
  const MeshIndex there = beyond(s);
  const int axis = side_axis(s.next), size = neighbours.mesh().blocks[s.cell.block].cells[axis];
  if (there.at[axis] >= 0 && there.at[axis] < size) {
    s = {there, s.other, s.next ^ 1};
    return true;
  }
  const Seam* const seam = neighbours.seam_of_cell(s.cell.block, s.next, s.cell.at);
  if (!seam) return false;
  const int along = side_axis(s.other);
  const bool upper = side_upper(s.other) != (seam->sign[along] < 0);
  s = {{seam->second.block, seam->cell(there.at)}, 2 * seam->axis[along] + upper, seam->second.side};
  return true;
}

}  // namespace

Ring ring_around(const Neighbours& neighbours, const MeshIndex& cell, int first_side, int second_side) {
  constexpr std::size_t most = 64;
  Ring ring;
  const Stand begin{cell, first_side, second_side};
  Stand s = begin;
  while (ring.first.size() < most && step_over(neighbours, s)) {
    if (s == begin) {
      ring.closed = true;
      return ring;
    }
    ring.first.push_back(s.cell);
  }
  ring.first.push_back(beyond(s));
  s = {cell, second_side, first_side};
  while (ring.second.size() < most && step_over(neighbours, s)) ring.second.push_back(s.cell);
  ring.second.push_back(beyond(s));
  return ring;
}

}  // namespace eddy
