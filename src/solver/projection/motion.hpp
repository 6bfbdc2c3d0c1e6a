// Bodies that move by formulas of t: their place, their rotation, and the velocity of each of their points.
//
//      place in the body ──turned around the pivot, moved with it──▶ place in the domain
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "mesh/distance.hpp"
#include "mesh/shape.hpp"
#include "solver/projection/fit.hpp"
#include "solver/projection/options.hpp"

namespace eddy::projection {

struct Pose {  // the pose of a body at one time
  bool moves = false;
  Coordinates pivot{}, centre{};                                       // the pivot as drawn, and at this time
  Coordinates velocity{}, spin{};                                      // of the pivot, m/s; around it, rad/s
  std::array<Coordinates, 3> turn{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows of a rotation

  Coordinates drawn(const Coordinates& x) const;   // from a place in the domain to the place in the drawn body
  Coordinates placed(const Coordinates& x) const;  // the inverse
  Coordinates velocity_at(const Coordinates& x) const;
};

class Motion {
 public:
  Motion(const Body& body, const FluidOptions& fluid, int dimensions);
  bool moves() const { return moves_; }
  Pose at(double t) const;

 private:
  using Vector = std::vector<Formula>;
  Coordinates values(const Vector& formulas, const char* key, double t) const;
  Coordinates rotation(double t) const;
  Coordinates way(double t) const;  // the displacement of a body with given velocity, its integral
  Coordinates way_between(double from, double length, int halvings) const;
  template <class Function>
  Coordinates slope(const Function& f, double t) const;

  const Body* body_;
  int dimensions_;
  bool moves_;
  double unit_;  // a time that is short compared with that of the flow
  Coordinates pivot_{};
  mutable std::vector<Coordinates> way_;  // at multiples of the unit
};

struct Solid {  // the shape of a body as drawn, and its motion
  Distance distance;
  Motion motion;
  ShapeBounds bounds;
};
using Solids = std::vector<Solid>;
Solids make_solids(const ProjectionOptions& options, int dimensions);
// For computation: those at rest that reach a side of the grid go on beyond it, so that no surface lies on the side.
Solids make_solids(const ProjectionOptions& options, const Grid& grid);
// Bounds of a solid at its pose; they may be larger than necessary.
ShapeBounds placed_bounds(const Solid& solid, const Pose& pose, int dimensions);
// The largest |u_a| of any point of any body.
Coordinates fastest_motion(const ProjectionOptions& options, int dimensions, double t);

}  // namespace eddy::projection
