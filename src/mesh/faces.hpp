// Faces on the sides of blocks, and which of them lie in the same place.
//
//      corner 2 ── 3        corners by the two axes that the side runs along: bit 0 for the first, bit 1 for the
//             │    │        second; in 2D there are two
//      corner 0 ── 1
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "mesh/blocks.hpp"

namespace eddy {

struct Turn {  // how the two axes along one face lie on those along another
  bool exchanged = false;
  std::array<bool, 2> reversed{};
  int corner(int c) const;  // number of the corner of the other face that meets corner c
  bool operator==(const Turn&) const = default;
};

struct SideFace {
  int block = 0, side = 0, corners = 2;
  std::array<int, 3> cell{};
  std::array<Point, 4> corner{};
  Point centre{};
  double tolerance = 0;  // nodes that are nearer than this are the same node; 0: the face has no size
};

SideFace side_as_face(const std::vector<Block>& blocks, int block, int side);  // a whole side as one face
std::vector<SideFace> side_faces(const std::vector<Block>& blocks);            // the faces of all sides, in order

struct FacePair {
  std::size_t first, second;  // places in the list
  Turn turn;
};
// The turn with the least gap between corners, and that gap; `shift` is added to the corners of the first face.
std::pair<Turn, double> best_turn(const SideFace& first, const SideFace& second, const Point& shift);
// All pairs of faces in the same place, each once; where both lists are the same, first < second.
std::vector<FacePair> matching_faces(const std::vector<SideFace>& faces, std::span<const std::size_t> some,
                                     std::span<const std::size_t> others, const Point& shift);

// The seam that a pair of faces belongs to; the caller sets the cells of its two pieces.
Seam seam_of(const std::vector<Block>& blocks, const SideFace& first, const SideFace& second, const Turn& turn);

// Covers these cells of one side by boxes: few, though not always the fewest.
std::vector<Box> boxes_of(int side, const std::vector<std::array<int, 3>>& cells);

double distance(const Point& a, const Point& b);

}  // namespace eddy
