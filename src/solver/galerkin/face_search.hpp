// Finds the distance from a point to the nearest of many faces, by a k-d tree of their centres.
#pragma once
#include <vector>

#include "mesh/blocks.hpp"

namespace eddy::galerkin {

class FaceSearch {
 public:
  using Corners = std::array<Point, 4>;
  explicit FaceSearch(std::vector<Corners> faces);
  double distance(const Point& from) const;  // infinite without faces

 private:
  struct Face {
    Corners corners;
    Point centre;
  };
  void sort(std::size_t begin, std::size_t end, int axis);
  void look(const Point& from, std::size_t begin, std::size_t end, int axis, double& best) const;
  std::vector<Face> faces_;  // a k-d tree: the face in the middle of a range splits it along an axis
  double reach_ = 0;         // largest distance of a corner from its face's centre
};

}  // namespace eddy::galerkin
