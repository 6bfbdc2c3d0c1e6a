// Bodies with their true surface ("sharp"), on the host: the open part of each face, and values at faces inside.
//
//      ·   ·   ·   ·        ○ computed: its place is in the fluid
//    ──○───○───○╲──·──      · inside: on the polynomial through computed values and the values of the wall, so that
//      ○   ○   ○ ╲ ·          the plain differences of a computed neighbour are of second order
//    ──○───○───○──╲·──      a face that the surface cuts has an aperture, its open part; the flow through the face is
//      ○   ○   ○   ╲          that part times the velocity in its middle
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "exec/core/box.hpp"
#include "field/field.hpp"
#include "mesh/cut.hpp"
#include "solver/places.hpp"
#include "solver/projection/fit.hpp"
#include "solver/projection/model.hpp"
#include "solver/projection/motion.hpp"

namespace eddy::projection {

constexpr int row_data(int dimensions) { return dimensions == 3 ? 20 : 9; }  // largest number of values in a row

struct Row {  // value at a place = Σ weight · value(from) + constant
  Place at;
  std::vector<Place> from{};
  std::vector<double> weight{};
  double constant = 0;
};

// Weights of pressure and velocity in a box around a body, whose weighted sum is a force or a moment.
struct PullWeights {
  std::vector<double> pressure;                 // over the cells of the box
  std::array<std::vector<double>, 3> velocity;  // over the faces of the box
  double constant = 0;
  double volume = 0;  // volume of the fluid, if the sum is its momentum
};

// The coefficients of the heat equation where bodies conduct heat; capacity and source are over the fluid's heat
// capacity per volume, and `fluid` is the part of a cell that is fluid.
struct SolidHeat {
  std::array<std::vector<double>, 3> conductance;  // of faces, per area, i fastest: m/s
  std::vector<double> capacity, source, fluid;     // of cells, i fastest; source: K/s
};

// Values at some places of a box, found by the row of a place along the first axis.
template <class V>
class ByPlace {
 public:
  bool made() const { return !first_.empty(); }
  void set(const Box& box, std::vector<std::pair<Place, V>> all) {  // i fastest
    box_ = box;
    all_ = std::move(all);
    first_.assign(std::size_t(box.extent(1)) * std::size_t(box.extent(2)) + 1, 0);
    for (const auto& [place, value] : all_) ++first_[row(place) + 1];
    for (std::size_t r = 1; r < first_.size(); ++r) first_[r] += first_[r - 1];
  }
  const V* find(const Place& p) const {  // null: it has none
    if (!made() || !lies_in(box_, p)) return nullptr;
    const std::size_t r = row(p);
    const auto begin = all_.begin() + first_[r], end = all_.begin() + first_[r + 1];
    const auto at = std::lower_bound(begin, end, p[0], [](const auto& one, int i) { return one.first[0] < i; });
    return at != end && at->first[0] == p[0] ? &at->second : nullptr;
  }

 private:
  std::size_t row(const Place& p) const {
    return std::size_t(p[1] - box_.lo[1]) + std::size_t(box_.extent(1)) * std::size_t(p[2] - box_.lo[2]);
  }
  Box box_;
  std::vector<std::pair<Place, V>> all_;
  std::vector<std::ptrdiff_t> first_;  // by row; then their number
};

class Sharp : public CutShapes {
 public:
  Sharp(const ProjectionOptions& options, const Model& model, const std::shared_ptr<const Solids>& solids,
        const std::vector<Pose>& poses, int threads);

  int nearest_of_face(int axis, const Place& face) const { return nearest(place_of(axis, face)); }
  bool fluid(int axis, const Place& face) const { return distance_to(axis, face) > least_distance_; }  // −1: a cell
  Opening opening(int axis, const Place& face) const;
  double aperture(int axis, const Place& face) const;                      // the open part of a face
  bool shut(const Place& cell) const;                                      // none of its faces is open
  double share(int component, int axis, const Place& at, int step) const;  // see Bodies::share
  double deepest(int body) const;                      // how far its middle is from its surface, in cells
  std::optional<Coordinates> thin_at(int body) const;  // a point of its surface where it is thinner than two cells
  const Box& window() const { return window_; }        // beyond it there is nothing but fluid
  double open_part_of_cell(const Place& cell) const;

