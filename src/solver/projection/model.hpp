// The flow problem on the host: evaluates options on the grid, at faces, cells and sides. It is independent of space
// and precision; the solver uploads the numbers that it needs.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "exec/core/box.hpp"
#include "mesh/grid.hpp"
#include "solver/projection/boundary.hpp"
#include "solver/projection/options.hpp"
#include "solver/projection/thermal_walls.hpp"

namespace eddy::projection {

class Movers;

struct Driving {  // what drives the flow: Σ |u_a| / h_a of the boundaries, Σ |f_a| / h_a of forces and buoyancy
  double rate = 0, acceleration = 0;
  double reached(double rate) const;  // the rate of a flow that has `rate` now, after it has moved by a cell
};

// Times at which values that vary in time are checked: the start, and if the end is known, samples up to it.
std::vector<double> some_times(const RunOptions& run, bool varies);

class Model {
 public:
  Model(Grid grid, const ProjectionOptions& options);

  const Grid& grid() const { return grid_; }
  int dimensions() const { return grid_.dimensions; }
  Box cells() const { return {{0, 0, 0}, grid_.cells()}; }
  Box faces(int component) const;  // including the faces at both ends
  bool periodic(int axis) const { return wraps(options_, axis); }
  bool uniform() const;
  bool boundary_varies() const;  // in time
  bool force_varies() const { return timed(options_.fluid.force); }
  bool force_in_space() const;                                      // it varies in space
  double force(int component, double t) const;                      // the uniform force; 0 if it varies in space
  std::vector<double> force_values(int component, double t) const;  // at all faces

  double width(int axis, int cell) const;     // ghost cells too: mirrored, or on a periodic axis from the other end
  double distance(int axis, int face) const;  // between the centres on both sides of it
  std::vector<double> table(int axis, int which) const;  // a row of metric.hpp, from −table_ghosts on
  std::array<double, 2> ends(int axis, int cell) const;  // conductance over width at both faces; 0 at closed ones

  // Values on a side, one per cell next to it, ghosts included where an earlier axis has them. See boundary.hpp.
  Box side_box(int side) const;    // the cells that have values
  Box side_range(int side) const;  // the cells that kernels run over
  std::vector<double> side_values(int side, int component, double t) const;
  std::vector<double> side_mirror(int side, int component) const;
  std::array<double, 3> ghost_weights(int side) const;  // by the parabola: weights of the side, first and second cell
  bool open(int side) const;                            // some of it is an outflow
  std::vector<double> outflow_faces(int side) const;    // 1 there, 0 elsewhere; over side_box
  std::vector<double> areas(int side) const;            // of faces within the domain, 0 elsewhere; over side_box
  std::vector<double> walls(int side) const;            // 1 on no-slip walls, 0 elsewhere; over side_box
  double outflow_area() const;
  int patch_without_faces(int side) const;  // the first condition on a side that applies to no face; −1: none
  double inflow(double t) const;            // through all faces with given velocity, m³/s (2D: per depth)
  double inflow_size(double t) const;       // the sum of its magnitudes

  // The condition of the temperature on a side, over side_box: see GhostRule.
  std::vector<double> thermal_values(int side, double t) const;  // K
  std::vector<double> thermal_mirror(int side, double t) const;
  const std::vector<WallHeat>& wall_heat() const { return wall_heat_; }
  std::vector<double> wall_areas(int wall) const;  // areas of its faces, 0 elsewhere; over side_box
  bool thermal_varies() const;
  bool source_varies() const { return options_.heat->source.uses_time(); }
  std::vector<double> source(double t) const;  // K/s
  std::vector<double> initial_temperature() const;

  std::vector<double> initial_velocity(int component) const;  // at all faces
  double rate() const;              // the largest Σ |u_a| / h_a of what is given, at some points
  Driving driving(double t) const;  // at some points
  bool driving_varies() const;
  // Σ |u_a| / h_a with mean widths, from given velocities and those that forces give to a fluid at rest.
  double typical_rate() const;
  double diffusive_rate() const;   // Σ 1/h_a² with the smallest widths
  double squared_volumes() const;  // Σ V²

 private:
  std::array<double, 3> place(int side, int component, const std::array<int, 3>& index) const;
  std::vector<int> patches(int side, int component) const;  // over side_box
  template <class Value>
  std::vector<double> over_side(int side, int component, const Value& value) const;
  std::vector<double> at_faces(const Formula& f, const std::string& key, int component, double t) const;
  std::vector<int> walls_of(int side) const;  // over side_box: place in wall_heat(); −1: none
  std::vector<GhostRule> ghost_rules(int side, double t) const;
  double along_side(int side, double t, bool magnitudes) const;
  double finest(int axis) const;  // the smallest width

  const Grid grid_;
  const ProjectionOptions& options_;
  const std::vector<WallHeat> wall_heat_;
  mutable std::shared_ptr<const Movers> movers_;  // null: not needed so far
};

}  // namespace eddy::projection
