// Finds what lies beyond the sides of blocks: the cell or node of another block that an index outside of a block means,
// and the places of nodes beyond the mesh.
//
//       ┆ 2 ┆ 1 │ 0 │ 1 │        index −1 of this block is cell 0, 1, … of the block at the seam, in its own indices;
//       ┆   ┆   ║   │   │        beyond a patch there is none: nodes are extrapolated
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "mesh/blocks.hpp"

namespace eddy {

struct MeshIndex {  // a cell or a node
  int block = 0;
  std::array<int, 3> at{};
  bool operator==(const MeshIndex&) const = default;
};

enum class Beyond {
  block,   // a cell of a block
  patch,   // a cell beyond a patch of a block
  corner,  // beyond two patches at once, or beyond a corner where blocks do not meet four by four
};
struct Found {
  Beyond what = Beyond::block;
  MeshIndex index;  // Beyond::patch: outside of this block, along one axis
  Point shift{};    // the place that was found minus the place that was asked for
};

class Neighbours {
 public:
  explicit Neighbours(const BlockMesh& mesh);
  Found cell(const MeshIndex& asked) const { return find(asked, false); }
  Found node(const MeshIndex& asked) const { return find(asked, true); }
  Point place_of(const MeshIndex& node) const;  // also for nodes beyond the sides
  bool is_seam(int block, int side, std::array<int, 3> cell) const {
    return seam_at(block, side, cell, false) != nullptr;
  }
  const Seam* seam_of_cell(int block, int side,
                           std::array<int, 3> cell) const;  // with `block` as its first; null: a patch
  const BlockMesh& mesh() const { return *mesh_; }

 private:
  Found find(MeshIndex asked, bool nodes) const;
  std::optional<Found> by_way_of(const MeshIndex& asked, int first_axis, bool nodes) const;
  // A node at the end of a seam belongs to it: the cells on both sides of the node are tried.
  const Seam* seam_at(int block, int side, const std::array<int, 3>& at, bool nodes) const;
  int outside(const MeshIndex& index, int axis, bool nodes) const;  // −1 below, 1 above, 0 inside
  const BlockMesh* mesh_;
  std::vector<std::array<std::vector<Seam>, 6>> seams_;  // seams of each block, by side; the block is their first
};

}  // namespace eddy
