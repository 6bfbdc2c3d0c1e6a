// Bodies with their true surface, on the host: how much of each face is open, and what stands in the faces inside.
//
//      ·   ·   ·   ·        ○ computed: its place is in the fluid
//    ──○───○───○╲──·──      · inside: on the polynomial through computed values and the values of the wall, so that
//      ○   ○   ○ ╲ ·          the plain differences of a computed neighbour are of second order
//    ──○───○───○──╲·──      a face that the surface cuts has an aperture, its open part, and what flows through it is
//      ○   ○   ○   ╲          that part times the velocity in its middle
#pragma once
#include <array>
#include <vector>

#include "exec/core/box.hpp"
#include "mesh/distance.hpp"
#include "solver/places.hpp"
#include "solver/projection/fit.hpp"
#include "solver/projection/model.hpp"

namespace eddy::projection {

constexpr int row_data(int dimensions) { return dimensions == 2 ? 9 : 20; }  // values that a row is made of, at most

struct Row {  // value at a place = Σ weight · value(from) + constant
  Place at;
  std::vector<Place> from{};
  std::vector<double> weight{};
  double constant = 0;
};

struct Opening {         // of a face
  double part = 1;       // of its area
  Coordinates middle{};  // of what is open
};

struct WallPiece {  // the surface within a cell
  Place cell;
  int body;            // from 1
  Coordinates at;      // a point of it
  Coordinates area{};  // m² (2D: m), along its normal, into the body
};

// Sums over a box around a body that give a force or a moment: of the pressure and of each component of the velocity.
struct PullWeights {
  std::vector<double> pressure;                 // over the cells of the box
  std::array<std::vector<double>, 3> velocity;  // over the faces of the box
  double constant = 0;
};

class Sharp {
 public:
  Sharp(const ProjectionOptions& options, const Model& model);

  double distance(const Coordinates& x) const;  // from the nearest surface; negative inside
  int nearest(const Coordinates& x) const;      // that body, from 1
  int nearest_of_face(int axis, const Place& face) const { return nearest(place_of(axis, face)); }
  bool fluid(int axis, const Place& face) const { return distance_at(axis, face) > least_distance_; }  // −1: of a cell
  Opening opening(int axis, const Place& face) const;
  std::vector<double> apertures(int axis) const;  // of all faces, i fastest
  double fraction(const Place& cell) const;       // of it that is fluid
  double deepest(int body) const;                 // how far its middle is from its surface, in cells
  const Box& window() const { return window_; }   // beyond it there is nothing but fluid

  std::vector<Row> inside(int axis) const;   // faces in bodies; those that no difference reaches are 0
  std::vector<Row> inside_cells() const;     // of the temperature: cells in bodies, by what their surface says
  std::vector<Row> through(int axis) const;  // faces that are cut or closed: velocity times open part
  std::vector<Row> shown_pressure() const;   // of cells that are cut or inside, near the surface
  std::vector<WallPiece> wall() const;
  // Of one body, in a box of cells around it: forces along the axes, then moments around `centre` (2D: one).
  std::vector<PullWeights> pulls(int body, const Box& box, const Coordinates& centre) const;
  // And the mean slope of the temperature on it, into the body: weights of the cells, in `pressure`.
  PullWeights heat(int body, const Box& box) const;
  double wall_speed(const Coordinates& x) const;
  double through_surface() const;  // the largest part of a surface's velocity that goes through it, m/s

 private:
  struct Data {  // of a fit
    std::vector<Place> places;
    std::vector<Coordinates> walls;
  };
  Coordinates place_of(int axis, const Place& p) const;
  bool orphan(const Place& cell) const;  // none of its faces is computed
  bool all_faces_fluid(const Place& cell) const;
  Opening whole_opening(int axis, const Place& face) const;  // as the shape has it
  double distance_at(int axis, const Place& p) const;
  Coordinates normal(const Coordinates& x) const;  // away from the surface
  Coordinates on_wall(Coordinates x) const;        // the nearest point of it
  Coordinates widths(const Place& cell) const;     // m
  Box domain(int axis) const;                      // places that have values
  double part_of_line(Coordinates x, int axis, double from, double to, double& middle) const;
  double wall_value(int axis, const Coordinates& x) const;  // of a component; −1: of the temperature
  bool gives_value(int axis, const Coordinates& x) const;   // false: a slope
  double wall_slope(const Coordinates& x) const;            // of the temperature, into the fluid
  Data data_near(int axis, const Place& near, const Coordinates& foot, bool walls) const;
  Fit fit(int axis, const Data& data, int degree, const Coordinates& foot, const Place& cell, bool wall) const;
  Row row(int axis, const Place& at, const Coordinates& target) const;
  void add_pressure(std::vector<PullWeights>& all, const WallPiece& w, const Box& box, const Coordinates& arm) const;
  void add_friction(std::vector<PullWeights>& all, const WallPiece& w, const Box& box, const Coordinates& arm) const;

  const ProjectionOptions& options_;
  const Model& model_;
  const Grid& grid_;
  int d_;
  std::vector<Distance> bodies_;
  double cell_, least_distance_;  // widths of the smallest cell; below this a face counts as on the wall
  Box window_;
};

}  // namespace eddy::projection
