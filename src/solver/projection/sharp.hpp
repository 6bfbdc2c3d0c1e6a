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
  double volume = 0;  // of the fluid, where its momentum is meant
};

// The open part of a line along an axis, where `distance` is positive, and the mean of its coordinate there, times the
// part.
template <class F>
double open_part(const F& distance, Coordinates x, int axis, double from, double to, double& middle) {
  constexpr int pieces = 4;
  double open = 0;
  middle = 0;
  const auto at = [&](double s) {
    x[axis] = s;
    return distance(x);
  };
  for (int n = 0; n < pieces; ++n) {
    double low = from + (to - from) * n / pieces, high = from + (to - from) * (n + 1) / pieces;
    const double first = at(low), last = at(high);
    if (first <= 0 && last <= 0) continue;
    if (first <= 0 || last <= 0) {
      double a = low, b = high, fa = first, fb = last, s = low;
      for (int step = 0; step < 6; ++step) {  // regula falsi: a distance is nearly linear
        s = a + (b - a) * fa / (fa - fb);
        const double f = at(s);
        ((f > 0) == (fa > 0) ? a : b) = s;
        ((f > 0) == (fa > 0) ? fa : fb) = f;
        if (f == 0) break;
      }
      (first <= 0 ? low : high) = s;
    }
    open += high - low;
    middle += 0.5 * (high + low) * (high - low);
  }
  middle /= to - from;
  return open / (to - from);
}

struct SolidHeat {                                 // of the cells, where some bodies conduct heat
  std::array<std::vector<double>, 3> conductance;  // of faces, per area, i fastest: m/s
  std::vector<double> capacity, source, fluid;     // over the fluid's per volume; K/s over that; the part of the fluid
};

class Sharp {
 public:
  Sharp(const ProjectionOptions& options, const Model& model, std::shared_ptr<const Solids> solids, double t);

  double distance(const Coordinates& x) const;  // from the nearest surface; negative inside
  int nearest(const Coordinates& x) const;      // that body, from 1
  int nearest_of_face(int axis, const Place& face) const { return nearest(place_of(axis, face)); }
  bool fluid(int axis, const Place& face) const { return distance_at(axis, face) > least_distance_; }  // −1: of a cell
  Opening opening(int axis, const Place& face) const;
  std::vector<double> apertures(int axis) const;  // of all faces, i fastest
  double fraction(const Place& cell) const;       // of it that is fluid
  bool shut(const Place& cell) const;             // nothing of its faces is open
  double deepest(int body) const;                 // how far its middle is from its surface, in cells
  const Box& window() const { return window_; }   // beyond it there is nothing but fluid

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
  Coordinates place_of(int axis, const Place& p) const;
  bool orphan(const Place& cell) const;  // none of its faces is computed
  bool all_faces_fluid(const Place& cell) const;
  Opening open_volume(int axis, const Place& face) const;
  Opening whole_opening(int axis, const Place& face) const;  // as the shape has it
  double distance_at(int axis, const Place& p) const;
  Coordinates normal(const Coordinates& x) const;  // away from the surface
  Coordinates on_wall(Coordinates x) const;        // the nearest point of it
  Coordinates widths(const Place& cell) const;     // m
  Box domain(int axis) const;                      // places that have values
  double distance_of(std::size_t body, const Coordinates& x) const {
    return poses_[body].moves ? (*solids_)[body].distance(poses_[body].drawn(x)) : (*solids_)[body].distance(x);
  }
  double solid_flow(int axis, const Place& face, const Opening& o) const;  // through what a moving body has of a face
  double part_of_line(const Coordinates& x, int axis, double from, double to, double& middle) const {
    return open_part([&](const Coordinates& y) { return distance(y); }, x, axis, from, to, middle);
  }
  PullWeights heat_of_solid(int body, const Box& box, double area) const;
  int conductor_near(const Coordinates& x) const;              // the nearest body that conducts; 0: there is none
  double conductor_distance(const Coordinates& x) const;       // from it
  double face_conductance(int axis, const Place& face) const;  // per area
  double conductor_part(const Place& cell) const;              // of a cell, that solids with conductivity take
  double wall_value(int axis, const Coordinates& x) const;     // of a component; −1: of the temperature
  bool gives_value(int axis, const Coordinates& x) const;      // false: a slope
  double wall_slope(const Coordinates& x) const;               // of the temperature, into the fluid
  Data data_near(int axis, const Place& near, const Coordinates& foot, bool walls) const;
  Fit fit(int axis, const Data& data, int degree, const Coordinates& foot, const Place& cell, bool wall) const;
  Row row(int axis, const Place& at, const Coordinates& target) const;
  void add_pressure(std::vector<PullWeights>& all, const WallPiece& w, const Box& box, const Coordinates& arm) const;
  void add_friction(std::vector<PullWeights>& all, const WallPiece& w, const Box& box, const Coordinates& arm) const;

  const ProjectionOptions& options_;
  const Model& model_;
  const Grid& grid_;
  int d_;
  std::shared_ptr<const Solids> solids_;
  std::vector<Pose> poses_;       // of the solids
  double cell_, least_distance_;  // widths of the smallest cell; below this a face counts as on the wall
  Box window_;
};

}  // namespace eddy::projection
