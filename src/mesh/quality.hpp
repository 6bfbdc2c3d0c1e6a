// The quality of the cells of a mesh; folded ones are refused.
#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include "mesh/blocks.hpp"

namespace eddy {

struct CellPlace {
  int block = 0;
  std::array<int, 3> cell{};
};

struct MeshQuality {
  struct Worst {
    double value = 0;
    CellPlace at;
  };
  Worst least_volume;  // 2D: area
  Worst skewness;      // degrees by which the angle at a corner differs from 90
  Worst growth;        // ratio of the widths of two neighbours along an axis of the block
  Worst aspect;        // ratio of the widths of one cell
  double gap = 0;      // largest distance between nodes that meet at a seam
  Point gap_at{};
  std::int64_t folded = 0;  // cells with a volume of zero or less, or turned inside out
  CellPlace first_folded;
};

MeshQuality quality(const BlockMesh& mesh);
void refuse_folded(const BlockMesh& mesh);  // throws Error(usage): how many, the first and its place
void refuse_folded(const BlockMesh& mesh, const MeshQuality& q);
bool is_left_handed(const Block& block);  // all of its cells have negative volumes

std::pair<double, Point> largest_gap(const BlockMesh& mesh, const Seam& seam);
Point cell_centre(const Block& block, const std::array<int, 3>& cell);
double cell_volume(const Block& block, const std::array<int, 3>& cell);  // 2D: area; negative where left-handed
std::string point_text(const Point& point, int dimensions);              // "(0.5, 1)"
std::string place_text(const BlockMesh& mesh, const CellPlace& place);   // "block 'a', cell (3, 4), near (0.5, 1)"

}  // namespace eddy