  // The pressure of cells that were shut and have opened, from the cells around them that were open before.
  std::vector<Row> opened(const Sharp& before) const;
  std::vector<Row> inside(int axis) const;   // faces inside bodies; 0 where no difference reaches
  std::vector<Row> inside_cells() const;     // the temperature of cells inside bodies, by the condition on the surface
  std::vector<Row> through(int axis) const;  // cut and closed faces: velocity times open part
  std::vector<Row> shown_pressure() const;   // cells near the surface that are cut or inside
  std::vector<WallPiece> wall() const;
  // The pulls on one body in a box of cells around it: forces along the axes, then moments around `centre` (2D: one).
  std::vector<PullWeights> pulls(int body, const Box& box, const Coordinates& centre) const;
  // The momentum of the fluid in some volumes of a component: the open part of each times the velocity in its middle.
  PullWeights momentum(int axis, const Box& volumes, const Box& box) const;
  // The mean slope of the temperature on a body's surface, into the body, as weights of cells in `pressure`; for a body
  // with a given flux the mean temperature of its surface.
  PullWeights heat(int body, const Box& box) const;
  double mean_flux(int body) const;  // into the fluid, of a body with a given flux
  SolidHeat solid_heat() const;
  const Pose& pose(int body) const { return poses_[std::size_t(body) - 1]; }
  bool has_formulas() const { return formulas_; }  // of surfaces: their rows are not for threads
  double wall_speed(const Coordinates& x) const;
  double through_surface() const;  // the largest normal component of a surface's own velocity, m/s

 private:
  struct Data {  // the data of a fit: places with computed values, points on walls
    Axes axes;
    Few<Place, row_data(3)> places{};
    Few<Coordinates, row_data(3)> walls{};
  };
  const Axes& axes_at(const Coordinates& x) const { return axes_[std::size_t(nearest(x)) - 1]; }
  double narrowest(const Axes& axes) const;  // width of a cell along these axes
  double out_of_reach(const Place& p) const;
  const Box& places(int axis) const { return places_[std::size_t(axis + 1)]; }
  double distance_to(int axis, const Place& p) const {
    const Box& near = places(axis);
    const std::vector<double>& known = distances_[std::size_t(axis + 1)];
    const bool kept = !known.empty() && lies_in(near, p);
    return kept ? known[place_in(near, p)] : distance_at(axis, p);
  }
  int threads_for(std::size_t count, std::size_t worth) const;
  void find_distances();
  void find_openings();
  void find_walls_below(int axis) const;
  template <class Chosen>
  std::vector<Place> places_where(int axis, const Chosen& chosen) const;
  template <class RowAt>
  std::vector<Row> rows_of(const std::vector<Place>& places, const RowAt& row_at) const;
  bool orphan(const Place& cell) const;  // whether none of its faces is computed
  bool all_faces_fluid(const Place& cell) const;
  Coordinates wall_below(int axis, const Place& p) const;  // the point of the wall that is nearest to a place
  Opening open_volume(int axis, const Place& face) const;
  Box domain(int axis) const;                                              // the places that have values
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
  Data data_near(int axis, const Place& near, const Coordinates& foot, bool walls) const {
    return data_near(axis, near, foot, normal(foot), walls, 1);
  }
  Data data_near(int axis, const Place& near, const Coordinates& foot, const Coordinates& out, bool walls,
                 int shares) const;
  Fit fit(int axis, const Data& data, int degree, const Coordinates& foot, const Place& cell, bool wall) const;
  Fit::Weights weights_of(int axis, const Data& data, const Place& at, const Coordinates& foot, const Coordinates& out,
                          const Coordinates& target) const;
  Place place_near(int axis, const Coordinates& x) const;
  bool thin_below(const Coordinates& foot, const Coordinates& out, const Place& cell) const;
  std::vector<Opening> open_parts(int axis, const Place& face) const;
  Row row(int axis, const Place& at, const Coordinates& target, int shares = 1) const;
  std::vector<double> moments_of_level(const std::vector<WallPiece>& pieces, const Coordinates& centre) const;
  void add_pressure(std::vector<PullWeights>& all, const WallPiece& w, const Box& box, const Coordinates& arm,
                    const std::vector<double>& of_level) const;
  void add_friction(std::vector<PullWeights>& all, const WallPiece& w, const Box& box, const Coordinates& arm) const;

  const ProjectionOptions& options_;
  const Model& model_;
  int threads_;
  std::vector<Pose> poses_;     // of the solids
  std::vector<Axes> axes_;      // along which they vary: not those along which they are endless
  std::vector<int> conductor_;  // bodies that conduct heat, from 1
  CutShapes conductors_;
  // Results that are needed repeatedly: distances of places in the window (find_distances), cut faces, points of the
  // surface below places near it; by axis, the first of four: cells.
  std::array<std::vector<double>, 4> distances_;
  std::array<ByPlace<Opening>, 3> openings_;
  mutable std::array<ByPlace<Coordinates>, 4> walls_below_;
  Box window_;
  std::array<Box, 4> places_;  // the cells of the window, and their faces across each axis
  bool formulas_ = false;      // of surfaces
};

}  // namespace eddy::projection
