// A plane of a field as a raster of pixels for a page: the values that it needs, and their conversion to pixels.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/view/desk.hpp"
#include "mesh/grid.hpp"
#include "mesh/outline.hpp"

namespace eddy::view {

struct Plane {                    // the plane that a page asks for
  int axis = 2;                   // 3D: the axis that is cut
  std::optional<double> slice{};  // 3D: coordinate of the cut; none: in the middle
  int width = 512, height = 512;  // at most, in pixels
  bool operator<(const Plane& other) const;
};

struct Raster {
  int across = 0, up = 1;          // axes
  std::array<double, 2> x{}, y{};  // ends
  double slice = 0;
  int width = 0, height = 0;
  std::vector<std::vector<float>> parts;  // for each component, row by row from below; NaN: outside
  std::vector<std::uint8_t> solid;        // 1: in a body; empty: there are none, or they move
};

class Rasters {  // makes rasters of one mesh; thread-safe
 public:
  // Shapes are those of the case: bodies, holes and regions of a box.
  Rasters(const Grid& grid, CellTest solid, std::vector<DrawnShape> shapes);
  const MeshPoints& mesh() const { return mesh_; }
  int dimensions() const { return grid_.dimensions; }
  std::vector<std::array<double, 2>> ends() const;  // ends of the region along each axis

  Plane fitting(Plane plane, double most_pixels) const;  // with the aspect ratio of the region
  Wanted wanted(const std::string& field, const Plane& plane) const;
  // Smoothly: linear between the centres of cells along graded axes, whose cells may be larger than pixels.
  Raster raster(const Plane& plane, const Sample& sample, bool smoothly);

  const std::vector<DrawnShape>& shapes() const { return shapes_; }
  bool shapes_move() const;
  // Whether a body is shown by grey cells, since it consists of whole cells for the solver, or nobody knows its outline.
  bool grey_cells() const;
  std::vector<RowLine> outline(const DrawnShape& shape, const Plane& plane, double time) const;

 private:
  struct Pixels {  // for blocks or hexahedra: the places of values and their weights, pixel by pixel
    std::vector<std::int64_t> first, place;
    std::vector<float> weight;
  };
  using Mask = std::shared_ptr<const std::vector<std::uint8_t>>;  // 1: in a body
  Mask mask(const Plane& plane, const CellLists& cells);          // kept, because the test of cells may take long
  CellLists lists(const Plane& plane) const;
  bool thinned(const CellLists& lists) const;
  Raster blank(const Plane& plane) const;
  void take_box(const Plane& plane, const Sample& sample, bool smoothly, Raster& raster);
  void take_mesh(const Plane& plane, const Sample& sample, Raster& raster);
  std::shared_ptr<const Pixels> pixels(const Plane& plane, Location location, const Raster& raster);

  Grid grid_;
  CellTest solid_;
  std::vector<DrawnShape> shapes_;
  MeshPoints mesh_;
  std::mutex mutex_;
  std::map<std::pair<Plane, Location>, std::shared_ptr<const Pixels>> known_;
  std::map<Plane, Mask> masks_;
};

}  // namespace eddy::view
