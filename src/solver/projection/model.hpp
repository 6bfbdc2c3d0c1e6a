// The flow problem on the host: options and grid become numbers at faces and sides. No space and no precision here; the
// solver uploads what it needs.
#pragma once
#include <array>
#include <vector>

#include "exec/core/box.hpp"
#include "mesh/grid.hpp"
#include "solver/projection/boundary.hpp"
#include "solver/projection/options.hpp"
#include "solver/projection/thermal_walls.hpp"

namespace eddy::projection {

struct Driving {  // what sets a fluid in motion: Σ |u_a| / h_a of the boundaries, Σ |f_a| / h_a of forces and buoyancy
  double rate = 0, acceleration = 0;
  double reached(double rate) const;  // by a flow that has `rate` now, when it has moved by a cell
};

// When to look at what varies with time: at the start, and where the end is known, on the way there.
std::vector<double> some_times(const RunOptions& run, bool varies);

class Model {
 public:
  Model(Grid grid, const ProjectionOptions& options);

  const Grid& grid() const { return grid_; }
  int dimensions() const { return grid_.dimensions; }
  Box cells() const { return {{0, 0, 0}, grid_.cells()}; }
  Box faces(int component) const;  // those on both ends included
  bool periodic(int axis) const { return wraps(options_, axis); }
  bool uniform() const;
  bool boundary_varies() const;  // in time
  bool force_varies() const { return timed(options_.fluid.force); }
  bool force_in_space() const;                                      // differs from place to place
  double force(int component, double t) const;                      // the same everywhere; 0 if it differs
  std::vector<double> force_values(int component, double t) const;  // at all faces

  double width(int axis, int cell) const;     // of ghost cells too: a mirror image, or what is at the other end
  double distance(int axis, int face) const;  // between the centres on both sides of it
  std::vector<double> table(int axis, int which) const;  // row of metric.hpp, from −table_ghosts on
  std::array<double, 2> ends(int axis, int cell) const;  // conductance over width of both faces: 0 where closed

  // Of a side: values at its layer of cells, ghosts included where an earlier axis has them. See boundary.hpp.
  Box side_box(int side) const;    // what is held
  Box side_range(int side) const;  // what is launched over
  std::vector<double> side_values(int side, int component, double t) const;
  std::vector<double> side_mirror(int side, int component) const;
  std::array<double, 3> ghost_weights(int side) const;  // of the parabola: value on the side, first and second cell
  bool open(int side) const;                            // some of it is an outflow
  std::vector<double> outflow_faces(int side) const;    // 1 there, 0 elsewhere; over side_box
  std::vector<double> areas(int side) const;            // of faces within the domain; 0 elsewhere; over side_box
  std::vector<double> walls(int side) const;            // 1 on no-slip walls, 0 elsewhere; over side_box
  double outflow_area() const;
  int patch_without_faces(int side) const;  // of several conditions on a side, the first that no face has; −1: none
  double inflow(double t) const;            // of all given faces, m³/s (2D: per depth)
  double inflow_size(double t) const;       // the same, of magnitudes

  // The temperature at a side, over side_box: GhostRule.
  std::vector<double> thermal_values(int side, double t) const;  // K
  std::vector<double> thermal_mirror(int side, double t) const;
  const std::vector<WallHeat>& wall_heat() const { return wall_heat_; }
  std::vector<double> wall_areas(int wall) const;  // of its faces; 0 elsewhere
  bool thermal_varies() const;
  bool source_varies() const { return options_.heat->source.uses_time(); }
  std::vector<double> source(double t) const;  // K/s
  std::vector<double> initial_temperature() const;

  std::vector<double> initial_velocity(int component) const;  // at all faces
  double rate() const;              // the largest Σ |u_a| / h_a of what is given, at some points
  Driving driving(double t) const;  // at some points
  bool driving_varies() const;
  double typical_rate()
      const;  // Σ |u_a| / h_a with mean widths, of what is given and what forces make of a fluid at rest
  double diffusive_rate() const;   // Σ 1/h_a² with the smallest widths
  double squared_volumes() const;  // Σ V²

 private:
  std::array<double, 3> place(int side, int component, const std::array<int, 3>& index) const;
  std::vector<int> patches(int side, int component) const;  // over side_box
  template <class Value>
  std::vector<double> over_side(int side, int component, const Value& value) const;
  std::vector<double> at_faces(const Formula& f, const std::string& key, int component, double t) const;
  std::vector<int> walls_of(int side) const;  // over side_box: place in the list, −1 none
  std::vector<GhostRule> ghost_rules(int side, double t) const;
  double along_side(int side, double t, bool magnitudes) const;
  double finest(int axis) const;  // width

  const Grid grid_;
  const ProjectionOptions& options_;
  const std::vector<WallHeat> wall_heat_;
};

}  // namespace eddy::projection
