// Bodies with their true surface, on the host: how much of each face is open, and what stands in the faces inside.
//
//      ·   ·   ·   ·        ○ computed: its place is in the fluid
//    ──○───○───○╲──·──      · inside: on the polynomial through computed values and the values of the wall, so that
//      ○   ○   ○ ╲ ·          the plain differences of a computed neighbour are of second order
//    ──○───○───○──╲·──      a face that the surface cuts has an aperture, its open part, and what flows through it is
//      ○   ○   ○   ╲          that part times the velocity in its middle
#pragma once
#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "exec/core/box.hpp"
#include "mesh/cut.hpp"
#include "solver/places.hpp"
#include "solver/projection/fit.hpp"
#include "solver/projection/model.hpp"
#include "solver/projection/motion.hpp"

namespace eddy::projection {

constexpr int row_data(int dimensions) { return dimensions == 2 ? 9 : 20; }  // values that a row is made of, at most

struct Row {  // value at a place = Σ weight · value(from) + constant
  Place at;
  std::vector<Place> from{};
  std::vector<double> weight{};
  double constant = 0;
};

// Sums over a box around a body that give a force or a moment: of the pressure and of each component of the velocity.
struct PullWeights {
  std::vector<double> pressure;                 // over the cells of the box
  std::array<std::vector<double>, 3> velocity;  // over the faces of the box
  double constant = 0;
  double volume = 0;  // of the fluid, where its momentum is meant
};

struct SolidHeat {                                 // of the cells, where some bodies conduct heat
  std::array<std::vector<double>, 3> conductance;  // of faces, per area, i fastest: m/s
  std::vector<double> capacity, source, fluid;     // over the fluid's per volume; K/s over that; the part of the fluid
};

struct HashOfPlace {
  std::size_t operator()(const Place& p) const {
    return std::size_t(p[0]) + (std::size_t(p[1]) << 21) + (std::size_t(p[2]) << 42);
  }
};
template <class V>
using ByPlace = std::unordered_map<Place, V, HashOfPlace>;

class Sharp : public CutShapes {
 public:
  Sharp(const ProjectionOptions& options, const Model& model, const std::shared_ptr<const Solids>& solids, double t);

  int nearest_of_face(int axis, const Place& face) const { return nearest(place_of(axis, face)); }
  bool fluid(int axis, const Place& face) const { return distance_at(axis, face) > least_distance_; }  // −1: of a cell
  Opening opening(int axis, const Place& face) const;
  std::vector<double> apertures(int axis) const;                           // of all faces, i fastest
  bool shut(const Place& cell) const;                                      // nothing of its faces is open
  double share(int component, int axis, const Place& at, int step) const;  // see Bodies::share
  double deepest(int body) const;                      // how far its middle is from its surface, in cells
  std::optional<Coordinates> thin_at(int body) const;  // a point of its surface where it is thinner than two cells
  const Box& window() const { return window_; }        // beyond it there is nothing but fluid

  // Cells that were shut and are not any more: their pressure, from cells around them that were not.
  std::vector<Row> opened(const Sharp& before) const;
  std::vector<Row> inside(int axis) const;   // faces in bodies; those that no difference reaches are 0
  std::vector<Row> inside_cells() const;     // of the temperature: cells in bodies, by what their surface says
  std::vector<Row> through(int axis) const;  // faces that are cut or closed: velocity times open part
  std::vector<Row> shown_pressure() const;   // of cells that are cut or inside, near the surface
  std::vector<WallPiece> wall() const;
  // Of one body, in a box of cells around it: forces along the axes, then moments around `centre` (2D: one).
  std::vector<PullWeights> pulls(int body, const Box& box, const Coordinates& centre) const;
  // The momentum of the fluid within some volumes of a component: each one's open part times the velocity in the middle
  // of that.
  PullWeights momentum(int axis, const Box& volumes, const Box& box) const;
  // And the mean slope of the temperature on it, into the body: weights of the cells, in `pressure`. Of a body with a
  // flux the mean temperature of the surface.
  PullWeights heat(int body, const Box& box) const;
  double mean_flux(int body) const;  // into the fluid, of a body that has one
  SolidHeat solid_heat() const;
  const Pose& pose(int body) const { return poses_[std::size_t(body) - 1]; }
  double wall_speed(const Coordinates& x) const;
  double through_surface() const;  // the largest part of a surface's velocity that goes through it, m/s

 private:
  struct Data {  // of a fit
    std::vector<Place> places;
    std::vector<Coordinates> walls;
  };
  bool orphan(const Place& cell) const;  // none of its faces is computed
  bool all_faces_fluid(const Place& cell) const;
  Coordinates wall_below(int axis, const Place& p) const;  // the point of the wall nearest to a place
  Opening open_volume(int axis, const Place& face) const;
  Box domain(int axis) const;                                              // places that have values
  double solid_flow(int axis, const Place& face, const Opening& o) const;  // through what a moving body has of a face
  double sliding_flow(int axis, const Place& face) const;                  // of fluid, through a face that is closed
  double sliding_potential(int axis, const Coordinates& x) const;
  PullWeights heat_of_solid(int body, const Box& box, double area) const;
  int conductor_near(const Coordinates& x) const;              // the nearest body that conducts; 0: there is none
  bool in_conductor(const Place& cell) const;                  // its centre
  double face_conductance(int axis, const Place& face) const;  // per area
  double conductor_part(const Place& cell) const;              // of a cell, that solids with conductivity take
  double wall_value(int axis, const Coordinates& x) const;     // of a component; −1: of the temperature
  bool gives_value(int axis, const Coordinates& x) const;      // false: a slope
  bool alike(int axis, const Coordinates& x, const Coordinates& y) const;
  double wall_slope(const Coordinates& x) const;  // of the temperature, into the fluid
  Data data_near(int axis, const Place& near, const Coordinates& foot, bool walls, std::size_t most) const;
  Data data_near(int axis, const Place& near, const Coordinates& foot, bool walls) const {
    return data_near(axis, near, foot, walls, std::size_t(row_data(d_)));
  }
  Fit fit(int axis, const Data& data, int degree, const Coordinates& foot, const Place& cell, bool wall) const;
  std::vector<double> weights_of(int axis, const Data& data, const Place& at, const Coordinates& foot,
                                 const Coordinates& target) const;
  Place place_near(int axis, const Coordinates& x) const;
  bool thin_below(const Coordinates& foot, const Place& cell) const;
  std::vector<Opening> open_parts(int axis, const Place& face) const;
  Row row(int axis, const Place& at, const Coordinates& target, std::size_t most) const;
  Row row(int axis, const Place& at, const Coordinates& target) const {
    return row(axis, at, target, std::size_t(row_data(d_)));
  }
  void add_pressure(std::vector<PullWeights>& all, const WallPiece& w, const Box& box, const Coordinates& arm) const;
  void add_friction(std::vector<PullWeights>& all, const WallPiece& w, const Box& box, const Coordinates& arm) const;

  const ProjectionOptions& options_;
  const Model& model_;
  std::vector<Pose> poses_;     // of the solids
  std::vector<int> conductor_;  // bodies that conduct heat, from 1
  CutShapes conductors_;
  // What is asked for again and again, of faces that are cut and of places near the surface.
  mutable std::array<ByPlace<Opening>, 3> openings_;
  mutable std::array<ByPlace<Coordinates>, 4> walls_below_;
  Box window_;
};

}  // namespace eddy::projection
