// A field on a regular raster of points, in a plane or in space, from which lines, arrows and views in space are drawn.
// A box, blocks and hexahedra give the same kind of raster.
#pragma once
#include <array>
#include <cmath>
#include <vector>

#include "output/mesh_points.hpp"

namespace eddy {

struct PlaneInSpace {
  int across = 0, up = 1, normal = 2;
  double at = 0;                   // coordinate along the normal; in 2D 0
  std::array<double, 2> x{}, y{};  // ends
};

struct Raster {
  std::array<int, 3> size{1, 1, 1};
  int components = 1;
  std::vector<double>
      values;  // first axis fastest, components next to each other; NaN outside of the mesh and in bodies

  double at(int i, int j, int k = 0, int component = 0) const {
    return values[(i + size[0] * (j + std::size_t(size[1]) * k)) * components + component];
  }
  double between(double i, double j, int component = 0) const;  // i, j: places in the raster; NaN beyond it
  double in_space(const std::array<double, 3>& p, int component = 0) const;  // the same in three axes
};

PlaneInSpace plane_in(const Grid& grid, int axis, std::optional<double> slice);
Raster raster_of_plane(const MeshPoints& mesh, const Sample& sample, const PlaneInSpace& plane, const CellTest& solid,
                       const std::array<int, 2>& size);
Raster raster_of_space(const MeshPoints& mesh, const Sample& sample, const CellTest& solid, int longest);

}  // namespace eddy
