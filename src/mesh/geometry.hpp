// The nodes of a block and of its ghost cells, and the volumes of cells and areas of faces that follow from them.
#pragma once
#include "mesh/neighbours.hpp"

namespace eddy {

class BlockGeometry {
 public:
  BlockGeometry(const Neighbours& neighbours, int block, int ghosts);
  Point node(const std::array<int, 3>& n) const;
  Point centre(const std::array<int, 3>& cell) const;                 // the mean of its nodes
  Point face_centre(const std::array<int, 3>& cell, int axis) const;  // centre of the lower face across an axis
  Point area(const std::array<int, 3>& cell,
             int axis) const;                           // area vector of that face, towards the upper index
  double volume(const std::array<int, 3>& cell) const;  // in 2D an area

 private:
  template <int D>
  double volume_of(const std::array<int, 3>& cell) const;
  std::size_t place(const std::array<int, 3>& n) const;
  int dimensions_, ghosts_;
  std::array<int, 3> size_{1, 1, 1};
  std::array<std::vector<double>, 3> nodes_;
};

}  // namespace eddy
